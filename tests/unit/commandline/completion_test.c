#include "commandline/completion.h"

#include "base/limits.h"
#include "cli/commands.h"
#include "commandline/completion_rows.h"
#include "cli/tool_check.h"
#include "tests/t.h"

static const struct at_program *const program = &at_mobile_dev_agent;

// The scripts know an option that takes a value by its name alone.
T_TEST(an_option_takes_a_value_everywhere_or_nowhere)
{
    struct at_option rows[AT_OPTION_ROWS_MAX];
    struct at_buf valued = AT_BUF_INIT(AT_KIB * 16);
    at_buf_add_char(&valued, ' ');
    at_completion_valued(program, " ", &valued);
    at_buf_add_char(&valued, ' ');
    for (size_t i = 0; program->commands[i]; i++) {
        at_command_all_rows(program, program->commands[i], rows);
        for (const struct at_option *row = rows; row->name; row++) {
            char word[100];
            snprintf(word, sizeof(word), " %s ", row->name);
            T_ROW(row->name);
            T_EQ_INT(at_str_has(at_buf_str(&valued), at_str(word)),
                     row->value != NULL);
        }
    }
    at_buf_deinit(&valued);
}

T_TEST(each_first_word_is_there_once)
{
    struct at_str one, other, verb;
    size_t commands = 0;
    for (size_t n = 0; at_completion_first(program, n, &one); n++) {
        for (size_t k = 0; k < n; k++) {
            T_OK(at_completion_first(program, k, &other));
            T_NOT(at_str_eq(one, other));
        }
        size_t verbs = 0;
        while (at_completion_verb(program, one, verbs, &verb))
            verbs++;
        commands += verbs ? verbs : 1;
    }
    size_t rows = 0;
    while (program->commands[rows])
        rows++;
    T_EQ_SIZE(commands, rows);
}

static const struct {
    const char *name;
    enum at_completes completes;
} values[] = {
    {"PATH", AT_COMPLETES_FILES},        {"FILE|DIR", AT_COMPLETES_FILES},
    {"DIR", AT_COMPLETES_FILES},         {"APP PATH", AT_COMPLETES_FILES},
    {"direction", AT_COMPLETES_NOTHING}, {"PROFILE", AT_COMPLETES_NOTHING},
    {"NAME", AT_COMPLETES_NOTHING},      {"", AT_COMPLETES_NOTHING},
};

T_TEST(paths_complete_to_files)
{
    for (size_t i = 0; i < T_LEN(values); i++) {
        const struct at_option option = {.name = "--x",
                                         .value = values[i].name};
        const struct at_positional positional = {.name = values[i].name};
        T_ROW(values[i].name);
        T_EQ_INT(at_option_completes(program, &option), values[i].completes);
        T_EQ_INT(at_positional_completes(&positional), values[i].completes);
    }
    const struct at_option flag = {.name = "--path"};
    T_EQ_INT(at_option_completes(program, &flag), AT_COMPLETES_NOTHING);
}

T_TEST(a_quote_does_not_end_the_quotes)
{
    struct at_buf out = AT_BUF_INIT(100);
    at_completion_quoted(AT_STR("a simulator's name"), "'\\''", &out);
    T_EQ_TEXT(at_buf_text(&out), "a simulator'\\''s name");
    at_buf_deinit(&out);
}

T_TEST(no_script_for_another_shell)
{
    struct at_buf out = AT_BUF_INIT(100);
    T_NOT(at_completion_write(program, "tcsh", &out));
    T_EQ_SIZE(out.len, 0);
}

static const struct {
    const char *text;
    const char *version;
} versions[] = {
    {"1.39.0\n", "1.39.0"},
    {"a notice of 2 lines\n1.40.3\n", "1.40.3"},
    {"openjdk version \"17.0.9\" 2023-10-17\n", "17.0.9"},
    {"java version \"1.8.0_392\"", "1.8.0_392"},
    {"openjdk 21.0.1+12-LTS", "21.0.1+12-LTS"},
    {"17", ""},
    {"no version at all.", ""},
    {"", ""},
};

T_TEST(a_version_is_found_in_what_a_tool_says)
{
    for (size_t i = 0; i < T_LEN(versions); i++) {
        struct at_str text = at_str(versions[i].text);
        T_ROW(versions[i].text);
        T_EQ_STR(at_tool_version_in(text), versions[i].version);
        for (size_t cut = 0; cut < text.len; cut++) {
            struct at_str part = at_str_head(text, cut);
            T_OK(at_tool_version_in(part).len <= cut);
        }
    }
}

T_MAIN()
