// toml_edit_test.c: what is put into TOML of all kinds, byte by byte
#include "base/buf.h"
#include "tests/t.h"
#include "wire/toml_edit.h"

enum { TEXT_MAX = 65536 };

static const struct at_str path[] = {AT_STR_ROW("mcp_servers"),
                                     AT_STR_ROW("agentest")};
static const struct at_str npx[] = {AT_STR_ROW("-y"), AT_STR_ROW("agentest")};

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

#define NEW "[mcp_servers.agentest]\ncommand = \"/a\"\n"
#define ARGS "args = [\"-y\", \"agentest\"]\n"

// after NULL: unchanged. again: dropping the entry gives before again.
static const struct {
    const char *what, *before, *after;
    bool args, again;
} rows[] = {
    {"nothing", "", NEW, 0, 1},
    {"a byte order mark", "\xef\xbb\xbf", "\xef\xbb\xbf" NEW, 0, 1},
    {"keys", "model = \"o3\" # mine\n", "model = \"o3\" # mine\n\n" NEW ARGS, 1,
     1},
    {"a last blank line", "a = 1\n\n", "a = 1\n\n" NEW, 0, 0},
    {"no last newline", "a = 1",
     "a = 1\n\n[mcp_servers.agentest]\ncommand = "
     "\"/a\"",
     0, 1},
    {"CRLF", "a = 1\r\n[mcp_servers.b]\r\ncommand = 'b'\r\n",
     "a = 1\r\n[mcp_servers.b]\r\ncommand = 'b'\r\n\r\n[mcp_servers.agentest]"
     "\r\ncommand = \"/a\"\r\n",
     0, 1},
    {"a list of tables at the end", "[[x]]\na = 1\n", "[[x]]\na = 1\n\n" NEW, 0,
     1},
    {"all kinds of values",
     "a = 'x' \nb = \"\"\"\n[mcp_servers.agentest]\n\\\n \\\" \"\"\"\"\n"
     "c = '''\n''''\nd = [1, # one\n  2,\n]\ne = {x = 1, y.z = [\"]\"]}\n"
     "f = 1979-05-27 07:32:00Z\ng = -inf\nh = 0x_ff\n\"q k\".'l' = true\n",
     "a = 'x' \nb = \"\"\"\n[mcp_servers.agentest]\n\\\n \\\" \"\"\"\"\n"
     "c = '''\n''''\nd = [1, # one\n  2,\n]\ne = {x = 1, y.z = [\"]\"]}\n"
     "f = 1979-05-27 07:32:00Z\ng = -inf\nh = 0x_ff\n\"q k\".'l' = true\n"
     "\n" NEW,
     0, 1},
    {"it is there", "[mcp_servers.agentest]\ncommand = '/a'\n", NULL, 0, 0},
    {"it is there, laid out otherwise",
     "[ mcp_servers . \"agentest\" ] # ours\n  args = [ '-y', # yes\n "
     "\"\\u0061gentest\", ]\n  command=\"/a\"",
     NULL, 1, 0},
    {"an older path, and keys of the user's",
     "[mcp_servers.agentest] # c\ncommand = \"/old\" # was\nenabled = true\n\n"
     "[mcp_servers.agentest.env]\nA = \"b\"\n\n[z]\n",
     "[mcp_servers.agentest] # c\ncommand = \"/a\" # was\nenabled = true\n\n"
     "[mcp_servers.agentest.env]\nA = \"b\"\n\n[z]\n",
     0, 0},
    {"arguments come",
     "[mcp_servers.agentest]\n  command = \"x\"\n\n# z\n[z]\na = 1\n",
     "[mcp_servers.agentest]\n  command = \"/a\"\n  args = [\"-y\", "
     "\"agentest\"]\n\n# z\n[z]\na = 1\n",
     1, 0},
    {"arguments go", "[mcp_servers.agentest]\nargs = [1]\ncommand = \"/a\"\n",
     "[mcp_servers.agentest]\nargs = []\ncommand = \"/a\"\n", 0, 0},
    {"arguments come at the end of the file",
     "[mcp_servers.agentest]\ncommand = \"/a\"",
     "[mcp_servers.agentest]\ncommand = \"/a\"\nargs = [\"-y\", \"agentest\"]",
     1, 0},
    {"an inline table", "[mcp_servers]\nb = {}\nagentest = {command = \"x\"}\n",
     "[mcp_servers]\nb = {}\nagentest = {command = \"/a\", args = [\"-y\", "
     "\"agentest\"]}\n",
     1, 0},
    {"an inline table above", "mcp_servers = { b = { command = \"b\" } }\n",
     "mcp_servers = { b = { command = \"b\" }, agentest = { command = \"/a\" } "
     "}\n",
     0, 1},
    {"an empty inline table above", "mcp_servers = {}\n",
     "mcp_servers = { agentest = { command = \"/a\" } }\n", 0, 1},
    {"keys with dots", "mcp_servers.agentest.command = 'x' # c\na = 1\n",
     "mcp_servers.agentest.command = \"/a\" # c\n"
     "mcp_servers.agentest.args = [\"-y\", \"agentest\"]\na = 1\n",
     1, 0},
    {"keys with dots in a table",
     "[mcp_servers]\n  \"agentest\" . command = 'x'\n  b.command = 'y'\n",
     "[mcp_servers]\n  \"agentest\" . command = \"/a\"\n"
     "  \"agentest\" . args = [\"-y\", \"agentest\"]\n  b.command = 'y'\n",
     1, 0},
    {"a table of another kind",
     "a = 1\n\n[mcp_servers.agentest]\nurl = \"x\"\n\n[z]\n",
     "a = 1\n\n[z]\n\n" NEW, 0, 0},
    {"a value of another kind", "mcp_servers.agentest = 1\n",
     "mcp_servers.agentest = { command = \"/a\" }\n", 0, 0},
    {"a table below it alone", "[mcp_servers.agentest.env]\nA = 'b'\n",
     "[mcp_servers.agentest.env]\nA = 'b'\n\n" NEW, 0, 0},
    {"a table above and one below",
     "[mcp_servers]\n[mcp_servers.b.env]\nA = ''",
     "[mcp_servers]\n[mcp_servers.b.env]\nA = ''\n\n[mcp_servers.agentest]\n"
     "command = \"/a\"",
     0, 1},
};

