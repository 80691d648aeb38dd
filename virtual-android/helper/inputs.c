// inputs.c: inputs as JSON, and what the device makes of them
#include <math.h>
#include <string.h>

#include "base/buf.h"
#include "sys/cancel.h"
#include "virtual-android/helper/api.h"
#include "virtual-android/keys.h"

enum {
    PX_MAX = 32767,
    TOUCH_MAX_MS = 60000,
    TAP_MS = 40,
    POINTS_MAX = 256,
    TEXT_MAX_UNITS = 65536,
    META_SHIFT = 0x1,
    META_ALT_OR_CTRL = 0x1002,
};

struct va_input_type {
    const char *name;
    bool (*read)(struct va_fields *fields, struct va_input *out);
    bool (*run)(struct va_api *api, const struct va_input *input,
                struct va_writer *w, struct va_refusal *refusal);
};

static const struct va_range px = {-PX_MAX, PX_MAX};
static const struct va_range touch_ms = {1, TOUCH_MAX_MS};

static struct at_point
take_point(struct va_fields *fields, const char *x, const char *y)
{
    struct at_point at = {0};
    at.x_px = va_take_int(fields, x, px, VA_NEEDED);
    at.y_px = va_take_int(fields, y, px, VA_NEEDED);
    return at;
}

static void
one_finger(struct va_input *out, struct at_point from, struct at_point to,
           int32_t ms)
{
    double length = hypot(to.x_px - from.x_px, to.y_px - from.y_px);
    out->fingers[0] = (struct va_finger){from, to, (int32_t)lround(length)};
    out->touch = (struct va_touch){out->fingers, 1, ms, false};
}

static bool
read_tap(struct va_fields *fields, struct va_input *out)
{
    struct at_point at = take_point(fields, "x", "y");
    out->count = va_take_int(fields, "count", (struct va_range){1, 10}, 1);
    out->interval_ms =
        va_take_int(fields, "intervalMs", (struct va_range){0, 1000}, 100);
    one_finger(out, at, at, TAP_MS);
    return va_fields_done(fields);
}

static bool
read_long_press(struct va_fields *fields, struct va_input *out)
{
    struct at_point at = take_point(fields, "x", "y");
    out->count = 1;
    one_finger(out, at, at, va_take_int(fields, "durationMs", touch_ms, 1000));
    return va_fields_done(fields);
}

static bool
read_swipe(struct va_fields *fields, struct va_input *out)
{
    struct at_point from = take_point(fields, "x1", "y1");
    struct at_point to = take_point(fields, "x2", "y2");
    out->count = 1;
    one_finger(out, from, to, va_take_int(fields, "durationMs", touch_ms, 300));
    out->hold_ms =
        va_take_int(fields, "holdMs", (struct va_range){0, 10000}, 0);
    out->touch.rests = out->hold_ms > 0;
    return va_fields_done(fields);
}

static bool
read_point(json_t *value, struct at_point *out, struct va_refusal *refusal)
{
    int32_t *sides[] = {&out->x_px, &out->y_px};
    if (json_array_size(value) != 2)
        return va_refuse(refusal, VA_BAD_REQUEST, "a point must be [x, y]");
    for (size_t i = 0; i < 2; i++) {
        json_t *side = json_array_get(value, i);
        double number = json_number_value(side);
        if (!json_is_number(side) || !(fabs(number) <= (double)PX_MAX))
            return va_refuse(refusal, VA_BAD_REQUEST,
                             "a coordinate must be a number from %d to %d",
                             -PX_MAX, PX_MAX);
        *sides[i] = (int32_t)lround(number);
    }
    return true;
}

