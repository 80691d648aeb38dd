#include "commandline/help.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/compiler.h"
#include "base/limits.h"
#include "cli/commands.h"
#include "commandline/arguments.h"
#include "commandline/help_rows.h"
#include "cli/maestro.h"

enum { NAME_COLUMN = 26 };

const char at_help_about[] =
    "Inspect, act and verify on Android devices and iOS simulators, from a "
    "shell.\n";

const struct at_help_row at_help_exit_rows[] = {
    {"0", "success"},
    {"1", "the command ran and did not succeed"},
    {"2", "usage: a word of the command line is wrong"},
    {"127", "a program that is needed is missing"},
    {0},
};

const struct at_help_row at_help_environment_rows[] = {
    {"MOBILE_DEV_AGENT_STATE_DIR", "sessions and the live process's socket"},
    {"MOBILE_DEV_AGENT_CACHE_DIR", "run folders, and builds for iOS"},
    {"MOBILE_DEV_AGENT_GC_KEEP_LAST", "as gc --keep-last"},
    {"MOBILE_DEV_AGENT_GC_KEEP_FAILURE_DAYS", "as gc --keep-failure-days"},
    {"MOBILE_DEV_AGENT_GC_MAX_BYTES", "as gc --max-bytes"},
    {"MOBILE_DEV_AGENT_AXE_PATH", "the AXe program"},
    {"ANDROID_SERIAL", "the Android device if nothing else names one"},
    {"ADB_SERVER_SOCKET", "the adb server (tcp:127.0.0.1:5037)"},
    {"AGENTEST_HELPER", "resident (nothing is installed) or apk (installed)"},
    {"AGENTEST_DISABLE_HELPER", "1: only adb and the emulator's gRPC"},
    {"AGENTEST_DISABLE_KEEP_AWAKE", "1: the device may turn its screen off"},
    {"AGENTEST_DISABLE_FRAMEWORK_SYNC", "1: no app is asked what it does"},
    {"AGENTEST_DISABLE_FIBER_INFERENCE", "1: no names of React's components"},
    {"RCT_METRO_PORT", "where React Native's Metro is looked for first"},
    {"NO_COLOR", "no colours on a terminal"},
    {0},
};

static void
add_command_line(const struct at_command *command, struct at_buf *out)
{
    at_buf_add_fmt(out, "    %-*s%s\n", NAME_COLUMN, command->name,
                   command->summary);
}

static void
add_exit_codes(struct at_buf *out)
{
    at_buf_add_text(out, "\nExit codes:\n");
    for (size_t i = 0; at_help_exit_rows[i].name; i++)
        at_buf_add_fmt(out, "    %-8s%s\n", at_help_exit_rows[i].name,
                       at_help_exit_rows[i].what);
}

static void
add_example(const struct at_example *row, struct at_buf *out)
{
    at_buf_add_fmt(out, "    mobile-dev-agent %s\n        %s\n", row->line,
                   row->what);
}

// The loop of a first session; docs/cli.md has each line at its command.
static const struct at_example first_steps[] = {
    {"ui snapshot -i", "the screen, with refs"},
    {"ui tap @e3", "act on one of them"},
    {"ui assert-visible Welcome", "wait for the outcome"},
    {0},
};

// List the commands; those that need maestro only where it is, or by name.
static void
add_commands(struct at_buf *out)
{
    char *maestro = at_maestro_find(NULL);
    const char *sep = "";
    for (const struct at_command *const *row = at_commands; *row; row++) {
        if (maestro || !((*row)->flags & AT_COMMAND_MAESTRO))
            add_command_line(*row, out);
    }
    if (!maestro) {
        at_buf_add_text(out, "    without maestro, which `doctor` says how to "
                             "get, there is no ");
        for (const struct at_command *const *row = at_commands; *row; row++) {
            if (!((*row)->flags & AT_COMMAND_MAESTRO))
                continue;
            at_buf_add_fmt(out, "%s`%s`", sep, (*row)->name);
            sep = " and no ";
        }
        at_buf_add_char(out, '\n');
    }
    free(maestro);
}

void
at_help_all(struct at_buf *out)
{
    at_buf_add_text(out, "usage: mobile-dev-agent COMMAND [OPTIONS]\n\n");
    at_buf_add_text(out, at_help_about);
    at_buf_add_text(out, "\nCommands:\n");
    add_commands(out);
    at_buf_add_text(out, "\nOptions:\n");
    at_options_help(at_global_options, out);
    at_buf_add_text(out, "\nEnvironment:\n");
    for (size_t i = 0; at_help_environment_rows[i].name; i++)
        at_buf_add_fmt(out, "    %-38s%s\n", at_help_environment_rows[i].name,
                       at_help_environment_rows[i].what);
    at_buf_add_text(out, "\nExamples:\n");
    for (const struct at_example *row = first_steps; row->line; row++)
        add_example(row, out);
    add_exit_codes(out);
}

static bool
is_of(const struct at_command *command, struct at_str group)
{
    struct at_str name = at_str(command->name);
    return at_str_starts(name, group) && name.len > group.len &&
           name.ptr[group.len] == ' ';
}

