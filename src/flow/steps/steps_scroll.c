#include "flow/steps/steps_scroll.h"

#include <string.h>

#include "base/limits.h"
#include "base/quote.h"
#include "flow/wait/idle.h"
#include "flow/steps/list_texts.h"
#include "flow/steps/steps_touch.h"
#include "flow/steps/target.h"
#include "screen/gaps.h"
#include "screen/label.h"
#include "screen/px.h"
#include "sys/clock.h"

static const struct at_node *
largest_scrollable(const struct at_tree *tree)
{
    const struct at_node *best = NULL;
    int64_t best_area = 0;
    for (const struct at_node *node = tree->root; node;
         node = at_node_next(node, tree->root)) {
        if (!at_node_has(node, AT_NODE_SCROLLABLE) ||
            !at_node_visible(tree, node) || at_node_has(node, AT_NODE_CHROME))
            continue;
        int64_t area = at_px_area(node->seen);
        if (area > best_area) {
            best = node;
            best_area = area;
        }
    }
    return best;
}

static const struct at_node *
look_for_scrollable(struct at_step_call *call, struct at_err *why)
{
    const struct at_selector *target = &call->step->scroll_target;
    const struct at_node *node =
        at_selector_empty(target) ? largest_scrollable(at_app_tree(call->app))
                                  : at_step_find(call, target, why);
    if (!node && at_selector_empty(target))
        at_fail(why, AT_ENOTFOUND, "%snothing there can be scrolled",
                call->step->edge.len > 0
                    ? "this screen does not scroll: "
                    : "the target is not on this screen, and ");
    else if (!node)
        at_err_context(why, "scrollTarget");
    return node;
}

static const struct at_node *
find_scrollable(struct at_step_call *call, struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    const struct at_node *node = look_for_scrollable(call, &why);
    if (!node)
        at_step_fail_not_found(call, &why, err);
    return node;
}

static const struct at_node *
find_visible(struct at_step_call *call, struct at_err *why)
{
    const struct at_tree *tree = at_app_tree(call->app);
    struct at_selector target = call->step->target;
    target.any = true;
    const struct at_node *node = at_step_find(call, &target, why);
    if (!node)
        return NULL;
    if (at_node_visible(tree, node))
        return node;
    at_fail(why, AT_ENOTFOUND, "the target is in the tree but not visible");
    return NULL;
}

enum { LAST_MAX = 3 }; // labels at the end of a list

// Quote the labels of the last count nodes of top, in reading order.
static void
write_last(const struct at_tree *tree, const struct at_node *top, size_t count,
           struct at_buf *out)
{
    struct at_str last[LAST_MAX] = {{0}};
    for (const struct at_node *node = top; node;
         node = at_node_next(node, top)) {
        struct at_str label = at_node_own_label(node);
        if (label.len == 0 || !at_node_visible(tree, node))
            continue;
        memmove(last, last + 1, sizeof(last) - sizeof(last[0]));
        last[LAST_MAX - 1] = label;
    }
    const char *before = "";
    for (size_t i = LAST_MAX - count; i < LAST_MAX; i++) {
        if (last[i].len == 0)
            continue;
        at_buf_add_text(out, before);
        at_quote_write(at_utf8_head(last[i], 100), out);
        before = ", ";
    }
}

static bool
same_content(const struct at_node *a, const struct at_node *a_top,
             const struct at_node *b, const struct at_node *b_top)
{
    for (; a && b; a = at_node_next(a, a_top), b = at_node_next(b, b_top)) {
        if (!at_str_eq(a->text, b->text) ||
            !at_str_eq(a->description, b->description) ||
            memcmp(&a->bounds, &b->bounds, sizeof(a->bounds)) != 0)
            return false;
    }
    return !a && !b;
}

// Return true if the scrollable's own content has moved; a clock or a badge
// elsewhere on the screen does not count.
static bool
has_moved(struct at_step_call *call, const struct at_node *before)
{
    const struct at_node *after = find_scrollable(call, NULL);
    return !after || !same_content(before, before, after, after);
}

struct scroll {
    struct at_step_call *call;
    const struct at_direction_info *direction; // towards the target
    struct at_scroll_pace pace;                // pace of the next scroll
    int64_t max;
    int done;
    bool moved; // the last scroll moved the content
    struct at_scroll_move move;
    // The screen before the last scroll, or before the one that skipped rows,
    // and its list; the snapshot is owned.
    struct at_tree_snapshot *before;
    const struct at_node *before_list;
    bool skipped;
    int back_count; // scrolls back to skipped rows
    bool missed;    // skipped rows were not found again
};

