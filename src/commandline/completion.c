#include "commandline/completion.h"

#include <string.h>

#include "base/ascii.h"
#include "base/limits.h"
#include "commandline/completion_rows.h"

static const struct {
    const char *shell;
    at_completion_script *write;
} writers[] = {
    {"bash", at_completion_bash},
    {"zsh", at_completion_zsh},
    {"fish", at_completion_fish},
};

void
at_completion_part(struct at_str *script, struct at_buf *out)
{
    struct at_str mark = AT_STR("@ROWS@");
    ptrdiff_t at = at_str_find(*script, mark);
    at_buf_add_str(out,
                   at_str_head(*script, at < 0 ? script->len : (size_t)at));
    *script =
        at_str_skip(*script, at < 0 ? script->len : (size_t)at + mark.len);
}

// Append a script's text with the program's names in their places.
static void
add_named(const struct at_program *program, struct at_str text,
          struct at_buf *out)
{
    const struct at_str names[] = {AT_STR("@PROGRAM@"), AT_STR("@FUNCTION@")};
    while (text.len > 0) {
        size_t from = out->len;
        size_t which = at_str_starts(text, names[1]);
        if (!which && !at_str_starts(text, names[0])) {
            at_buf_add_char(out, text.ptr[0]);
            text = at_str_skip(text, 1);
            continue;
        }
        at_buf_add_text(out, program->name);
        for (size_t i = from; which && i < out->len; i++)
            out->data[i] = out->data[i] == '-' ? '_' : out->data[i];
        text = at_str_skip(text, names[which].len);
    }
}

bool
at_completion_write(const struct at_program *program, const char *shell,
                    struct at_buf *out)
{
    for (size_t i = 0; i < AT_LEN(writers); i++) {
        struct at_buf script = AT_BUF_INIT(AT_CLI_RESULT_MAX_BYTES);
        if (strcmp(shell, writers[i].shell) != 0)
            continue;
        writers[i].write(program, &script);
        add_named(program, at_buf_str(&script), out);
        at_buf_deinit(&script);
        return true;
    }
    return false;
}

// Return true if the value of this name is a file of this machine, as PATH,
// FILE and "file|folder" are. DIRECTION, which contains "DIR", is not.
static bool
names_file(struct at_str name)
{
    static const char *const words[] = {"path", "file", "dir", "folder"};
    while (name.len > 0) {
        size_t len = 0;
        while (len < name.len && at_ascii_is_letter(name.ptr[len]))
            len++;
        for (size_t i = 0; i < AT_LEN(words); i++) {
            if (at_str_eq_nocase(at_str_head(name, len), at_str(words[i])))
                return true;
        }
        name = at_str_skip(name, len + 1);
    }
    return false;
}

const char *
at_completes_known(enum at_completes what)
{
    static const char *const words[AT_COMPLETES_KINDS] = {
        [AT_COMPLETES_REFS] = AT_KNOWN_REFS,
        [AT_COMPLETES_REF_NAMES] = AT_KNOWN_REF_NAMES,
        [AT_COMPLETES_DEVICES] = AT_KNOWN_DEVICES,
        [AT_COMPLETES_SESSIONS] = AT_KNOWN_SESSIONS,
    };
    return words[what];
}

static const struct {
    const char *option;
    enum at_completes completes;
} known_options[] = {
    {"--ref", AT_COMPLETES_REF_NAMES},
    {"--device", AT_COMPLETES_DEVICES},
    {"--session", AT_COMPLETES_SESSIONS},
};

enum at_completes
at_option_completes(const struct at_program *program,
                    const struct at_option *row)
{
    if (row->choices)
        return AT_COMPLETES_CHOICES;
    for (size_t i = 0;
         program->has_known_words && row->value && i < AT_LEN(known_options);
         i++) {
        if (strcmp(row->name, known_options[i].option) == 0)
            return known_options[i].completes;
    }
    return row->value && names_file(at_str(row->value)) ? AT_COMPLETES_FILES
                                                        : AT_COMPLETES_NOTHING;
}

const char *const *
at_positional_offers(const struct at_positional *row)
{
    return row->choices ? row->choices : row->offers;
}

enum at_completes
at_positional_completes(const struct at_positional *row)
{
    if (at_positional_offers(row))
        return AT_COMPLETES_CHOICES;
    if (strcmp(row->name, "command") == 0)
        return AT_COMPLETES_COMMANDS;
    if (row->refs)
        return AT_COMPLETES_REFS;
    return row->is_file || names_file(at_str(row->name)) ? AT_COMPLETES_FILES
                                                         : AT_COMPLETES_NOTHING;
}

// Return "ui" of "ui tap"; *rest is "tap", or empty.
static struct at_str
first_of(const struct at_command *command, struct at_str *rest)
{
    struct at_str first = {0};
    *rest = at_str(command->name);
    (void)at_str_next(rest, ' ', &first);
    return first;
}

