#include "device/android/framework/web/webview_page.h"

#include <string.h>

#include "wire/json.h"

enum {
    DEPTH,
    ROLE,
    FLAGS,
    LEFT,
    TOP,
    RIGHT,
    BOTTOM,
    LABEL,
    TEXT,
    HINT,
    STATE,
    ID,
    FIELDS,
};

enum {
    DEPTH_MAX = 64,
    TEXT_MAX_BYTES = 16 * 1024,
    ID_MAX_BYTES = 256,
    PASSWORD_MAX_CHARS = 256,
};

static const double FAR_CSS = 1e6; // no page is measured beyond
static const double SCALE_MAX = 200;

// The script's words for roles.
static const struct {
    const char *role;
    struct at_str class_name;
} classes[] = {
    {"button", AT_STR_ROW("android.widget.Button")},
    {"check", AT_STR_ROW("android.widget.CheckBox")},
    {"field", AT_STR_ROW("android.widget.EditText")},
    {"hscroll", AT_STR_ROW("android.widget.HorizontalScrollView")},
    {"image", AT_STR_ROW("android.widget.Image")},
    {"progress", AT_STR_ROW("android.widget.ProgressBar")},
    {"radio", AT_STR_ROW("android.widget.RadioButton")},
    {"scroll", AT_STR_ROW("android.widget.ScrollView")},
    {"slider", AT_STR_ROW("android.widget.SeekBar")},
    {"spinner", AT_STR_ROW("android.widget.Spinner")},
    {"switch", AT_STR_ROW("android.widget.Switch")},
    {"tab", AT_STR_ROW("android.widget.TabWidget")},
    {"text", AT_STR_ROW("android.widget.TextView")},
};

// The script's bits.
static const uint32_t flags[] = {
    AT_NODE_CLICKABLE,   AT_NODE_FOCUSABLE, AT_NODE_FOCUSED, AT_NODE_CHECKABLE,
    AT_NODE_CHECKED,     AT_NODE_SELECTED,  AT_NODE_ENABLED, AT_NODE_PASSWORD,
    AT_NODE_SCROLLABLE,  AT_NODE_HEADING,   AT_NODE_INVALID, AT_NODE_EXPANDABLE,
    AT_NODE_COLLAPSIBLE, AT_NODE_TEXT_CUT,
};

static struct at_str
class_of(struct at_str role)
{
    for (size_t i = 0; i < AT_LEN(classes); i++) {
        if (at_str_is(role, classes[i].role))
            return classes[i].class_name;
    }
    return AT_STR("android.view.View");
}

static uint32_t
flags_of(const json_t *value)
{
    json_int_t bits = json_integer_value(value);
    uint32_t set = 0;
    for (size_t i = 0; i < AT_LEN(flags); i++)
        set |= (bits >> i) & 1 ? flags[i] : 0;
    return set;
}

static double
clamp(double value, double max)
{
    return value > max ? max : value < -max ? -max : value;
}

static double
measure(const json_t *object, const char *name)
{
    return clamp(json_number_value(json_object_get(object, name)), FAR_CSS);
}

static size_t
count_of(const json_t *object, const char *name)
{
    json_int_t count = json_integer_value(json_object_get(object, name));
    return count > 0 && count < 10000000 ? (size_t)count : 0;
}

bool
at_web_page_parse(struct at_str answer, struct at_web_page *out,
                  struct at_err *err)
{
    *out = (struct at_web_page){.rows = NULL};
    json_t *json = at_json_parse(answer, err);
    if (!json)
        return false;
    *out = (struct at_web_page){
        .rows = json_incref(json_object_get(json, "rows")),
        .frames = json_incref(json_object_get(json, "frames")),
        .left_css = measure(json, "left"),
        .top_css = measure(json, "top"),
        .width_css = measure(json, "width"),
        .height_css = measure(json, "height"),
        .hidden = json_is_true(json_object_get(json, "hidden")),
        .omitted = count_of(json, "omitted"),
        .closed = count_of(json, "closed"),
        .drawn = count_of(json, "drawn"),
    };
    json_decref(json);
    return json_is_array(out->rows) ||
           at_fail(err, AT_EPROTO, "the page's answer is not the script's own");
}

void
at_web_page_deinit(struct at_web_page *page)
{
    json_decref(page->rows);
    json_decref(page->frames);
    page->rows = NULL;
    page->frames = NULL;
}

// The row of the frame itself precedes its content. It says that the page
// cannot be read, which is no longer true.
static void
clear_state(const struct at_web_page *page, size_t at, const json_t *frame)
{
    json_t *row = at > 0 ? json_array_get(page->rows, at - 1) : NULL;
    json_int_t depth = json_integer_value(json_array_get(frame, 2));
    if (json_array_size(row) != FIELDS ||
        json_integer_value(json_array_get(row, DEPTH)) != depth - 1 ||
        !at_str_is(at_json_str(json_array_get(row, ROLE)), "view"))
        return;
    json_array_set_new(row, STATE, json_string(""));
}