static bool
read_finger(json_t *path, struct va_finger *out, struct va_refusal *refusal)
{
    size_t count = json_array_size(path);
    if (count < 1 || count > POINTS_MAX)
        return va_refuse(refusal, VA_BAD_REQUEST,
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
read_gesture(struct va_fields *fields, struct va_input *out)
{
    json_t *pointers =
        va_take_list(fields, "pointers", (struct va_range){1, VA_FINGERS_MAX});
    out->count = 1;
    size_t i;
    json_t *path;
    json_array_foreach(pointers, i, path)
    {
        if (!read_finger(path, &out->fingers[i], fields->refusal))
            return false;
    }
    out->touch = (struct va_touch){
        out->fingers, i, va_take_int(fields, "durationMs", touch_ms, VA_NEEDED),
        false};
    return va_fields_done(fields);
}

static bool
read_key(struct va_fields *fields, struct va_input *out)
{
    out->keycode =
        va_take_int(fields, "keycode", (struct va_range){1, 1023}, VA_NEEDED);
    out->meta = va_take_int(fields, "meta", (struct va_range){0, INT32_MAX}, 0);
    out->count = va_take_int(fields, "count", (struct va_range){1, 5000}, 1);
    out->long_press = va_take_bool(fields, "longPress");
    return va_fields_done(fields);
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
read_text(struct va_fields *fields, struct va_input *out)
{
    static const char *const modes[] = {"insert", "replace", NULL};
    static const char *const methods[] = {"auto", "set", "keys", NULL};
    out->text = va_take_text(fields, "text", NULL);
    if (utf16_units(out->text) > TEXT_MAX_UNITS)
        va_refuse(fields->refusal, VA_BAD_REQUEST,
                  "'text' has more than %d characters", TEXT_MAX_UNITS);
    out->replace = va_take_word(fields, "mode", modes) == 1;
    out->method = va_take_word(fields, "method", methods);
    out->has_place = va_has(fields, "x") || va_has(fields, "y");
    if (out->has_place)
        out->at = take_point(fields, "x", "y");
    return va_fields_done(fields);
}

static bool
refuse_undelivered(struct va_refusal *refusal)
{
    return va_refuse(refusal, VA_INPUT_NOT_DELIVERED,
                     "the system did not deliver the input: the window in "
                     "front may be secure, or its app hangs");
}

bool
va_may_inject(struct va_api *api, struct va_refusal *refusal)
{
    if (va_device_take_fault(api->device, "helper-undelivered"))
        return refuse_undelivered(refusal);
    if (!va_device_take_fault(api->device, "inject-denied"))
        return true;
    return va_refuse(
        refusal, VA_INPUT_FORBIDDEN,
        "this device does not let USB debugging inject input; on Xiaomi "
        "switch on 'USB debugging (Security settings)' and restart it "
        "(Injecting input events requires the caller (or the source of the "
        "instrumentation, if any) to have the INJECT_EVENTS permission.)");
}

// A helper that ends takes its fingers with it; one that is killed cannot.
static bool
touch_once(struct va_api *api, const struct va_touch *touch, int64_t ms,
           struct va_refusal *refusal)
{
    uint64_t ticket = va_device_touch_down(api->device, VA_INJECTED_ID, touch);
    if (va_device_take_fault(api->device, "helper-lost-touch"))
        return va_lose_automation(api, refusal); // it can cancel nothing now
    if (!va_api_wait(api, ms)) {
        if (!at_cancel_fired(api->life->killed))
            va_device_touch_cancel(api->device, ticket);
        return false;
    }
    return va_device_touch_up(api->device, ticket) ||
           refuse_undelivered(refusal);
}

// A quick tap is within the time that any input takes; what is longer, and the
// pauses between several, come on top where time counts at all.
static bool
run_touch(struct va_api *api, const struct va_input *input, struct va_writer *w,
          struct va_refusal *refusal)
{
    int64_t input_ms = va_device_latency_ms(api->device, "helper-input");
    int64_t long_ms = input->touch.duration_ms + input->hold_ms;
    int64_t ms = input_ms + (long_ms > TAP_MS ? long_ms : 0);
    bool waits = input_ms > 0;
    (void)w;
    for (int32_t i = 0; i < input->count; i++) {
        if (!va_api_wait(api, waits && i > 0 ? input->interval_ms : 0) ||
            !va_may_inject(api, refusal) ||
            !touch_once(api, &input->touch, waits ? ms : 0, refusal))
            return false;
    }
    return true;
}

// Shortcuts with Ctrl or Alt mean nothing to any app here.
static void
press(struct va_api *api, const struct va_input *input)
{
    char c = va_key_char(input->keycode);
    bool letter = c >= 'a' && c <= 'z';
    if (input->meta & META_ALT_OR_CTRL)
        return;
    if (letter && input->meta & META_SHIFT) {
        c = (char)(c - 'a' + 'A');
        va_device_type(api->device, at_str_n(&c, 1));
        return;
    }
    va_device_key(api->device, input->keycode, input->long_press);
}

static bool
run_key(struct va_api *api, const struct va_input *input, struct va_writer *w,
        struct va_refusal *refusal)
{
    (void)w;
    if (!va_may_inject(api, refusal) || !va_api_spend(api, "helper-input"))
        return false;
    for (int32_t i = 0; i < input->count; i++)
        press(api, input);
    return true;
}

// In the order of the words below.
static const struct va_input_type types[] = {
    {"tap", read_tap, run_touch},
    {"long_press", read_long_press, run_touch},
    {"swipe", read_swipe, run_touch},
    {"gesture", read_gesture, run_touch},
    {"key", read_key, run_key},
    {"text", read_text, va_enter},
};
static const char *const words[] = {"",        "tap", "long_press", "swipe",
                                    "gesture", "key", "text",       NULL};

bool
va_action_read(struct va_fields *fields, const char *name, struct va_input *out)
{
    *out = (struct va_input){0};
    size_t word = name ? 0 : va_take_word(fields, "type", words);
    for (size_t i = 0; i < AT_LEN(types); i++) {
        if (strcmp(types[i].name, name ? name : words[word]) == 0)
            out->type = &types[i];
    }
    if (!out->type)
        return va_refuse(fields->refusal, VA_BAD_REQUEST,
                         "'type' is missing in an action");
    return out->type->read(fields, out);
}

bool
va_action_do(struct va_api *api, const struct va_input *input,
             struct va_writer *w, struct va_refusal *refusal)
{
    return input->type->run(api, input, w, refusal);
}
