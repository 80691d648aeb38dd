// dotenv_test.c: what .env files mean, and which lines are refused
#include "agent/dotenv.h"

#include "base/alloc.h"
#include "base/buf.h"
#include "base/limits.h"
#include "tests/t.h"

static void
collect(void *user, struct at_str name, struct at_str value)
{
    struct at_buf *out = user;
    at_buf_add_fmt(out, "%.*s=[%.*s]", AT_STR_ARG(name), AT_STR_ARG(value));
}

static const struct {
    const char *text;
    const char *want; // the values, and then the words of the failure
} rows[] = {
    {"", ""},
    {"\n\n  \n\t\r\n", ""},
    {"# A=1\n  # B=2", ""},
    {"A=1", "A=[1]"},
    {"A=1\nB=2\n", "A=[1]B=[2]"},
    {"A=1\r\nB=2\r\n", "A=[1]B=[2]"},
    {"  A = 1  \t\n", "A=[1]"},
    {"A=\nB=  \nC=#", "A=[]B=[]C=[]"},
    {"export A=1\nexport\tB=2", "A=[1]B=[2]"},
    {"export=1\nexport = 2", "export=[1]export=[2]"},
    {"A=one two  # three", "A=[one two]"},
    {"A=one#two", "A=[one#two]"},
    {"A= #two", "A=[]"},
    {"A=https://host:1/v1?x=y&z=1", "A=[https://host:1/v1?x=y&z=1]"},
    {"A=\"one # two\" # three", "A=[one # two]"},
    {"A='one # two'# three", "A=[one # two]"},
    {"A='a\\n$b\"'", "A=[a\\n$b\"]"},
    {"A=\"a\\n\\t\\\"\\\\\\$\\q'\"", "A=[a\n\t\"\\$\\q']"},
    {"A=\"one\ntwo\"\nB=3", "A=[one\ntwo]B=[3]"},
    {"A=''\nB=\"\"", "A=[]B=[]"},
    {"A=it's", "A=[it's]"},
    {"A=1\nA=2", "A=[1]A=[2]"},
    {"_a.b9=1", "_a.b9=[1]"},
    {"\xef\xbb\xbf"
     "A=1",
     "A=[1]"},
    {"A=1\nsk-secret\nB=2",
     "A=[1]line 2 is not NAME=value, nor a comment with '#'"},
    {"9A=1", "line 1 is not NAME=value, nor a comment with '#'"},
    {"=1", "line 1 is not NAME=value, nor a comment with '#'"},
    {"A B=1", "line 1 is not NAME=value, nor a comment with '#'"},
    {"export A", "line 1 is not NAME=value, nor a comment with '#'"},
    {"A-B=1", "line 1 is not NAME=value, nor a comment with '#'"},
    {"\nA='one\ntwo", "line 2: the quote that begins there has no end"},
    {"A=\"one\\\"", "line 1: the quote that begins there has no end"},
    {"A='one' two", "line 1: only a comment may follow the closing quote"},
    {"A=\"1\n2\"3", "line 2: only a comment may follow the closing quote"},
};

T_TEST(rows_mean)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_buf got = AT_BUF_INIT(AT_KIB);
        struct at_err err = AT_ERR_INIT;
        T_ROW(rows[i].text);
        if (!at_dotenv_read(at_str(rows[i].text), collect, &got, &err)) {
            T_EQ_INT(err.code, AT_EUSAGE);
            at_buf_add_text(&got, err.msg);
        }
        T_EQ_TEXT(at_buf_text(&got), rows[i].want);
        at_buf_deinit(&got);
    }
}

// A text that ends anywhere is read to its end, from a copy that ends there
// too: a sanitizer sees each byte beyond.
T_TEST(cut_at_every_byte)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_str text = at_str(rows[i].text);
        T_ROW(rows[i].text);
        for (size_t cut = 0; cut <= text.len; cut++) {
            struct at_buf got = AT_BUF_INIT(AT_KIB);
            struct at_err err = AT_ERR_INIT;
            char *copy = at_realloc_array(NULL, cut + 1, 1);
            memcpy(copy + 1, text.ptr, cut);
            if (!at_dotenv_read(at_str_n(copy + 1, cut), collect, &got, &err))
                T_EQ_INT(err.code, AT_EUSAGE);
            T_NOT(got.overflow);
            free(copy);
            at_buf_deinit(&got);
        }
    }
}

T_TEST(limits)
{
    struct at_err err = AT_ERR_INIT;
    T_NOT(at_dotenv_read(at_str_n("A=1\0B=2", 7), collect, NULL, &err));
    T_EQ_TEXT(err.msg, "it is not text: it has NUL bytes");
    struct at_buf text = AT_BUF_INIT(2 * AT_ENV_FILE_MAX_BYTES);
    T_OK(at_buf_reserve(&text, AT_ENV_FILE_MAX_BYTES + 1));
    text.len = AT_ENV_FILE_MAX_BYTES + 1;
    memset(text.data, '#', text.len);
    T_NOT(at_dotenv_read(at_buf_str(&text), collect, NULL, &err));
    T_EQ_INT(err.code, AT_ELIMIT);
    at_buf_deinit(&text);
}

T_MAIN()