static bool
fail_end(struct scroll *scroll, struct at_err *why, struct at_err *err)
{
    struct at_step_call *call = scroll->call;
    struct at_buf last = AT_BUF_INIT(AT_KIB);
    const struct at_node *list = find_scrollable(call, NULL);
    if (list)
        write_last(at_app_tree(call->app), list, 1, &last);
    if (list && last.len == 0)
        at_buf_add_text(&last, "\"\"");
    at_err_add(why,
               "nothing moves after %d scroll%s %s; the last "
               "text there is %s",
               scroll->done, scroll->done == 1 ? "" : "s",
               scroll->direction->name, at_buf_text(&last));
    at_buf_deinit(&last);
    return at_step_fail_not_found(call, why, err);
}

static void
compare(struct scroll *scroll)
{
    const struct at_node *list = find_scrollable(scroll->call, NULL);
    bool vertical = scroll->direction->dy != 0;
    scroll->move = (struct at_scroll_move){.known = false};
    if (list)
        scroll->move = at_scroll_measure(scroll->before_list, list, vertical);
}

// Drag the list. A device that looks it up itself may find it elsewhere, or
// refuse. *before is the screen of *out_list, owned; it may already be set.
static bool
drag_list(struct scroll *scroll, enum at_direction finger,
          const struct at_scroll_pace *pace, const struct at_node **out_list,
          struct at_tree_snapshot **before, struct at_err *err)
{
    struct at_step_call *call = scroll->call;
    int64_t began_ns = at_now_ns();
    for (;;) {
        struct at_err why = AT_ERR_INIT;
        *out_list = find_scrollable(call, err);
        if (!*out_list)
            return false;
        at_tree_snapshot_release(*before);
        *before = at_app_tree_snapshot(call->app);
        const struct at_drag drag = {*out_list, (*out_list)->seen, finger};
        if (at_step_drag(call, &drag, pace, &why))
            return true;
        if (!at_step_may_aim_again(call, began_ns))
            return at_step_fail_refused(call, &why, err);
        if (!at_app_is_current(call->app) && !at_step_read(call, err))
            return false;
    }
}

// Scroll once and wait. A list that is gone counts as moved.
static bool
scroll_once(struct scroll *scroll, enum at_direction finger,
            const struct at_scroll_pace *pace, struct at_err *err)
{
    struct at_step_call *call = scroll->call;
    const struct at_node *list = NULL;
    struct at_tree_snapshot *before = NULL;
    scroll->done++;
    bool ok = drag_list(scroll, finger, pace, &list, &before, err) &&
              at_step_settle_app(call, err);
    if (!before)
        return false;
    if (ok && call->result->idle.outcome == AT_IDLE_TIMED_OUT)
        ok = at_fail(err, AT_EIDLE,
                     "the screen could not be read after "
                     "scroll %d: %s",
                     scroll->done, call->result->idle.detail);
    scroll->moved = ok && has_moved(call, list);
    if (scroll->skipped) {
        at_tree_snapshot_release(before);
        return ok;
    }
    at_tree_snapshot_release(scroll->before);
    scroll->before = before;
    scroll->before_list = list;
    return ok;
}

static int32_t
view_px(const struct scroll *scroll)
{
    struct at_rect view = scroll->before_list->seen;
    return scroll->direction->dy != 0 ? view.bottom - view.top
                                      : view.right - view.left;
}

// Scroll once, and notice skipped rows.
static bool
scroll_on(struct scroll *scroll, struct at_err *err)
{
    if (!scroll_once(scroll, scroll->direction->opposite, &scroll->pace, err))
        return false;
    if (!scroll->moved)
        return true;
    compare(scroll);
    scroll->skipped = scroll->move.known && !scroll->move.overlaps;
    scroll->back_count = 0;
    at_scroll_pace_adapt(&scroll->pace, &scroll->move, view_px(scroll));
    return true;
}

// Go back until a row of the screen before the gap shows. Some lists never show
// a row again: then continue from the current place.
static bool
scroll_back(struct scroll *scroll, struct at_err *err)
{
    enum { BACK_MAX = 4 };
    enum at_direction finger =
        at_direction_info(scroll->direction->opposite)->opposite;
    if (!scroll_once(scroll, finger, &scroll->pace, err))
        return false;
    compare(scroll);
    bool gives_up = !scroll->moved || ++scroll->back_count == BACK_MAX;
    if (scroll->move.overlaps || gives_up)
        scroll->skipped = false;
    scroll->missed = scroll->missed || (gives_up && !scroll->move.overlaps);
    scroll->moved = true;
    return true;
}

