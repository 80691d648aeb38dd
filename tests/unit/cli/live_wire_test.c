// live_wire_test.c: the lines of live processes, right and wrong ones
#include "cli/live_wire.h"

#include "base/limits.h"
#include "tests/t.h"
#include "wire/json.h"

static const struct {
    const char *line;
    bool ok;
    bool ours;
} hello_rows[] = {
    {"{\"live\":1,\"version\":\"" AT_LIVE_VERSION "\",\"pid\":7}", true, true},
    {"{\"live\":1,\"version\":\"" AT_LIVE_VERSION "\",\"pid\":7,\"new\":[1]}",
     true, true},
    {"{\"live\":2,\"version\":\"" AT_LIVE_VERSION "\",\"pid\":7}", true, false},
    {"{\"live\":1,\"version\":\"mobile-dev-agent@0.0.1\"}", true, false},
    {"{\"live\":0,\"version\":\"x\"}", false, false},
    {"{\"live\":1}", false, false},
    {"{\"live\":\"1\",\"version\":\"x\"}", false, false},
    {"{}", false, false},
    {"[1]", false, false},
    {"SSH-2.0-OpenSSH_9.2", false, false},
    {"", false, false},
};

T_TEST(hello_rows_hold)
{
    for (size_t i = 0; i < T_LEN(hello_rows); i++) {
        struct at_live_hello hello;
        struct at_err err = AT_ERR_INIT;
        T_ROW(hello_rows[i].line);
        bool ok = at_live_hello_parse(at_str(hello_rows[i].line), &hello, &err);
        T_EQ_INT(ok, hello_rows[i].ok);
        if (ok)
            T_EQ_INT(at_live_hello_is_ours(&hello), hello_rows[i].ours);
        else
            T_OK(err.msg[0] != '\0');
    }
}

T_TEST(hello_comes_back)
{
    struct at_live_hello hello = {AT_LIVE_PROTOCOL, AT_LIVE_VERSION, 42, 90000};
    struct at_live_hello read;
    struct at_buf line = AT_BUF_INIT(AT_LIVE_HELLO_MAX_BYTES);
    struct at_err err = AT_ERR_INIT;
    at_live_hello_write(&hello, &line);
    T_EQ_INT(line.data[line.len - 1], '\n');
    T_OK(at_live_hello_parse(at_buf_str(&line), &read, &err));
    T_OK(at_live_hello_is_ours(&read));
    T_EQ_INT(read.pid, 42);
    T_EQ_INT(read.ttl_ms, 90000);
    at_buf_deinit(&line);
}

static const struct {
    const char *line;
    const char *error; // NULL: read
} request_rows[] = {
    {"{\"do\":\"status\"}", NULL},
    {"{\"do\":\"stop\"}", NULL},
    {"{\"do\":\"run\",\"argv\":[\"ui\",\"tap\"],\"cwd\":\"/x\",\"facts\":{}}",
     NULL},
    {"{\"do\":\"run\",\"argv\":[],\"cwd\":\"/\",\"facts\":{}}", "'argv'"},
    {"{\"do\":\"run\",\"cwd\":\"/\",\"facts\":{}}", "'argv'"},
    {"{\"do\":\"run\",\"argv\":[1],\"cwd\":\"/\",\"facts\":{}}", "'argv'"},
    {"{\"do\":\"run\",\"argv\":[\"a\\u0000b\"],\"cwd\":\"/\",\"facts\":{}}",
     "'argv'"},
    {"{\"do\":\"run\",\"argv\":\"ui\",\"cwd\":\"/\",\"facts\":{}}", "'argv'"},
    {"{\"do\":\"run\",\"argv\":[\"a\"],\"cwd\":\"x\",\"facts\":{}}", "'cwd'"},
    {"{\"do\":\"run\",\"argv\":[\"a\"],\"cwd\":\"\",\"facts\":{}}", "'cwd'"},
    {"{\"do\":\"run\",\"argv\":[\"a\"],\"cwd\":\"/\\u0000\",\"facts\":{}}",
     "'cwd'"},
    {"{\"do\":\"run\",\"argv\":[\"a\"],\"facts\":{}}", "'cwd'"},
    {"{\"do\":\"run\",\"argv\":[\"a\"],\"cwd\":\"/\",\"facts\":[]}", "'facts'"},
    {"{\"do\":\"run\",\"argv\":[\"a\"],\"cwd\":\"/\"}", "'facts'"},
    {"{\"do\":\"shutdown\"}", "'do'"},
    {"{\"do\":1}", "'do'"},
    {"{}", "'do'"},
    {"[\"do\"]", "object"},
    {"{\"do\":\"status\"", "JSON"},
    {"GET / HTTP/1.1", "JSON"},
    {"", "JSON"},
};