void
at_help_group(struct at_str group, struct at_buf *out)
{
    at_buf_add_fmt(out,
                   "usage: mobile-dev-agent %.*s COMMAND [OPTIONS]\n\n"
                   "Commands:\n",
                   AT_STR_ARG(group));
    for (const struct at_command *const *row = at_commands; *row; row++) {
        if (is_of(*row, group))
            add_command_line(*row, out);
    }
    at_buf_add_text(out, "\nOptions:\n");
    at_options_help(at_global_options, out);
    at_buf_add_text(out, "\nExamples:\n");
    for (const struct at_command *const *row = at_commands; *row; row++) {
        if (is_of(*row, group))
            add_example(&(*row)->examples[0], out);
    }
    add_exit_codes(out);
}

static void
add_positional(const struct at_positional *row, struct at_buf *out)
{
    at_buf_add_fmt(out, row->optional ? " [<%s>" : " <%s>", row->name);
    at_buf_add_text(out, row->repeats ? "..." : "");
    at_buf_add_text(out, row->optional ? "]" : "");
}

void
at_help_usage(const struct at_command *command, struct at_buf *out)
{
    at_buf_add_fmt(out, "mobile-dev-agent %s", command->name);
    for (const struct at_positional *row = command->positionals;
         row && row->name; row++)
        add_positional(row, out);
    at_buf_add_text(out, " [OPTIONS]");
}

static void
add_arguments(const struct at_command *command, struct at_buf *out)
{
    const struct at_positional *row = command->positionals;
    if (!row)
        return;
    at_buf_add_text(out, "\nArguments:\n");
    for (; row->name; row++) {
        struct at_buf text = AT_BUF_INIT(AT_KIB);
        char head[80];
        snprintf(head, sizeof(head), "    %s", row->name);
        at_buf_add_text(&text, row->help);
        for (size_t i = 0; row->choices && row->choices[i]; i++)
            at_buf_add_fmt(&text, "%s%s", i ? ", " : ": ", row->choices[i]);
        at_options_help_row(head, at_buf_str(&text), out);
        at_buf_deinit(&text);
    }
}

size_t
at_help_options(const struct at_command *command, char default_ms[24],
                struct at_option rows[AT_OPTION_ROWS_MAX])
{
    size_t count = at_command_rows(command, rows, AT_OPTION_ROWS_MAX);
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
    struct at_option rows[AT_OPTION_ROWS_MAX];
    char default_ms[24];
    at_buf_add_fmt(out, "%s: %s\n\nUsage:\n    ", command->name,
                   command->summary);
    at_help_usage(command, out);
    at_buf_add_char(out, '\n');
    if (command->about)
        at_buf_add_fmt(out, "\n%s\n", command->about);
    add_arguments(command, out);
    at_buf_add_text(out, "\nOptions:\n");
    at_help_options(command, default_ms, rows);
    at_options_help(rows, out);
    at_options_help(at_global_options, out);
    at_buf_add_text(out, "\nExamples:\n");
    for (const struct at_example *row = command->examples; row->line; row++)
        add_example(row, out);
    add_exit_codes(out);
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
    struct at_option rows[AT_OPTION_ROWS_MAX];
    char default_ms[24];
    const struct at_positional *positional = command->positionals;
    at_buf_add_fmt(out, "\n## %s\n\n`", command->name);
    at_help_usage(command, out);
    at_buf_add_fmt(out, "`: %s.\n", command->summary);
    if (command->about)
        at_buf_add_fmt(out, "\n%s\n", command->about);
    for (; positional && positional->name; positional++) {
        at_buf_add_fmt(out, "%s- `<%s>`: %s",
                       positional == command->positionals ? "\n" : "",
                       positional->name, positional->help);
        for (size_t i = 0; positional->choices && positional->choices[i]; i++)
            at_buf_add_fmt(out, "%s`%s`", i ? ", " : ": ",
                           positional->choices[i]);
        at_buf_add_char(out, '\n');
    }
    at_help_options(command, default_ms, rows);
    add_option_table(rows, out);
    for (const struct at_example *row = command->examples; row->line; row++)
        at_buf_add_fmt(out, "\n    mobile-dev-agent %s\n\n%s\n", row->line,
                       row->what);
}

void
at_help_markdown(struct at_buf *out)
{
    at_buf_add_text(out, "# mobile-dev-agent\n\n");
    at_buf_add_text(out, at_help_about);
    at_buf_add_text(
        out,
        "This page is the output of `mobile-dev-agent help "
        "--markdown`; a test compares the two.\n\nEvery command also takes:\n");
    add_option_table(at_global_options, out);
    at_buf_add_text(out, "\n| exit status | meaning |\n| --- | --- |\n");
    for (size_t i = 0; at_help_exit_rows[i].name; i++)
        at_buf_add_fmt(out, "| %s | %s |\n", at_help_exit_rows[i].name,
                       at_help_exit_rows[i].what);
    at_buf_add_text(out, "\n| variable | what |\n| --- | --- |\n");
    for (size_t i = 0; at_help_environment_rows[i].name; i++)
        at_buf_add_fmt(out, "| `%s` | %s |\n", at_help_environment_rows[i].name,
                       at_help_environment_rows[i].what);
    for (const struct at_command *const *row = at_commands; *row; row++)
        add_markdown(*row, out);
}
