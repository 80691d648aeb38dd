// ui press: press a key
#include "cli/commands.h"

#include <assert.h>
#include <string.h>

#include "cli/ui_step.h"
#include "cli/last_snapshot.h"
#include "wire/json.h"

static const char *const keys[] = {"back", "enter",  "tab", "escape",
                                   "home", "delete", NULL};
// Android's names; simulators know the short ones, which their errors repeat.
static const struct at_str keycodes[] = {
    AT_STR_ROW("KEYCODE_BACK"), AT_STR_ROW("KEYCODE_ENTER"),
    AT_STR_ROW("KEYCODE_TAB"),  AT_STR_ROW("KEYCODE_ESCAPE"),
    AT_STR_ROW("KEYCODE_HOME"), AT_STR_ROW("KEYCODE_DEL"),
};
static_assert(AT_LEN(keycodes) + 1 == AT_LEN(keys), "one keycode for each key");

static struct at_str
keycode_of(const char *key)
{
    size_t i = 0;
    while (strcmp(keys[i], key) != 0)
        i++;
    return keycodes[i];
}

static bool
run(struct at_invocation *invocation, struct at_err *err)
{
    const char *key = at_arguments_at(invocation->args, 0);
    struct at_flow_step step = AT_FLOW_STEP_INIT(AT_FLOW_PRESS_KEY);
    struct at_app *app;
    at_invocation_set_text(invocation, "key", key);
    if (!at_last_snapshot_open(invocation, NULL, &app, err))
        return false;
    step.keycode = keycode_of(key);
    return at_ui_step_run(invocation, app, "press", &step, err);
}

static void
print(const json_t *data, struct at_buf *out)
{
    struct at_str key = at_json_get_str(data, "key");
    json_t *named = json_copy((json_t *)(uintptr_t)data);
    if (at_json_get_str(data, "action").len > 0)
        at_json_set(named, "target", at_json_text(key));
    at_ui_step_print(named, out);
    json_decref(named);
}

const struct at_command at_cli_ui_press = {
    .name = "ui press",
    .summary = "press a key",
    .about = "iOS has no back key: there `ui press back` fails. delete deletes "
             "backwards; `ui clear`\nempties a field.",
    .positionals =
        AT_POSITIONALS({.name = "key", .help = "which key", .choices = keys}),
    .examples = AT_EXAMPLES(
        {"ui press back", "closes the keyboard, a dialog or a screen"},
        {"ui press enter", "the action key of the keyboard"},
        {"ui press delete", "the character before the cursor"}),
    .flags = AT_COMMAND_HISTORY | AT_CLI_ACTION,
    .timeout_ms = AT_CLI_LOOK_MS,
    .run = run,
    .print = print,
};
