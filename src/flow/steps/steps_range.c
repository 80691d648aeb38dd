#include "flow/steps/steps_range.h"

#include <math.h>
#include <stdlib.h>

#include "base/quote.h"
#include "flow/steps/target.h"
#include "screen/label.h"
#include "sys/clock.h"

enum {
    TRIES_MAX = 5,
    DRAG_MS = 300,
    REST_MS = 100,
    NUMBER_MAX_BYTES = 40,
};

// A slider as the tree has it. Without a known range its value is unknown, and
// only percentages are valid.
struct slider {
    const struct at_node *node;
    bool known;
    double min;
    double max;
    double now;
};

static bool
read_number(struct at_str text, double *out)
{
    char copy[NUMBER_MAX_BYTES + 1];
    char *end;
    if (text.len == 0 || text.len > NUMBER_MAX_BYTES)
        return false;
    at_str_cut(copy, sizeof(copy), text);
    *out = strtod(copy, &end);
    return *end == '\0' && isfinite(*out);
}

// "40 of 0..100"
static void
read_range(struct slider *slider)
{
    struct at_str range = slider->node->range;
    ptrdiff_t of = at_str_find(range, AT_STR(" of "));
    if (of < 0)
        return;
    struct at_str ends = at_str_skip(range, (size_t)of + 4);
    ptrdiff_t dots = at_str_find(ends, AT_STR(".."));
    slider->known =
        dots > 0 && read_number(at_str_head(range, (size_t)of), &slider->now) &&
        read_number(at_str_head(ends, (size_t)dots), &slider->min) &&
        read_number(at_str_skip(ends, (size_t)dots + 2), &slider->max) &&
        slider->min < slider->max;
}

static bool
is_slider(const struct at_node *node)
{
    return node->role == AT_ROLE_SLIDER;
}

// Return the node itself, or the only slider in it.
static const struct at_node *
slider_within(const struct at_node *top)
{
    const struct at_node *found = NULL;
    for (const struct at_node *node = top; node;
         node = at_node_next(node, top)) {
        if (!is_slider(node))
            continue;
        if (found)
            return NULL;
        found = node;
        if (node == top)
            break;
    }
    return found;
}

static bool
find_slider(struct at_step_call *call, struct slider *out, struct at_err *err)
{
    const struct at_node *node;
    struct at_point at;
    *out = (struct slider){.node = NULL};
    if (!at_step_aim(call, &call->step->target, &node, &at, err))
        return false;
    out->node = slider_within(node);
    if (!out->node)
        return at_fail(err, AT_EUSAGE,
                       "%s is not a slider, nothing was touched: name one that "
                       "the tree calls slider",
                       at_buf_text(&call->result->target.with_ref));
    if (out->node != node)
        at_step_set_target(call, out->node);
    read_range(out);
    return true;
}

static bool
fail_value(struct at_step_call *call, struct at_err *err)
{
    struct at_buf text = AT_BUF_INIT(200);
    at_quote_write(at_utf8_head(call->step->value, 60), &text);
    at_fail(err, AT_EUSAGE,
            "%s is not a value: give a number of the slider's range, or a "
            "percentage like 70%%",
            at_buf_text(&text));
    at_buf_deinit(&text);
    return false;
}

// Read the value as a position on the slider, from 0 to 1.
static bool
read_part(struct at_step_call *call, const struct slider *slider, double *out,
          struct at_err *err)
{
    struct at_str text = at_str_trim(call->step->value);
    bool percent = at_str_ends(text, AT_STR("%"));
    double min = percent ? 0 : slider->min;
    double max = percent ? 100 : slider->max;
    double value;
    if (percent)
        text = at_str_head(text, text.len - 1);
    if (!read_number(text, &value))
        return fail_value(call, err);
    if (!percent && !slider->known)
        return at_fail(err, AT_EUNSUPPORTED,
                       "the range of this slider is not known here: give a "
                       "percentage, %.*s%%",
                       AT_STR_ARG(text));
    if (value < min || value > max)
        return at_fail(err, AT_EUSAGE,
                       "%.*s is outside of the slider's range, %g to %g",
                       AT_STR_ARG(call->step->value), min, max);
    *out = (value - min) / (max - min);
    return true;
}

static bool
is_upright(struct at_rect area)
{
    return area.bottom - area.top > area.right - area.left;
}

static double
length_px(struct at_rect area)
{
    return is_upright(area) ? area.bottom - area.top : area.right - area.left;
}

// The track ends half a thumb before the element does; usually the thumb is as
// wide as the element is high.
static double
inset_px(struct at_rect area)
{
    double thick =
        is_upright(area) ? area.right - area.left : area.bottom - area.top;
    double most = length_px(area) / 8;
    return thick / 2 < most ? thick / 2 : most;
}

static double
place_of(struct at_rect area, double part)
{
    double inset = inset_px(area);
    double along = inset + part * (length_px(area) - 2 * inset);
    return is_upright(area) ? length_px(area) - along : along;
}

static struct at_point
point_at(struct at_rect area, double along)
{
    double last = length_px(area) - 1;
    int32_t px = (int32_t)lround(along < 0 ? 0 : along > last ? last : along);
    struct at_point at = at_rect_center(area);
    if (is_upright(area))
        at.y_px = area.top + px;
    else
        at.x_px = area.left + px;
    return at;
}

