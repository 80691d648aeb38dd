// ui find: find elements by role, name or a part of their text
#include "cli/commands.h"

#include <string.h>

#include "base/limits.h"
#include "base/quote.h"
#include "cli/fields.h"
#include "cli/ui_step.h"
#include "cli/last_snapshot.h"
#include "cli/new_snapshot.h"
#include "cli/target.h"
#include "screen/listed.h"
#include "session/snapshot.h"
#include "wire/json.h"

enum { LISTED_MAX = 5 };

static const char *const actions[] = {"print", "tap", NULL};

static bool
read_query(const struct at_arguments *args, struct at_element_query *out,
           struct at_err *err)
{
    *out = (struct at_element_query){
        .role = at_str(at_arguments_option(args, "--role")),
        .name = at_str(at_arguments_option(args, "--name")),
        .contains = at_str(at_arguments_option(args, "--contains")),
    };
    if (out->role.len + out->name.len + out->contains.len == 0)
        return at_fail(err, AT_EUSAGE,
                       "no query: give --role, --name or "
                       "--contains");
    return at_fields_check(args, at_fields_of_element, err);
}

// The matches, and the one to tap.
struct found {
    size_t count;
    size_t interactive;
    const struct at_element *first;             // the first found
    const struct at_element *first_interactive; // NULL without
};

static void
add_line(const struct at_element *element, struct at_buf *out)
{
    struct at_buf ref = AT_BUF_INIT(AT_REF_NAME_MAX);
    at_buf_add_fmt(&ref, "@e%zu", element->number);
    at_listed_write(element->node, at_buf_text(&ref), out);
    at_buf_deinit(&ref);
}

static struct found
find(struct at_invocation *invocation, const struct at_new_snapshot *fresh,
     const struct at_element_query *query)
{
    struct found found = {0};
    struct at_buf lines = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
    const json_t *all = json_object_get(fresh->snapshot, "elements");
    json_t *matches = json_array();
    for (size_t i = 0; i < fresh->elements.count; i++) {
        const struct at_element *row = &fresh->elements.rows[i];
        if (!at_element_matches(row->node, query))
            continue;
        found.first = found.first ? found.first : row;
        found.count++;
        found.interactive += row->interactive;
        if (row->interactive && !found.first_interactive)
            found.first_interactive = row;
        json_array_append(matches, json_array_get(all, i));
        add_line(row, &lines);
        at_buf_add_char(&lines, '\n');
    }
    at_invocation_set(invocation, "count",
                      json_integer((json_int_t)found.count));
    at_invocation_set(invocation, "matches", matches);
    at_invocation_set_text(invocation, "lines", at_buf_text(&lines));
    at_buf_deinit(&lines);
    return found;
}

static bool
fail_none(struct at_invocation *invocation, const struct at_new_snapshot *fresh,
          struct at_err *err)
{
    at_invocation_next(invocation, "see what is there", "ui", "snapshot", NULL);
    return at_fail(err, AT_ENOTFOUND,
                   "none of the %zu elements on the screen matches",
                   fresh->elements.count);
}

static bool
fail_many(struct at_invocation *invocation, const struct found *found,
          struct at_err *err)
{
    struct at_str lines = at_json_get_str(invocation->data, "lines");
    struct at_buf some = AT_BUF_INIT(AT_ERR_MSG_MAX);
    struct at_str line;
    for (size_t i = 0; i < LISTED_MAX && at_str_next_line(&lines, &line); i++) {
        at_buf_add_text(&some, i ? ", " : "");
        at_quote_cut(line, 120, &some);
    }
    at_fail(
        err, AT_ENOTFOUND,
        "%zu elements match, nothing was touched: tap one by its ref (%s%s)",
        found->count, at_buf_text(&some),
        found->count > LISTED_MAX ? " …" : "");
    at_buf_deinit(&some);
    return false;
}

