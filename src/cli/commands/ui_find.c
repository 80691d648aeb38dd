// ui find: elements by role, name or a part of their text
#include "cli/commands.h"

#include <string.h>

#include "base/limits.h"
#include "cli/act.h"
#include "cli/last.h"
#include "cli/look.h"
#include "cli/target.h"
#include "screen/listed.h"
#include "session/snapshot.h"
#include "wire/json.h"

enum { TIMEOUT_MS = 15000, LISTED_MAX = 5 };

static const char *const actions[] = {"print", "tap", NULL};

static const struct at_argument arguments[] = {
    {.name = "action", .help = "what to do with it", .choices = actions},
    {0},
};

static const struct at_option options[] = {
    {.name = "--role",
     .value = "ROLE",
     .help = "button, textbox, checkbox, switch, text_view, list_item …"},
    {.name = "--name", .value = "NAME", .help = "exactly this name"},
    {.name = "--contains",
     .value = "TEXT",
     .help = "part of its name, text or value"},
    {0},
};

// Words of the contract that are no role's name in the engine.
static const char *const contract_roles[] = {"textbox", "checkbox"};

static bool
check_role(const char *role, struct at_err *err)
{
    struct at_buf names = AT_BUF_INIT(AT_ERR_MSG_MAX);
    bool known = !role;
    for (size_t i = 0; !known && i < AT_LEN(contract_roles); i++) {
        known = strcmp(role, contract_roles[i]) == 0;
        at_buf_add_fmt(&names, "%s%s", i ? ", " : "", contract_roles[i]);
    }
    for (int i = 0; !known && i < AT_ROLE_COUNT; i++) {
        const char *name = at_role_name((enum at_role)i);
        known = strcmp(role, name) == 0;
        at_buf_add_fmt(&names, ", %s", name);
    }
    if (!known)
        at_fail(err, AT_EUSAGE, "--role cannot be '%.40s' (valid: %s)", role,
                at_buf_text(&names));
    at_buf_deinit(&names);
    return known;
}

static bool
read_query(const struct at_given *given, struct at_element_query *out,
           struct at_err *err)
{
    *out = (struct at_element_query){
        .role = at_str(at_given_option(given, "--role")),
        .name = at_str(at_given_option(given, "--name")),
        .contains = at_str(at_given_option(given, "--contains")),
    };
    if (out->role.len + out->name.len + out->contains.len == 0)
        return at_fail(err, AT_EUSAGE,
                       "what is to be found? give --role, --name or "
                       "--contains");
    return check_role(at_given_option(given, "--role"), err);
}

// What was found: the matches, and the one to be tapped.
struct found {
    size_t count;
    size_t interactive;
    const struct at_element *first;             // of all
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
find(struct at_call *call, const struct at_look *look,
     const struct at_element_query *query)
{
    struct found found = {0};
    struct at_buf lines = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
    const json_t *all = json_object_get(look->snapshot, "elements");
    json_t *matches = json_array();
    for (size_t i = 0; i < look->elements.count; i++) {
        const struct at_element *row = &look->elements.rows[i];
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
    at_call_set(call, "count", json_integer((json_int_t)found.count));
    at_call_set(call, "matches", matches);
    at_call_set_text(call, "lines", at_buf_text(&lines));
    at_buf_deinit(&lines);
    return found;
}

static bool
fail_none(struct at_call *call, const struct at_look *look, struct at_err *err)
{
    at_call_next(call, "see what is there", "ui", "snapshot", NULL);
    return at_fail(err, AT_ENOTFOUND,
                   "none of the %zu elements on the screen matches",
                   look->elements.count);
}

static bool
fail_many(struct at_call *call, const struct found *found, struct at_err *err)
{
    struct at_str lines = at_json_get_str(call->data, "lines");
    struct at_buf some = AT_BUF_INIT(AT_ERR_MSG_MAX);
    struct at_str line;
    for (size_t i = 0; i < LISTED_MAX && at_str_next_line(&lines, &line); i++)
        at_buf_add_fmt(&some, "%s%.*s", i ? ", " : "",
                       AT_STR_ARG(at_utf8_head(line, 120)));
    at_fail(
        err, AT_ENOTFOUND,
        "%zu elements match, nothing was touched: tap one by its ref (%s%s)",
        found->count, at_buf_text(&some),
        found->count > LISTED_MAX ? " …" : "");
    at_buf_deinit(&some);
    return false;
}

static void
advise_tap(struct at_call *call, const struct at_element *element)
{
    struct at_buf ref = AT_BUF_INIT(AT_REF_NAME_MAX);
    at_buf_add_fmt(&ref, "@e%zu", element->number);
    at_call_next(call, "tap it", "ui", "tap", at_buf_text(&ref), NULL);
    at_buf_deinit(&ref);
}

// By its ref of the snapshot that was just kept, so that it is looked for
// again as any other.
static bool
tap(struct at_call *call, const struct at_element *element, struct at_err *err)
{
    struct at_target target = {.form = AT_TARGET_REF,
                               .number = element->number};
    struct at_buf ref = AT_BUF_INIT(AT_REF_NAME_MAX - 1);
    struct at_app *app;
    at_buf_add_fmt(&ref, "@e%zu", element->number);
    at_str_cut(target.ref, sizeof(target.ref), at_buf_str(&ref));
    at_buf_deinit(&ref);
    if (!at_last_open(call, &target, &app, err))
        return false;
    json_t *step = json_object();
    at_json_set_text(step, "action", "tap");
    at_json_set(step, "target", at_target_selector(&target));
    return at_act_run(call, app, "tap", step, err);
}

static bool
use(struct at_call *call, const struct at_look *look,
    const struct at_element_query *query, struct at_err *err)
{
    struct found found = find(call, look, query);
    bool taps = strcmp(at_given_argument(call->given, 0), "tap") == 0;
    const struct at_element *best =
        found.first_interactive ? found.first_interactive : found.first;
    if (found.count == 0)
        return fail_none(call, look, err);
    if (taps && (found.count == 1 || found.interactive == 1))
        return tap(call, best, err);
    advise_tap(call, best);
    return !taps || fail_many(call, &found, err);
}

static bool
run(struct at_call *call, struct at_err *err)
{
    struct at_element_query query;
    struct at_look look;
    if (!read_query(call->given, &query, err))
        return false;
    bool ok = at_look(call, false, &look, err) && use(call, &look, &query, err);
    at_look_deinit(&look);
    return ok;
}

static void
print(const json_t *data, struct at_buf *out)
{
    if (at_json_get_str(data, "action").len > 0)
        at_act_print(data, out);
    else
        at_buf_add_str(out, at_json_get_str(data, "lines"));
}

static const struct at_example examples[] = {
    {"ui find print --role button", "all buttons, with their refs"},
    {"ui find tap --name 'Log in'", "the only element of that name"},
    {0},
};

const struct at_command at_command_ui_find = {
    .name = "ui find",
    .summary = "find elements by role, name or text, and tap the only one",
    .about = "Takes a snapshot, which becomes the session's last one: the refs "
             "that are printed are\ngood. tap refuses several matches, unless "
             "just one of them takes input.",
    .arguments = arguments,
    .options = options,
    .examples = examples,
    .flags = AT_COMMAND_RUN | AT_COMMAND_LIVE | AT_COMMAND_PLATFORM |
             AT_COMMAND_APP | AT_COMMAND_TIMEOUT,
    .timeout_ms = TIMEOUT_MS,
    .run = run,
    .print = print,
};
