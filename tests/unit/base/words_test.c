// words_test.c: lines cut as a shell cuts them, whole and while being written
#include "base/words.h"

#include "base/argv.h"
#include "base/buf.h"
#include "tests/t.h"

static const struct {
    const char *line;
    const char *words; // each in [ ]; NULL: refused
} rows[] = {
    {"", ""},
    {" \t ", ""},
    {"gc", "[gc]"},
    {"  ui   tap @e3 ", "[ui][tap][@e3]"},
    {"ui type 'two words'", "[ui][type][two words]"},
    {"ui type \"it's\"", "[ui][type][it's]"},
    {"ui type ''", "[ui][type][]"},
    {"text:\"Sign in\"", "[text:Sign in]"},
    {"a'b'\"c\"d", "[abcd]"},
    {"a\\ b", "[a b]"},
    {"\\'", "[']"},
    {"'\\'", "[\\]"},
    {"\"\\\" \\\\ \\$ \\` \\n\"", "[\" \\ $ ` \\n]"},
    {"ui tap @e1  # the first", "[ui][tap][@e1]"},
    {"# nothing", ""},
    {"id:#x", "[id:#x]"},
    {"'#x' \"#\"", "[#x][#]"},
    {"\xc3\xa4 \xf0\x9f\x99\x82", "[\xc3\xa4][\xf0\x9f\x99\x82]"},
    {"gc\r\n", "[gc]"},
    {"ui type 'open", NULL},
    {"ui type \"open", NULL},
    {"ui type \"open\\", NULL},
    {"ui type open\\", NULL},
};

static void
show(const struct at_argv *argv, struct at_buf *out)
{
    for (size_t i = 0; i < argv->count; i++)
        at_buf_add_fmt(out, "[%s]", argv->words[i]);
}

T_TEST(words_rows)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_argv argv = AT_ARGV_INIT;
        struct at_err err = AT_ERR_INIT;
        struct at_buf shown = AT_BUF_INIT(1000);
        T_ROW(rows[i].line);
        bool ok = at_words_split(at_str(rows[i].line), &argv, &err);
        T_EQ_INT(ok, rows[i].words != NULL);
        show(&argv, &shown);
        if (ok)
            T_EQ_TEXT(at_buf_text(&shown), rows[i].words);
        else
            T_EQ_INT(err.code, AT_EUSAGE);
        at_buf_deinit(&shown);
        at_argv_deinit(&argv);
    }
}

// However far a line has come: the words before the last are those of the
// whole line, and the last begins where it says.
T_TEST(words_cut)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        size_t len = strlen(rows[i].line);
        T_ROW(rows[i].line);
        for (size_t cut = 0; cut <= len; cut++) {
            struct at_argv argv = AT_ARGV_INIT;
            struct at_buf copy = AT_BUF_INIT(1000); // exact: for ASan
            size_t begin = 0;
            at_buf_add(&copy, rows[i].line, cut);
            if (at_words_split_open(at_buf_str(&copy), &argv, &begin)) {
                T_OK(argv.count > 0);
                T_OK(begin <= cut);
            }
            at_buf_deinit(&copy);
            at_argv_deinit(&argv);
        }
    }
}

static const struct {
    const char *line;
    const char *words;
    size_t begin;
} open_rows[] = {
    {"", "[]", 0},
    {"ui", "[ui]", 0},
    {"ui ", "[ui][]", 3},
    {"ui ta", "[ui][ta]", 3},
    {"ui tap '@e", "[ui][tap][@e]", 7},
    {"ui tap text:\"Sign i", "[ui][tap][text:Sign i]", 7},
};

T_TEST(words_open)
{
    for (size_t i = 0; i < T_LEN(open_rows); i++) {
        struct at_argv argv = AT_ARGV_INIT;
        struct at_buf shown = AT_BUF_INIT(1000);
        size_t begin = 99;
        T_ROW(open_rows[i].line);
        T_OK(at_words_split_open(at_str(open_rows[i].line), &argv, &begin));
        show(&argv, &shown);
        T_EQ_TEXT(at_buf_text(&shown), open_rows[i].words);
        T_EQ_SIZE(begin, open_rows[i].begin);
        at_buf_deinit(&shown);
        at_argv_deinit(&argv);
    }
}

// Quoted words are read back unchanged.
T_TEST(words_quote)
{
    static const char *const texts[] = {
        "",          "plain", "two words", "it's", "\"",  "\\",  "#x",
        "$HOME `x`", "a\tb",  "\xc3\xa4",  "'''",  "@e3", "a\nb"};
    for (size_t i = 0; i < T_LEN(texts); i++) {
        struct at_buf line = AT_BUF_INIT(1000);
        struct at_argv argv = AT_ARGV_INIT;
        struct at_err err = AT_ERR_INIT;
        T_ROW(texts[i]);
        at_words_quote(at_str(texts[i]), &line);
        T_OK(at_words_split(at_buf_str(&line), &argv, &err));
        T_EQ_SIZE(argv.count, 1);
        T_EQ_TEXT(argv.words[0], texts[i]);
        at_argv_deinit(&argv);
        at_buf_deinit(&line);
    }
}

T_MAIN()
