// jsonc_edit_test.c: what is put into JSON of all kinds, byte by byte
#include "base/buf.h"
#include "tests/t.h"
#include "wire/jsonc_edit.h"

enum { TEXT_MAX = 65536 };

static const struct at_str path[] = {AT_STR_ROW("mcpServers"),
                                     AT_STR_ROW("agentest")};
static const struct at_str npx[] = {AT_STR_ROW("-y"), AT_STR_ROW("agentest")};

// {"command": "/a", "args": […]}
static struct at_entry
entry_of(struct at_entry_member members[2], bool with_args)
{
    members[0] = (struct at_entry_member){.name = AT_STR("command"),
                                          .text = AT_STR("/a")};
    members[1] = (struct at_entry_member){.name = AT_STR("args"),
                                          .is_list = true,
                                          .items = npx,
                                          .count = with_args ? 2 : 0};
    return (struct at_entry){path, T_LEN(path), members, 2, AT_STR("command")};
}

#define NEW "\"agentest\": {\n      \"command\": \"/a\"\n    }"

// after NULL: unchanged. again: dropping the entry gives before again.
static const struct {
    const char *what, *before, *after;
    bool args, again;
} rows[] = {
    {"nothing", "", "{\n  \"mcpServers\": {\n    " NEW "\n  }\n}\n", 0, 0},
    {"a byte order mark alone", "\xef\xbb\xbf",
     "\xef\xbb\xbf{\n  \"mcpServers\": {\n    " NEW "\n  }\n}\n", 0, 0},
    {"a comment alone", "// mine",
     "// mine\n{\n  \"mcpServers\": {\n    " NEW "\n  }\n}\n", 0, 0},
    {"an empty object", "{}", "{\n  \"mcpServers\": {\n    " NEW "\n  }\n}", 0,
     0},
    {"other members", "{\n  \"a\": 1\n}\n",
     "{\n  \"a\": 1,\n  \"mcpServers\": {\n    " NEW "\n  }\n}\n", 0, 0},
    {"no servers yet", "{\n  \"mcpServers\": {}\n}\n",
     "{\n  \"mcpServers\": {\n    " NEW "\n  }\n}\n", 0, 1},
    {"a server", "{\n  \"mcpServers\": {\n    \"b\": {}\n  }\n}\n",
     "{\n  \"mcpServers\": {\n    \"b\": {},\n    " NEW "\n  }\n}\n", 0, 1},
    {"a server, and what follows",
     "{\n  \"mcpServers\": {\n    \"b\": {}\n  },\n  \"z\": [1, 2]\n}\n",
     "{\n  \"mcpServers\": {\n    \"b\": {},\n    " NEW
     "\n  },\n  \"z\": [1, 2]\n}\n",
     0, 1},
    {"four blanks, arguments",
     "{\n    \"mcpServers\": {\n        \"b\": {}\n    }\n}",
     "{\n    \"mcpServers\": {\n        \"b\": {},\n        \"agentest\": {\n"
     "            \"command\": \"/a\",\n"
     "            \"args\": [\"-y\", \"agentest\"]\n        }\n    }\n}",
     1, 1},
    {"tabs and CRLF",
     "{\r\n\t\"mcpServers\": {\r\n\t\t\"b\": {}\r\n\t}\r\n}\r\n",
     "{\r\n\t\"mcpServers\": {\r\n\t\t\"b\": {},\r\n\t\t\"agentest\": {\r\n"
     "\t\t\t\"command\": \"/a\"\r\n\t\t}\r\n\t}\r\n}\r\n",
     0, 1},
    {"one line", "{\"mcpServers\": {\"b\": {}}}",
     "{\"mcpServers\": {\"b\": {}, \"agentest\": {\"command\": \"/a\"}}}", 0,
     1},
    {"one line without blanks", "{\"mcpServers\":{\"b\":{}}}\n",
     "{\"mcpServers\":{\"b\":{},\"agentest\":{\"command\":\"/a\",\"args\":["
     "\"-y\",\"agentest\"]}}}\n",
     1, 1},
    {"a trailing comma", "{\n  \"mcpServers\": {\n    \"b\": {},\n  },\n}\n",
     "{\n  \"mcpServers\": {\n    \"b\": {},\n    " NEW ",\n  },\n}\n", 0, 1},
    {"a comment behind the last one",
     "{\n  \"mcpServers\": {\n    \"b\": {} // b\n    // end\n  }\n}\n",
     "{\n  \"mcpServers\": {\n    \"b\": {}, // b\n    " NEW
     "\n    // end\n  }\n}\n",
     0, 1},
    {"a comment behind the comma",
     "{\n  \"mcpServers\": {\n    \"b\": {}, /* b */ // c\n  }\n}\n",
     "{\n  \"mcpServers\": {\n    \"b\": {}, /* b */ // c\n    "
     "\"agentest\": {\n      \"command\": \"/a\"\n    },\n  }\n}\n",
     0, 1},
    {"comments alone in the object",
     "{\n  \"mcpServers\": { // none\n    // \"x\": {}\n  }\n}\n",
     "{\n  \"mcpServers\": { // none\n    " NEW "\n    // \"x\": {}\n  }\n}\n",
     0, 1},
    {"it is there",
     "{\n  \"mcpServers\": {\"agentest\": {\"command\": \"\\/\\u0061\"}}\n}\n",
     NULL, 0, 0},
    {"it is there with arguments, laid out otherwise",
     "{\"mcpServers\": {\"agentest\": {\"args\": [ \"-y\" , // c\n"
     "\"agentest\", ], \"command\": \"/a\"}}}",
     NULL, 1, 0},
    {"an older path, and members of the user's",
     "{\"mcpServers\": {\"agentest\": {\"command\": \"/old\", \"env\": "
     "{\"A\": \"b\"}}, \"b\": {}}}",
     "{\"mcpServers\": {\"agentest\": {\"command\": \"/a\", \"env\": "
     "{\"A\": \"b\"}}, \"b\": {}}}",
     0, 0},
    {"old arguments go",
     "{\"mcpServers\": {\"agentest\": {\"command\": \"npx\", \"args\": "
     "[\"-y\", \"x\"]}}}",
     "{\"mcpServers\": {\"agentest\": {\"command\": \"/a\", \"args\": []}}}", 0,
     0},
    {"arguments come",
     "{\n  \"mcpServers\": {\n    \"agentest\": {\n      \"command\": \"x\"\n"
     "    }\n  }\n}\n",
     "{\n  \"mcpServers\": {\n    \"agentest\": {\n      \"command\": \"/a\",\n"
     "      \"args\": [\"-y\", \"agentest\"]\n    }\n  }\n}\n",
     1, 0},
    {"an entry of another kind",
     "{\n  \"mcpServers\": {\n    \"agentest\": {\n      \"url\": \"x\"\n    "
     "}\n  }\n}\n",
     "{\n  \"mcpServers\": {\n    " NEW "\n  }\n}\n", 0, 0},
    {"an entry that is null", "{\"mcpServers\": {\"agentest\": null}}",
     "{\"mcpServers\": {\"agentest\": {\"command\": \"/a\"}}}", 0, 0},
    {"twice: the last one counts",
     "{\"mcpServers\": {\"agentest\": {\"command\": \"1\"}, \"agentest\": "
     "{\"command\": \"2\"}}}",
     "{\"mcpServers\": {\"agentest\": {\"command\": \"1\"}, \"agentest\": "
     "{\"command\": \"/a\"}}}",
     0, 0},
    {"an escaped name",
     "{\"mcp\\u0053ervers\": {\"\\u0061gentest\": {\"command\": \"2\"}}}",
     "{\"mcp\\u0053ervers\": {\"\\u0061gentest\": {\"command\": \"/a\"}}}", 0,
     0},
    {"the same names elsewhere",
     "{\"p\": {\"mcpServers\": {\"agentest\": 1}}, \"mcpServers\": {\"b\": 1}}",
     "{\"p\": {\"mcpServers\": {\"agentest\": 1}}, \"mcpServers\": {\"b\": 1, "
     "\"agentest\": {\"command\": \"/a\"}}}",
     0, 1},
};

