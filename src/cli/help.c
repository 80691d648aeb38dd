#include "cli/help.h"

#include <inttypes.h>
#include <string.h>

#include "base/compiler.h"
#include "cli/commands.h"
#include "cli/given.h"

enum { NAME_COLUMN = 26 };

static const char about[] =
    "Inspect, act and verify on Android devices and iOS simulators, from a "
    "shell.\n";

static const struct {
    const char *status;
    const char *meaning;
} exit_rows[] = {
    {"0", "success"},
    {"1", "the command ran and did not succeed"},
    {"2", "usage: a word of the command line is wrong"},
    {"127", "a program that is needed is missing"},
};

static const struct {
    const char *name;
    const char *what;
} environment_rows[] = {
    {"MOBILE_DEV_AGENT_STATE_DIR", "sessions and the live process's socket"},
    {"MOBILE_DEV_AGENT_CACHE_DIR", "run folders"},
    {"MOBILE_DEV_AGENT_GC_KEEP_LAST", "as gc --keep-last"},
    {"MOBILE_DEV_AGENT_GC_KEEP_FAILURE_DAYS", "as gc --keep-failure-days"},
    {"MOBILE_DEV_AGENT_GC_MAX_BYTES", "as gc --max-bytes"},
    {"MOBILE_DEV_AGENT_AXE_PATH", "the AXe program"},
    {"ANDROID_SERIAL", "the Android device where nothing names one"},
    {"ADB_SERVER_SOCKET", "the adb server (tcp:127.0.0.1:5037)"},
    {"NO_COLOR", "no colours on a terminal"},
};

static void
add_command_line(const struct at_command *command, struct at_buf *out)
{
    at_buf_add_fmt(out, "    %-*s%s\n", NAME_COLUMN, command->name,
                   command->summary);
}

void
at_help_all(struct at_buf *out)
{
    at_buf_add_text(out, "usage: mobile-dev-agent COMMAND [OPTIONS]\n\n");
    at_buf_add_text(out, about);
    at_buf_add_text(out, "\nCommands:\n");
    for (const struct at_command *const *row = at_commands; *row; row++)
        add_command_line(*row, out);
    at_buf_add_text(out, "\nOptions of every command:\n");
    at_options_help(at_global_options, out);
    at_buf_add_text(out, "\nEnvironment:\n");
    for (size_t i = 0; i < AT_LEN(environment_rows); i++)
        at_buf_add_fmt(out, "    %-38s%s\n", environment_rows[i].name,
                       environment_rows[i].what);
    at_buf_add_text(out, "\nA start: mobile-dev-agent ui snapshot -i; then ui "
                         "tap @e1\n");
}

void
at_help_group(struct at_str group, struct at_buf *out)
{
    at_buf_add_fmt(out, "usage: mobile-dev-agent %.*s COMMAND [OPTIONS]\n\n",
                   AT_STR_ARG(group));
    for (const struct at_command *const *row = at_commands; *row; row++) {
        struct at_str name = at_str((*row)->name);
        if (at_str_starts(name, group) && name.len > group.len &&
            name.ptr[group.len] == ' ')
            add_command_line(*row, out);
    }
}

static void
add_argument(const struct at_argument *row, struct at_buf *out)
{
    at_buf_add_fmt(out, row->optional ? " [<%s>" : " <%s>", row->name);
    at_buf_add_text(out, row->repeats ? "..." : "");
    at_buf_add_text(out, row->optional ? "]" : "");
}

void
at_help_usage(const struct at_command *command, struct at_buf *out)
{
    at_buf_add_fmt(out, "mobile-dev-agent %s", command->name);
    for (const struct at_argument *row = command->arguments; row && row->name;
         row++)
        add_argument(row, out);
    at_buf_add_text(out, " [OPTIONS]");
}

static void
add_arguments(const struct at_command *command, struct at_buf *out)
{
    const struct at_argument *row = command->arguments;
    if (!row)
        return;
    at_buf_add_text(out, "\nArguments:\n");
    for (; row->name; row++) {
        at_buf_add_fmt(out, "    %-24s%s", row->name, row->help);
        for (size_t i = 0; row->choices && row->choices[i]; i++)
            at_buf_add_fmt(out, "%s%s", i ? ", " : ": ", row->choices[i]);
        at_buf_add_char(out, '\n');
    }
}

