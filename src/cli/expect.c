#include "cli/expect.h"

#include <inttypes.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "cli/last.h"
#include "cli/target.h"
#include "flow/idle.h"
#include "screen/detect.h"
#include "screen/elements.h"
#include "screen/gaps.h"
#include "screen/label.h"
#include "screen/listed.h"
#include "screen/quote.h"
#include "screen/selector.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "wire/json.h"

enum {
    TIMEOUT_MAX_MS = 60 * 60 * 1000,
    INTERVAL_MAX_MS = 60 * 1000,
    LINES_PRINTED = 20,
};

const struct at_argument at_expect_arguments[] = {
    {.name = "query",
     .help = "part of an element's name, text or value; or @e12, "
             "text:\"Sign in\", id:\"login\""},
    {0},
};

const struct at_option at_expect_options[] = {
    {.name = "--timeout-ms",
     .value = "MS",
     .help = "how long it may take to hold; 0: one look",
     .absent = "10000"},
    {.name = "--interval-ms",
     .value = "MS",
     .help = "between the beginnings of two looks",
     .absent = "300"},
    {0},
};

struct expect {
    struct at_call *call;
    struct at_app *app;
    const char *word;
    bool visible;            // what is expected
    bool is_plain;           // a part of something, no target form
    struct at_target target; // otherwise
    int64_t timeout_ms;
    int64_t interval_ms;
    // what the looks have shown
    size_t readings;
    size_t failed;
    bool seen;         // in the last one
    struct at_err why; // of the last reading, or of what it did not hold
};

static bool
read_query(struct expect *expect, struct at_err *err)
{
    struct at_str word = at_str(expect->word);
    expect->is_plain = !at_target_is_form(expect->word);
    if (expect->is_plain) {
        if (word.len == 0 || word.len > AT_SELECTOR_MAX_BYTES ||
            !at_utf8_valid(word))
            return at_fail(err, AT_EUSAGE,
                           "<query> must be a text of 1 to %zu bytes",
                           AT_SELECTOR_MAX_BYTES);
        return true;
    }
    if (!at_target_read(expect->word, NULL, &expect->target, err))
        return false;
    return expect->target.form != AT_TARGET_COORDS ||
           at_fail(err, AT_EUSAGE,
                   "a point is always there: name an element (a text, @e12, "
                   "text:\"Sign in\" or id:\"login\")");
}

static bool
read_options(struct expect *expect, struct at_err *err)
{
    const struct at_given *given = expect->call->given;
    expect->timeout_ms = AT_EXPECT_TIMEOUT_MS;
    expect->interval_ms = AT_EXPECT_INTERVAL_MS;
    return at_given_int(given, "--timeout-ms", 0, TIMEOUT_MAX_MS,
                        &expect->timeout_ms, err) &&
           at_given_int(given, "--interval-ms", 1, INTERVAL_MAX_MS,
                        &expect->interval_ms, err);
}

// A password's dots are no text.
static bool
says(const struct at_node *node, struct at_str text)
{
    return at_str_eq(at_element_name(node), text) ||
           at_str_eq(node->description, text) || at_str_eq(node->error, text) ||
           (!at_node_has(node, AT_NODE_PASSWORD) &&
            at_str_eq(node->text, text));
}

static bool
matches(const struct expect *expect, const struct at_node *node)
{
    const struct at_element_query id = {.id = expect->target.text};
    const struct at_element_query part = {.contains = at_str(expect->word)};
    if (expect->is_plain)
        return at_element_matches(node, &part);
    return expect->target.form == AT_TARGET_ID
               ? at_element_matches(node, &id)
               : says(node, expect->target.text);
}

// The first that shows; what a person can touch goes before what merely holds
// the same words.
static const struct at_node *
find_shown(const struct expect *expect, const struct at_tree *tree)
{
    const struct at_node *found = NULL;
    for (const struct at_node *node = at_node_next(tree->root, tree->root);
         node; node = at_node_next(node, tree->root)) {
        if (!matches(expect, node) || at_node_is_chrome(tree, node) ||
            !at_node_visible(tree, node))
            continue;
        if (at_node_interactive(node))
            return node;
        found = found ? found : node;
    }
    return found;
}

// Why nothing was found, in the engine's words: what is near, what to do.
static void
tell_absent(struct expect *expect, const struct at_tree *tree)
{
    struct at_selector selector = AT_SELECTOR_INIT;
    if (expect->is_plain)
        selector.text_contains = at_str(expect->word);
    else if (expect->target.form == AT_TARGET_ID)
        selector.id = expect->target.text;
    else
        selector.text = expect->target.text;
    selector.exact = true;
    expect->why = (struct at_err)AT_ERR_INIT;
    // a text in chrome, or of a place that is looked at second, is found there
    if (at_selector_find(&selector, tree, at_app_refs(expect->app),
                         &expect->why))
        at_fail(&expect->why, AT_ENOTFOUND,
                "only the system's bars or a hidden element have it");
}

