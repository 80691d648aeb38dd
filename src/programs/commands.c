// commands.c: the longest name of a row that the words begin with is meant
#include "programs/commands.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "base/near.h"

int
at_program_refuse(const struct at_program *program, const char *text)
{
    fprintf(stderr, "%s: %s; --help lists all\n", program->name, text);
    return AT_PROGRAM_USAGE;
}

static void
write_command(const struct at_program *program,
              const struct at_program_command *row, struct at_buf *out)
{
    at_buf_add_fmt(out, "%s%s%s%s%s: %s\n", program->name,
                   row->name[0] ? " " : "", row->name,
                   row->arguments ? " " : "",
                   row->arguments ? row->arguments : "", row->help);
    at_options_help(row->options, out);
    at_buf_add_char(out, '\n');
}

int
at_program_print_help(const struct at_program *program)
{
    struct at_buf out = AT_BUF_INIT(64 * AT_KIB);
    at_buf_add_fmt(&out, "usage: %s [COMMAND] [OPTIONS]\n\n%s\n", program->name,
                   program->about);
    for (size_t i = 0; program->commands[i]; i++)
        if (program->commands[i]->help)
            write_command(program, program->commands[i], &out);
    at_buf_add_text(&out, program->environment);
    fputs(at_buf_text(&out), stdout);
    at_buf_deinit(&out);
    return EXIT_SUCCESS;
}

int
at_program_print_version(const struct at_program *program)
{
    printf("%s " AT_VERSION "\n", program->name);
    return EXIT_SUCCESS;
}

// Counts the words of the command's name: "runs show" has two; 0 if they
// differ.
static int
match_name(const char *name, int count, char *const *words)
{
    struct at_str rest = at_str(name);
    struct at_str part;
    int matched = 0;
    while (at_str_next(&rest, ' ', &part)) {
        if (matched == count || !at_str_is(part, words[matched]))
            return 0;
        matched++;
    }
    return matched;
}

// Find the row that the words begin with, else the first one. *out_used is the
// number of words that are its name.
static const struct at_program_command *
find_command(const struct at_program *program, int count, char *const *words,
             int *out_used)
{
    const struct at_program_command *found = program->commands[0];
    *out_used = 0;
    for (size_t i = 1; program->commands[i]; i++) {
        int matched = match_name(program->commands[i]->name, count, words);
        if (matched > *out_used) {
            *out_used = matched;
            found = program->commands[i];
        }
    }
    return found;
}

static int
refuse_command(const struct at_program *program, const char *word)
{
    struct at_near near = {.wanted = at_str(word)};
    char names[80], text[256];
    for (size_t i = 1; program->commands[i]; i++)
        at_near_offer(&near, at_str(program->commands[i]->name));
    at_near_write(&near, names, sizeof(names));
    snprintf(text, sizeof(text), "unknown command '%.80s'%s%s", word,
             names[0] ? ": did you mean " : "", names);
    return at_program_refuse(program, text);
}

static int
refuse_arguments(const struct at_program *program,
                 const struct at_program_command *row,
                 const struct at_argv *arguments)
{
    char text[256];
    if (!row->arguments || arguments->count > row->arguments_max)
        snprintf(text, sizeof(text), "unexpected argument '%.80s'",
                 arguments->words[row->arguments_max]);
    else
        snprintf(text, sizeof(text), "%s needs %s", row->name, row->arguments);
    return at_program_refuse(program, text);
}

static int
run_command(const struct at_program_call *call,
            const struct at_program_command *row)
{
    size_t count = call->arguments->count;
    if (count < row->arguments_min || count > row->arguments_max)
        return refuse_arguments(call->program, row, call->arguments);
    return row->run(call);
}

// Output that did not arrive is neither a success nor a verdict.
static int
finish_output(const struct at_program *program, int status)
{
    int sys = fflush(stdout) == 0 ? EIO : errno;
    if (!ferror(stdout))
        return status;
    fprintf(stderr, "%s: cannot write to stdout: %s\n", program->name,
            strerror(sys));
    return program->lost_output;
}

// "runs --help", where there are "runs list" and "runs show".
static bool
asks_for_group(const struct at_program *program, int count, char *const *words)
{
    struct at_str part;
    bool found = false;
    if (count != 2 || strcmp(words[1], "--help") != 0)
        return false;
    for (size_t i = 1; !found && program->commands[i]; i++) {
        struct at_str rest = at_str(program->commands[i]->name);
        found = at_str_next(&rest, ' ', &part) && at_str_is(part, words[0]);
    }
    return found;
}

int
at_program_run(const struct at_program *program, int argc, char **argv)
{
    const char *values[AT_PROGRAM_OPTIONS_MAX];
    struct at_argv arguments = AT_ARGV_INIT;
    struct at_err err = AT_ERR_INIT;
    int count = argc > 0 ? argc - 1 : 0;
    char *const *words = argv + 1;
    int used, status;
    const struct at_program_command *row =
        find_command(program, count, words, &used);
    if (asks_for_group(program, count, words))
        return at_program_print_help(program);
    if (count > 0 && used == 0 && words[0][0] != '-')
        return refuse_command(program, words[0]);
    if (count > used && strcmp(words[used], "--help") == 0)
        return at_program_print_help(program);
    if (at_options_read_all(row->options, count - used, words + used, values,
                            row->arguments ? &arguments : NULL, &err)) {
        struct at_program_call call = {program, argv[0], values, &arguments};
        status = run_command(&call, row);
    } else {
        status = at_program_refuse(program, err.msg);
    }
    at_argv_deinit(&arguments);
    return finish_output(program, status);
}
