#include "tests/unit/screen/layout.h"

static bool
contains(struct at_rect rect, struct at_point at)
{
    return at.x_px >= rect.left && at.x_px < rect.right &&
           at.y_px >= rect.top && at.y_px < rect.bottom;
}

static bool
is_drawn_before(const struct layout *layout, int a, int b)
{
    const struct view *one = &layout->views[a];
    const struct view *two = &layout->views[b];
    if (one->elevation != two->elevation)
        return one->elevation < two->elevation;
    if (layout->views[one->parent].own_order &&
        one->custom_order != two->custom_order)
        return one->custom_order < two->custom_order;
    return a < b;
}

int
layout_children(const struct layout *layout, int view, int *out)
{
    int count = 0;
    for (int at = layout->views[view].first_child; at != LAYOUT_NONE;
         at = layout->views[at].next) {
        int i = count++;
        for (; i > 0 && is_drawn_before(layout, at, out[i - 1]); i--)
            out[i] = out[i - 1];
        out[i] = at;
    }
    return count;
}

bool
layout_takes_touch(const struct view *view)
{
    switch (view->kind) {
    case VIEW_SCROLL:
    case VIEW_PAGER:
        return view->first_child != LAYOUT_NONE;
    case VIEW_RECYCLER:
    case VIEW_LIST:
    case VIEW_WEB:
        return true;
    case VIEW_SEEK_BAR:
        return !view->disabled;
    default:
        return view->clickable || view->long_clickable;
    }
}

static int
row_of(const struct layout *layout, int list, struct at_point at)
{
    int found = list;
    for (int row = layout->views[list].first_child; row != LAYOUT_NONE;
         row = layout->views[row].next) {
        if (contains(layout->views[row].rect, at))
            found = row;
    }
    return found;
}

static int
dispatch(const struct layout *layout, int view, int as, struct at_point at)
{
    const struct view *it = &layout->views[view];
    int children[LAYOUT_VIEWS_MAX];
    for (int i = layout_children(layout, view, children); i-- > 0;) {
        int child = children[i];
        if (!contains(layout->views[child].rect, at))
            continue;
        int taker = dispatch(layout, child, as, at);
        if (taker != LAYOUT_NONE)
            return taker;
    }
    if (!layout_takes_touch(it))
        return view == as ? view : LAYOUT_NONE;
    return it->kind == VIEW_LIST ? row_of(layout, view, at) : view;
}

int
layout_touch_as(const struct layout *layout, int as, struct at_point at)
{
    for (int i = layout->window_count; i-- > 0;) {
        int root = layout->windows[i];
        bool inside = contains(layout->views[root].rect, at);
        if (inside)
            return dispatch(layout, root, as, at);
        if (layout->window_kinds[i] == WINDOW_DIALOG)
            return LAYOUT_NONE;
    }
    return LAYOUT_NONE;
}

bool
layout_is_inside(const struct layout *layout, int view, int top)
{
    while (view != LAYOUT_NONE && view != top)
        view = layout->views[view].parent;
    return view == top;
}

bool
layout_is_alone(const struct layout *layout, int view, struct at_point at)
{
    for (int i = 0; i < layout->count; i++) {
        const struct view *it = &layout->views[i];
        if (it->order == 0 || !contains(it->shown, at) ||
            !layout_takes_touch(it))
            continue;
        if (!layout_is_inside(layout, i, view) &&
            !layout_is_inside(layout, view, i))
            return false;
    }
    return true;
}

static bool
covers(struct at_rect over, struct at_rect rect)
{
    return over.left <= rect.left && over.top <= rect.top &&
           over.right >= rect.right && over.bottom >= rect.bottom;
}

bool
layout_shows(const struct layout *layout, int view)
{
    const struct view *it = &layout->views[view];
    if (at_rect_empty(it->shown))
        return false;
    for (int i = layout->window_count; i-- > it->window + 1;) {
        struct at_rect over = layout->views[layout->windows[i]].rect;
        if (layout->window_kinds[i] == WINDOW_DIALOG ||
            (layout->window_kinds[i] != WINDOW_STATUS_BAR &&
             covers(over, it->shown)))
            return false;
    }
    return true;
}