// What the ref means, visible. *out_certain: that it is not there is proved.
static const struct at_node *
find_ref(struct expect *expect, const struct at_tree *tree, bool *out_certain)
{
    const struct at_ref_table *refs = at_app_refs(expect->app);
    struct at_str ref = at_str(expect->target.ref);
    expect->why = (struct at_err)AT_ERR_INIT;
    const struct at_node *node = at_ref_resolve(refs, ref, tree, &expect->why);
    *out_certain = node || at_ref_is_gone(refs, ref, tree);
    if (!node || at_node_visible(tree, node))
        return node;
    at_fail(&expect->why, AT_ENOTFOUND, "%s is there but does not show",
            expect->target.ref);
    return NULL;
}

static void
leave_match(struct expect *expect, const struct at_tree *tree,
            const struct at_node *node)
{
    struct at_buf line = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
    at_listed_write(node, at_ref_name_of(at_app_refs(expect->app), tree, node),
                    &line);
    at_call_set_text(expect->call, "match", at_buf_text(&line));
    if (!expect->visible)
        at_fail(&expect->why, AT_EASSERT, "%.*s is visible",
                AT_STR_ARG(at_utf8_head(at_buf_str(&line), 300)));
    at_buf_deinit(&line);
}

// Behind where the device stopped reading anything may stand.
static bool
is_whole(struct expect *expect, const struct at_tree *tree)
{
    struct at_buf gaps = AT_BUF_INIT(AT_KIB);
    bool whole = !at_tree_is_cut(tree);
    if (!whole && at_gaps_write(tree, &gaps))
        at_fail(&expect->why, AT_ETREE, "%s", at_buf_text(&gaps));
    at_buf_deinit(&gaps);
    return whole;
}

static bool
holds(struct expect *expect)
{
    const struct at_tree *tree = at_app_tree(expect->app);
    bool by_ref = !expect->is_plain && expect->target.form == AT_TARGET_REF;
    bool certain = true;
    const struct at_node *node =
        by_ref ? find_ref(expect, tree, &certain) : find_shown(expect, tree);
    expect->seen = node != NULL;
    at_call_set(expect->call, "match", json_null());
    if (node)
        leave_match(expect, tree, node);
    else if (!by_ref)
        tell_absent(expect, tree);
    return expect->visible ? node != NULL
                           : !node && certain && is_whole(expect, tree);
}

static bool
is_final(enum at_code code)
{
    return code == AT_ECANCELED || code == AT_ENODEV || code == AT_ENOTOOL;
}

// Look once. False with err where there is no use in looking again.
static bool
look(const struct at_op *op, struct expect *expect, bool *out_holds,
     struct at_err *err)
{
    *out_holds = false;
    expect->readings++;
    expect->why = (struct at_err)AT_ERR_INIT;
    if (at_app_read(op, expect->app, &expect->why)) {
        *out_holds = holds(expect);
        return true;
    }
    expect->failed++;
    if (!is_final(expect->why.code))
        return true;
    *err = expect->why;
    return false;
}

// Until it holds, or the time is over; a look that has begun is waited for.
static bool
poll(const struct at_op *op, struct expect *expect, bool *out_holds,
     struct at_err *err)
{
    int64_t end_ns = at_now_ns() + expect->timeout_ms * AT_NS_PER_MS;
    for (;;) {
        int64_t began_ns = at_now_ns();
        int64_t next_ns = began_ns + expect->interval_ms * AT_NS_PER_MS;
        if (!look(op, expect, out_holds, err))
            return false;
        if (*out_holds || at_now_ns() >= end_ns)
            return true;
        if (!at_op_wait_until(op, next_ns < end_ns ? next_ns : end_ns, err))
            return false;
    }
}

// The refs by the order of the nodes that they mean now; owned by the caller.
static const char **
names_of(const struct at_ref_match *matches, size_t count,
         const struct at_tree *tree)
{
    const char **names = at_alloc((tree->node_count + 1) * sizeof(*names));
    for (size_t i = 0; i < count; i++) {
        if (matches[i].node)
            names[matches[i].node->order] = matches[i].name;
    }
    return names;
}

// The list of what is there instead, with the refs that the caller knows.
static void
leave_screen(struct expect *expect)
{
    const struct at_tree *tree = at_app_tree(expect->app);
    struct at_buf text = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
    const struct at_ref_table *refs = at_app_refs(expect->app);
    size_t count = at_ref_table_count(refs);
    struct at_elements elements;
    if (!at_app_is_current(expect->app))
        return;
    struct at_ref_match *matches =
        at_realloc_array(NULL, count, sizeof(*matches));
    at_ref_match_all(refs, tree, matches);
    const char **names = names_of(matches, count, tree);
    at_elements_init(&elements, tree, false);
    for (size_t i = 0; i < elements.count; i++) {
        const struct at_node *node = elements.rows[i].node;
        at_listed_write(node, names[node->order], &text);
        at_buf_add_char(&text, '\n');
    }
    at_call_set_text(expect->call, "screen", at_buf_text(&text));
    at_elements_deinit(&elements);
    free(names);
    free(matches);
    at_buf_deinit(&text);
}

