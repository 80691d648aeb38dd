// ui assert-visible, ui assert-not-visible: wait until something shows, or not
#include "cli/commands.h"

#include <inttypes.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "cli/last_snapshot.h"
#include "cli/target.h"
#include "flow/steps/visibility.h"
#include "screen/detect.h"
#include "screen/loading.h"
#include "screen/listed.h"
#include "base/quote.h"
#include "sys/clock.h"
#include "wire/json.h"

enum {
    TIMEOUT_MS = 10000,
    TIMEOUT_MAX_MS = 60 * 60 * 1000,
    INTERVAL_MS = 300,
    INTERVAL_MAX_MS = 60 * 1000,
    LINES_PRINTED = 20,
};

static bool
check_text(struct at_str text, struct at_err *err)
{
    return (text.len > 0 && text.len <= AT_SELECTOR_MAX_BYTES &&
            at_utf8_valid(text)) ||
           at_fail(err, AT_EUSAGE, "<query> must be a text of 1 to %zu bytes",
                   AT_SELECTOR_MAX_BYTES);
}

// Read <query>: part of a text, or a target. The query borrows from elements
// and target.
static bool
read_query(const char *word, struct at_target *target,
           struct at_element_query *elements, struct at_visibility_query *out,
           struct at_err *err)
{
    *out = (struct at_visibility_query){AT_SELECTOR_INIT, elements};
    *elements = (struct at_element_query){0};
    out->selector.exact = true;
    if (!at_target_is_form(word)) {
        *target = (struct at_target){.form = AT_TARGET_TEXT};
        out->selector.text_contains = elements->contains = at_str(word);
        return check_text(at_str(word), err);
    }
    if (!at_target_read(word, NULL, target, err))
        return false;
    if (target->form == AT_TARGET_COORDS)
        return at_fail(err, AT_EUSAGE,
                       "a point is always there: name an element (a text, "
                       "@e12, text:\"Sign in\" or id:\"login\")");
    out->selector = at_target_selector(target);
    out->selector.only = false;
    elements->says = out->selector.text;
    elements->id = out->selector.id;
    if (target->form == AT_TARGET_REF)
        out->elements = NULL;
    return true;
}

// The time of the command itself begins with its readings.
static bool
open_app(struct at_invocation *invocation, const struct at_target *target,
         struct at_app **out_app, struct at_err *err)
{
    const struct at_op *whole = invocation->op;
    struct at_op op = at_op_sub(whole, at_now_ns(), AT_IDLE_READING_MS);
    invocation->op = &op;
    bool ok = at_last_snapshot_open(invocation, target, out_app, err);
    invocation->op = whole;
    return ok;
}

static void
leave_result(struct at_invocation *invocation, bool visible,
             const struct at_visibility_result *result)
{
    const char *match =
        result->match.len > 0 ? at_buf_text(&result->match) : NULL;
    if (result->readings > result->failed)
        at_invocation_set_text(invocation, "match", match);
    at_invocation_set_text(invocation, "query",
                           at_arguments_at(invocation->args, 0));
    at_invocation_set_text(invocation, "expected",
                           visible ? "visible" : "not visible");
    at_invocation_set(invocation, "holds", json_boolean(result->holds));
    at_invocation_set(invocation, "readings",
                      json_integer((json_int_t)result->readings));
    at_invocation_set(invocation, "failed_readings",
                      json_integer((json_int_t)result->failed));
    at_invocation_set(invocation, "waited_ms", json_integer(result->waited_ms));
}

