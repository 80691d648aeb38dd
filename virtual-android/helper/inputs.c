// inputs.c: reading inputs from JSON and performing them
#include "virtual-android/helper/inputs.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "sys/cancel.h"
#include "virtual-android/access/view.h"
#include "virtual-android/helper/aim.h"
#include "virtual-android/helper/enter.h"
#include "virtual-android/model/keys.h"

enum {
    PX_MAX = 32767,
    TOUCH_MAX_MS = 60000,
    TAP_MS = 40,
    POINTS_MAX = 256,
    TEXT_MAX_UNITS = 65536,
    SEEK_MAX = 100,
    META_SHIFT = 0x1,
    META_ALT_OR_CTRL = 0x1002,
};

struct vd_input_type {
    const char *name;
    bool (*read)(struct vd_fields *fields, struct vd_input *out);
    bool (*run)(struct vd_api *api, const struct vd_input *input,
                struct vd_writer *w, struct vd_refusal *refusal);
};

static const struct vd_range px = {-PX_MAX, PX_MAX};
static const struct vd_range touch_ms = {1, TOUCH_MAX_MS};

static struct at_point
take_point(struct vd_fields *fields, const char *x, const char *y)
{
    struct at_point at = {0};
    at.x_px = vd_take_int(fields, x, px, VD_NEEDED);
    at.y_px = vd_take_int(fields, y, px, VD_NEEDED);
    return at;
}

static void
one_finger(struct vd_input *out, struct at_point from, struct at_point to,
           int32_t ms)
{
    double length = hypot(to.x_px - from.x_px, to.y_px - from.y_px);
    out->fingers[0] = (struct vd_finger){from, to, (int32_t)lround(length)};
    out->touch = (struct vd_touch){out->fingers, 1, ms, false};
}

static bool
read_tap(struct vd_fields *fields, struct vd_input *out)
{
    struct at_point at = take_point(fields, "x", "y");
    out->count = vd_take_int(fields, "count", (struct vd_range){1, 10}, 1);
    out->interval_ms =
        vd_take_int(fields, "intervalMs", (struct vd_range){0, 1000}, 100);
    one_finger(out, at, at, TAP_MS);
    out->has_target = vd_target_read(fields, &out->target);
    return vd_fields_done(fields);
}

static bool
read_long_press(struct vd_fields *fields, struct vd_input *out)
{
    struct at_point at = take_point(fields, "x", "y");
    out->count = 1;
    one_finger(out, at, at, vd_take_int(fields, "durationMs", touch_ms, 1000));
    out->has_target = vd_target_read(fields, &out->target);
    return vd_fields_done(fields);
}

static bool
read_swipe(struct vd_fields *fields, struct vd_input *out)
{
    struct at_point from = take_point(fields, "x1", "y1");
    struct at_point to = take_point(fields, "x2", "y2");
    out->count = 1;
    one_finger(out, from, to, vd_take_int(fields, "durationMs", touch_ms, 300));
    out->hold_ms =
        vd_take_int(fields, "holdMs", (struct vd_range){0, 10000}, 0);
    out->touch.rests = out->hold_ms > 0;
    out->has_target = vd_target_read(fields, &out->target);
    return vd_fields_done(fields);
}

static bool
read_point(json_t *value, struct at_point *out, struct vd_refusal *refusal)
{
    int32_t *sides[] = {&out->x_px, &out->y_px};
    if (json_array_size(value) != 2)
        return vd_refuse(refusal, VD_BAD_REQUEST, "a point must be [x, y]");
    for (size_t i = 0; i < 2; i++) {
        json_t *side = json_array_get(value, i);
        double number = json_number_value(side);
        if (!json_is_number(side) || !(fabs(number) <= (double)PX_MAX))
            return vd_refuse(refusal, VD_BAD_REQUEST,
                             "a coordinate must be a number from %d to %d",
                             -PX_MAX, PX_MAX);
        *sides[i] = (int32_t)lround(number);
    }
    return true;
}

static bool
read_finger(json_t *path, struct vd_finger *out, struct vd_refusal *refusal)
{
    size_t count = json_array_size(path);
    if (count < 1 || count > POINTS_MAX)
        return vd_refuse(refusal, VD_BAD_REQUEST,
                         "a pointer must be a list of 1 to %d points",
                         POINTS_MAX);
    for (size_t i = 0; i < count; i++) {
        if (!read_point(json_array_get(path, i), &out->to, refusal))
            return false;
        if (i == 0)
            out->from = out->to;
        double far =
            hypot(out->to.x_px - out->from.x_px, out->to.y_px - out->from.y_px);
        if (far > out->travel_px)
            out->travel_px = (int32_t)lround(far);
    }
    return true;
}

