#include "commandline/arguments.h"

#include <inttypes.h>
#include <string.h>

#include "base/compiler.h"
#include "base/near.h"
#include "cli/commands.h"
#include "cli/step_screen.h"

const struct at_option at_global_options[] = {
    {.name = "--session",
     .value = "NAME",
     .help = "whose defaults and last snapshot are meant",
     .absent = "default"},
    {.name = "--json", .help = "one JSON object on stdout"},
    {.name = "--jsonl", .help = "events as they happen, then the result"},
    {.name = "--quiet", .help = "no progress, no next steps"},
    {.name = "--verbose", .help = "each event as a line on stderr"},
    {.name = "--help", .alias = "-h", .help = "a page about the command"},
    {.name = "--version", .help = "name and version"},
    {0},
};

static const char *const platform_names[] = {"ios", "android", NULL};

// In the order of a help page.
static const struct {
    unsigned flag;
    struct at_option row;
} flag_rows[] = {
    {AT_COMMAND_PLATFORM,
     {.name = "--platform",
      .value = "PLATFORM",
      .choices = platform_names,
      .help = "ios or android",
      .absent = "the session's, else what is on this machine"}},
    {AT_COMMAND_PLATFORM,
     {.name = "--device",
      .value = "SELECTOR",
      .help = "adb serial; or booted, iphone-latest, ipad-latest, a UDID or "
              "a simulator's name",
      .absent = "the session's, else the one that runs"}},
    {AT_COMMAND_APP,
     {.name = "--app-id",
      .value = "ID",
      .help = "package name or bundle id",
      .absent = "the session's"}},
    {AT_COMMAND_TIMEOUT,
     {.name = "--timeout-ms", .value = "MS", .help = "give up after that"}},
    {AT_COMMAND_LOOKS,
     {.name = "--timeout-ms",
      .value = "MS",
      .help = "how long to look for the element"}},
    {AT_COMMAND_WAITS,
     {.name = "--timeout-ms", .value = "MS", .help = "how long to wait"}},
    {AT_COMMAND_SHOWS,
     {.name = "--show",
      .value = "WHAT",
      .choices = at_show_names,
      .help = "of the screen afterwards: diff (what changed), tree (all of it) "
              "or none",
      .absent = "diff"}},
};

static size_t
add_rows(const struct at_option *from, struct at_option *out, size_t count,
         size_t max)
{
    for (; from && from->name && count + 1 < max; from++)
        out[count++] = *from;
    return count;
}

size_t
at_command_rows(const struct at_command *command, struct at_option *out,
                size_t max)
{
    size_t count = add_rows(command->options, out, 0, max);
    for (size_t i = 0; i < AT_LEN(flag_rows) && count + 1 < max; i++) {
        if (command->flags & flag_rows[i].flag)
            out[count++] = flag_rows[i].row;
    }
    out[count] = (struct at_option){0};
    return count;
}

static bool
fail_unknown(struct at_str name, struct at_err *err)
{
    struct at_near near = {.wanted = name};
    char names[160];
    struct at_str shown = at_utf8_head(name, 80);
    for (const struct at_command *const *row = at_commands; *row; row++)
        at_near_offer(&near, at_str((*row)->name));
    at_near_write(&near, names, sizeof(names));
    return at_fail(err, AT_EUSAGE,
                   "unknown command '%.*s'%s%s; mobile-dev-agent --help lists "
                   "them all",
                   AT_STR_ARG(shown), names[0] ? ": did you mean " : "", names);
}

static bool
fail_group(const char *group, struct at_err *err)
{
    return at_fail(err, AT_EUSAGE,
                   "'%s' is a group of commands: mobile-dev-agent %s --help "
                   "lists them",
                   group, group);
}

static bool
find_in_group(const char *verb, struct at_arguments *out, struct at_err *err)
{
    struct at_buf name = AT_BUF_INIT(200);
    at_buf_add_fmt(&name, "%s ", out->group);
    at_buf_add_str(&name, at_utf8_head(at_str(verb), 80));
    out->command = at_command_find(at_buf_str(&name));
    if (!out->command)
        fail_unknown(at_buf_str(&name), err);
    at_buf_deinit(&name);
    return out->command != NULL;
}

// Take a word of the command's name. The verb of a group may come after
// options.
static bool
find_command(const char *word, struct at_arguments *out, struct at_err *err)
{
    if (out->group)
        return find_in_group(word, out, err);
    if (at_command_is_group(at_str(word))) {
        out->group = word;
        return true;
    }
    out->command = at_command_find(at_str(word));
    return out->command || fail_unknown(at_str(word), err);
}

static bool
keep_word(struct at_arguments *out, const struct at_option_word *word,
          struct at_err *err)
{
    if (word->row && !word->row->repeats &&
        at_arguments_have(out, word->row->name))
        return at_fail(err, AT_EUSAGE, "%s is given twice", word->row->name);
    if (out->count == AT_ARGUMENTS_MAX)
        return at_fail(err, AT_EUSAGE, "more than %d words", AT_ARGUMENTS_MAX);
    out->words[out->count].row = word->row;
    out->words[out->count++].value = word->value;
    return true;
}

static bool
check_choice(const struct at_positional *positional, const char *value,
             struct at_err *err)
{
    struct at_buf valid = AT_BUF_INIT(AT_ERR_MSG_MAX / 2);
    bool ok = positional->choices == NULL;
    for (size_t i = 0; positional->choices && positional->choices[i]; i++) {
        ok = ok || strcmp(positional->choices[i], value) == 0;
        at_buf_add_fmt(&valid, "%s%s", i ? ", " : "", positional->choices[i]);
    }
    if (!ok)
        at_fail(err, AT_EUSAGE, "<%s> cannot be '%.80s' (valid: %s)",
                positional->name, value, at_buf_text(&valid));
    at_buf_deinit(&valid);
    return ok;
}

