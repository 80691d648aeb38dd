// setup: install the skill file where agents look for skills
#include "cli/commands.h"

#include "cli/invocation.h"
#include "setup/setup.h"
#include "wire/json.h"

extern const char at_cli_skill_text[]; // skills/mobile-dev-agent/SKILL.md

static bool
run(struct at_invocation *invocation, struct at_err *err)
{
    struct at_setup setup;
    bool asks = at_cli_mode(invocation->args) == AT_OUTPUT_TEXT;
    bool planned =
        at_setup_plan(invocation->args, at_str(at_cli_skill_text), &setup, err);
    bool ok = planned && at_setup_run(&setup, invocation->args, asks, err);
    json_t *result = at_setup_json(&setup);
    const char *name;
    json_t *value;
    json_object_foreach(result, name, value)
        at_invocation_set(invocation, name, json_incref(value));
    json_decref(result);
    at_setup_deinit(&setup);
    return ok;
}

const struct at_command at_cli_setup = {
    .name = "setup",
    .summary = "install the skill file for coding agents",
    .about =
        "The file tells an agent how to use this program. It goes where the "
        "agents that are\ninstalled, or those that are named, look for skills. "
        "An older one is updated; one that\nyou have changed is left alone "
        "without --yes.",
    .positionals = at_setup_positionals,
    .options = AT_OPTIONS(AT_SETUP_OPTIONS),
    .examples =
        AT_EXAMPLES({"setup claude --dry-run", "where the file would be"},
                    {"setup claude codex --yes", "install it for two agents"},
                    {"setup claude --remove --yes", "take it out again"}),
    .flags = AT_COMMAND_HISTORY | AT_CLI_NO_SESSION,
    .run = run,
    .print = at_setup_write,
};
