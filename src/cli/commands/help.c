// help: print pages about commands, and docs/cli.md
#include "cli/commands.h"

#include "base/limits.h"
#include "cli/invocation.h"
#include "commandline/help.h"

static const struct at_positional positionals[] = {
    {.name = "command",
     .help = "ui, ui tap, gc; without one, all of them",
     .optional = true,
     .repeats = true},
    {0},
};

static const struct at_option options[] = {
    {.name = "--markdown", .help = "all pages as one document"},
    {.name = "--man", .help = "all pages as a manual page, for man -l"},
    {0},
};

static bool
write_page(const struct at_arguments *args, struct at_buf *page,
           struct at_err *err)
{
    struct at_buf name = AT_BUF_INIT(200);
    for (size_t n = 0; at_arguments_at(args, n); n++)
        at_buf_add_fmt(&name, "%s%.80s", n ? " " : "",
                       at_arguments_at(args, n));
    const struct at_command *command = at_command_find(at_buf_str(&name));
    bool ok = true;
    if (at_arguments_have(args, "--markdown"))
        at_help_markdown(page);
    else if (at_arguments_have(args, "--man"))
        at_help_man(page);
    else if (name.len == 0)
        at_help_all(page);
    else if (command)
        at_help_command(command, page);
    else if (at_command_is_group(at_buf_str(&name)))
        at_help_group(at_buf_str(&name), page);
    else
        ok = at_fail(err, AT_EUSAGE,
                     "no command '%s': mobile-dev-agent help lists them all",
                     at_buf_text(&name));
    at_buf_deinit(&name);
    return ok;
}

static bool
run(struct at_invocation *invocation, struct at_err *err)
{
    struct at_buf page = AT_BUF_INIT(AT_CLI_RESULT_MAX_BYTES);
    bool ok = write_page(invocation->args, &page, err);
    if (ok)
        at_invocation_set_text(invocation, "page", at_buf_text(&page));
    at_buf_deinit(&page);
    return ok;
}

static void
print(const json_t *data, struct at_buf *out)
{
    const char *page = json_string_value(json_object_get(data, "page"));
    at_buf_add_text(out, page ? page : "");
}

static const struct at_example examples[] = {
    {"help ui tap", "one command: arguments, options, examples"},
    {"help ui", "a group"},
    {0},
};

const struct at_command at_command_help = {
    .name = "help",
    .summary = "show a page about a command",
    .positionals = positionals,
    .options = options,
    .examples = examples,
    .flags = AT_COMMAND_HISTORY | AT_COMMAND_NO_SESSION,
    .run = run,
    .print = print,
};
