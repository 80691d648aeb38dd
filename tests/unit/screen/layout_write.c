#include <string.h>

#include "tests/unit/screen/layout.h"

static const char *const classes[VIEW_KINDS] = {
    [VIEW_GROUP] = "android.widget.FrameLayout",
    [VIEW_TEXT] = "android.widget.TextView",
    [VIEW_IMAGE] = "android.widget.ImageView",
    [VIEW_BUTTON] = "android.widget.Button",
    [VIEW_IMAGE_BUTTON] = "android.widget.ImageButton",
    [VIEW_FIELD] = "android.widget.EditText",
    [VIEW_CHECK_BOX] = "android.widget.CheckBox",
    [VIEW_SWITCH] = "android.widget.Switch",
    [VIEW_SEEK_BAR] = "android.widget.SeekBar",
    [VIEW_PROGRESS] = "android.widget.ProgressBar",
    [VIEW_SCROLL] = "android.widget.ScrollView",
    [VIEW_RECYCLER] = "androidx.recyclerview.widget.RecyclerView",
    [VIEW_LIST] = "android.widget.ListView",
    [VIEW_PAGER] = "androidx.viewpager.widget.ViewPager",
    [VIEW_WEB] = "android.webkit.WebView",
    [VIEW_PAGE_NODE] = "android.view.View",
};

static const struct {
    const char *package;
    const char *type;
} windows[] = {
    [WINDOW_APP] = {"com.example.app", "application"},
    [WINDOW_DIALOG] = {"com.example.app", "application"},
    [WINDOW_KEYBOARD] = {"com.google.android.inputmethod.latin",
                         "input_method"},
    [WINDOW_STATUS_BAR] = {"com.android.systemui", "system"},
};

struct writer {
    struct layout *layout;
    struct at_buf *out;
    uint32_t order;
    const char *package;
};

static bool
is_helper(const struct layout *layout)
{
    return layout->form == LAYOUT_HELPER ||
           layout->form == LAYOUT_HELPER_ORDERED;
}

static bool
is_ordered(const struct layout *layout)
{
    return layout->form == LAYOUT_XML_ORDERED ||
           layout->form == LAYOUT_HELPER_ORDERED;
}

// Escaped for XML or JSON, which differ only where these texts have nothing.
static void
write_text(struct writer *w, const char *name, const char *text)
{
    bool json = is_helper(w->layout);
    if (!text[0])
        return;
    at_buf_add_fmt(w->out, json ? "\"%s\":\"" : " %s=\"", name);
    for (const char *c = text; *c; c++) {
        if (json && (*c == '"' || *c == '\\'))
            at_buf_add_fmt(w->out, "\\%c", *c);
        else if (json && *c == '\n')
            at_buf_add_text(w->out, "\\n");
        else if (!json && (*c == '"' || *c == '\n' || *c == '&' || *c == '<'))
            at_buf_add_fmt(w->out, "&#%d;", *c);
        else
            at_buf_add_char(w->out, *c);
    }
    at_buf_add_text(w->out, json ? "\"," : "\"");
}

static struct at_rect
bounds_of(const struct layout *layout, const struct view *it)
{
    bool cut = it->kind != VIEW_PAGE_NODE && !at_rect_empty(it->shown);
    struct at_rect rect = cut ? it->shown : it->rect;
    struct at_rect screen = {0, 0, LAYOUT_WIDTH, LAYOUT_HEIGHT};
    if (!is_helper(layout))
        return rect;
    rect = at_rect_intersect(rect, screen);
    return at_rect_empty(rect) ? (struct at_rect){0, 0, 0, 0} : rect;
}

static void
write_flags(struct writer *w, const struct view *it)
{
    bool json = is_helper(w->layout);
    const struct {
        bool on;
        int bit;
        const char *name;
    } rows[] = {
        {!it->disabled, 0, "enabled"},
        {it->checkable, 4, "checkable"},
        {it->clickable, 5, "clickable"},
        {it->scrolls && layout_takes_touch(it), 6, "scrollable"},
        {it->long_clickable, 7, "long-clickable"},
    };
    unsigned bits = it->kind == VIEW_FIELD ? 1u << 12 : 0;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        bits |= rows[i].on ? 1u << rows[i].bit : 0;
        if (!json)
            at_buf_add_fmt(w->out, " %s=\"%s\"", rows[i].name,
                           rows[i].on ? "true" : "false");
    }
    if (json)
        at_buf_add_fmt(w->out, "\"flags\":%u,", bits);
}

