#include "commandline/arguments.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/near.h"

void
at_positional_write(const struct at_positional *row, struct at_buf *out)
{
    bool plain = row->name[0] >= 'A' && row->name[0] <= 'Z';
    at_buf_add_fmt(out, plain ? "%s" : "<%s>", row->name);
}

// Fail for words that do not name a command; the first may name a group.
static bool
fail_unknown(const struct at_arguments *args, struct at_str name,
             struct at_err *err)
{
    const struct at_program *program = args->program;
    struct at_near near = {.wanted = name};
    char names[160];
    struct at_str shown = at_utf8_head(name, 80);
    if (args->group && !program->takes_texts)
        shown = at_str(args->group);
    for (const struct at_command *const *row = program->commands; *row; row++)
        at_near_offer(&near, at_str((*row)->name));
    at_near_write(&near, names, sizeof(names));
    at_fail(err, AT_EUSAGE, "unknown command '%.*s'%s%s", AT_STR_ARG(shown),
            names[0] ? ": did you mean " : "", names);
    if (program->takes_texts)
        at_err_add(err, "%s --help lists them all", program->name);
    return false;
}

static bool
fail_group(const struct at_arguments *args, struct at_err *err)
{
    const char *group = args->group;
    if (!args->program->takes_texts)
        return fail_unknown(args, at_str(group), err);
    return at_fail(err, AT_EUSAGE,
                   "'%s' is a group of commands: %s %s --help lists them",
                   group, args->program->name, group);
}

static bool
find_in_group(const char *verb, struct at_arguments *out, struct at_err *err)
{
    struct at_buf name = AT_BUF_INIT(200);
    at_buf_add_fmt(&name, "%s ", out->group);
    at_buf_add_str(&name, at_utf8_head(at_str(verb), 80));
    out->command = at_command_find(out->program, at_buf_str(&name));
    if (!out->command)
        fail_unknown(out, at_buf_str(&name), err);
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
    if (at_command_is_group(out->program, at_str(word))) {
        out->group = word;
        return true;
    }
    out->command = at_command_find(out->program, at_str(word));
    return out->command || fail_unknown(out, at_str(word), err);
}

static bool
keep_word(struct at_arguments *out, const struct at_option_word *word,
          struct at_err *err)
{
    if (word->row && !word->row->repeats &&
        at_arguments_have(out, word->row->name))
        return at_fail(err, AT_EUSAGE, "%s is given twice", word->row->name);
    size_t max = out->program->words_max;
    if (max > 0 && out->count == max)
        return at_fail(err, AT_EUSAGE, "more than %zu words", max);
    out->words[out->count++] = (struct at_argument){word->row, word->value};
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
fail_missing(const struct at_arguments *args, const struct at_positional *row,
             struct at_err *err)
{
    struct at_buf name = AT_BUF_INIT(100);
    at_positional_write(row, &name);
    at_fail(err, AT_EUSAGE, "%s needs %s: %s", args->command->name,
            at_buf_text(&name), row->help);
    at_buf_deinit(&name);
    return false;
}

static bool
fail_unexpected(const struct at_arguments *args, const char *word,
                struct at_err *err)
{
    if (!args->program->takes_texts)
        return at_fail(err, AT_EUSAGE, "unexpected argument '%.80s'", word);
    return at_fail(
        err, AT_EUSAGE, "%s takes no '%.80s'%s", args->command->name, word,
        args->command->positionals ? ": a text with blanks goes in quotes"
                                   : "");
}

static bool
check_positionals(const struct at_arguments *args, struct at_err *err)
{
    const struct at_positional *row = args->command->positionals;
    size_t count = count_positionals(args);
    size_t n = 0;
    for (; row && row->name; row++) {
        if (n == count && !row->optional)
            return fail_missing(args, row, err);
        size_t end = row->repeats || n == count ? count : n + 1;
        for (; n < end; n++) {
            if (!check_choice(row, at_arguments_at(args, n), err))
                return false;
        }
    }
    return n == count || fail_unexpected(args, at_arguments_at(args, n), err);
}

// Fail if both of two options are given that exclude each other.
static bool
check_both(const struct at_arguments *args, const char *one, const char *other,
           struct at_err *err)
{
    return !at_arguments_have(args, one) || !at_arguments_have(args, other) ||
           at_fail(err, AT_EUSAGE, "%s or %s, not both", one, other);
}

static bool
check_all(const struct at_arguments *args, struct at_err *err)
{
    if (!check_both(args, "--json", "--jsonl", err) ||
        !check_both(args, "--quiet", "--verbose", err))
        return false;
    if (!args->command && args->group)
        return fail_group(args, err);
    if (!args->command)
        return at_fail(err, AT_EUSAGE, "no command: %s --help lists them all",
                       args->program->name);
    return check_positionals(args, err);
}

// Load the rows, the options of every command first: words refer to their
// places.
static void
load_rows(struct at_arguments *out)
{
    struct at_option own[AT_OPTION_ROWS_MAX];
    size_t count = at_command_all_rows(out->program, NULL, out->rows);
    size_t n =
        out->command ? at_command_rows(out->program, out->command, own) : 0;
    for (size_t i = 0; i < n && count + 1 < AT_OPTION_ROWS_MAX; i++)
        out->rows[count++] = own[i];
    out->rows[count] = (struct at_option){0};
}

// The first positional words are the command; its options may follow.
static bool
take_command(const char *word, struct at_arguments *out, struct at_err *err)
{
    if (!find_command(word, out, err))
        return false;
    out->is_named = out->command != NULL;
    load_rows(out);
    return true;
}

static bool
take_word(const struct at_option_word *word, struct at_arguments *out,
          struct at_err *err)
{
    if (!word->row && !word->value) // "--"
        return true;
    return word->row || out->command ? keep_word(out, word, err)
                                     : take_command(word->value, out, err);
}

bool
at_arguments_parse(const struct at_program *program, int argc,
                   char *const *argv, struct at_arguments *out,
                   struct at_err *err)
{
    *out =
        (struct at_arguments){.program = program, .argc = argc, .argv = argv};
    struct at_option_scan scan = {
        .rows = out->rows, .words = argv, .count = argc};
    out->words = at_alloc(((size_t)argc + 1) * sizeof(*out->words));
    if (argc == 0 || argv[0][0] == '-')
        out->command = at_command_default(program);
    load_rows(out);
    while (scan.at < argc) {
        struct at_option_word word;
        if (!at_options_next(&scan, &word, err) || !take_word(&word, out, err))
            return false;
    }
    return at_arguments_ask_for_page(out) || check_all(out, err);
}

void
at_arguments_deinit(struct at_arguments *args)
{
    free(args->words);
    args->words = NULL;
    args->count = 0;
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
