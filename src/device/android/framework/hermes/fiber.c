#include "device/android/framework/hermes/fiber.h"

#include "wire/json.h"

enum { X, Y, WIDTH, HEIGHT, ID, LABEL, COMPONENT, FIELDS };
enum { TEXT_MAX_BYTES = 320 };

static const double dpi_of_dp = 160;
static const double px_max = 100000;
static const double scale_min = 0.5;
static const double scale_max = 8;

static bool
is_scale(double scale)
{
    return scale >= scale_min && scale <= scale_max;
}

// NaN and values beyond the screen are cut to the limit.
static int32_t
pixel(double dp, double scale)
{
    double px = dp * scale;
    if (!(px > -px_max))
        px = -px_max;
    if (px > px_max)
        px = px_max;
    return (int32_t)(px < 0 ? px - 0.5 : px + 0.5);
}

static double
number_at(const json_t *row, size_t index)
{
    return json_number_value(json_array_get(row, index));
}

static struct at_rect
read_rect(const json_t *row, double scale)
{
    double left = number_at(row, X);
    double top = number_at(row, Y);
    return (struct at_rect){
        .left = pixel(left, scale),
        .top = pixel(top, scale),
        .right = pixel(left + number_at(row, WIDTH), scale),
        .bottom = pixel(top + number_at(row, HEIGHT), scale),
    };
}

// Read one line without control characters: it is shown beside the tree's
// texts.
static struct at_str
read_text(struct at_overlay *overlay, const json_t *row, size_t index)
{
    char text[TEXT_MAX_BYTES];
    at_str_cut(text, sizeof(text), at_json_str(json_array_get(row, index)));
    for (char *at = text; *at; at++) {
        if ((unsigned char)*at < ' ' || *at == 0x7f)
            *at = ' ';
    }
    return at_arena_dup(&overlay->arena, at_str_trim(at_str(text)));
}

static bool
is_row(const json_t *row)
{
    if (json_array_size(row) != FIELDS)
        return false;
    for (size_t i = X; i <= HEIGHT; i++) {
        if (!json_is_number(json_array_get(row, i)))
            return false;
    }
    for (size_t i = ID; i < FIELDS; i++) {
        if (!json_is_string(json_array_get(row, i)))
            return false;
    }
    return true;
}

static bool
add_row(struct at_overlay *overlay, const json_t *row, double scale)
{
    if (!is_row(row))
        return false;
    struct at_overlay_item *item = at_overlay_add(overlay);
    if (!item)
        return true; // there are enough
    if (is_scale(scale))
        item->bounds = read_rect(row, scale);
    item->id = read_text(overlay, row, ID);
    item->label = read_text(overlay, row, LABEL);
    item->component = read_text(overlay, row, COMPONENT);
    return true;
}

static size_t
count_of(const json_t *json, const char *name)
{
    json_int_t count = json_integer_value(json_object_get(json, name));
    return count > 0 && count < INT32_MAX ? (size_t)count : 0;
}

static struct at_overlay *
read_overlay(const json_t *json, int32_t dpi)
{
    const json_t *items = json_object_get(json, "items");
    double scale = json_number_value(json_object_get(json, "scale"));
    if (!is_scale(scale))
        scale = (double)dpi / dpi_of_dp;
    struct at_overlay *overlay = at_overlay_new(AT_OVERLAY_NAMES, "hermes");
    overlay->floats = true;
    overlay->walked = count_of(json, "walked");
    overlay->cut = json_is_true(json_object_get(json, "cut"));
    overlay->scale = is_scale(scale) ? scale : 0;
    bool ok = json_is_array(items);
    for (size_t i = 0; ok && i < json_array_size(items); i++)
        ok = add_row(overlay, json_array_get(items, i), scale);
    if (ok)
        return overlay;
    at_overlay_free(overlay);
    return NULL;
}

bool
at_fiber_read(struct at_str answer, int32_t dpi, struct at_overlay **out,
              struct at_err *err)
{
    json_t *json = at_json_parse(answer, err);
    *out = NULL;
    if (!json)
        return false;
    struct at_overlay *overlay = read_overlay(json, dpi);
    json_decref(json);
    if (!overlay)
        return at_fail(err, AT_EPROTO,
                       "the list of components is not the script's");
    if (overlay->count > 0 || overlay->cut)
        *out = overlay;
    else
        at_overlay_free(overlay);
    return true;
}