void
at_web_page_add_frame(struct at_web_page *page, const json_t *frame,
                      struct at_web_page *content)
{
    json_int_t at = json_integer_value(json_array_get(frame, 1));
    size_t size = json_array_size(page->rows);
    size_t more = json_array_size(content->rows);
    if (at < 0 || (size_t)at > size || more > AT_OVERLAY_MAX_ITEMS)
        return;
    clear_state(page, (size_t)at, frame);
    for (size_t i = more; i > 0; i--)
        json_array_insert(page->rows, (size_t)at,
                          json_array_get(content->rows, i - 1));
    page->omitted += content->omitted;
    page->closed += content->closed;
    page->drawn += content->drawn;
    page->closed -= page->closed > 0 ? 1 : 0;
}

static bool
is_row(const json_t *row)
{
    bool ok = json_array_size(row) == FIELDS &&
              json_is_integer(json_array_get(row, DEPTH)) &&
              json_is_integer(json_array_get(row, FLAGS)) &&
              json_is_string(json_array_get(row, ROLE));
    for (size_t i = LEFT; ok && i <= BOTTOM; i++)
        ok = json_is_number(json_array_get(row, i));
    for (size_t i = LABEL; ok && i <= ID; i++)
        ok = json_is_string(json_array_get(row, i));
    return ok;
}

struct projection {
    const struct at_web_page *page;
    struct at_rect place;
    struct at_rect seen;
    double scale; // pixels of the screen for one of the page's
};

static int32_t
project(double css, double origin_css, double scale, int32_t origin_px)
{
    double px = (clamp(css, FAR_CSS) - origin_css) * scale;
    return origin_px + (int32_t)(px < 0 ? px - 0.5 : px + 0.5);
}

static struct at_rect
bounds_of(const struct projection *on, const json_t *row)
{
    const struct at_web_page *page = on->page;
    double sides[4];
    for (size_t i = 0; i < AT_LEN(sides); i++)
        sides[i] = json_number_value(json_array_get(row, LEFT + i));
    struct at_rect rect = {
        project(sides[0], page->left_css, on->scale, on->place.left),
        project(sides[1], page->top_css, on->scale, on->place.top),
        project(sides[2], page->left_css, on->scale, on->place.left),
        project(sides[3], page->top_css, on->scale, on->place.top),
    };
    return at_rect_intersect(rect, on->seen);
}

static struct at_str
text_of(struct at_overlay *overlay, const json_t *row, size_t field, size_t max)
{
    struct at_str text = at_json_str(json_array_get(row, field));
    return at_arena_dup(&overlay->arena, at_utf8_head(text, max));
}

// Take only the number of characters of a password, whatever the peer sends.
static struct at_str
stars(struct at_overlay *overlay, const json_t *row)
{
    size_t count = at_utf8_count(at_json_str(json_array_get(row, TEXT)));
    char text[PASSWORD_MAX_CHARS];
    count = count < sizeof(text) ? count : sizeof(text);
    memset(text, '*', count);
    return at_arena_dup(&overlay->arena, at_str_n(text, count));
}

static void
fill_item(struct at_overlay_item *item, struct at_overlay *overlay,
          const json_t *row)
{
    json_int_t depth = json_integer_value(json_array_get(row, DEPTH));
    item->depth = (uint32_t)(depth < 0           ? 0
                             : depth > DEPTH_MAX ? DEPTH_MAX
                                                 : depth);
    item->flags = flags_of(json_array_get(row, FLAGS));
    item->class_name = class_of(at_json_str(json_array_get(row, ROLE)));
    item->label = text_of(overlay, row, LABEL, TEXT_MAX_BYTES);
    item->hint = text_of(overlay, row, HINT, TEXT_MAX_BYTES);
    item->state = text_of(overlay, row, STATE, TEXT_MAX_BYTES);
    item->id = text_of(overlay, row, ID, ID_MAX_BYTES);
    item->text = item->flags & AT_NODE_PASSWORD
                     ? stars(overlay, row)
                     : text_of(overlay, row, TEXT, TEXT_MAX_BYTES);
}

size_t
at_web_page_fill(const struct at_web_page *page, struct at_rect place,
                 struct at_overlay *overlay)
{
    struct projection on = {.page = page,
                            .place = place,
                            .seen = at_rect_intersect(place, overlay->under)};
    size_t size = json_array_size(page->rows);
    if (page->width_css < 1 || at_rect_empty(on.seen))
        return 0;
    double width_px = (double)place.right - place.left;
    on.scale = clamp(width_px / page->width_css, SCALE_MAX);
    for (size_t i = 0; i < size; i++) {
        const json_t *row = json_array_get(page->rows, i);
        if (!is_row(row))
            continue;
        struct at_rect bounds = bounds_of(&on, row);
        if (at_rect_empty(bounds))
            continue;
        struct at_overlay_item *item = at_overlay_add(overlay);
        if (!item)
            return size - i;
        item->bounds = bounds;
        fill_item(item, overlay, row);
    }
    return 0;
}
