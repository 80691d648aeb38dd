// help: print pages about commands, and docs/cli.md
#include "cli/commands.h"

#include "base/limits.h"
#include "cli/invocation.h"
#include "commandline/help.h"

static bool
run(struct at_invocation *invocation, struct at_err *err)
{
    struct at_buf page = AT_BUF_INIT(AT_CLI_RESULT_MAX_BYTES);
    bool ok = at_help_named(invocation->args, &page, err);
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

const struct at_command at_cli_help = {
    .name = "help",
    .summary = "show a page about a command",
    .positionals =
        AT_POSITIONALS({.name = "command",
                        .help = "ui, ui tap, gc; without one, all of them",
                        .optional = true,
                        .repeats = true}),
    .options = at_help_modes,
    .examples = examples,
    .flags = AT_COMMAND_HISTORY | AT_CLI_NO_SESSION,
    .run = run,
    .print = print,
};
