#include "base/shell_quote.h"

#include "base/limits.h"
#include "sys/clock.h"
#include "sys/proc.h"
#include "tests/t.h"

static const struct {
    const char *in;
    const char *want;
} rows[] = {
    {"", "''"},
    {"plain", "plain"},
    {"/sdcard/a-b_c.d,e:f@g%h+i", "/sdcard/a-b_c.d,e:f@g%h+i"},
    {"two words", "'two words'"},
    {"it's", "'it'\\''s'"},
    {"'", "''\\'''"},
    {"$HOME", "'$HOME'"},
    {"a;reboot", "'a;reboot'"},
    {"~", "'~'"},
    {"a=b", "'a=b'"},
    {"line\nline", "'line\nline'"},
    {"\xc3\xa9", "'\xc3\xa9'"},
    {"{a,b}", "'{a,b}'"},
    {"#", "'#'"},
    {"!", "'!'"},
    {"\\", "'\\'"},
};

T_TEST(quote_rows)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_buf out = AT_BUF_INIT(256);
        T_ROW(rows[i].in);
        T_OK(at_quote(&out, at_str(rows[i].in), NULL));
        T_EQ_STR(at_buf_str(&out), rows[i].want);
        at_buf_deinit(&out);
    }
}

T_TEST(quote_refuses_what_no_shell_takes)
{
    struct at_buf out = AT_BUF_INIT(8);
    struct at_err err = AT_ERR_INIT;
    T_NOT(at_quote(&out, at_str_n("a\0b", 3), &err));
    T_EQ_INT(err.code, AT_EUSAGE);
    T_NOT(at_quote(&out, at_str("more than it can hold"), &err));
    T_EQ_INT(err.code, AT_ELIMIT);
    at_buf_deinit(&out);
}

T_TEST(quote_joins_words)
{
    static const char *const words[] = {"am", "start", "-n", "a b", "", NULL};
    static const char *const none[] = {NULL};
    struct at_buf out = AT_BUF_INIT(64);
    T_OK(at_quote_words(&out, words, NULL));
    T_EQ_STR(at_buf_str(&out), "am start -n 'a b' ''");
    at_buf_clear(&out);
    T_OK(at_quote_words(&out, none, NULL));
    T_EQ_SIZE(out.len, 0);
    at_buf_deinit(&out);
}

// A fixed sequence: a failure can be repeated.
static unsigned
next_random(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 16;
}

static void
echo_back(struct at_str word)
{
    struct at_buf line = AT_BUF_INIT(4 * AT_KIB);
    struct at_proc_result result;
    struct at_op op = {at_now_ns() + 10000 * AT_NS_PER_MS, NULL};
    struct at_err err = AT_ERR_INIT;
    at_buf_add_text(&line, "printf %s ");
    T_OK(at_quote(&line, word, &err));
    const char *const argv[] = {"sh", "-c", at_buf_text(&line), NULL};
    struct at_proc_opts opts = {.argv = argv};
    at_proc_result_init(&result, 4 * AT_KIB);
    T_OK(at_proc_run(&op, &opts, &result, &err));
    T_EQ_MEM(result.out.data, result.out.len, word.ptr, word.len);
    T_EQ_INT(result.exit_status, 0);
    at_proc_result_deinit(&result);
    at_buf_deinit(&line);
}

T_TEST(quoted_bytes_come_back_from_a_shell)
{
    static const char nasty[] = "'\"$`\\ \n\t*?[]{}()<>|&;#!~=%\x01\x7f\xff-a";
    uint32_t state = 1;
    char every[255];
    for (size_t i = 0; i < sizeof(every); i++)
        every[i] = (char)(i + 1);
    echo_back(at_str_n(every, sizeof(every)));
    for (int round = 0; round < 60; round++) {
        char word[64];
        size_t len = next_random(&state) % sizeof(word);
        for (size_t i = 0; i < len; i++) {
            unsigned r = next_random(&state);
            word[i] = round % 2 ? nasty[r % (sizeof(nasty) - 1)]
                                : (char)(r % 255 + 1);
        }
        echo_back(at_str_n(word, len));
    }
}

T_MAIN()
