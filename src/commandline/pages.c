// pages.c: the commands of every program: help, completion
#include <stdio.h>
#include <stdlib.h>

#include "base/limits.h"
#include "base/version.h"
#include "commandline/completion.h"
#include "commandline/help.h"

void
at_help_asked(const struct at_arguments *args, struct at_buf *out)
{
    const struct at_program *program = args->program;
    if (at_arguments_have(args, "--version") &&
        !at_arguments_have(args, "--help"))
        at_buf_add_fmt(out, "%s %s\n", program->name, at_version_text);
    else if (args->is_named)
        at_help_command(program, args->command, out);
    else if (args->group)
        at_help_group(program, at_str(args->group), out);
    else
        at_help_all(program, out);
}

bool
at_help_named(const struct at_arguments *args, struct at_buf *out,
              struct at_err *err)
{
    const struct at_program *program = args->program;
    struct at_buf name = AT_BUF_INIT(200);
    for (size_t n = 0; at_arguments_at(args, n); n++)
        at_buf_add_fmt(&name, "%s%.80s", n ? " " : "",
                       at_arguments_at(args, n));
    const struct at_command *command =
        at_command_find(program, at_buf_str(&name));
    bool ok = true;
    if (at_arguments_have(args, "--markdown"))
        at_help_markdown(program, out);
    else if (at_arguments_have(args, "--man"))
        at_help_man(program, out);
    else if (name.len == 0)
        at_help_all(program, out);
    else if (command)
        at_help_command(program, command, out);
    else if (at_command_is_group(program, at_buf_str(&name)))
        at_help_group(program, at_buf_str(&name), out);
    else
        ok = at_fail(err, AT_EUSAGE, "no command '%s': %s help lists them all",
                     at_buf_text(&name), program->name);
    at_buf_deinit(&name);
    return ok;
}

static int
start_help(const struct at_arguments *args)
{
    struct at_buf page = AT_BUF_INIT(AT_CLI_RESULT_MAX_BYTES);
    struct at_err err = AT_ERR_INIT;
    int status = EXIT_SUCCESS;
    if (at_help_named(args, &page, &err))
        fwrite(at_buf_text(&page), 1, page.len, stdout);
    else
        status = at_program_refuse(args->program, err.msg);
    at_buf_deinit(&page);
    return status;
}

static int
start_completion(const struct at_arguments *args)
{
    struct at_buf script = AT_BUF_INIT(AT_CLI_RESULT_MAX_BYTES);
    (void)!at_completion_write(args->program, at_arguments_at(args, 0),
                               &script); // the row has its choices
    fwrite(at_buf_text(&script), 1, script.len, stdout);
    at_buf_deinit(&script);
    return EXIT_SUCCESS;
}

const struct at_option at_help_modes[] = {
    {.name = "--markdown", .help = "all pages as one document"},
    {.name = "--man", .help = "all pages as a manual page, for man -l"},
    {0},
};

static const char *const shells[] = {"bash", "zsh", "fish", NULL};

const struct at_positional at_completion_positionals[] = {
    {.name = "shell", .help = "which one", .choices = shells},
    {0},
};

const struct at_command at_command_help = {
    .name = "help",
    .summary = "show a page about a command",
    .positionals = AT_POSITIONALS(
        {.name = "command",
         .help = "a command or its first word; without one, all of them",
         .optional = true,
         .repeats = true}),
    .options = at_help_modes,
    .examples = AT_EXAMPLES(
        {"help doctor", "one command: arguments, options, examples"},
        {"help --man", "the manual page"}),
    .start = start_help,
};

const struct at_command at_command_completion = {
    .name = "completion",
    .summary = "print the script by which a shell completes command lines",
    .positionals = at_completion_positionals,
    .examples = AT_EXAMPLES(
        {"completion bash", "for ~/.bashrc, by `source <(…)`"},
        {"completion zsh", "for ~/.zshrc behind compinit, or a file of $fpath"},
        {"completion fish", "for a file in ~/.config/fish/completions"}),
    .start = start_completion,
};