static const struct {
    const char *text, *says;
} faults[] = {
    {"[]", "line 1, column 1: the file is not an object"},
    {"{\"mcpServers\": []}", "line 1, column 16: 'mcpServers' is not an obj"},
    {"{\n  \"a\": 1\n  \"b\": 2\n}", "line 3, column 3: ',' or '}' expected"},
    {"{\n  'a': 1}", "line 2, column 3: a name in double quotes"},
    {"{\"\xc3\xa9\": 01}", "line 1, column 7: a value expected"},
    {"{\"a\": tru}", "line 1, column 7: a value expected"},
    {"{\"a\": \"x\n\"}", "line 1, column 7: a string is never closed"},
    {"{\"a\": \"\\x\"}", "line 1, column 8: an escape"},
    {"{} /* x", "line 1, column 4: a comment is never closed"},
    {"{} {}", "line 1, column 4: the end of the file expected"},
    {"{\"a\": 1,,}", "a name in double quotes"},
    {"{\"a\"", "':' expected, but the file ends"},
    {"{\"a\": \"\xff\"}", "not UTF-8"},
};

static bool
put(struct at_str text, bool args, struct at_buf *out, struct at_err *err)
{
    struct at_entry_member members[2];
    struct at_entry entry = entry_of(members, args);
    return at_jsonc_put(text, &entry, out, err);
}