T_TEST(request_rows_hold)
{
    for (size_t i = 0; i < T_LEN(request_rows); i++) {
        struct at_live_request request;
        struct at_err err = AT_ERR_INIT;
        const char *line = request_rows[i].line;
        T_ROW(line);
        bool ok = at_live_request_parse(at_str(line), &request, &err);
        T_EQ_INT(ok, request_rows[i].error == NULL);
        if (!ok)
            T_HAS(err.msg, request_rows[i].error);
        at_live_request_deinit(&request);
        for (size_t cut = 0; cut < strlen(line); cut++) {
            struct at_buf part = AT_BUF_INIT(1000); // exact: for ASan
            at_buf_add(&part, line, cut);
            T_NOT(at_live_request_parse(at_buf_str(&part), &request, &err));
            at_buf_deinit(&part);
        }
    }
}

T_TEST(request_comes_back)
{
    struct at_live_request sent = {.what = AT_LIVE_RUN, .cwd = (char *)"/tmp"};
    struct at_live_request read;
    struct at_buf line = AT_BUF_INIT(AT_LIVE_REQUEST_MAX_BYTES);
    struct at_err err = AT_ERR_INIT;
    at_argv_add(&sent.argv, "ui");
    at_argv_add(&sent.argv, "two \"words\"\n\xf0\x9f\x99\x82");
    sent.facts = json_pack("{ss sn}", "ANDROID_SERIAL", "x", "adb");
    at_live_request_write(&sent, &line);
    T_OK(memchr(line.data, '\n', line.len) == line.data + line.len - 1);
    T_OK(at_live_request_parse(at_buf_str(&line), &read, &err));
    T_EQ_SIZE(read.argv.count, 2);
    T_EQ_TEXT(read.argv.words[1], sent.argv.words[1]);
    T_EQ_TEXT(read.cwd, "/tmp");
    T_OK(json_equal(read.facts, sent.facts));
    at_live_request_deinit(&read);
    at_argv_deinit(&sent.argv);
    json_decref(sent.facts);
    at_buf_deinit(&line);
}

T_TEST(too_many_words)
{
    struct at_live_request sent = {.what = AT_LIVE_RUN, .cwd = (char *)"/"};
    struct at_live_request read;
    struct at_buf line = AT_BUF_INIT(AT_LIVE_REQUEST_MAX_BYTES);
    struct at_err err = AT_ERR_INIT;
    for (size_t i = 0; i <= AT_LIVE_WORDS_MAX; i++)
        at_argv_add(&sent.argv, "x");
    sent.facts = json_object();
    at_live_request_write(&sent, &line);
    T_NOT(at_live_request_parse(at_buf_str(&line), &read, &err));
    T_HAS(err.msg, "words");
    at_argv_deinit(&sent.argv);
    json_decref(sent.facts);
    at_buf_deinit(&line);
}

