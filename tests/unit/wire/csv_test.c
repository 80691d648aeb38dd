// csv_test.c: RFC 4180, its edges, and each table cut at every byte
#include "base/buf.h"
#include "tests/t.h"
#include "wire/csv.h"

// Fields end with '|', records with '/'.
static const struct {
    const char *what, *text, *records;
} good[] = {
    {"nothing", "", ""},
    {"a record without its line end", "a,b", "a|b|/"},
    {"two, LF", "a,b\nc,d\n", "a|b|/c|d|/"},
    {"two, CRLF", "a,b\r\nc,d\r\n", "a|b|/c|d|/"},
    {"empty fields", ",\n,,\n", "||/|||/"},
    {"blanks are text", " a , b \n", " a | b |/"},
    {"quoted", "\"a\",\"b,c\"\n", "a|b,c|/"},
    {"a quote in quotes", "\"say \"\"hi\"\"\"\n", "say \"hi\"|/"},
    {"a line end in quotes", "\"a\r\nb\",c\n", "a\r\nb|c|/"},
    {"an empty quoted field", "\"\",x\n", "|x|/"},
    {"blank lines are skipped", "\n\na\n\r\n\nb\n\n", "a|/b|/"},
    {"a byte order mark",
     "\xef\xbb\xbf"
     "a\nb",
     "a|/b|/"},
    {"a quote inside is text", "a\"b\n", "a\"b|/"},
    {"a lone CR is text", "a\rb\n", "a\rb|/"},
    {"UTF-8", "\xc3\xa9\n", "\xc3\xa9|/"},
};

static const struct {
    const char *what, *text, *says;
    size_t len; // 0: that of text
} bad[] = {
    {"no end", "a\n\"b\nc", "line 2: a quote is never closed", 0},
    {"text after quotes", "\"a\"b\n", "line 1: text after a closing quote", 0},
    {"not UTF-8", "a\n\xff\n", "line 2: the text is not UTF-8", 0},
    {"a NUL", "a\0b", "line 1: NUL", 3},
};

static bool
read_all(struct at_str text, struct at_buf *out, struct at_err *err)
{
    struct at_csv csv;
    bool done = false, ok = true;
    at_csv_init(&csv, text);
    while (ok && !done) {
        struct at_argv fields = AT_ARGV_INIT;
        ok = at_csv_next(&csv, &fields, &done, err);
        for (size_t i = 0; ok && i < fields.count; i++)
            at_buf_add_fmt(out, "%s|", fields.words[i]);
        if (ok && !done)
            at_buf_add_char(out, '/');
        at_argv_deinit(&fields);
    }
    return ok;
}

T_TEST(reads_records)
{
    for (size_t i = 0; i < T_LEN(good); i++) {
        struct at_buf out = AT_BUF_INIT(4096);
        struct at_err err = AT_ERR_INIT;
        T_ROW(good[i].what);
        T_OK(read_all(at_str(good[i].text), &out, &err));
        T_EQ_TEXT(at_buf_text(&out), good[i].records);
        at_buf_deinit(&out);
    }
}

T_TEST(names_the_line_of_a_fault)
{
    for (size_t i = 0; i < T_LEN(bad); i++) {
        struct at_buf out = AT_BUF_INIT(4096);
        struct at_err err = AT_ERR_INIT;
        size_t len = bad[i].len ? bad[i].len : strlen(bad[i].text);
        T_ROW(bad[i].what);
        T_NOT(read_all(at_str_n(bad[i].text, len), &out, &err));
        T_EQ_INT(err.code, AT_EUSAGE);
        T_HAS(err.msg, bad[i].says);
        at_buf_deinit(&out);
    }
}

T_TEST(ends_wherever_a_table_is_cut)
{
    for (size_t i = 0; i < T_LEN(good); i++) {
        struct at_str text = at_str(good[i].text);
        T_ROW(good[i].what);
        for (size_t len = 0; len < text.len; len++) {
            struct at_buf out = AT_BUF_INIT(4096);
            (void)!read_all(at_str_head(text, len), &out, NULL);
            at_buf_deinit(&out);
        }
    }
}

T_MAIN()