bool
at_completion_first(const struct at_program *program, size_t n,
                    struct at_str *out)
{
    struct at_str rest, before;
    for (size_t i = 0; program->commands[i]; i++) {
        bool seen = false;
        *out = first_of(program->commands[i], &rest);
        for (size_t k = 0; k < i && !seen; k++) {
            before = first_of(program->commands[k], &rest);
            seen = at_str_eq(before, *out);
        }
        if (!seen && n-- == 0)
            return true;
    }
    return false;
}

const struct at_command *
at_completion_verb(const struct at_program *program, struct at_str group,
                   size_t n, struct at_str *out)
{
    for (size_t i = 0; program->commands[i]; i++) {
        struct at_str first = first_of(program->commands[i], out);
        if (out->len > 0 && at_str_eq(first, group) && n-- == 0)
            return program->commands[i];
    }
    return NULL;
}

void
at_completion_about(const struct at_program *program, struct at_str first,
                    struct at_buf *out)
{
    const struct at_command *command = at_command_find(program, first);
    struct at_str verb;
    if (command)
        at_buf_add_text(out, command->summary);
    for (size_t n = 0; at_completion_verb(program, first, n, &verb); n++)
        at_buf_add_fmt(out, "%s%.*s", n ? ", " : "", AT_STR_ARG(verb));
}

// Return true if out, a list of words that sep ends, has the option.
static bool
is_in(const struct at_buf *out, size_t from, const char *name, const char *sep)
{
    struct at_str written = at_str_skip(at_buf_str(out), from);
    struct at_str word;
    while (written.len > 0) {
        ptrdiff_t end = at_str_find(written, at_str(sep));
        word = end < 0 ? written : at_str_head(written, (size_t)end);
        if (at_str_is(word, name))
            return true;
        written = at_str_skip(written, word.len + (end < 0 ? 0 : strlen(sep)));
    }
    return false;
}

static void
add_valued(const struct at_option *rows, size_t from, const char *sep,
           struct at_buf *out)
{
    for (; rows->name; rows++) {
        const char *const names[] = {rows->name, rows->alias};
        for (size_t i = 0; rows->value && i < AT_LEN(names); i++) {
            if (!names[i] || is_in(out, from, names[i], sep))
                continue;
            at_buf_add_fmt(out, "%s%s", out->len > from ? sep : "", names[i]);
        }
    }
}

void
at_completion_valued(const struct at_program *program, const char *sep,
                     struct at_buf *out)
{
    struct at_option rows[AT_OPTION_ROWS_MAX];
    size_t from = out->len;
    for (size_t i = 0; program->commands[i]; i++) {
        at_command_all_rows(program, program->commands[i], rows);
        add_valued(rows, from, sep, out);
    }
}

static void
add_value(const struct at_program *program, const char *command,
          const struct at_option *row, at_completion_row *add,
          struct at_buf *out)
{
    enum at_completes what = at_option_completes(program, row);
    if (what == AT_COMPLETES_NOTHING)
        return;
    at_buf_add_fmt(out, "    '%s:%s'", command, row->name);
    if (row->alias)
        at_buf_add_fmt(out, " | '%s:%s'", command, row->alias);
    add(what, row->choices, out);
}

void
at_completion_values(const struct at_program *program, at_completion_row *row,
                     struct at_buf *out)
{
    struct at_option rows[AT_OPTION_ROWS_MAX];
    for (size_t i = 0; program->commands[i]; i++) {
        at_command_all_rows(program, program->commands[i], rows);
        for (size_t n = 0; rows[n].name; n++)
            add_value(program, program->commands[i]->name, &rows[n], row, out);
    }
    // options may come before the command
    at_command_all_rows(program, at_command_default(program), rows);
    for (size_t n = 0; rows[n].name; n++)
        add_value(program, "", &rows[n], row, out);
}

static void
add_positional(const struct at_command *command, size_t n,
               at_completion_row *add, struct at_buf *out)
{
    const struct at_positional *row = &command->positionals[n];
    enum at_completes what = at_positional_completes(row);
    if (what == AT_COMPLETES_NOTHING)
        return;
    if (row->repeats)
        at_buf_add_fmt(out, "    '%s:'*", command->name);
    else
        at_buf_add_fmt(out, "    '%s:%zu'", command->name, n);
    add(what, at_positional_offers(row), out);
}

void
at_completion_arguments(const struct at_program *program,
                        at_completion_row *row, struct at_buf *out)
{
    for (size_t i = 0; program->commands[i]; i++) {
        const struct at_positional *positionals =
            program->commands[i]->positionals;
        for (size_t n = 0; positionals && positionals[n].name; n++)
            add_positional(program->commands[i], n, row, out);
    }
}

void
at_completion_words(const char *const *words, struct at_buf *out)
{
    for (size_t i = 0; words[i]; i++)
        at_buf_add_fmt(out, "%s%s", i ? " " : "", words[i]);
}

void
at_completion_quoted(struct at_str text, const char *quote, struct at_buf *out)
{
    for (size_t i = 0; i < text.len; i++) {
        if (text.ptr[i] == '\'')
            at_buf_add_text(out, quote);
        else
            at_buf_add_char(out, text.ptr[i]);
    }
}
