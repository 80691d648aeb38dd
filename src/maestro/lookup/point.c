#include "maestro/lookup/point.h"

#include "screen/px.h"

struct pair {
    int64_t x;
    int64_t y;
    bool percent;
};

// Read an integer as Java does, with a sign and blanks around it; "%" anywhere
// in it is ignored.
static bool
read_number(struct at_str part, int64_t *out)
{
    char digits[24];
    size_t len = 0;
    for (size_t i = 0; i < part.len; i++) {
        if (part.ptr[i] == '%')
            continue;
        if (len == sizeof(digits))
            return false;
        digits[len++] = part.ptr[i];
    }
    struct at_str number = at_str_trim(at_str_n(digits, len));
    if (number.len > 1 && number.ptr[0] == '+' && number.ptr[1] != '-')
        number = at_str_skip(number, 1);
    return at_str_to_i64(number, INT32_MIN, INT32_MAX, out);
}

static bool
read_pair(struct at_str text, struct pair *out)
{
    struct at_str rest = text;
    struct at_str part;
    int64_t numbers[2] = {0, 0};
    size_t count = 0;
    out->percent = at_str_has(text, AT_STR("%"));
    // further numbers are ignored
    while (at_str_next(&rest, ',', &part)) {
        int64_t number;
        if (!read_number(part, &number))
            return false;
        if (count < 2)
            numbers[count] = number;
        count++;
    }
    out->x = numbers[0];
    out->y = numbers[1];
    return count >= 2 && !at_str_ends(text, AT_STR(","));
}

static enum at_maestro_point
unreadable(struct at_str text, struct at_err *err)
{
    struct at_str shown = at_utf8_head(text, 60);
    at_fail(err, AT_EUSAGE,
            "'%.*s' is not a point: write two integers, \"50%%,50%%\" or "
            "\"100,200\"",
            AT_STR_ARG(shown));
    return AT_MAESTRO_POINT_UNREADABLE;
}

static bool
is_percent(int64_t number)
{
    return number >= 0 && number <= 100;
}

enum at_maestro_point
at_maestro_point_of_screen(struct at_str text, int32_t width_px,
                           int32_t height_px, struct at_point *out,
                           struct at_err *err)
{
    struct pair pair;
    if (!read_pair(text, &pair))
        return unreadable(text, err);
    if (!pair.percent) {
        *out = (struct at_point){(int32_t)pair.x, (int32_t)pair.y};
        return AT_MAESTRO_POINT_OK;
    }
    if (!is_percent(pair.x) || !is_percent(pair.y)) {
        at_fail(err, AT_EUSAGE, "Invalid point: %.*s",
                AT_STR_ARG(at_utf8_head(text, 60)));
        return AT_MAESTRO_POINT_OUTSIDE;
    }
    *out = (struct at_point){(int32_t)(width_px * pair.x / 100),
                             (int32_t)(height_px * pair.y / 100)};
    return AT_MAESTRO_POINT_OK;
}

static enum at_maestro_point
outside_of_bounds(struct at_str text, const struct pair *pair,
                  struct at_rect bounds, struct at_err *err)
{
    struct at_str shown = at_utf8_head(text, 60);
    if (pair->percent)
        at_fail(err, AT_EUSAGE,
                "Invalid element-relative point: %.*s. Percentages must be "
                "between 0 and 100.",
                AT_STR_ARG(shown));
    else
        at_fail(err, AT_EUSAGE,
                "Invalid element-relative point: %.*s. Coordinates must be "
                "within element bounds (0,0) to (%lld,%lld).",
                AT_STR_ARG(shown), (long long)at_px_width(bounds) - 1,
                (long long)at_px_height(bounds) - 1);
    return AT_MAESTRO_POINT_OUTSIDE;
}

enum at_maestro_point
at_maestro_point_of_bounds(struct at_str text, struct at_rect bounds,
                           struct at_point *out, struct at_err *err)
{
    int64_t width = at_px_width(bounds);
    int64_t height = at_px_height(bounds);
    struct pair pair;
    if (!read_pair(text, &pair))
        return unreadable(text, err);
    bool inside = pair.percent ? is_percent(pair.x) && is_percent(pair.y)
                               : pair.x >= 0 && pair.y >= 0 && pair.x < width &&
                                     pair.y < height;
    if (!inside)
        return outside_of_bounds(text, &pair, bounds, err);
    int64_t x = pair.percent ? width * pair.x / 100 : pair.x;
    int64_t y = pair.percent ? height * pair.y / 100 : pair.y;
    *out = (struct at_point){(int32_t)(bounds.left + x),
                             (int32_t)(bounds.top + y)};
    return AT_MAESTRO_POINT_OK;
}