// List the screen as `ui snapshot` does, with the refs that the caller knows.
static void
leave_screen(struct at_invocation *invocation, struct at_app *app)
{
    const struct at_tree *tree = at_app_tree(app);
    const struct at_ref_table *refs = at_app_refs(app);
    struct at_buf text = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
    struct at_elements elements;
    size_t count = at_ref_table_count(refs);
    struct at_ref_match *matches =
        at_realloc_array(NULL, count, sizeof(*matches));
    const char **names = at_alloc((tree->node_count + 1) * sizeof(*names));
    at_ref_match_all(refs, tree, matches);
    for (size_t i = 0; i < count; i++) {
        if (matches[i].node)
            names[matches[i].node->order] = matches[i].name;
    }
    at_elements_init(&elements, tree, false);
    for (size_t i = 0; i < elements.count; i++) {
        const struct at_element *row = &elements.rows[i];
        if (!at_elements_shows(&elements, i))
            continue;
        for (size_t n = 0; n < row->indent; n++)
            at_buf_add_text(&text, "  ");
        at_listed_write(row->node, names[row->node->order], &text);
        at_buf_add_char(&text, '\n');
    }
    at_invocation_set_text(invocation, "screen", at_buf_text(&text));
    at_elements_deinit(&elements);
    free(names);
    free(matches);
    at_buf_deinit(&text);
}

static void
add_circumstances(struct at_app *app, bool visible, struct at_err *err)
{
    struct at_blocker blocker = {0};
    if (visible)
        at_visibility_add_gaps(app, err);
    at_visibility_add_front(app, &blocker, err);
    if (at_tree_loading(at_app_tree(app), NULL))
        at_err_add(err, "something is still loading");
}

static bool
fail(struct at_invocation *invocation, struct at_app *app, bool visible,
     const struct at_visibility_result *result, struct at_err *err)
{
    struct at_buf query = AT_BUF_INIT(AT_ERR_MSG_MAX);
    if (result->failed == result->readings) {
        at_err_pass(err, &result->why);
        at_err_context(err, "none of %zu readings of the screen succeeded",
                       result->readings);
        return false;
    }
    at_quote_write(
        at_utf8_head(at_str(at_arguments_at(invocation->args, 0)), 100),
        &query);
    at_fail(err, AT_EASSERT,
            "%s is %s after %" PRId64 " ms and %zu reading%s: %s",
            at_buf_text(&query),
            visible           ? "not visible"
            : result->visible ? "still visible"
                              : "not known to be gone",
            result->waited_ms, result->readings,
            result->readings == 1 ? "" : "s", result->why.msg);
    at_buf_deinit(&query);
    if (at_app_is_current(app)) {
        add_circumstances(app, visible, err);
        leave_screen(invocation, app);
    }
    at_invocation_next(invocation, "look at the screen", "ui", "snapshot",
                       NULL);
    return false;
}

static void
warn_doubt(struct at_invocation *invocation, struct at_app *app)
{
    struct at_buf doubt = AT_BUF_INIT(AT_KIB);
    if (at_visibility_write_doubt(app, &doubt))
        at_command_run_warning(invocation->run, "%s", at_buf_text(&doubt));
    at_buf_deinit(&doubt);
}

static bool
wait_for(struct at_invocation *invocation, struct at_app *app,
         const struct at_visibility_wait *wait, struct at_err *err)
{
    struct at_visibility_result result;
    // the last reading may take its own time
    struct at_op op = at_op_sub(invocation->op, at_now_ns(),
                                wait->timeout_ms + AT_IDLE_READING_MS);
    bool ok = at_visibility_wait(&op, app, wait, &result, err);
    leave_result(invocation, wait->visible, &result);
    if (result.holds && !wait->visible)
        warn_doubt(invocation, app);
    ok = ok &&
         (result.holds || fail(invocation, app, wait->visible, &result, err));
    at_buf_deinit(&result.match);
    return ok;
}