static bool
drop(struct at_str text, struct at_buf *out, struct at_err *err)
{
    struct at_entry_member members[2];
    struct at_entry entry = entry_of(members, false);
    return at_jsonc_drop(text, &entry, out, err);
}

T_TEST(puts_the_entry_and_nothing_else)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_buf out = AT_BUF_INIT(TEXT_MAX);
        struct at_buf twice = AT_BUF_INIT(TEXT_MAX);
        const char *want = rows[i].after ? rows[i].after : rows[i].before;
        T_ROW(rows[i].what);
        T_OK(put(at_str(rows[i].before), rows[i].args, &out, NULL));
        T_EQ_TEXT(at_buf_text(&out), want);
        T_OK(put(at_buf_str(&out), rows[i].args, &twice, NULL));
        T_EQ_TEXT(at_buf_text(&twice), want);
        at_buf_deinit(&out);
        at_buf_deinit(&twice);
    }
}

T_TEST(drops_the_entry_and_nothing_else)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_buf out = AT_BUF_INIT(TEXT_MAX);
        struct at_buf twice = AT_BUF_INIT(TEXT_MAX);
        T_ROW(rows[i].what);
        T_OK(drop(at_str(rows[i].after ? rows[i].after : rows[i].before), &out,
                  NULL));
        if (rows[i].again)
            T_EQ_TEXT(at_buf_text(&out), rows[i].before);
        T_OK(drop(at_buf_str(&out), &twice, NULL));
        T_EQ_TEXT(at_buf_text(&twice), at_buf_text(&out));
        at_buf_deinit(&out);
        at_buf_deinit(&twice);
    }
}