static const struct {
    const char *text, *says;
} faults[] = {
    {"a = 1\nb", "line 2, column 2: '=' expected, but the file ends"},
    {"a = 1\nb = \n", "line 2, column 5: a value expected"},
    {"a = tru\n", "line 1, column 5: a value expected"},
    {"\xc3\xa9 = 1\n", "line 1, column 1: a key expected"},
    {"a = 'x\n", "line 1, column 5: a string is never closed"},
    {"a = \"\\y\"\n", "line 1, column 6: an escape"},
    {"a = \"\"\"x\"\"\n", "line 1, column 5: a string is never closed"},
    {"a = [1 2]\n", "line 1, column 8: ',' or ']' expected"},
    {"a = 1 b = 2\n", "line 1, column 7: the end of the line expected"},
    {"[a\n", "line 1, column 3: ']' expected"},
    {"[[a]\n", "']]' expected"},
    {"[mcp_servers.agentest]\n[mcp_servers.agentest]\n",
     "line 2, column 1: the table is defined twice"},
    {"[[mcp_servers]]\n", "'mcp_servers' is a list of tables"},
    {"mcp_servers = 1\n", "line 1, column 15: 'mcp_servers' is not a table"},
    {"mcp_servers = {agentest.command = 1}\n", "a part of a longer key"},
    {"a = '\xff'\n", "not UTF-8"},
    {"# \x01\n", "a control character in a comment"},
};

static bool
put(struct at_str text, bool args, struct at_buf *out, struct at_err *err)
{
    struct at_entry_member members[2];
    struct at_entry entry = entry_of(members, args);
    return at_toml_put(text, &entry, out, err);
}

static bool
drop(struct at_str text, struct at_buf *out, struct at_err *err)
{
    struct at_entry_member members[2];
    struct at_entry entry = entry_of(members, false);
    return at_toml_drop(text, &entry, out, err);
}

T_TEST(puts_the_table_and_nothing_else)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_buf out = AT_BUF_INIT(TEXT_MAX);
        struct at_buf twice = AT_BUF_INIT(TEXT_MAX);
        struct at_err err = AT_ERR_INIT;
        const char *want = rows[i].after ? rows[i].after : rows[i].before;
        T_ROW(rows[i].what);
        T_OK(put(at_str(rows[i].before), rows[i].args, &out, &err));
        T_EQ_TEXT(at_buf_text(&out), want);
        T_OK(put(at_buf_str(&out), rows[i].args, &twice, &err));
        T_EQ_TEXT(at_buf_text(&twice), want);
        at_buf_deinit(&out);
        at_buf_deinit(&twice);
    }
}

T_TEST(drops_the_table_and_nothing_else)
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

T_TEST(drops_all_forms)
{
    static const struct {
        const char *before, *after;
    } cuts[] = {
        {"a = 1\n\n" NEW "\n[mcp_servers.agentest.env]\nA = 1\n\n[z]\nb = 2\n",
         "a = 1\n\n[z]\nb = 2\n"},
        {"# one\n" NEW "# two\n[z]\n", "# one\n# two\n[z]\n"},
        {"[[mcp_servers.agentest]]\na = 1\n[z]\n", "[z]\n"},
        {"[mcp_servers]\nagentest.command = 1\nagentest.args = 2\nb = {}\n",
         "[mcp_servers]\nb = {}\n"},
        {"mcp_servers = { agentest = 1, b = 2 }\n",
         "mcp_servers = { b = 2 }\n"},
        {"mcp_servers = { b = 2, agentest = 1 }\n",
         "mcp_servers = { b = 2 }\n"},
        {"mcp_servers.agentest = {\n}\n", ""},
        {"[mcp_servers.agentest2]\n", "[mcp_servers.agentest2]\n"},
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

// A beginning of TOML is often TOML; what counts is that none is read beyond
// its end, and that putting twice changes nothing.
T_TEST(reads_each_beginning_to_its_end)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_str whole = at_str(rows[i].before);
        for (size_t len = 0; len < whole.len; len++) {
            struct at_buf out = AT_BUF_INIT(TEXT_MAX);
            struct at_buf twice = AT_BUF_INIT(TEXT_MAX);
            struct at_err err = AT_ERR_INIT;
            char *cut = malloc(len + 1);
            memcpy(cut, whole.ptr, len);
            T_ROW(rows[i].what);
            if (put(at_str_n(cut, len), false, &out, &err)) {
                T_OK(put(at_buf_str(&out), false, &twice, NULL));
                T_EQ_TEXT(at_buf_text(&twice), at_buf_text(&out));
            }
            free(cut);
            at_buf_deinit(&out);
            at_buf_deinit(&twice);
        }
    }
}

T_MAIN()
