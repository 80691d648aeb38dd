// options_test.c: options as rows
#include "base/options.h"

#include "tests/t.h"

static const char *const colours[] = {"red", "green", NULL};

static const struct at_option rows[] = {
    {.name = "--port", .value = "PORT", .help = "where to listen"},
    {.name = "--colour-of-the-house",
     .value = "COLOUR",
     .choices = colours,
     .help = "which"},
    {.name = "--quiet", .help = "say nothing"},
    {0},
};

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
    {.name = "--colour", .value = "COLOUR", .choices = colours, .help = "one"},
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
    {"a choice in any case",
     {"--colour", "RED", "--colour=Green", "a"},
     "--colour=red --colour=green a"},
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