static bool
read_gesture(struct vd_fields *fields, struct vd_input *out)
{
    json_t *pointers =
        vd_take_list(fields, "pointers", (struct vd_range){1, VD_FINGERS_MAX});
    out->count = 1;
    size_t i;
    json_t *path;
    json_array_foreach(pointers, i, path)
    {
        if (!read_finger(path, &out->fingers[i], fields->refusal))
            return false;
    }
    out->touch = (struct vd_touch){
        out->fingers, i, vd_take_int(fields, "durationMs", touch_ms, VD_NEEDED),
        false};
    return vd_fields_done(fields);
}

static bool
read_key(struct vd_fields *fields, struct vd_input *out)
{
    out->keycode =
        vd_take_int(fields, "keycode", (struct vd_range){1, 1023}, VD_NEEDED);
    out->meta = vd_take_int(fields, "meta", (struct vd_range){0, INT32_MAX}, 0);
    out->count = vd_take_int(fields, "count", (struct vd_range){1, 5000}, 1);
    out->long_press = vd_take_bool(fields, "longPress");
    return vd_fields_done(fields);
}

static size_t
utf16_units(struct at_str text)
{
    size_t count = 0;
    while (text.len > 0) {
        uint32_t cp = 0;
        size_t len = at_utf8_next(text, &cp);
        count += cp > 0xffff ? 2 : 1;
        text = at_str_skip(text, len > 0 ? len : 1);
    }
    return count;
}

static bool
read_text(struct vd_fields *fields, struct vd_input *out)
{
    static const char *const modes[] = {"insert", "replace", NULL};
    static const char *const methods[] = {"auto", "set", "keys", "paste", NULL};
    out->text = vd_take_text(fields, "text", NULL);
    if (utf16_units(out->text) > TEXT_MAX_UNITS)
        vd_refuse(fields->refusal, VD_BAD_REQUEST,
                  "'text' has more than %d characters", TEXT_MAX_UNITS);
    out->has_expected = vd_has(fields, "expect");
    out->expected = vd_take_text(fields, "expect", "");
    out->replace = vd_take_word(fields, "mode", modes) == 1;
    out->method = vd_take_word(fields, "method", methods);
    out->has_place = vd_has(fields, "x") || vd_has(fields, "y");
    if (out->has_place)
        out->at = take_point(fields, "x", "y");
    out->has_target = vd_target_read(fields, &out->target);
    return vd_fields_done(fields);
}

// A helper that ends lifts its fingers; one that is killed cannot.
static bool
touch_once(struct vd_api *api, const struct vd_touch *touch, int64_t ms,
           struct vd_refusal *refusal)
{
    uint64_t ticket = vd_device_touch_down(api->device, VD_INJECTED_ID, touch);
    if (vd_device_take_fault(api->device, "helper-lost-touch"))
        return vd_lose_automation(api, refusal); // it can cancel nothing now
    if (!vd_api_wait(api, ms)) {
        if (!at_cancel_fired(api->life->killed))
            vd_device_touch_cancel(api->device, ticket);
        return false;
    }
    return vd_device_touch_up(api->device, ticket) ||
           vd_refuse_undelivered(refusal);
}

// Point the finger at where its target is now.
static bool
aim(struct vd_api *api, const struct vd_input *input,
    struct vd_finger *out_finger, struct vd_touch *out_touch,
    struct vd_refusal *refusal)
{
    *out_touch = input->touch;
    if (!input->has_target)
        return true;
    *out_finger = input->fingers[0];
    out_touch->fingers = out_finger;
    return vd_aim_finger(api, &input->target, &out_finger->from,
                         &out_finger->to, refusal);
}

static void
put_at(struct vd_writer *w, struct at_point at)
{
    vd_name(w, "at");
    vd_open(w, '[');
    vd_int(w, at.x_px);
    vd_int(w, at.y_px);
    vd_close(w, ']');
}