T_TEST(drops_by_the_commas)
{
    static const struct {
        const char *before, *after;
    } cuts[] = {
        {"{\"mcpServers\": {\"agentest\": 1}}", "{\"mcpServers\": {}}"},
        {"{\"mcpServers\": {\"agentest\": 1, \"b\": 2}}",
         "{\"mcpServers\": {\"b\": 2}}"},
        {"{\"mcpServers\": {\"b\": 2, \"agentest\": 1}}",
         "{\"mcpServers\": {\"b\": 2}}"},
        {"{\"mcpServers\": {\"b\": 2, \"agentest\": 1, }}",
         "{\"mcpServers\": {\"b\": 2, }}"},
        {"{\"mcpServers\": {\"agentest\": 1, \"b\": 2, \"agentest\": 3}}",
         "{\"mcpServers\": {\"b\": 2}}"},
        {"{\"mcpServers\": {\n  \"agentest\": 1, // mine\n  // b\n  \"b\": "
         "2\n}}",
         "{\"mcpServers\": {\n  // b\n  \"b\": 2\n}}"},
        {"{\"mcpServers\": {\n  \"b\": 2, // b\n  // ours:\n  \"agentest\": "
         "1\n}}",
         "{\"mcpServers\": {\n  \"b\": 2 // b\n  // ours:\n}}"},
        {"{\"mcpServers\": {\n  \"agentest\": 1, \"b\": 2\n}}",
         "{\"mcpServers\": {\n  \"b\": 2\n}}"},
        {"{\"a\": 1}", "{\"a\": 1}"},
        {"", ""},
    };
    for (size_t i = 0; i < T_LEN(cuts); i++) {
        struct at_buf out = AT_BUF_INIT(TEXT_MAX);
        T_ROW(cuts[i].before);
        T_OK(drop(at_str(cuts[i].before), &out, NULL));
        T_EQ_TEXT(at_buf_text(&out), cuts[i].after);
        at_buf_deinit(&out);
    }
}

T_TEST(names_the_place_of_a_fault)
{
    for (size_t i = 0; i < T_LEN(faults); i++) {
        struct at_buf out = AT_BUF_INIT(TEXT_MAX);
        struct at_err err = AT_ERR_INIT;
        T_ROW(faults[i].text);
        T_NOT(put(at_str(faults[i].text), false, &out, &err));
        T_EQ_INT(err.code, AT_EUSAGE);
        T_HAS(err.msg, faults[i].says);
        T_EQ_SIZE(out.len, 0);
        at_buf_deinit(&out);
    }
}

// A beginning of a file is one that was not written to its end.
T_TEST(refuses_each_beginning_of_an_object)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_str whole = at_str(rows[i].before);
        struct at_str trimmed = at_str_trim(whole);
        bool is_object = at_str_ends(trimmed, AT_STR("}"));
        for (size_t len = 0; len < whole.len; len++) {
            struct at_buf out = AT_BUF_INIT(TEXT_MAX);
            char *cut = malloc(len + 1); // for the sanitizer: no byte more
            memcpy(cut, whole.ptr, len);
            bool ok = put(at_str_n(cut, len), false, &out, NULL);
            bool ends =
                len + 1 > (size_t)(trimmed.ptr - whole.ptr) + trimmed.len;
            T_ROW(rows[i].what);
            if (is_object && len > 4 && !ends)
                T_NOT(ok);
            free(cut);
            at_buf_deinit(&out);
        }
    }
}

T_TEST(refuses_what_is_too_deep_or_too_long)
{
    struct at_buf deep = AT_BUF_INIT(TEXT_MAX);
    struct at_buf out = AT_BUF_INIT(TEXT_MAX);
    struct at_buf small = AT_BUF_INIT(30);
    struct at_err err = AT_ERR_INIT;
    at_buf_add_text(&deep, "{\"a\":");
    for (int i = 0; i < 5000; i++)
        at_buf_add_char(&deep, '[');
    T_NOT(put(at_buf_str(&deep), false, &out, &err));
    T_HAS(err.msg, "nested deeper than 200");
    T_NOT(put(at_str("{}"), false, &small, &err));
    T_EQ_INT(err.code, AT_ELIMIT);
    at_buf_deinit(&deep);
    at_buf_deinit(&out);
    at_buf_deinit(&small);
}

T_MAIN()
