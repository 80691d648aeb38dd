#include "device/android/framework/runtime/probe.h"

#include <string.h>

#include "base/buf.h"
#include "tests/t.h"

static const struct {
    const char *name;
    const char *answer;
    int count; // -1: not an answer
    size_t omitted;
} rows[] = {
    {"idle", "{\"v\":1,\"count\":0,\"pending\":[]}", 0, 0},
    {"two",
     "{\"v\":1,\"count\":2,\"pending\":[[\"1\",\"1 timer\",30,false],"
     "[\"2\",\"1 fetch http://h/p\",-1,false]]}",
     2, 0},
    {"more than it lists",
     "{\"v\":1,\"count\":9,\"pending\":[[\"1\",\"1 timer\",30,false]]}", 1, 8},
    {"a count that is none",
     "{\"v\":1,\"count\":-5,\"pending\":[[\"1\",\"1 timer\",30,false]]}", 1, 0},
    {"nothing", "", -1, 0},
    {"absent", "\"absent\"", -1, 0},
    {"no list", "{\"v\":1}", -1, 0},
    {"a row too short", "{\"pending\":[[\"1\",\"1 timer\",30]]}", -1, 0},
    {"a row that is none", "{\"pending\":[\"1\"]}", -1, 0},
    {"an id that is no text", "{\"pending\":[[1,\"1 timer\",30,false]]}", -1,
     0},
    {"a due time that is none", "{\"pending\":[[\"1\",\"t\",\"x\",false]]}", -1,
     0},
};

T_TEST(answers)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_pending_list list = {0};
        struct at_err err = AT_ERR_INIT;
        T_ROW(rows[i].name);
        bool ok = at_probe_read(at_str(rows[i].answer), "hermes", &list, &err);
        T_EQ_INT(ok, rows[i].count >= 0);
        if (!ok) {
            T_EQ_INT(err.code, AT_EPROTO);
            continue;
        }
        T_EQ_SIZE(list.count, (size_t)rows[i].count);
        T_EQ_SIZE(list.omitted, rows[i].omitted);
    }
}

// The runtime is the app's: its words are data.
T_TEST(words_are_cleaned)
{
    struct at_pending_list list = {0};
    T_OK(at_probe_read(AT_STR("{\"pending\":[[\"7\",\"a\\u001b[31m\\nb\",1e300,"
                              "true]]}"),
                       "hermes", &list, NULL));
    T_EQ_TEXT(list.items[0].text, "a [31m b");
    T_EQ_TEXT(list.items[0].id, "7");
    T_EQ_TEXT(list.items[0].source, "hermes");
    T_EQ_INT(list.items[0].due_ms, -1);
    T_OK(list.items[0].endless);
}

T_TEST(the_list_is_bounded)
{
    struct at_pending_list list = {0};
    for (int i = 0; i < AT_SYNC_PENDING_MAX + 3; i++)
        T_OK(
            at_probe_read(AT_STR("{\"pending\":[[\"1\",\"1 timer\",3,false]]}"),
                          "hermes", &list, NULL));
    T_EQ_SIZE(list.count, AT_SYNC_PENDING_MAX);
    T_EQ_SIZE(list.omitted, 3);
}

// The script in the program is the file without its comments.
T_TEST(the_source_is_there)
{
    T_HAS(at_probe_source, "g.__agentest = {");
    T_NULL(strstr(at_probe_source, "// probe.js"));
    T_HAS(at_probe_source, AT_PROBE_BINDING);
}

// The newest ones are kept; without the member nothing is known.
T_TEST(requests_are_read)
{
    struct at_pending_list none = {0};
    struct at_pending_list list = {0};
    struct at_pending_list bad = {0};
    struct at_buf many = AT_BUF_INIT(64 * 1024);
    T_OK(at_probe_read(AT_STR("{\"pending\":[]}"), "hermes", &none, NULL));
    T_OK(!none.requests.told);
    at_buf_add_text(&many, "{\"pending\":[],\"made\":[\"GET a\\u0007b\"");
    for (int i = 0; i < AT_SYNC_REQUESTS_MAX; i++)
        at_buf_add_fmt(&many, ",\"GET https://example.com/%d\"", i);
    at_buf_add_text(&many, "]}");
    T_OK(at_probe_read(at_buf_str(&many), "hermes", &list, NULL));
    T_OK(list.requests.told);
    T_EQ_SIZE(list.requests.count, AT_SYNC_REQUESTS_MAX);
    T_EQ_TEXT(list.requests.texts[0], "GET https://example.com/0");
    T_EQ_TEXT(list.requests.texts[AT_SYNC_REQUESTS_MAX - 1],
              "GET https://example.com/39");
    T_OK(!at_probe_read(AT_STR("{\"pending\":[],\"made\":[1]}"), "hermes", &bad,
                        NULL));
    T_OK(!at_probe_read(AT_STR("{\"pending\":[],\"made\":{}}"), "hermes", &bad,
                        NULL));
    at_buf_deinit(&many);
}

T_MAIN()