static double
part_of(const struct slider *slider)
{
    return (slider->now - slider->min) / (slider->max - slider->min);
}

// Return true if it is as near as a finger can get: half a pixel of the track.
static bool
is_reached(const struct slider *slider, double part)
{
    return fabs(part_of(slider) - part) <=
           0.5 / length_px(slider->node->bounds) + 1e-9;
}

// A track as measured with the finger: two places and their values.
struct track {
    double along;
    double part;
    double slope; // pixels for the whole range
};

static bool
drag(struct at_step_call *call, const struct slider *slider, double from,
     double to, struct at_err *err)
{
    struct at_rect area = slider->node->bounds;
    struct at_err why = AT_ERR_INIT;
    const struct at_input input = {
        .kind = AT_INPUT_SWIPE,
        .tree = at_app_tree(call->app),
        .node = slider->node,
        .swipe = {.from = point_at(area, from),
                  .to = point_at(area, to),
                  .duration_ms = DRAG_MS,
                  .rest_ms = REST_MS},
    };
    if (!at_step_inject(call, &input, &why))
        return at_step_fail_refused(call, &why, err);
    return at_step_settle_app(call, err);
}

static void
keep_value(struct at_step_call *call, const struct slider *slider)
{
    call->result->has_value = true;
    at_buf_clear(&call->result->value);
    at_buf_add_str(&call->result->value, slider->known
                                             ? slider->node->range
                                             : at_node_value(slider->node));
}

static bool
fail_short(const struct at_step_call *call, struct at_err *err)
{
    return at_fail(err, AT_ETEXT,
                   "the slider took %s, not %.*s: it may have steps, or give "
                   "way to the finger",
                   at_buf_text(&call->result->value),
                   AT_STR_ARG(at_utf8_head(call->step->value, 60)));
}

// Set the slider directly if the device can. If *out_set is false, it accepts
// no value, at least currently, and nothing was done.
static bool
ask_slider(struct at_step_call *call, const struct slider *slider, double part,
           bool *out_set, struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    size_t done;
    const struct at_input input = {
        .kind = AT_INPUT_VALUE,
        .tree = at_app_tree(call->app),
        .node = slider->node,
        .at = at_rect_center(slider->node->bounds),
        .value = slider->min + part * (slider->max - slider->min),
    };
    *out_set = false;
    if (!at_device_finds(at_app_device(call->app)) ||
        at_node_has(slider->node, AT_NODE_GRAFTED))
        return true;
    *out_set = at_step_inject_all(call, &input, 1, &done, &why);
    return *out_set || why.code == AT_EUNSUPPORTED ||
           call->refusal != AT_REFUSAL_NONE || at_err_pass(err, &why);
}

// Set it without a finger, as closely as the slider allows.
static bool
set_directly(struct at_step_call *call, struct slider *slider, double part,
             struct at_err *err)
{
    bool set;
    if (!ask_slider(call, slider, part, &set, err))
        return false;
    if (!set)
        return true;
    if (!at_step_settle_app(call, err) || !find_slider(call, slider, err))
        return false;
    keep_value(call, slider);
    if (slider->known && is_reached(slider, part))
        at_step_note(call, "set by its accessibility action, without a touch");
    return true;
}

// Correct the result of the finger from the slider's reported value, while that
// improves it. The inset, a step and right-to-left are unknown in advance.
static bool
approach(struct at_step_call *call, struct slider *slider, double part,
         struct at_err *err)
{
    struct at_rect area = slider->node->bounds;
    struct track track = {.along = place_of(area, part_of(slider)),
                          .part = part_of(slider),
                          .slope = place_of(area, 1) - place_of(area, 0)};
    for (int i = 0; i < TRIES_MAX && !is_reached(slider, part); i++) {
        double to = i == 0 ? place_of(area, part)
                           : track.along + (part - track.part) * track.slope;
        if (!drag(call, slider, track.along, to, err) ||
            !find_slider(call, slider, err))
            return false;
        keep_value(call, slider);
        if (!slider->known)
            return true;
        double moved = part_of(slider) - track.part;
        if (fabs(moved) > 1e-9 && fabs(to - track.along) >= 1)
            track.slope = (to - track.along) / moved;
        track.along = to;
        track.part = part_of(slider);
        area = slider->node->bounds;
    }
    return is_reached(slider, part) || fail_short(call, err);
}

bool
at_step_set_value(struct at_step_call *call, struct at_err *err)
{
    struct slider slider;
    double part = 0;
    if (!find_slider(call, &slider, err) ||
        !read_part(call, &slider, &part, err))
        return false;
    if (slider.known) {
        keep_value(call, &slider);
        if (is_reached(&slider, part))
            at_step_note(call, "it had this value already");
        else if (!set_directly(call, &slider, part, err))
            return false;
        return !slider.known || approach(call, &slider, part, err);
    }
    struct at_rect area = slider.node->bounds;
    if (!drag(call, &slider, length_px(area) / 2, place_of(area, part), err))
        return false;
    at_step_note(call, "set by its place: what the slider holds is not "
                       "reported here");
    return true;
}