// The rows that the command itself takes. A default that is a number of the
// row's stands in default_ms.
static size_t
rows_of(const struct at_command *command, char default_ms[24],
        struct at_option rows[AT_GIVEN_ROWS_MAX])
{
    size_t count = at_command_rows(command, rows, AT_GIVEN_ROWS_MAX);
    struct at_buf text = AT_BUF_INIT(23);
    at_buf_add_fmt(&text, "%" PRId64,
                   command->timeout_ms ? command->timeout_ms
                                       : (int64_t)AT_COMMAND_TIMEOUT_MS);
    at_str_cut(default_ms, 24, at_buf_str(&text));
    at_buf_deinit(&text);
    for (size_t i = 0; i < count; i++) {
        if (strcmp(rows[i].name, "--timeout-ms") == 0 && !rows[i].absent)
            rows[i].absent = default_ms;
    }
    return count;
}

void
at_help_command(const struct at_command *command, struct at_buf *out)
{
    struct at_option rows[AT_GIVEN_ROWS_MAX];
    char default_ms[24];
    at_buf_add_fmt(out, "%s: %s\n\nUsage:\n    ", command->name,
                   command->summary);
    at_help_usage(command, out);
    at_buf_add_char(out, '\n');
    if (command->about)
        at_buf_add_fmt(out, "\n%s\n", command->about);
    add_arguments(command, out);
    at_buf_add_text(out, "\nOptions:\n");
    rows_of(command, default_ms, rows);
    at_options_help(rows, out);
    at_options_help(at_global_options, out);
    at_buf_add_text(out, "\nExamples:\n");
    for (const struct at_example *row = command->examples; row->line; row++)
        at_buf_add_fmt(out, "    mobile-dev-agent %s\n        %s\n", row->line,
                       row->what);
    at_buf_add_text(out, "\nExit codes:\n");
    for (size_t i = 0; i < AT_LEN(exit_rows); i++)
        at_buf_add_fmt(out, "    %-8s%s\n", exit_rows[i].status,
                       exit_rows[i].meaning);
}

static void
add_option_row(const struct at_option *row, struct at_buf *out)
{
    at_buf_add_text(out, "| `");
    if (row->alias)
        at_buf_add_fmt(out, "%s`, `", row->alias);
    at_buf_add_fmt(out, "%s%s%s` | %s | %s |\n", row->name,
                   row->value ? " " : "", row->value ? row->value : "",
                   row->help, row->absent ? row->absent : "");
}

static void
add_option_table(const struct at_option *rows, struct at_buf *out)
{
    if (!rows->name)
        return;
    at_buf_add_text(out,
                    "\n| option | what | default |\n| --- | --- | --- |\n");
    for (; rows->name; rows++)
        add_option_row(rows, out);
}

static void
add_markdown(const struct at_command *command, struct at_buf *out)
{
    struct at_option rows[AT_GIVEN_ROWS_MAX];
    char default_ms[24];
    const struct at_argument *argument = command->arguments;
    at_buf_add_fmt(out, "\n## %s\n\n`", command->name);
    at_help_usage(command, out);
    at_buf_add_fmt(out, "`: %s.\n", command->summary);
    if (command->about)
        at_buf_add_fmt(out, "\n%s\n", command->about);
    for (; argument && argument->name; argument++) {
        at_buf_add_fmt(out, "%s- `<%s>`: %s",
                       argument == command->arguments ? "\n" : "",
                       argument->name, argument->help);
        for (size_t i = 0; argument->choices && argument->choices[i]; i++)
            at_buf_add_fmt(out, "%s`%s`", i ? ", " : ": ",
                           argument->choices[i]);
        at_buf_add_char(out, '\n');
    }
    rows_of(command, default_ms, rows);
    add_option_table(rows, out);
    for (const struct at_example *row = command->examples; row->line; row++)
        at_buf_add_fmt(out, "\n    mobile-dev-agent %s\n\n%s\n", row->line,
                       row->what);
}

void
at_help_markdown(struct at_buf *out)
{
    at_buf_add_text(out, "# mobile-dev-agent\n\n");
    at_buf_add_text(out, about);
    at_buf_add_text(out,
                    "This page is `mobile-dev-agent help --markdown`; a "
                    "test holds it to that.\n\nEvery command also takes:\n");
    add_option_table(at_global_options, out);
    at_buf_add_text(out, "\n| exit status | meaning |\n| --- | --- |\n");
    for (size_t i = 0; i < AT_LEN(exit_rows); i++)
        at_buf_add_fmt(out, "| %s | %s |\n", exit_rows[i].status,
                       exit_rows[i].meaning);
    at_buf_add_text(out, "\n| variable | what |\n| --- | --- |\n");
    for (size_t i = 0; i < AT_LEN(environment_rows); i++)
        at_buf_add_fmt(out, "| `%s` | %s |\n", environment_rows[i].name,
                       environment_rows[i].what);
    for (const struct at_command *const *row = at_commands; *row; row++)
        add_markdown(*row, out);
}
