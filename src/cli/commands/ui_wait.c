// ui wait: wait for an element, for its absence, for news, or for rest
#include "cli/commands.h"

#include "base/limits.h"
#include "base/quote.h"
#include "cli/last_snapshot.h"
#include "cli/target.h"
#include "cli/ui_step.h"
#include "wire/json.h"

enum { TIMEOUT_MS = 10000 };

static bool
read_step(const struct at_arguments *args, struct at_target *target,
          struct at_flow_step *out, struct at_err *err)
{
    const char *word = at_arguments_at(args, 0);
    bool gone = at_arguments_have(args, "--gone");
    bool news = at_arguments_have(args, "--new");
    *target = (struct at_target){.form = AT_TARGET_TEXT};
    *out = (struct at_flow_step)AT_FLOW_STEP_INIT(
        word || news ? AT_FLOW_WAIT_UNTIL : AT_FLOW_WAIT_FOR_STABLE);
    out->gone = gone;
    if (news && (word || gone))
        return at_fail(err, AT_EUSAGE,
                       "--new is for anything: it takes no element and no "
                       "--gone");
    if (gone && !word)
        return at_fail(err, AT_EUSAGE,
                       "--gone needs an element: `ui wait --gone Loading`");
    return !word || at_target_read_element(word, target, &out->target, err);
}

static const char *
until_of(const struct at_flow_step *step)
{
    if (step->action == AT_FLOW_WAIT_FOR_STABLE)
        return "settled";
    if (step->gone)
        return "gone";
    return at_selector_empty(&step->target) ? "something new" : "visible";
}

static bool
run(struct at_invocation *invocation, struct at_err *err)
{
    struct at_flow_step step;
    struct at_target target;
    struct at_app *app;
    if (!read_step(invocation->args, &target, &step, err))
        return false;
    at_invocation_set_text(invocation, "query",
                           at_arguments_at(invocation->args, 0));
    at_invocation_set_text(invocation, "until", until_of(&step));
    return at_last_snapshot_open(invocation, &target, &app, err) &&
           at_ui_step_run(invocation, app, "wait", &step, err);
}

// An element that has gone has no ref: print the query instead.
static void
print(const json_t *data, struct at_buf *out)
{
    struct at_str query = at_json_get_str(data, "query");
    struct at_str until = at_json_get_str(data, "until");
    json_t *named = json_copy((json_t *)(uintptr_t)data);
    struct at_buf what = AT_BUF_INIT(AT_KIB);
    if (query.len > 0)
        at_quote_write(at_utf8_head(query, 100), &what);
    at_buf_add_fmt(&what, "%s%.*s", query.len > 0 ? " " : "",
                   AT_STR_ARG(until));
    if (at_json_get_str(data, "target").len == 0)
        at_json_set(named, "target", at_json_text(at_buf_str(&what)));
    at_ui_step_print(named, out);
    at_buf_deinit(&what);
    json_decref(named);
}

const struct at_command at_cli_ui_wait = {
    .name = "ui wait",
    .summary = "wait for an element, its absence, news, or the end of loading",
    .about =
        "Without an element it waits until nothing moves or loads. The result "
        "says what has changed\non the screen since the last command. Exit "
        "status 1 if it has not come in time.",
    .positionals = AT_POSITIONALS({.name = "element",
                                   .help = AT_TARGET_ELEMENT_FORMS,
                                   .optional = true,
                                   .refs = true}),
    .options = AT_OPTIONS(
        {.name = "--gone", .help = "until the element is no longer there"},
        {.name = "--new", .help = "until anything new shows, as a message"}),
    .examples = AT_EXAMPLES(
        {"ui wait", "until nothing moves or loads"},
        {"ui wait Welcome --timeout-ms 20000", "until that text shows"},
        {"ui wait --gone Loading", "until it is no longer there"}),
    .flags = AT_COMMAND_HISTORY | AT_CLI_SCREEN | AT_CLI_WAITS | AT_CLI_SHOWS,
    .timeout_ms = TIMEOUT_MS,
    .run = run,
    .print = print,
};