// Scroll on, or back to skipped rows. Fails at the end of the content and after
// the last scroll; why is the reason for the search.
static bool
advance(struct scroll *scroll, struct at_err *why, struct at_err *err)
{
    struct at_step_call *call = scroll->call;
    if (!scroll->moved || call->result->idle.outcome == AT_IDLE_APP_GONE)
        return fail_end(scroll, why, err);
    if (scroll->done >= scroll->max) {
        at_err_add(why, "not seen in %d scrolls %s (maxScrolls)", scroll->done,
                   scroll->direction->name);
        return at_step_fail_not_found(call, why, err);
    }
    return scroll->skipped ? scroll_back(scroll, err) : scroll_on(scroll, err);
}

static bool
scroll_until_seen(struct scroll *scroll, struct at_err *err)
{
    struct at_step_call *call = scroll->call;
    struct at_err why = AT_ERR_INIT;
    const struct at_node *node;
    while (!(node = find_visible(call, &why))) {
        if (!advance(scroll, &why, err))
            return false;
    }
    at_step_set_target(call, node);
    if (scroll->done > 0)
        at_step_note(call, "seen after %d scroll%s", scroll->done,
                     scroll->done == 1 ? "" : "s");
    return true;
}

// Name the element that follows the list on the screen.
static void
write_following(const struct at_tree *tree, const struct at_node *list,
                struct at_buf *out)
{
    const struct at_node *node = list;
    while (at_node_next(node, list))
        node = at_node_next(node, list);
    for (node = at_node_next(node, tree->root); node;
         node = at_node_next(node, tree->root)) {
        struct at_str label = at_node_own_label(node);
        if (label.len == 0 || !at_node_visible(tree, node) ||
            at_node_has(node, AT_NODE_CHROME))
            continue;
        at_buf_add_text(out, "; then follows ");
        at_quote_write(at_utf8_head(label, 100), out);
        return;
    }
}

static void
note_edge(struct scroll *scroll)
{
    struct at_step_call *call = scroll->call;
    const struct at_tree *tree = at_app_tree(call->app);
    const struct at_node *list = find_scrollable(call, NULL);
    struct at_buf text = AT_BUF_INIT(AT_KIB);
    if (list) {
        write_last(tree, list, LAST_MAX, &text);
        write_following(tree, list, &text);
    }
    at_step_note(call, "the end after %d scroll%s; the last there: %s",
                 scroll->done, scroll->done == 1 ? "" : "s",
                 at_buf_text(&text));
    at_buf_deinit(&text);
}

static bool
scroll_to_edge(struct scroll *scroll, struct at_err *err)
{
    static const struct at_scroll_pace quick = {
        .percent = 84, .duration_ms = 250}; // it may fling
    while (scroll->moved) {
        if (scroll->done >= scroll->max)
            return at_fail(err, AT_ENOTFOUND,
                           "the list still moves after %d scrolls %s "
                           "(maxScrolls)",
                           scroll->done, scroll->direction->name);
        if (!scroll_once(scroll, scroll->direction->opposite, &quick, err))
            return false;
    }
    note_edge(scroll);
    return true;
}

// Return true if the search may begin. The list may still be loading, or be in
// a part that could not be read.
static bool
may_search(struct at_step_call *call, void *user, struct at_err *why)
{
    (void)user;
    if (call->step->edge.len == 0 && find_visible(call, why))
        return true;
    if (!look_for_scrollable(call, why))
        return false;
    return !at_tree_is_cut(at_app_tree(call->app)) ||
           at_fail(why, AT_ENOTFOUND, "the target is not on this screen");
}

// Wait as for any other target.
static bool
await_search(struct at_step_call *call, struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    if (at_step_await(call, may_search, NULL, &why))
        return true;
    if (at_idle_may_pass(&why) && at_app_is_current(call->app) &&
        find_scrollable(call, NULL))
        return true;
    return at_step_fail_not_found(call, &why, err);
}