static size_t
count_positionals(const struct at_arguments *args)
{
    size_t count = 0;
    for (size_t i = 0; i < args->count; i++)
        count += !args->words[i].row;
    return count;
}

static bool
check_positionals(const struct at_arguments *args, struct at_err *err)
{
    const struct at_command *command = args->command;
    const struct at_positional *row = command->positionals;
    size_t count = count_positionals(args);
    size_t n = 0;
    for (; row && row->name; row++) {
        if (n == count && !row->optional)
            return at_fail(err, AT_EUSAGE, "%s needs <%s>: %s", command->name,
                           row->name, row->help);
        size_t end = row->repeats || n == count ? count : n + 1;
        for (; n < end; n++) {
            if (!check_choice(row, at_arguments_at(args, n), err))
                return false;
        }
    }
    if (n < count)
        return at_fail(err, AT_EUSAGE, "%s takes no '%.80s'%s", command->name,
                       at_arguments_at(args, n),
                       command->positionals ? ": a text with blanks goes in "
                                              "quotes"
                                            : "");
    return true;
}

static bool
check_all(const struct at_arguments *args, struct at_err *err)
{
    if (at_arguments_have(args, "--json") && at_arguments_have(args, "--jsonl"))
        return at_fail(err, AT_EUSAGE, "--json or --jsonl, not both");
    if (at_arguments_have(args, "--quiet") &&
        at_arguments_have(args, "--verbose"))
        return at_fail(err, AT_EUSAGE, "--quiet or --verbose, not both");
    if (!args->command && args->group)
        return fail_group(args->group, err);
    if (!args->command)
        return at_fail(err, AT_EUSAGE,
                       "no command: mobile-dev-agent --help lists them all");
    return check_positionals(args, err);
}

// The first positional words are the command; its options may follow.
static bool
take_command(const char *word, struct at_arguments *out, struct at_err *err)
{
    if (!find_command(word, out, err))
        return false;
    if (!out->command)
        return true;
    size_t globals =
        add_rows(at_global_options, out->rows, 0, AT_OPTION_ROWS_MAX);
    at_command_rows(out->command, out->rows + globals,
                    AT_OPTION_ROWS_MAX - globals);
    return true;
}

bool
at_arguments_parse(int argc, char *const *argv, struct at_arguments *out,
                   struct at_err *err)
{
    *out = (struct at_arguments){.argc = argc, .argv = argv};
    struct at_option_scan scan = {
        .rows = out->rows, .words = argv, .count = argc};
    add_rows(at_global_options, out->rows, 0, AT_OPTION_ROWS_MAX);
    while (scan.at < argc) {
        struct at_option_word word;
        if (!at_options_next(&scan, &word, err))
            return false;
        if (!word.row && !word.value)
            continue;
        bool names = !word.row && !out->command;
        if (!(names ? take_command(word.value, out, err)
                    : keep_word(out, &word, err)))
            return false;
    }
    return at_arguments_ask_for_page(out) || check_all(out, err);
}

const char *
at_arguments_nth_option(const struct at_arguments *args, const char *option,
                        size_t n)
{
    for (size_t i = 0; i < args->count; i++) {
        const struct at_option *row = args->words[i].row;
        if (row && strcmp(row->name, option) == 0 && n-- == 0)
            return args->words[i].value;
    }
    return NULL;
}

bool
at_arguments_have(const struct at_arguments *args, const char *option)
{
    return at_arguments_nth_option(args, option, 0) != NULL;
}

bool
at_arguments_may_be_kept(const struct at_arguments *args)
{
    const struct at_positional *positional = args->command->positionals;
    bool secret = false;
    for (size_t i = 0; i < args->count; i++) {
        const struct at_option *row = args->words[i].row;
        secret = secret || (row ? row->secret : positional->secret);
        if (!row && !positional->repeats)
            positional++;
    }
    return !secret && (args->command->flags & AT_COMMAND_HISTORY);
}

bool
at_arguments_ask_for_page(const struct at_arguments *args)
{
    return at_arguments_have(args, "--help") ||
           at_arguments_have(args, "--version");
}

const char *
at_arguments_option(const struct at_arguments *args, const char *option)
{
    return at_arguments_nth_option(args, option, 0);
}

const char *
at_arguments_at(const struct at_arguments *args, size_t n)
{
    for (size_t i = 0; i < args->count; i++) {
        if (!args->words[i].row && n-- == 0)
            return args->words[i].value;
    }
    return NULL;
}

bool
at_arguments_int(const struct at_arguments *args, const char *option,
                 int64_t min, int64_t max, int64_t *out, struct at_err *err)
{
    const char *value = at_arguments_option(args, option);
    if (!value || at_str_to_i64(at_str(value), min, max, out))
        return true;
    return at_fail(err, AT_EUSAGE,
                   "%s cannot be '%.40s': a number from %" PRId64
                   " to %" PRId64,
                   option, value, min, max);
}

const char *
at_arguments_session(const struct at_arguments *args)
{
    const char *name = at_arguments_option(args, "--session");
    return name ? name : "default";
}

enum at_output_mode
at_arguments_mode(const struct at_arguments *args)
{
    if (at_arguments_have(args, "--jsonl"))
        return AT_OUTPUT_JSONL;
    return at_arguments_have(args, "--json") ? AT_OUTPUT_JSON : AT_OUTPUT_TEXT;
}
