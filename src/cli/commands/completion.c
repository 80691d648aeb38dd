// completion: the script by which a shell completes our command lines
#include "cli/commands.h"

#include "base/limits.h"
#include "cli/invocation.h"
#include "commandline/completion.h"
#include "wire/json.h"

static bool
run(struct at_invocation *invocation, struct at_err *err)
{
    const char *shell = at_arguments_at(invocation->args, 0);
    struct at_buf script = AT_BUF_INIT(AT_CLI_RESULT_MAX_BYTES);
    bool ok = at_completion_write(&at_mobile_dev_agent, shell, &script) ||
              at_fail(err, AT_EUSAGE, "no completion for '%.40s'", shell);
    if (ok) {
        at_invocation_set_text(invocation, "shell", shell);
        at_invocation_set_text(invocation, "script", at_buf_text(&script));
    }
    at_buf_deinit(&script);
    return ok;
}

static void
print(const json_t *data, struct at_buf *out)
{
    at_buf_add_str(out, at_json_get_str(data, "script"));
}

const struct at_command at_cli_completion = {
    .name = "completion",
    .summary = "the script by which a shell completes command lines",
    .positionals = at_completion_positionals,
    .examples = AT_EXAMPLES(
        {"completion bash",
         "for ~/.bashrc: source <(mobile-dev-agent completion "
         "bash)"},
        {"completion zsh", "behind compinit in ~/.zshrc, or a file of $fpath"},
        {"completion fish",
         "into ~/.config/fish/completions/mobile-dev-agent.fish"}),
    .flags = AT_COMMAND_HISTORY | AT_CLI_NO_SESSION,
    .run = run,
    .print = print,
};