static const struct {
    const char *bytes;
    enum at_live_speaker speaker;
} speaker_rows[] = {
    {"{\"do\":\"status\"}\n", AT_LIVE_SPEAKER_CLIENT},
    {"{", AT_LIVE_SPEAKER_CLIENT},
    {"", AT_LIVE_SPEAKER_UNKNOWN},
    {"G", AT_LIVE_SPEAKER_UNKNOWN},
    {"GET", AT_LIVE_SPEAKER_UNKNOWN},
    {"GET / HTTP/1.1\r\n", AT_LIVE_SPEAKER_HTTP},
    {"POST /x", AT_LIVE_SPEAKER_HTTP},
    {"PUT ", AT_LIVE_SPEAKER_HTTP},
    {"HEAD /", AT_LIVE_SPEAKER_HTTP},
    {"OPTIONS * HTTP/1.1", AT_LIVE_SPEAKER_HTTP},
    {"DELETE /", AT_LIVE_SPEAKER_HTTP},
    {"CONNECT a:1", AT_LIVE_SPEAKER_HTTP},
    {"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", AT_LIVE_SPEAKER_HTTP},
    {"PRI", AT_LIVE_SPEAKER_UNKNOWN},
    {"GETX", AT_LIVE_SPEAKER_OTHER},
    {"get / ", AT_LIVE_SPEAKER_OTHER},
    {"\n", AT_LIVE_SPEAKER_OTHER},
    {" {", AT_LIVE_SPEAKER_OTHER},
    {"[", AT_LIVE_SPEAKER_OTHER},
    {"\x16\x03\x01", AT_LIVE_SPEAKER_OTHER},
};

T_TEST(speaker_rows_hold)
{
    for (size_t i = 0; i < T_LEN(speaker_rows); i++) {
        T_ROW(speaker_rows[i].bytes);
        T_EQ_INT(at_live_speaker_of(at_str(speaker_rows[i].bytes)),
                 speaker_rows[i].speaker);
    }
}

static const struct {
    const char *line;
    int answer; // -1: refused
} answer_rows[] = {
    {"{\"type\":\"event\",\"event\":\"progress\",\"data\":{}}", AT_LIVE_EVENT},
    {"{\"type\":\"result\",\"ok\":true}", AT_LIVE_RESULT},
    {"{\"type\":\"elsewhere\",\"because\":[\"adb\"]}", AT_LIVE_ELSEWHERE},
    {"{\"type\":\"status\"}", AT_LIVE_STATE},
    {"{\"type\":\"stopping\"}", AT_LIVE_STOPPING},
    {"{\"type\":\"refused\",\"message\":\"x\"}", AT_LIVE_REFUSED},
    {"{\"type\":\"other\"}", -1},
    {"{\"type\":1}", -1},
    {"{}", -1},
    {"[]", -1},
    {"", -1},
};

T_TEST(answer_rows_hold)
{
    for (size_t i = 0; i < T_LEN(answer_rows); i++) {
        enum at_live_answer answer = AT_LIVE_EVENT;
        struct at_err err = AT_ERR_INIT;
        T_ROW(answer_rows[i].line);
        json_t *json =
            at_live_answer_parse(at_str(answer_rows[i].line), &answer, &err);
        T_EQ_INT(json != NULL, answer_rows[i].answer >= 0);
        if (json)
            T_EQ_INT(answer, answer_rows[i].answer);
        json_decref(json);
    }
}

static const struct {
    const char *mine;
    const char *theirs;
    const char *names;
} difference_rows[] = {
    {"{}", "{}", "[]"},
    {"{\"a\":\"1\"}", "{\"a\":\"1\"}", "[]"},
    {"{\"a\":\"1\"}", "{\"a\":\"2\"}", "[\"a\"]"},
    {"{\"a\":null}", "{\"a\":\"\"}", "[\"a\"]"},
    {"{\"a\":\"1\"}", "{}", "[\"a\"]"},
    {"{}", "{\"b\":null}", "[\"b\"]"},
    {"{\"a\":1,\"b\":2}", "{\"b\":3,\"c\":4}", "[\"a\",\"b\",\"c\"]"},
};

T_TEST(difference_rows_hold)
{
    for (size_t i = 0; i < T_LEN(difference_rows); i++) {
        struct at_err err = AT_ERR_INIT;
        struct at_buf text = AT_BUF_INIT(1000);
        json_t *mine = at_json_parse(at_str(difference_rows[i].mine), &err);
        json_t *theirs = at_json_parse(at_str(difference_rows[i].theirs), &err);
        json_t *names = at_live_difference(mine, theirs);
        at_json_write(names, &text);
        T_EQ_TEXT(at_buf_text(&text), difference_rows[i].names);
        at_buf_deinit(&text);
        json_decref(names);
        json_decref(mine);
        json_decref(theirs);
    }
}

T_MAIN()
