#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "tests/unit/screen/layout.h"

enum { DEPTH_MAX = 5, TEXT_CAP = sizeof((struct view){0}.text) };

// splitmix64
uint32_t
layout_random(struct layout *layout, uint32_t below)
{
    uint64_t z = (layout->random += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return below ? (uint32_t)((z ^ (z >> 31)) % below) : 0;
}

static bool
chance(struct layout *layout, uint32_t percent)
{
    return layout_random(layout, 100) < percent;
}

static int32_t
between(struct layout *layout, int32_t least, int32_t most)
{
    return most <= least ? least
                         : least + (int32_t)layout_random(
                                       layout, (uint32_t)(most - least + 1));
}

static struct at_rect
screen_rect(void)
{
    return (struct at_rect){0, 0, LAYOUT_WIDTH, LAYOUT_HEIGHT};
}

static struct view *
add(struct layout *layout, enum view_kind kind, int parent, struct at_rect rect)
{
    // Each window has room for some.
    int max = LAYOUT_VIEWS_MAX - 30 * (4 - layout->window_count);
    if (layout->count == max)
        return NULL;
    int at = layout->count++;
    struct view *view = &layout->views[at];
    *view = (struct view){
        .kind = kind,
        .parent = parent,
        .first_child = LAYOUT_NONE,
        .last_child = LAYOUT_NONE,
        .next = LAYOUT_NONE,
        .window = layout->window_count - 1,
        .rect = rect,
        .shown = at_rect_intersect(rect, screen_rect()),
        .custom_order = (int)layout_random(layout, 100),
    };
    if (parent == LAYOUT_NONE)
        return view;
    struct view *up = &layout->views[parent];
    view->shown = at_rect_intersect(rect, up->shown);
    if (up->last_child == LAYOUT_NONE)
        up->first_child = at;
    else
        layout->views[up->last_child].next = at;
    up->last_child = at;
    return view;
}

static int
index_of(const struct layout *layout, const struct view *view)
{
    return (int)(view - layout->views);
}

// Texts of several scripts; each has a unique number.
static void
write_words(struct layout *layout, char *out, size_t cap, uint32_t serial)
{
    static const char *const forms[] = {
        "Order n%04u",
        "Add to cart n%04u",
        "طلب n%04u",
        "שלום n%04u",
        "🎉 Party n%04u 👩‍👩‍👧",
        "Caf\u00e9\u00a0au\u00a0lait n%04u",
        "注文を確認 n%04u",
        "Terms & \"conditions\" <n%04u>",
        "Two\nlines n%04u",
        "n%04u. of 3, step",
        "Price n%04u: $9.99",
    };
    size_t form = layout_random(layout, AT_LEN(forms));
    int len = snprintf(out, cap, forms[form], serial);
    if (cap < TEXT_CAP || !chance(layout, 4))
        return;
    size_t want = 60 + layout_random(layout, TEXT_CAP - 100);
    for (size_t i = (size_t)len; i < want; i++)
        out[i] = i % 7 == 0 ? ' ' : (char)('a' + i % 26);
    out[want] = '\0';
}

static void
give_text(struct layout *layout, struct view *view)
{
    view->serial = ++layout->serial;
    write_words(layout, view->text, sizeof(view->text), view->serial);
}

static void
give_description(struct layout *layout, struct view *view)
{
    view->serial = ++layout->serial;
    write_words(layout, view->description, sizeof(view->description),
                view->serial);
}

static void
give_id(struct layout *layout, struct view *view)
{
    static const char *const names[] = {"title", "button", "row",   "icon",
                                        "field", "action", "image", "state"};
    if (chance(layout, 50))
        snprintf(view->id, sizeof(view->id), "com.example.app:id/%s",
                 names[layout_random(layout, AT_LEN(names))]);
}

static void
make_field(struct layout *layout, struct view *view)
{
    view->clickable = true;
    view->long_clickable = chance(layout, 50);
    if (chance(layout, 60))
        snprintf(view->hint, sizeof(view->hint), "Hint h%04u",
                 ++layout->serial);
    if (chance(layout, 50))
        give_text(layout, view);
}

static void
make_touchable(struct layout *layout, struct view *view)
{
    view->clickable = true;
    view->long_clickable = chance(layout, 15);
    view->disabled = chance(layout, 8);
}

static void
make_leaf(struct layout *layout, int parent, struct at_rect rect)
{
    static const enum view_kind leaves[] = {
        VIEW_TEXT,     VIEW_TEXT,      VIEW_TEXT,         VIEW_TEXT,
        VIEW_BUTTON,   VIEW_BUTTON,    VIEW_IMAGE_BUTTON, VIEW_IMAGE,
        VIEW_FIELD,    VIEW_CHECK_BOX, VIEW_SWITCH,       VIEW_SEEK_BAR,
        VIEW_PROGRESS,
    };
    enum view_kind kind = leaves[layout_random(layout, AT_LEN(leaves))];
    struct view *view = add(layout, kind, parent, rect);
    if (!view)
        return;
    give_id(layout, view);
    view->elevation = chance(layout, 4) ? (int)layout_random(layout, 8) : 0;
    if (kind == VIEW_TEXT || kind == VIEW_BUTTON)
        give_text(layout, view);
    if (kind == VIEW_TEXT && chance(layout, 10))
        view->clickable = true;
    if (kind == VIEW_BUTTON || kind == VIEW_IMAGE_BUTTON)
        make_touchable(layout, view);
    if ((kind == VIEW_IMAGE || kind == VIEW_IMAGE_BUTTON) && chance(layout, 60))
        give_description(layout, view);
    if (kind == VIEW_FIELD)
        make_field(layout, view);
    if (kind == VIEW_CHECK_BOX || kind == VIEW_SWITCH) {
        view->checkable = true;
        view->clickable = chance(layout, 60);
        if (chance(layout, 50))
            give_text(layout, view);
    }
}

static void fill(struct layout *layout, int parent, struct at_rect rect,
                 int depth);

// Divide rect into rows, or columns, with a gap at times.
static void
split(struct layout *layout, int parent, struct at_rect rect, int depth,
      bool rows)
{
    int32_t from = rows ? rect.top : rect.left;
    int32_t to = rows ? rect.bottom : rect.right;
    int32_t parts = between(layout, 2, rows ? 6 : 4);
    int32_t gap = chance(layout, 50) ? between(layout, 0, 12) : 0;
    for (int32_t i = 0; i < parts; i++) {
        int32_t begin = from + (to - from) * i / parts;
        int32_t end = from + (to - from) * (i + 1) / parts - gap;
        struct at_rect part = rect;
        *(rows ? &part.top : &part.left) = begin;
        *(rows ? &part.bottom : &part.right) = end;
        fill(layout, parent, part, depth + 1);
    }
}

static struct at_rect
inset(struct layout *layout, struct at_rect rect)
{
    int32_t width = rect.right - rect.left;
    int32_t height = rect.bottom - rect.top;
    int32_t left = rect.left + between(layout, 0, width / 2);
    int32_t top = rect.top + between(layout, 0, height / 2);
    return (struct at_rect){
        left,
        top,
        left + between(layout, width / 8, rect.right - left),
        top + between(layout, height / 8, rect.bottom - top),
    };
}

// Children over each other.
static void
stack(struct layout *layout, int parent, struct at_rect rect, int depth)
{
    int32_t parts = between(layout, 2, 3);
    for (int32_t i = 0; i < parts; i++)
        fill(layout, parent, chance(layout, 30) ? rect : inset(layout, rect),
             depth + 1);
}

// Rows that begin before the view and end behind it.
static void
scroll(struct layout *layout, int parent, struct at_rect rect, int depth)
{
    static const enum view_kind scrolling[] = {
        VIEW_SCROLL, VIEW_RECYCLER, VIEW_LIST, VIEW_RECYCLER, VIEW_PAGER};
    enum view_kind kind = scrolling[layout_random(layout, AT_LEN(scrolling))];
    struct view *view = add(layout, kind, parent, rect);
    if (!view)
        return;
    int at = index_of(layout, view);
    int32_t height = between(layout, 60, 320);
    int32_t top = rect.top - (chance(layout, 50) ? between(layout, 0, 200) : 0);
    view->scrolls = chance(layout, 85);
    give_id(layout, view);
    if (kind == VIEW_PAGER) {
        fill(layout, at, rect, depth + 1);
        return;
    }
    for (int i = 0; i < 12 && top < rect.bottom + 300; i++, top += height) {
        struct at_rect row = {rect.left, top, rect.right, top + height};
        struct view *group = add(layout, VIEW_GROUP, at, row);
        if (!group)
            return;
        group->clickable = kind != VIEW_LIST && chance(layout, 60);
        give_id(layout, group);
        fill(layout, index_of(layout, group), row, DEPTH_MAX - 2);
    }
}

// Nodes of a page: not cut by it, some without a size, none with an order.
static void
page(struct layout *layout, int parent, struct at_rect rect)
{
    struct view *web = add(layout, VIEW_WEB, parent, rect);
    int32_t height = between(layout, 40, 200);
    int32_t top = rect.top - between(layout, 0, 250);
    if (!web)
        return;
    int at = index_of(layout, web);
    web->scrolls = chance(layout, 60);
    for (int i = 0; i < 10 && top < rect.bottom + 300; i++, top += height) {
        struct at_rect row = {rect.left, top, rect.right, top + height};
        struct view *node = add(layout, VIEW_PAGE_NODE, at, row);
        if (!node)
            return;
        give_text(layout, node);
        node->clickable = chance(layout, 50);
        if (chance(layout, 10))
            node->rect.bottom = node->rect.top;
        node->shown = at_rect_intersect(node->rect, web->shown);
    }
}

static void
make_group(struct layout *layout, int parent, struct at_rect rect, int depth)
{
    struct view *group = add(layout, VIEW_GROUP, parent, rect);
    if (!group)
        return;
    int at = index_of(layout, group);
    uint32_t form = layout_random(layout, 100);
    give_id(layout, group);
    group->clickable = chance(layout, 25);
    group->long_clickable = chance(layout, 6);
    group->own_order = chance(layout, 8);
    group->elevation = chance(layout, 6) ? (int)layout_random(layout, 8) : 0;
    if (group->clickable && chance(layout, 25))
        give_description(layout, group);
    if (form < 45)
        split(layout, at, rect, depth, true);
    else if (form < 75)
        split(layout, at, rect, depth, false);
    else
        stack(layout, at, rect, depth);
}

static void
fill(struct layout *layout, int parent, struct at_rect rect, int depth)
{
    uint32_t form = layout_random(layout, 100);
    int32_t width = rect.right - rect.left;
    int32_t height = rect.bottom - rect.top;
    if (width < 8 || height < 8)
        return;
    if (depth >= DEPTH_MAX || width < 120 || height < 60 || form < 25)
        make_leaf(layout, parent, rect);
    else if (form < 33 && height > 300)
        scroll(layout, parent, rect, depth);
    else if (form < 36 && height > 300)
        page(layout, parent, rect);
    else
        make_group(layout, parent, rect, depth);
}

static int
begin_window(struct layout *layout, enum window_kind kind, struct at_rect rect)
{
    layout->window_kinds[layout->window_count++] = kind;
    struct view *root = add(layout, VIEW_GROUP, LAYOUT_NONE, rect);
    int at = root ? index_of(layout, root) : 0;
    layout->windows[layout->window_count - 1] = at;
    return at;
}

static void
add_floating_button(struct layout *layout, int root)
{
    struct at_rect rect = {880, 1500, 1040, 1660};
    struct view *button = add(layout, VIEW_IMAGE_BUTTON, root, rect);
    if (!button)
        return;
    button->clickable = true;
    button->elevation = chance(layout, 70) ? 6 : 0;
    give_description(layout, button);
}

// A view over the whole window: it takes all touches or none.
static void
add_layer(struct layout *layout, int root)
{
    struct view *layer =
        add(layout, VIEW_GROUP, root,
            chance(layout, 50) ? layout->views[root].rect
                               : inset(layout, layout->views[root].rect));
    if (!layer)
        return;
    layer->clickable = chance(layout, 40);
    layer->elevation = chance(layout, 20) ? -1 : 0;
    if (chance(layout, 50))
        make_leaf(layout, index_of(layout, layer), inset(layout, layer->rect));
}

// The same button several times at one place.
static void
add_twins(struct layout *layout, int root)
{
    struct at_rect rect = inset(layout, layout->views[root].rect);
    uint32_t serial = ++layout->serial;
    for (int32_t i = between(layout, 2, 4); i > 0; i--) {
        struct view *twin = add(layout, VIEW_BUTTON, root, rect);
        if (!twin)
            return;
        twin->clickable = true;
        twin->serial = serial;
        snprintf(twin->text, sizeof(twin->text), "Twin n%04u", serial);
    }
}

// Unnamed groups at one place that differ in their content only.
static void
add_shells(struct layout *layout, int root)
{
    struct at_rect rect = inset(layout, layout->views[root].rect);
    for (int32_t i = between(layout, 2, 3); i > 0; i--) {
        struct view *shell = add(layout, VIEW_GROUP, root, rect);
        if (!shell)
            return;
        shell->clickable = true;
        if (chance(layout, 70))
            make_leaf(layout, index_of(layout, shell), inset(layout, rect));
    }
}

static void
make_app(struct layout *layout)
{
    struct at_rect screen = screen_rect();
    int root = begin_window(layout, WINDOW_APP, screen);
    bool early = chance(layout, 30);
    bool button = chance(layout, 25);
    if (button && early)
        add_floating_button(layout, root);
    fill(layout, root, screen, 0);
    if (button && !early)
        add_floating_button(layout, root);
    if (chance(layout, 12))
        add_twins(layout, root);
    if (chance(layout, 8))
        add_shells(layout, root);
    if (chance(layout, 20))
        add_layer(layout, root);
}

static void
make_windows(struct layout *layout)
{
    struct at_rect dialog = {100, 500, 980, 1300};
    struct at_rect keys = {0, 1250, LAYOUT_WIDTH, LAYOUT_HEIGHT};
    struct at_rect bar = {0, 0, LAYOUT_WIDTH, 63};
    if (chance(layout, 40))
        fill(layout, begin_window(layout, WINDOW_DIALOG, dialog), dialog, 3);
    if (chance(layout, 40))
        fill(layout, begin_window(layout, WINDOW_KEYBOARD, keys), keys, 5);
    if (chance(layout, 30))
        make_leaf(layout, begin_window(layout, WINDOW_STATUS_BAR, bar), bar);
}

void
layout_make(struct layout *layout, uint64_t seed)
{
    layout->count = 0;
    layout->window_count = 0;
    layout->serial = 0;
    layout->random = seed * 0x2545f4914f6cdd1du + 1;
    layout->form = (enum layout_form)layout_random(layout, LAYOUT_FORMS);
    layout->sorted = chance(layout, 60);
    make_app(layout);
    if (layout->form == LAYOUT_HELPER || layout->form == LAYOUT_HELPER_ORDERED)
        make_windows(layout);
}