static void
add_circumstances(struct expect *expect, struct at_err *err)
{
    const struct at_tree *tree = at_app_tree(expect->app);
    if (!at_app_is_current(expect->app))
        return;
    struct at_dialog dialog = at_tree_dialog(tree);
    struct at_buf gaps = AT_BUF_INIT(AT_KIB);
    if (expect->visible && at_gaps_write(tree, &gaps))
        at_err_add(err, "%s", at_buf_text(&gaps));
    at_buf_deinit(&gaps);
    if (dialog.kind != AT_DIALOG_NONE)
        at_err_add(err, "a %s dialog is in front (\"%.*s\")",
                   at_dialog_kind_name(dialog.kind),
                   AT_STR_ARG(at_utf8_head(dialog.title, 100)));
    else if (!at_app_is_front(expect->app, tree))
        at_err_add(err, "%.*s is in front, not %s",
                   AT_STR_ARG(tree->front_package),
                   at_app_package(expect->app));
    if (at_tree_loading(tree))
        at_err_add(err, "something still loads");
}

static bool
fail(struct expect *expect, int64_t waited_ms, struct at_err *err)
{
    if (expect->failed == expect->readings) {
        if (err)
            *err = expect->why;
        at_err_context(err, "none of %zu looks could read the screen",
                       expect->readings);
        return false;
    }
    struct at_buf query = AT_BUF_INIT(AT_ERR_MSG_MAX);
    at_quote_write(at_utf8_head(at_str(expect->word), 100), &query);
    at_fail(err, AT_EASSERT, "%s is %s after %" PRId64 " ms and %zu look%s: %s",
            at_buf_text(&query),
            expect->visible ? "not visible"
            : expect->seen  ? "still visible"
                            : "not known to be gone",
            waited_ms, expect->readings, expect->readings == 1 ? "" : "s",
            expect->why.msg);
    at_buf_deinit(&query);
    add_circumstances(expect, err);
    leave_screen(expect);
    at_call_next(expect->call, "look at the screen", "ui", "snapshot", NULL);
    return false;
}

// Nodes that a screen at rest has lost are lost in each reading.
static void
warn_gaps(const struct expect *expect)
{
    struct at_buf gaps = AT_BUF_INIT(AT_KIB);
    if (!expect->visible && at_gaps_write(at_app_tree(expect->app), &gaps))
        at_run_warning(expect->call->run, "%s, and it may be among them",
                       at_buf_text(&gaps));
    at_buf_deinit(&gaps);
}

static bool
run(struct expect *expect, const struct at_op *op, struct at_err *err)
{
    int64_t began_ns = at_now_ns();
    struct at_err why = AT_ERR_INIT;
    bool held = false;
    bool ok = poll(op, expect, &held, &why);
    int64_t waited_ms = (at_now_ns() - began_ns) / AT_NS_PER_MS;
    at_call_set_text(expect->call, "query", expect->word);
    at_call_set_text(expect->call, "expected",
                     expect->visible ? "visible" : "not visible");
    at_call_set(expect->call, "holds", json_boolean(held));
    at_call_set(expect->call, "readings",
                json_integer((json_int_t)expect->readings));
    at_call_set(expect->call, "failed_readings",
                json_integer((json_int_t)expect->failed));
    at_call_set(expect->call, "waited_ms", json_integer(waited_ms));
    if (held)
        warn_gaps(expect);
    if (!ok && err)
        *err = why;
    return ok && (held || fail(expect, waited_ms, err));
}

// The command's own time begins with its looks.
static bool
open_app(struct expect *expect, struct at_err *err)
{
    struct at_call *call = expect->call;
    const struct at_op *whole = call->op;
    struct at_op op = at_op_sub(whole, at_now_ns(), AT_IDLE_READING_MS);
    call->op = &op;
    bool ok = at_last_open(call, expect->is_plain ? NULL : &expect->target,
                           &expect->app, err);
    call->op = whole;
    return ok;
}

bool
at_expect_run(struct at_call *call, bool visible, struct at_err *err)
{
    struct expect expect = {
        .call = call,
        .word = at_given_argument(call->given, 0),
        .visible = visible,
    };
    if (!read_query(&expect, err) || !read_options(&expect, err) ||
        !open_app(&expect, err))
        return false;
    // the last look may take its own time
    struct at_op op = at_op_sub(call->op, at_now_ns(),
                                expect.timeout_ms + AT_IDLE_READING_MS);
    return run(&expect, &op, err);
}

// Enough to see where one is; the whole list is in the JSON.
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

void
at_expect_print(const json_t *data, struct at_buf *out)
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