static bool
run(struct at_invocation *invocation, bool visible, struct at_err *err)
{
    const struct at_arguments *args = invocation->args;
    struct at_visibility_wait wait = {.visible = visible,
                                      .timeout_ms = TIMEOUT_MS,
                                      .interval_ms = INTERVAL_MS};
    struct at_element_query elements;
    struct at_target target;
    struct at_app *app;
    return read_query(at_arguments_at(args, 0), &target, &elements, &wait.query,
                      err) &&
           at_arguments_int(args, "--timeout-ms", 0, TIMEOUT_MAX_MS,
                            &wait.timeout_ms, err) &&
           at_arguments_int(args, "--interval-ms", 1, INTERVAL_MAX_MS,
                            &wait.interval_ms, err) &&
           open_app(invocation, &target, &app, err) &&
           wait_for(invocation, app, &wait, err);
}

static bool
run_visible(struct at_invocation *invocation, struct at_err *err)
{
    return run(invocation, true, err);
}

static bool
run_not_visible(struct at_invocation *invocation, struct at_err *err)
{
    return run(invocation, false, err);
}

// Print the beginning of the list; the whole list is in the JSON.
static void
print_screen(struct at_str screen, struct at_buf *out)
{
    struct at_str line;
    size_t count = 0;
    at_buf_add_text(out, "on the screen:\n");
    while (count < LINES_PRINTED && at_str_next_line(&screen, &line)) {
        at_buf_add_fmt(out, "  %.*s\n", AT_STR_ARG(line));
        count++;
    }
    for (count = 0; at_str_next_line(&screen, &line); count++)
        ;
    if (count > 0)
        at_buf_add_fmt(out, "  and %zu more\n", count);
}

static void
print(const json_t *data, struct at_buf *out)
{
    struct at_str query = at_json_get_str(data, "query");
    struct at_str match = at_json_get_str(data, "match");
    struct at_str screen = at_json_get_str(data, "screen");
    if (query.len == 0)
        return;
    if (json_is_true(json_object_get(data, "holds"))) {
        at_quote_write(query, out);
        at_buf_add_fmt(out, " is %.*s",
                       AT_STR_ARG(at_json_get_str(data, "expected")));
        if (match.len > 0)
            at_buf_add_fmt(out, ": %.*s", AT_STR_ARG(match));
        at_buf_add_char(out, '\n');
    }
    if (screen.len > 0)
        print_screen(screen, out);
}

static const struct at_positional positionals[] = {
    {.name = "query",
     .help = "part of an element's name, text or value; or @e12, "
             "text:\"Sign in\", id:\"login\""},
    {0},
};

static const struct at_option options[] = {
    {.name = "--timeout-ms",
     .value = "MS",
     .help = "how long to wait; 0: read the screen once",
     .absent = "10000"},
    {.name = "--interval-ms",
     .value = "MS",
     .help = "between the beginnings of two readings",
     .absent = "300"},
    {0},
};

#define COMMON                                                                 \
    .about = "A plain query is part of an element's name, text or value; the " \
             "content of a password field\nis never searched. The screen is "  \
             "read at least once. Exit status 1 if it does not hold.",         \
    .positionals = positionals, .options = options,                            \
    .flags = AT_COMMAND_HISTORY | AT_CLI_SCREEN,                               \
    .timeout_ms = AT_COMMAND_NO_TIMEOUT, /* its own: the last reading ends */  \
        .print = print

const struct at_command at_cli_ui_assert_visible = {
    .name = "ui assert-visible",
    .summary = "check that something is on the screen, waiting for it",
    .examples = AT_EXAMPLES(
        {"ui assert-visible Welcome", "until an element has that in its name"},
        {"ui assert-visible id:login_button --timeout-ms 2000",
         "by id, for at most two seconds"}),
    .run = run_visible,
    COMMON,
};

const struct at_command at_cli_ui_assert_not_visible = {
    .name = "ui assert-not-visible",
    .summary =
        "check that something is not on the screen, waiting for it to go",
    .examples =
        AT_EXAMPLES({"ui assert-not-visible Loading",
                     "until no element has that in its name"},
                    {"ui assert-not-visible id:login_error --timeout-ms 2000",
                     "by id, for at most two seconds"}),
    .run = run_not_visible,
    COMMON,
};