// Read the visible rows and scroll until the end, the limit or the last scroll.
static bool
read_on(struct scroll *scroll, struct at_list_texts *texts, struct at_err *err)
{
    struct at_step_call *call = scroll->call;
    for (;;) {
        struct at_err why = AT_ERR_INIT;
        const struct at_node *list = find_scrollable(call, err);
        if (!list)
            return false;
        at_list_texts_add(texts, at_app_tree(call->app), list);
        if (texts->full || !scroll->moved || scroll->done >= scroll->max)
            return true;
        if (!advance(scroll, &why, err))
            return false;
    }
}

static void
note_rows(const struct scroll *scroll, const struct at_list_texts *texts,
          size_t shown)
{
    struct at_step_call *call = scroll->call;
    if (shown < texts->lines.count)
        at_step_note(call,
                     "%zu of the %zu rows that were read, which is what a "
                     "reply takes; there are more: scroll back, and give a "
                     "limit of %zu each time",
                     shown, texts->lines.count, shown);
    else if (texts->full)
        at_step_note(call,
                     "%zu rows; there are more: give a limit of up to %d, "
                     "or read on from here",
                     shown, AT_LIST_ROWS_MAX);
    else if (scroll->moved)
        at_step_note(call,
                     "%zu rows in %d scrolls (maxScrolls); there are more",
                     shown, scroll->done);
    else if (at_app_loading(call->app, true))
        at_step_note(call,
                     "%zu rows, as far as it scrolls; the screen still loads, "
                     "so that more may come",
                     shown);
    else
        at_step_note(call, "%zu rows, to the end", shown);
    if (scroll->missed)
        at_step_note(call, "rows between them may be missing: the list "
                           "scrolled past them and did not show them again");
}

static void
set_texts(const struct scroll *scroll, struct at_list_texts *texts)
{
    struct at_buf common = AT_BUF_INIT(AT_KIB);
    struct at_step_call *call = scroll->call;
    struct at_buf *out = &call->result->output;
    size_t shown = 0;
    at_list_texts_cut_common(texts, &common);
    call->result->has_output = true;
    for (; shown < texts->lines.count; shown++) {
        struct at_str line = at_str(texts->lines.words[shown]);
        if (out->len + line.len + 1 > out->max)
            break;
        at_buf_add_fmt(out, "%s%.*s", shown > 0 ? "\n" : "", AT_STR_ARG(line));
    }
    note_rows(scroll, texts, shown);
    if (common.len > 0)
        at_step_note(call, "each row ends with %s", at_buf_text(&common));
    at_buf_deinit(&common);
}

static struct scroll
scroll_of(struct at_step_call *call, int64_t usual)
{
    const struct at_flow_step *step = call->step;
    return (struct scroll){
        .call = call,
        .direction = at_direction_info(step->direction == AT_DIRECTION_NONE
                                           ? AT_DIRECTION_DOWN
                                           : step->direction),
        .pace = AT_SCROLL_CAREFUL,
        .max = step->max_scrolls == AT_ABSENT ? usual : step->max_scrolls,
        .moved = true,
    };
}

static bool
has_list(struct at_step_call *call, void *user, struct at_err *why)
{
    (void)user;
    return look_for_scrollable(call, why) != NULL;
}

bool
at_step_read_list(struct at_step_call *call, struct at_err *err)
{
    int64_t limit = call->step->limit;
    struct scroll scroll = scroll_of(call, AT_SCROLLS_TO_EDGE_DEFAULT);
    struct at_list_texts texts = {
        .max = limit == AT_ABSENT ? AT_LIST_ROWS_DEFAULT : (size_t)limit};
    bool ok = at_app_is_current(call->app) || at_step_read(call, err);
    ok = ok && at_step_await(call, has_list, NULL, err) &&
         read_on(&scroll, &texts, err);
    if (ok)
        set_texts(&scroll, &texts);
    at_tree_snapshot_release(scroll.before);
    at_argv_deinit(&texts.lines);
    return ok;
}

bool
at_step_scroll_to(struct at_step_call *call, struct at_err *err)
{
    const struct at_flow_step *step = call->step;
    bool edge = step->edge.len > 0;
    int64_t usual = edge ? AT_SCROLLS_TO_EDGE_DEFAULT : AT_SCROLLS_DEFAULT;
    struct scroll scroll = scroll_of(call, usual);
    bool ok = at_app_is_current(call->app) || at_step_read(call, err);
    ok = ok && await_search(call, err);
    ok = ok && (edge ? scroll_to_edge(&scroll, err)
                     : scroll_until_seen(&scroll, err));
    at_tree_snapshot_release(scroll.before);
    return ok;
}
