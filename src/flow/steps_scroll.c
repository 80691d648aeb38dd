// steps_scroll.c: scroll until an element shows
#include "flow/exec.h"

#include <string.h>

#include "base/limits.h"
#include "flow/change.h"
#include "screen/compact.h"
#include "screen/label.h"

enum {
    MAX_SCROLLS = 10, // contract
    // slower than a swipe: a fling could carry the target past the screen
    SCROLL_MS = 600,
};

static int64_t
area_of(struct at_rect rect)
{
    if (at_rect_empty(rect))
        return 0;
    return (int64_t)(rect.right - rect.left) * (rect.bottom - rect.top);
}

static const struct at_node *
largest_scrollable(const struct at_tree *tree)
{
    const struct at_node *best = NULL;
    int64_t best_area = 0;
    for (const struct at_node *node = tree->root; node;
         node = at_node_next(node, tree->root)) {
        if (!at_node_has(node, AT_NODE_SCROLLABLE) ||
            !at_node_visible(tree, node) || at_node_is_chrome(tree, node))
            continue;
        int64_t area = area_of(at_step_visible_rect(tree, node));
        if (area > best_area) {
            best = node;
            best_area = area;
        }
    }
    return best;
}

static const struct at_node *
find_scrollable(struct at_step_call *call, struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    const struct at_node *node;
    if (json_object_get(call->step, "scrollTarget")) {
        node = at_step_look(call, "scrollTarget", &why);
        at_err_context(&why, "scrollTarget");
    } else {
        node = largest_scrollable(at_app_tree(call->app));
        at_fail(&why, AT_ENOTFOUND,
                "the target is not on this screen, and nothing there can be "
                "scrolled");
    }
    if (!node)
        at_step_fail_not_found(call, &why, err);
    return node;
}

static const struct at_node *
look_visible(struct at_step_call *call, struct at_err *why)
{
    const struct at_tree *tree = at_app_tree(call->app);
    const struct at_node *node = at_step_look(call, "target", why);
    if (!node)
        return NULL;
    if (at_node_visible(tree, node) &&
        !at_rect_empty(at_step_visible_rect(tree, node)))
        return node;
    at_fail(why, AT_ENOTFOUND, "the target is in the tree but not visible");
    return NULL;
}

static struct at_str
last_text(const struct at_tree *tree, const struct at_node *top)
{
    struct at_str text = {NULL, 0};
    for (const struct at_node *node = top; node;
         node = at_node_next(node, top)) {
        struct at_str own = at_node_own_label(node);
        if (own.len > 0 && at_node_visible(tree, node))
            text = own;
    }
    return text;
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

// Whether the scrollable's own content has moved: a clock or a badge
// elsewhere on the screen is no movement.
static bool
has_moved(struct at_step_call *call, const struct at_node *before)
{
    const struct at_node *after = find_scrollable(call, NULL);
    return !after || !same_content(before, before, after, after);
}

struct scroll {
    struct at_step_call *call;
    struct at_str direction;
    int done;
};

static bool
fail_end(struct scroll *scroll, struct at_err *why, struct at_err *err)
{
    struct at_step_call *call = scroll->call;
    struct at_buf last = AT_BUF_INIT(AT_KIB);
    const struct at_node *list = find_scrollable(call, NULL);
    if (list)
        at_compact_write_quoted(
            at_utf8_head(last_text(at_app_tree(call->app), list), 100), &last);
    at_err_add(why,
               "nothing moves any more after %d scroll%s %.*s; the last "
               "text there is %s",
               scroll->done, scroll->done == 1 ? "" : "s",
               AT_STR_ARG(scroll->direction), at_buf_text(&last));
    at_buf_deinit(&last);
    return at_step_fail_not_found(call, why, err);
}

// One scroll and its wait. *out_moved false: the end is reached.
static bool
scroll_once(struct scroll *scroll, bool *out_moved, struct at_err *err)
{
    struct at_step_call *call = scroll->call;
    const struct at_node *list = find_scrollable(call, err);
    if (!list)
        return false;
    struct at_app_hold *before = at_app_hold(call->app);
    struct at_rect area = at_step_visible_rect(at_app_tree(call->app), list);
    scroll->done++;
    bool ok = at_step_drag(call, area, at_step_opposite(scroll->direction),
                           SCROLL_MS, err) &&
              at_step_settle_app(call, err);
    if (ok && call->idle.outcome == AT_IDLE_TIMED_OUT)
        ok = at_fail(err, AT_EIDLE,
                     "the screen could not be read after "
                     "scroll %d: %s",
                     scroll->done, call->idle.detail);
    if (ok)
        *out_moved = has_moved(call, list);
    at_app_release(before);
    return ok;
}

static bool
scroll_until_seen(struct scroll *scroll, const struct at_node **out_node,
                  struct at_err *err)
{
    struct at_step_call *call = scroll->call;
    int64_t max = at_args_int(call->step, "maxScrolls", MAX_SCROLLS);
    struct at_err why = AT_ERR_INIT;
    bool moved = true;
    while (!(*out_node = look_visible(call, &why))) {
        if (!moved || call->idle.outcome == AT_IDLE_APP_GONE)
            return fail_end(scroll, &why, err);
        if (scroll->done >= max) {
            at_err_add(&why, "not seen in %d scrolls %.*s (maxScrolls)",
                       scroll->done, AT_STR_ARG(scroll->direction));
            return at_step_fail_not_found(call, &why, err);
        }
        if (!scroll_once(scroll, &moved, err))
            return false;
    }
    return true;
}

bool
at_step_scroll_to(struct at_step_call *call, struct at_err *err)
{
    struct scroll scroll = {.call = call,
                            .direction = at_args_str(call->step, "direction")};
    const struct at_node *node = NULL;
    if (scroll.direction.len == 0)
        scroll.direction = AT_STR("down");
    if (!at_app_is_current(call->app) && !at_step_read(call, err))
        return false;
    if (!scroll_until_seen(&scroll, &node, err))
        return false;
    at_step_set_target(call, node);
    if (scroll.done > 0)
        at_step_note(call, "seen after %d scroll%s", scroll.done,
                     scroll.done == 1 ? "" : "s");
    return true;
}