static void
advise_tap(struct at_invocation *invocation, const struct at_element *element)
{
    struct at_buf ref = AT_BUF_INIT(AT_REF_NAME_MAX);
    at_buf_add_fmt(&ref, "@e%zu", element->number);
    at_invocation_next(invocation, "tap it", "ui", "tap", at_buf_text(&ref),
                       NULL);
    at_buf_deinit(&ref);
}

// Tap by the ref of the snapshot just taken: the element is located once more.
static bool
tap(struct at_invocation *invocation, const struct at_element *element,
    struct at_err *err)
{
    struct at_target target = {.form = AT_TARGET_REF,
                               .number = element->number};
    struct at_buf ref = AT_BUF_INIT(AT_REF_NAME_MAX - 1);
    struct at_app *app;
    at_buf_add_fmt(&ref, "@e%zu", element->number);
    at_str_cut(target.ref, sizeof(target.ref), at_buf_str(&ref));
    at_buf_deinit(&ref);
    if (!at_last_snapshot_open(invocation, &target, &app, err))
        return false;
    struct at_flow_step step = AT_FLOW_STEP_INIT(AT_FLOW_TAP);
    step.target = at_target_selector(&target);
    return at_ui_step_run(invocation, app, "tap", &step, err);
}

static bool
use(struct at_invocation *invocation, const struct at_new_snapshot *fresh,
    const struct at_element_query *query, struct at_err *err)
{
    struct found found = find(invocation, fresh, query);
    bool taps = strcmp(at_arguments_at(invocation->args, 0), "tap") == 0;
    const struct at_element *best =
        found.first_interactive ? found.first_interactive : found.first;
    if (found.count == 0)
        return fail_none(invocation, fresh, err);
    if (taps && (found.count == 1 || found.interactive == 1))
        return tap(invocation, best, err);
    advise_tap(invocation, best);
    return !taps || fail_many(invocation, &found, err);
}

static bool
run(struct at_invocation *invocation, struct at_err *err)
{
    struct at_element_query query;
    struct at_new_snapshot fresh;
    if (!read_query(invocation->args, &query, err))
        return false;
    bool ok = at_new_snapshot_continue(invocation, &fresh, err) &&
              use(invocation, &fresh, &query, err);
    at_new_snapshot_deinit(&fresh);
    if (at_fields_keep(invocation, invocation->data, "matches"))
        json_object_del(invocation->data, "lines");
    return ok;
}

static void
print(const json_t *data, struct at_buf *out)
{
    if (at_json_get_str(data, "action").len > 0)
        at_ui_step_print(data, out);
    else if (json_object_get(data, "fields"))
        at_fields_print(json_object_get(data, "matches"), out);
    else
        at_buf_add_str(out, at_json_get_str(data, "lines"));
}

const struct at_command at_cli_ui_find = {
    .name = "ui find",
    .summary = "find elements by role, name or text, and tap the only one",
    .about =
        "Takes a snapshot, which becomes the session's last one: the printed "
        "refs are valid.\nElements that stayed keep their refs, as after an "
        "action. tap refuses several matches,\nunless only one of them takes "
        "input.",
    .positionals = AT_POSITIONALS(
        {.name = "action", .help = "what to do with it", .choices = actions}),
    .options = AT_OPTIONS(
        {.name = "--role",
         .value = "ROLE",
         .choices = at_element_roles,
         .help = "button, textbox, checkbox, switch; as the tree: btn, link, "
                 "input …"},
        {.name = "--name", .value = "NAME", .help = "exactly this name"},
        {.name = "--contains",
         .value = "TEXT",
         .help = "part of its name, text or value"},
        AT_FIELDS_OPTION),
    .examples = AT_EXAMPLES(
        {"ui find print --role button", "all buttons, with their refs"},
        {"ui find print --role input", "all text fields, by the tree's word"},
        {"ui find tap --name 'Log in'", "the only element of that name"}),
    .flags = AT_COMMAND_HISTORY | AT_CLI_ACTION,
    .timeout_ms = AT_CLI_LOOK_MS,
    .run = run,
    .print = print,
};
