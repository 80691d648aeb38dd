// repl: commands line by line
#include "cli/repl.h"

#include "cli/commands.h"

static bool
run(struct at_invocation *invocation, struct at_err *err)
{
    if (at_cli_mode(invocation->args) == AT_OUTPUT_JSON)
        return at_fail(
            err, AT_EUSAGE,
            "repl has many results: --jsonl prints one on each line");
    return at_repl_run(invocation, err);
}

const struct at_command at_cli_repl = {
    .name = "repl",
    .summary = "type commands, with completion, history and the screen",
    .about =
        "The commands are those of the command line, without the program's "
        "name; `quit`, `exit`\nor Ctrl-D ends it. Words are quoted as in a "
        "shell. After each action the screen is shown\nagain, and its refs "
        "become the current ones; Tab completes commands, options and refs.\n"
        "Ctrl-C cancels the running command. Each session has a history, "
        "without lines that\nhave a typed text or --env, and without refused "
        "ones.\n\nWithout a terminal, lines "
        "are read from standard input, and the exit status is 1 if\none of "
        "them failed. With --jsonl there is no prompt.",
    .examples =
        AT_EXAMPLES({"repl", "edit lines, with completion (Tab) and history"},
                    {"repl --jsonl < commands.txt",
                     "run a file of commands, one result on each line"}),
    .flags = AT_CLI_OWN_OUTPUT | AT_CLI_OWN_SIGNALS,
    .timeout_ms = AT_COMMAND_NO_TIMEOUT,
    .run = run,
};
