// arguments_test.c: the words of a line, read against a program's rows
#include "commandline/arguments.h"

#include <stdlib.h>

#include "commandline/help.h"
#include "tests/t.h"

static const char *const colours[] = {"red", "green", NULL};

static int
start(const struct at_arguments *args)
{
    (void)args;
    return EXIT_SUCCESS;
}

static const struct at_command serve = {
    .name = "serve",
    .summary = "serve",
    .options = AT_OPTIONS({.name = "--port", .value = "PORT", .help = "where"},
                          {.name = "--colour",
                           .value = "COLOUR",
                           .choices = colours,
                           .help = "which"},
                          {.name = "--quiet", .help = "say nothing"}),
    .examples = AT_EXAMPLES({"serve", "all"}),
    .flags = AT_COMMAND_DEFAULT,
    .start = start,
};

static const struct at_command show = {
    .name = "runs show",
    .summary = "show",
    .positionals = AT_POSITIONALS({.name = "ID", .help = "a run's"}),
    .examples = AT_EXAMPLES({"runs show 1", "one"}),
    .flags = 1 << 4,
    .start = start,
};

static const struct at_command import = {
    .name = "runs import",
    .summary = "import",
    .positionals = AT_POSITIONALS({.name = "file", .repeats = true}),
    .examples = AT_EXAMPLES({"runs import a", "one"}),
    .start = start,
};

static const struct at_command *const commands[] = {&serve, &show, &import,
                                                    NULL};

static struct at_program program = {
    .name = "prog",
    .summary = "a program",
    .about = "About.\n",
    .commands = commands,
    .options = AT_OPTIONS({.name = "--help", .alias = "-h", .help = "page"}),
    .flag_options =
        (const struct at_flag_option[]){
            {1 << 4, {.name = "--data", .value = "DIR", .help = "where"}}, {0}},
    .examples = AT_EXAMPLES({"serve", "all"}),
    .environment_title = "Environment",
    .environment = (const struct at_help_row[]){{"A B", "two"}, {0}},
    .exits = (const struct at_help_row[]){{"0", "success"}, {0}},
};

static const struct {
    char *words[6];      // up to NULL
    const char *command; // NULL: none, for a page
    const char *option, *value;
    const char *says;       // NULL: fine
    const char *says_texts; // for programs that take texts; NULL: the same
} cases[] = {
    {{NULL}, "serve", NULL, NULL, NULL, NULL},
    {{"--port", "80"}, "serve", "--port", "80", NULL, NULL},
    {{"--port=80", "--quiet"}, "serve", "--quiet", "", NULL, NULL},
    {{"serve", "--port", "--quiet"}, "serve", "--port", "--quiet", NULL, NULL},
    {{"--port="}, NULL, NULL, NULL, "needs a value", NULL},
    {{"--quiet=1"}, NULL, NULL, NULL, "takes no value", NULL},
    {{"--quiet", "--quiet"}, NULL, NULL, NULL, "given twice", NULL},
    {{"--colour", "blue"}, NULL, NULL, NULL, "valid: red, green", NULL},
    {{"--quite"}, NULL, NULL, NULL, "did you mean '--quiet'", NULL},
    {{"--quiet", "runs"},
     NULL,
     NULL,
     NULL,
     "unexpected argument 'runs'",
     "serve takes no 'runs'"},
    {{"runs", "show", "1", "--data", "x"},
     "runs show",
     "--data",
     "x",
     NULL,
     NULL},
    {{"runs", "--help"}, NULL, "--help", "", NULL, NULL},
    {{"-h"}, "serve", "--help", "", NULL, NULL},
    {{"runs", "show"}, NULL, NULL, NULL, "runs show needs ID: a run's", NULL},
    {{"runs", "show", "1", "2"},
     NULL,
     NULL,
     NULL,
     "unexpected argument '2'",
     "runs show takes no '2': a text with blanks goes in quotes"},
    {{"runs", "import"}, NULL, NULL, NULL, "runs import needs <file>", NULL},
    {{"runs"},
     NULL,
     NULL,
     NULL,
     "unknown command 'runs': did you mean",
     "'runs' is a group of commands: prog runs --help lists them"},
    {{"runs", "shw"},
     NULL,
     NULL,
     NULL,
     "unknown command 'runs': did you mean 'runs show'",
     "unknown command 'runs shw': did you mean 'runs show'; prog --help lists "
     "them all"},
    {{"srve"},
     NULL,
     NULL,
     NULL,
     "unknown command 'srve': did you mean 'serve'",
     NULL},
    {{"serve", "--data", "x"},
     NULL,
     NULL,
     NULL,
     "unknown option '--data'",
     NULL},
};

static void
check_case(size_t i)
{
    const char *says = program.takes_texts && cases[i].says_texts
                           ? cases[i].says_texts
                           : cases[i].says;
    struct at_arguments args;
    struct at_err err = AT_ERR_INIT;
    int count = 0;
    while (cases[i].words[count])
        count++;
    T_ROW(cases[i].words[0] ? cases[i].words[0] : "none");
    bool ok = at_arguments_parse(&program, count, cases[i].words, &args, &err);
    T_EQ_INT(ok, says == NULL);
    if (!ok) {
        T_EQ_INT(err.code, AT_EUSAGE);
        T_HAS(err.msg, says);
    } else if (cases[i].command) {
        T_EQ_TEXT(args.command->name, cases[i].command);
    }
    if (ok && cases[i].option)
        T_EQ_TEXT(at_arguments_option(&args, cases[i].option), cases[i].value);
    at_arguments_deinit(&args);
}

T_TEST(words_are_read_against_the_rows)
{
    for (int texts = 0; texts < 2; texts++) {
        program.takes_texts = texts;
        for (size_t i = 0; i < T_LEN(cases); i++)
            check_case(i);
    }
    program.takes_texts = false;
}

T_TEST(a_limit_of_words_is_the_programs)
{
    enum { MANY = 200 };
    char *words[MANY + 2] = {"runs", "import"};
    for (size_t max = 0; max <= MANY; max += MANY / 2) {
        struct at_arguments args;
        struct at_err err = AT_ERR_INIT;
        for (size_t i = 0; i < MANY; i++)
            words[i + 2] = "a.json";
        program.words_max = max;
        bool ok = at_arguments_parse(&program, MANY + 2, words, &args, &err);
        T_EQ_INT(ok, max == 0 || max == MANY);
        if (ok)
            T_EQ_TEXT(at_arguments_at(&args, MANY - 1), "a.json");
        else
            T_HAS(err.msg, "more than 100 words");
        at_arguments_deinit(&args);
    }
    program.words_max = 0;
}

T_TEST(the_overview_has_the_options_of_the_default_command)
{
    struct at_buf out = AT_BUF_INIT(4000);
    at_help_all(&program, &out);
    T_HAS(at_buf_text(&out), "usage: prog [COMMAND] [OPTIONS]");
    T_HAS(at_buf_text(&out), "    runs show ID              show\n");
    T_HAS(at_buf_text(&out), "    --port PORT             where\n");
    T_HAS(at_buf_text(&out), "    A, B                                  two\n");
    at_buf_deinit(&out);
}

T_MAIN()
