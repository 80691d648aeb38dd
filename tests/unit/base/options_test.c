// options_test.c: options as rows
#include "base/options.h"

#include <string.h>

#include "tests/t.h"

static const char *const colours[] = {"red", "green", NULL};

enum { PORT, COLOUR, QUIET, COUNT };

static const struct at_option rows[] = {
    [PORT] = {.name = "--port", .value = "PORT", .help = "where to listen"},
    [COLOUR] = {.name = "--colour-of-the-house",
                .value = "COLOUR",
                .choices = colours,
                .help = "which"},
    [QUIET] = {.name = "--quiet", .help = "say nothing"},
    [COUNT] = {0},
};

static const struct {
    char *words[6]; // up to NULL
    const char *port;
    const char *colour;
    const char *quiet;
    const char *says; // NULL: fine
} cases[] = {
    {{NULL}, NULL, NULL, NULL, NULL},
    {{"--quiet"}, NULL, NULL, "", NULL},
    {{"--port", "80"}, "80", NULL, NULL, NULL},
    {{"--port=80", "--quiet"}, "80", NULL, "", NULL},
    {{"--port=a=b"}, "a=b", NULL, NULL, NULL},
    {{"--port", "--quiet"}, "--quiet", NULL, NULL, NULL}, // its value
    {{"--colour-of-the-house", "red"}, NULL, "red", NULL, NULL},
    {{"--colour-of-the-house=blue"}, NULL, NULL, NULL, "valid: red, green"},
    {{"--port"}, NULL, NULL, NULL, "--port needs a value: --port PORT"},
    {{"--port="}, NULL, NULL, NULL, "needs a value"},
    {{"--port", ""}, NULL, NULL, NULL, "needs a value"},
    {{"--quiet=1"}, NULL, NULL, NULL, "takes no value"},
    {{"--quiet="}, NULL, NULL, NULL, "takes no value"},
    {{"--quiet", "--quiet"}, NULL, NULL, NULL, "given twice"},
    {{"--quite"}, NULL, NULL, NULL, "did you mean '--quiet'"},
    {{"--prot=80"}, NULL, NULL, NULL, "unknown option '--prot'"},
    {{""}, NULL, NULL, NULL, "unknown option ''"},
    {{"stray"}, NULL, NULL, NULL, "unknown option 'stray'"},
};

static void
same(const char *is, const char *wanted)
{
    T_EQ_INT(is == NULL, wanted == NULL);
    if (wanted)
        T_EQ_TEXT(is, wanted);
}

T_TEST(words_become_values)
{
    for (size_t i = 0; i < T_LEN(cases); i++) {
        const char *values[COUNT];
        struct at_err err = AT_ERR_INIT;
        int count = 0;
        while (cases[i].words[count])
            count++;
        T_ROW(cases[i].words[0] ? cases[i].words[0] : "none");
        bool ok = at_options_read(rows, count, cases[i].words, values, &err);
        T_EQ_INT(ok, cases[i].says == NULL);
        if (!ok) {
            T_EQ_INT(err.code, AT_EUSAGE);
            T_HAS(err.msg, cases[i].says);
            continue;
        }
        same(values[PORT], cases[i].port);
        same(values[COLOUR], cases[i].colour);
        same(values[QUIET], cases[i].quiet);
    }
}

T_TEST(help_is_the_rows)
{
    struct at_buf out = AT_BUF_INIT(2000);
    at_options_help(rows, &out);
    T_EQ_TEXT(at_buf_text(&out), "    --port PORT             where to listen\n"
                                 "    --colour-of-the-house COLOUR\n"
                                 "                            which\n"
                                 "    --quiet                 say nothing\n");
    at_buf_deinit(&out);
}

static const struct at_option mixed[] = {
    {.name = "--interactive-only", .alias = "-i", .help = "fewer"},
    {.name = "--env", .value = "NAME=VALUE", .help = "more", .repeats = true},
    {.name = "--text", .value = "TEXT", .help = "any", .empty = true},
    {0},
};

static const struct {
    const char *name;
    char *words[6];
    const char *read; // each as "option=value" or "value", a blank between
} mixes[] = {
    {"alias", {"-i", "a"}, "--interactive-only= a"},
    {"equals in a value", {"--env", "A=b", "--env=C=d"}, "--env=A=b --env=C=d"},
    {"an empty value", {"--text", "", "--text="}, "--text= --text="},
    {"numbers and a dash", {"-5", "-", "-5,3"}, "-5 - -5,3"},
    {"arguments only", {"--", "-i", "--", "x"}, "(none) -i -- x"},
};

T_TEST(options_and_arguments_mix)
{
    for (size_t i = 0; i < T_LEN(mixes); i++) {
        struct at_buf said = AT_BUF_INIT(200);
        struct at_option_scan scan = {.rows = mixed, .words = mixes[i].words};
        while (mixes[i].words[scan.count])
            scan.count++;
        T_ROW(mixes[i].name);
        while (scan.at < scan.count) {
            struct at_option_word word;
            T_OK(at_options_next(&scan, &word, NULL));
            at_buf_add_fmt(&said, "%s%s%s%s", said.len ? " " : "",
                           word.row ? word.row->name : "", word.row ? "=" : "",
                           word.value ? word.value : "(none)");
        }
        T_EQ_TEXT(at_buf_text(&said), mixes[i].read);
        at_buf_deinit(&said);
    }
}

T_MAIN()
