// ui press: a key
#include "cli/commands.h"

#include "cli/act.h"
#include "cli/last.h"
#include "wire/json.h"

enum { TIMEOUT_MS = 15000 };

static const char *const keys[] = {"back",   "enter", "tab",
                                   "escape", "home",  NULL};

static const struct at_argument arguments[] = {
    {.name = "key", .help = "which key", .choices = keys},
    {0},
};

// "KEYCODE_BACK", which a simulator's keys answer to as well.
static json_t *
keycode(const char *key)
{
    struct at_buf code = AT_BUF_INIT(64);
    at_buf_add_text(&code, "KEYCODE_");
    for (; *key; key++)
        at_buf_add_char(&code, (char)(*key - 'a' + 'A'));
    json_t *json = at_json_text(at_buf_str(&code));
    at_buf_deinit(&code);
    return json;
}

static bool
run(struct at_call *call, struct at_err *err)
{
    const char *key = at_given_argument(call->given, 0);
    struct at_app *app;
    json_t *step = json_object();
    at_json_set_text(step, "action", "press_key");
    at_json_set(step, "keycode", keycode(key));
    at_call_set_text(call, "key", key);
    if (!at_last_open(call, NULL, &app, err)) {
        json_decref(step);
        return false;
    }
    return at_act_run(call, app, "press", step, err);
}

static void
print(const json_t *data, struct at_buf *out)
{
    struct at_str key = at_json_get_str(data, "key");
    json_t *named = json_copy((json_t *)(uintptr_t)data);
    if (at_json_get_str(data, "action").len > 0)
        at_json_set(named, "target", at_json_text(key));
    at_act_print(named, out);
    json_decref(named);
}

static const struct at_example examples[] = {
    {"ui press back", "closes the keyboard, a dialog or a screen"},
    {"ui press enter", "what the keyboard's action key does"},
    {0},
};

const struct at_command at_command_ui_press = {
    .name = "ui press",
    .summary = "press a key",
    .about = "iOS has no back key: there `ui press back` is refused.",
    .arguments = arguments,
    .examples = examples,
    .flags = AT_COMMAND_RUN | AT_COMMAND_LIVE | AT_COMMAND_PLATFORM |
             AT_COMMAND_APP | AT_COMMAND_TIMEOUT,
    .timeout_ms = TIMEOUT_MS,
    .run = run,
    .print = print,
};