// The time of any input includes a quick tap. Longer touches, and pauses
// between several, are added if the profile has times at all.
static bool
run_touch(struct vd_api *api, const struct vd_input *input, struct vd_writer *w,
          struct vd_refusal *refusal)
{
    int64_t input_ms = vd_device_latency_ms(api->device, "helper-input");
    int64_t long_ms = input->touch.duration_ms + input->hold_ms;
    int64_t ms = input_ms + (long_ms > TAP_MS ? long_ms : 0);
    bool waits = input_ms > 0;
    struct vd_finger finger;
    struct vd_touch touch;
    vd_device_fire(api->device, "before_touch");
    if (!aim(api, input, &finger, &touch, refusal))
        return false;
    for (int32_t i = 0; i < input->count; i++) {
        if (!vd_api_wait(api, waits && i > 0 ? input->interval_ms : 0) ||
            !vd_may_inject(api, refusal) ||
            !touch_once(api, &touch, waits ? ms : 0, refusal))
            return false;
    }
    if (input->has_target)
        put_at(w, finger.from);
    return true;
}

// No app here has shortcuts with Ctrl or Alt.
static void
press(struct vd_api *api, const struct vd_input *input)
{
    char c = vd_key_char(input->keycode);
    bool letter = c >= 'a' && c <= 'z';
    if (input->meta & META_ALT_OR_CTRL)
        return;
    if (letter && input->meta & META_SHIFT) {
        c = (char)(c - 'a' + 'A');
        vd_device_type(api->device, at_str_n(&c, 1));
        return;
    }
    vd_device_key(api->device, input->keycode, input->long_press);
}

static bool
run_key(struct vd_api *api, const struct vd_input *input, struct vd_writer *w,
        struct vd_refusal *refusal)
{
    (void)w;
    if (!vd_may_inject(api, refusal) ||
        !vd_api_simulate_latency(api, "helper-input"))
        return false;
    for (int32_t i = 0; i < input->count; i++)
        press(api, input);
    return true;
}

static bool
read_progress(struct vd_fields *fields, struct vd_input *out)
{
    out->at = take_point(fields, "x", "y");
    out->value =
        vd_take_number(fields, "value", -(double)FLT_MAX, (double)FLT_MAX, NAN);
    out->has_target = vd_target_read(fields, &out->target);
    return vd_fields_done(fields);
}

static bool
set_progress(struct vd_api *api, struct at_point at, double value)
{
    struct vd_view view;
    vd_view_lock(api->device, &view);
    struct vd_node *node = view.front ? vd_window_hit(view.front, at) : NULL;
    bool ok = node && vd_field_set_progress(
                          api->device, view.front, node,
                          (int32_t)lround(fmin(fmax(value, 0), SEEK_MAX)));
    vd_view_unlock(api->device);
    return ok;
}

static bool
run_progress(struct vd_api *api, const struct vd_input *input,
             struct vd_writer *w, struct vd_refusal *refusal)
{
    struct at_point at = input->at;
    struct at_point same = at;
    if (!vd_api_simulate_latency(api, "helper-input"))
        return false;
    vd_device_fire(api->device, "before_touch");
    if (input->has_target &&
        !vd_aim_finger(api, &input->target, &at, &same, refusal))
        return false;
    if (!input->has_target || !set_progress(api, at, input->value))
        return vd_refuse(refusal, VD_NO_FIELD, "the target takes no value");
    put_at(w, at);
    return true;
}

// In the order of the words below.
static const struct vd_input_type types[] = {
    {"tap", read_tap, run_touch},
    {"long_press", read_long_press, run_touch},
    {"swipe", read_swipe, run_touch},
    {"gesture", read_gesture, run_touch},
    {"key", read_key, run_key},
    {"text", read_text, vd_enter},
    {"progress", read_progress, run_progress},
};
static const char *const words[] = {"",      "tap",      "long_press",
                                    "swipe", "gesture",  "key",
                                    "text",  "progress", NULL};

bool
vd_action_read(struct vd_fields *fields, const char *name, struct vd_input *out)
{
    *out = (struct vd_input){0};
    size_t word = name ? 0 : vd_take_word(fields, "type", words);
    for (size_t i = 0; i < AT_LEN(types); i++) {
        if (strcmp(types[i].name, name ? name : words[word]) == 0)
            out->type = &types[i];
    }
    if (!out->type)
        return vd_refuse(fields->refusal, VD_BAD_REQUEST,
                         "'type' is missing in an action");
    return out->type->read(fields, out);
}

bool
vd_action_do(struct vd_api *api, const struct vd_input *input,
             struct vd_writer *w, struct vd_refusal *refusal)
{
    return input->type->run(api, input, w, refusal);
}