static void
write_members(struct writer *w, const struct view *it, int depth, int drawn)
{
    struct at_rect at = bounds_of(w->layout, it);
    bool json = is_helper(w->layout);
    bool order = is_ordered(w->layout);
    bool shows_hint = !it->text[0] && it->hint[0] && !json;
    if (json)
        at_buf_add_fmt(w->out, "%s{\"depth\":%d,", depth ? "," : "", depth);
    else
        at_buf_add_text(w->out, "<node");
    write_text(w, "class", classes[it->kind]);
    if (!json)
        write_text(w, "package", w->package);
    write_text(w, json ? "id" : "resource-id", it->id);
    write_text(w, "text", shows_hint ? it->hint : it->text);
    write_text(w, json ? "desc" : "content-desc", it->description);
    write_text(w, "hint", it->hint);
    write_flags(w, it);
    if (json && order)
        at_buf_add_fmt(w->out, "\"drawn\":%d,", drawn);
    if (!json && order)
        at_buf_add_fmt(w->out, " drawing-order=\"%d\"", drawn);
    at_buf_add_fmt(w->out,
                   json ? "\"bounds\":[%d,%d,%d,%d]}"
                        : " bounds=\"[%d,%d][%d,%d]\">",
                   at.left, at.top, at.right, at.bottom);
}

// ViewGroup's ViewLocationHolder, from left to right.
static bool
is_listed_before(const struct view *a, const struct view *b)
{
    if (a->rect.bottom <= b->rect.top)
        return true;
    if (a->rect.top >= b->rect.bottom)
        return false;
    if (a->rect.left != b->rect.left)
        return a->rect.left < b->rect.left;
    if (a->rect.top != b->rect.top)
        return a->rect.top < b->rect.top;
    if (a->rect.bottom != b->rect.bottom)
        return a->rect.bottom > b->rect.bottom;
    return a->rect.right > b->rect.right;
}

static int
list_children(const struct layout *layout, int view, int *out)
{
    int count = 0;
    for (int at = layout->views[view].first_child; at != LAYOUT_NONE;
         at = layout->views[at].next) {
        int i = count++;
        for (; layout->sorted && i > 0 &&
               is_listed_before(&layout->views[at], &layout->views[out[i - 1]]);
             i--)
            out[i] = out[i - 1];
        out[i] = at;
    }
    return count;
}

static int
drawn_place(const struct layout *layout, int view)
{
    int children[LAYOUT_VIEWS_MAX];
    int parent = layout->views[view].parent;
    if (parent == LAYOUT_NONE || layout->views[view].kind == VIEW_PAGE_NODE)
        return 0;
    int count = layout_children(layout, parent, children);
    for (int i = 0; i < count; i++) {
        if (children[i] == view)
            return i + 1;
    }
    return 0;
}

// A view without a part to be seen is not reported, nor what is in it: zero
// sizes and what is beyond a page come from other toolkits.
static bool
is_reported(const struct view *it)
{
    return it->kind == VIEW_PAGE_NODE || !at_rect_empty(it->shown);
}

static void
write_view(struct writer *w, int view, int depth)
{
    struct layout *layout = w->layout;
    struct view *it = &layout->views[view];
    int children[LAYOUT_VIEWS_MAX];
    it->order = 0;
    if (depth > 0 && !is_reported(it))
        return;
    it->order = ++w->order;
    layout->at_order[it->order] = view;
    write_members(w, it, depth, drawn_place(layout, view));
    int count = list_children(layout, view, children);
    for (int i = 0; i < count; i++)
        write_view(w, children[i], depth + 1);
    if (!is_helper(layout))
        at_buf_add_text(w->out, "</node>");
}

static bool
has_dialog(const struct layout *layout)
{
    for (int i = 0; i < layout->window_count; i++) {
        if (layout->window_kinds[i] == WINDOW_DIALOG)
            return true;
    }
    return false;
}

static void
write_window(struct writer *w, int window)
{
    enum window_kind kind = w->layout->window_kinds[window];
    bool modal = has_dialog(w->layout);
    w->package = windows[kind].package;
    if (is_helper(w->layout))
        at_buf_add_fmt(
            w->out,
            "%s{\"package\":\"%s\",\"type\":\"%s\","
            "\"focused\":%s,\"nodes\":[",
            window ? "," : "", windows[kind].package, windows[kind].type,
            kind == (modal ? WINDOW_DIALOG : WINDOW_APP) ? "true" : "false");
    write_view(w, w->layout->windows[window], 0);
    if (is_helper(w->layout))
        at_buf_add_text(w->out, "]}");
}

void
layout_write(struct layout *layout, struct at_buf *out)
{
    struct writer w = {.layout = layout, .out = out};
    bool json = is_helper(layout);
    for (int i = 0; i < layout->count; i++)
        layout->views[i].order = 0;
    if (json)
        at_buf_add_fmt(out,
                       "{\"rotation\":0,\"width\":%d,\"height\":%d,"
                       "\"windows\":[",
                       LAYOUT_WIDTH, LAYOUT_HEIGHT);
    else
        at_buf_add_text(out, "<hierarchy rotation=\"0\">");
    for (int i = 0; i < layout->window_count; i++)
        write_window(&w, i);
    at_buf_add_text(out, json ? "]}" : "</hierarchy>");
}
