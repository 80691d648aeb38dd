// requests.c: see requests.h
#include "device/android/helper/requests.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/limits.h"
#include "device/android/helper/target.h"
#include "device/android/parse/keys.h"

enum {
    POINTS_MAX = 256,
    COORDINATE_MAX = 32767,
    TEXT_MS_EACH = 2, // keys that type a character
    KEY_MS_EACH = 20,
    TAP_MS = 40,
};

static void
set_int(json_t *object, const char *name, int64_t value)
{
    at_json_set(object, name, json_integer(value));
}

// Leave the member out if it has its default.
static void
set_unless(json_t *object, const char *name, int64_t value, int64_t fallback)
{
    if (value != fallback)
        set_int(object, name, value);
}

static bool
check_range(const char *what, int64_t value, int64_t min, int64_t max,
            struct at_err *err)
{
    return (value >= min && value <= max) ||
           at_fail(err, AT_EUSAGE,
                   "%s of %lld is out of range: use %lld to %lld", what,
                   (long long)value, (long long)min, (long long)max);
}

static bool
check_point(struct at_point at, struct at_err *err)
{
    return check_range("an x", at.x_px, -COORDINATE_MAX, COORDINATE_MAX, err) &&
           check_range("a y", at.y_px, -COORDINATE_MAX, COORDINATE_MAX, err);
}

json_t *
at_helper_write_tree(const struct at_helper_tree_options *options)
{
    json_t *object = json_object();
    if (!options)
        return object;
    if (options->compact)
        at_json_set(object, "compact", json_true());
    if (options->invisible)
        at_json_set(object, "invisible", json_true());
    if (options->package)
        at_json_set_text(object, "package", options->package);
    return object;
}

json_t *
at_helper_write_idle(const struct at_helper_idle_options *options,
                     struct at_err *err)
{
    if (!check_range("a timeout in ms", options->timeout_ms, 0, 60000, err) ||
        !check_range("a quiet time in ms", options->quiet_ms, 0, 10000, err) ||
        !check_range("a time for a change in ms", options->change_ms, 0, 60000,
                     err) ||
        !check_range("an event's number", options->since, 0, INT32_MAX, err))
        return NULL;
    json_t *object = json_object();
    set_int(object, "timeoutMs", options->timeout_ms);
    set_int(object, "quietMs", options->quiet_ms);
    if (options->package)
        at_json_set_text(object, "package", options->package);
    set_unless(object, "changeMs", options->change_ms, 0);
    set_unless(object, "since", options->since, 0);
    return object;
}

json_t *
at_helper_write_shot(const struct at_helper_shot_options *options,
                     struct at_err *err)
{
    json_t *object;
    if (!options)
        return json_object();
    if (!check_range("a quality", options->quality, 0, 100, err) ||
        !check_range("a side in px", options->max_side_px, 0, 32767, err))
        return NULL;
    // also refuses NaN
    if (options->scale != 0 &&
        !(options->scale >= 0.05 && options->scale <= 1)) {
        at_fail(err, AT_EUSAGE, "a scale of %g is out of range: use 0.05 to 1",
                options->scale);
        return NULL;
    }
    object = json_object();
    if (options->format == AT_HELPER_JPEG)
        at_json_set_text(object, "format", "jpeg");
    set_unless(object, "quality", options->quality, 0);
    if (options->scale != 0)
        at_json_set(object, "scale", json_real(options->scale));
    set_unless(object, "maxSidePx", options->max_side_px, 0);
    return object;
}

json_t *
at_helper_write_frame(const struct at_helper_frame_options *options,
                      struct at_err *err)
{
    if (!check_range("a frame's number", options->since, 0, INT32_MAX, err) ||
        !check_range("a wait in ms", options->wait_ms, 0, 10000, err) ||
        !check_range("a quality", options->quality, 0, 100, err) ||
        !check_range("a side in px", options->max_side_px, 0, 32767, err))
        return NULL;
    json_t *object = json_object();
    set_unless(object, "since", options->since, 0);
    set_unless(object, "waitMs", options->wait_ms, 0);
    set_unless(object, "quality", options->quality, 0);
    set_unless(object, "maxSidePx", options->max_side_px, 0);
    return object;
}

static void
set_point(json_t *object, struct at_point at)
{
    set_int(object, "x", at.x_px);
    set_int(object, "y", at.y_px);
}

static bool
write_tap(const struct at_helper_action *action, json_t *object,
          struct at_err *err)
{
    int64_t count = action->count > 0 ? action->count : 1;
    if (!check_point(action->at, err) ||
        !check_range("a number of taps", count, 1, 10, err) ||
        !check_range("an interval in ms", action->interval_ms, 0, 1000, err))
        return false;
    set_point(object, action->at);
    set_unless(object, "count", count, 1);
    if (count > 1)
        set_int(object, "intervalMs", action->interval_ms);
    return true;
}

static bool
check_duration(int64_t duration_ms, struct at_err *err)
{
    return check_range("a duration in ms", duration_ms, 1, AT_GESTURE_MAX_MS,
                       err);
}

static bool
write_long_press(const struct at_helper_action *action, json_t *object,
                 struct at_err *err)
{
    if (!check_point(action->at, err) ||
        !check_duration(action->duration_ms, err))
        return false;
    set_point(object, action->at);
    set_int(object, "durationMs", action->duration_ms);
    return true;
}

static bool
write_swipe(const struct at_helper_action *action, json_t *object,
            struct at_err *err)
{
    const struct at_swipe *swipe = &action->swipe;
    if (!check_point(swipe->from, err) || !check_point(swipe->to, err) ||
        !check_duration(swipe->duration_ms, err) ||
        !check_range("a rest in ms", action->hold_ms, 0, 10000, err))
        return false;
    set_int(object, "x1", swipe->from.x_px);
    set_int(object, "y1", swipe->from.y_px);
    set_int(object, "x2", swipe->to.x_px);
    set_int(object, "y2", swipe->to.y_px);
    set_int(object, "durationMs", swipe->duration_ms);
    set_unless(object, "holdMs", action->hold_ms, 0);
    return true;
}

// The fingers are down in all frames but the last: the helper takes one touch.
static bool
check_gesture(const struct at_gesture *gesture, struct at_err *err)
{
    if (gesture->count < 2)
        return at_fail(err, AT_EUSAGE, "the gesture has no touch");
    for (size_t i = 0; i < gesture->count; i++) {
        const struct at_touch_frame *frame = &gesture->frames[i];
        bool last = i + 1 == gesture->count;
        for (size_t k = 0; k < frame->count; k++) {
            if (frame->touches[k].down == last)
                return at_fail(err, AT_EUSAGE,
                               "the helper takes gestures of one touch, not "
                               "of several");
            if (!check_point(frame->touches[k].at, err))
                return false;
        }
    }
    return true;
}

static json_t *
point_json(double x, double y)
{
    json_t *pair = json_array();
    json_array_append_new(pair, json_integer((json_int_t)lround(x)));
    json_array_append_new(pair, json_integer((json_int_t)lround(y)));
    return pair;
}

// Interpolate a finger's place between two frames, which are evenly spaced.
static json_t *
point_at(const struct at_gesture *gesture, size_t finger, double frame)
{
    size_t before = (size_t)frame;
    size_t after = before + 2 < gesture->count ? before + 1 : before;
    double part = frame - (double)before;
    struct at_point a = gesture->frames[before].touches[finger].at;
    struct at_point b = gesture->frames[after].touches[finger].at;
    return point_json(a.x_px + part * ((double)b.x_px - a.x_px),
                      a.y_px + part * ((double)b.y_px - a.y_px));
}

static json_t *
finger_json(const struct at_gesture *gesture, size_t finger)
{
    size_t frames = gesture->count - 1; // the last one lifts
    size_t points = frames < POINTS_MAX ? frames : POINTS_MAX;
    json_t *list = json_array();
    for (size_t i = 0; i < points; i++) {
        double frame = points == frames ? (double)i
                                        : (double)i * (double)(frames - 1) /
                                              (double)(points - 1);
        json_array_append_new(list, point_at(gesture, finger, frame));
    }
    return list;
}

static int64_t
gesture_ms(const struct at_gesture *gesture)
{
    return gesture->count > 0
               ? gesture->frames[gesture->count - 1].at_ns / AT_NS_PER_MS
               : 0;
}

static bool
write_gesture(const struct at_helper_action *action, json_t *object,
              struct at_err *err)
{
    const struct at_gesture *gesture = action->gesture;
    json_t *pointers;
    if (!check_gesture(gesture, err) ||
        !check_duration(gesture_ms(gesture), err))
        return false;
    set_int(object, "durationMs", gesture_ms(gesture));
    pointers = json_array();
    for (size_t i = 0; i < gesture->fingers; i++)
        json_array_append_new(pointers, finger_json(gesture, i));
    at_json_set(object, "pointers", pointers);
    return true;
}

static bool
write_key(const struct at_helper_action *action, json_t *object,
          struct at_err *err)
{
    int64_t count = action->count > 0 ? action->count : 1;
    int code;
    if (!at_keycode_find(action->key, &code, err) ||
        !check_range("a number of keys", count, 1, AT_KEY_REPEAT_MAX, err))
        return false;
    set_int(object, "keycode", code);
    set_unless(object, "count", count, 1);
    if (action->long_press)
        at_json_set(object, "longPress", json_true());
    return true;
}

static size_t
utf16_units(struct at_str text)
{
    size_t units = 0;
    while (text.len > 0) {
        size_t len = at_utf8_next(text, NULL);
        units += len == 4 ? 2 : 1;
        text = at_str_skip(text, len);
    }
    return units;
}

static bool
check_text(struct at_str text, struct at_err *err)
{
    if (!at_utf8_valid(text) || (text.len && memchr(text.ptr, 0, text.len)))
        return at_fail(err, AT_EUSAGE,
                       "the text is not UTF-8 or contains a NUL");
    return utf16_units(text) <= AT_HELPER_TEXT_MAX_UNITS ||
           at_fail(err, AT_ELIMIT,
                   "a text of more than %zu characters: type it in parts",
                   AT_HELPER_TEXT_MAX_UNITS);
}

static bool
write_text(const struct at_helper_action *action, json_t *object,
           struct at_err *err)
{
    static const char *const methods[] = {[AT_HELPER_TEXT_SET] = "set",
                                          [AT_HELPER_TEXT_KEYS] = "keys",
                                          [AT_HELPER_TEXT_PASTE] = "paste"};
    if (!check_text(action->text, err) ||
        (action->expected && !check_text(*action->expected, err)) ||
        (action->has_place && !check_point(action->at, err)))
        return false;
    at_json_set(object, "text", at_json_text(action->text));
    if (action->mode == AT_HELPER_TEXT_REPLACE)
        at_json_set_text(object, "mode", "replace");
    if (action->method != AT_HELPER_TEXT_AUTO)
        at_json_set_text(object, "method", methods[action->method]);
    if (action->has_place)
        set_point(object, action->at);
    if (action->expected)
        at_json_set(object, "expect", at_json_text(*action->expected));
    return true;
}

static bool
write_progress(const struct at_helper_action *action, json_t *object,
               struct at_err *err)
{
    if (!check_point(action->at, err))
        return false;
    if (!isfinite(action->value) || fabs(action->value) > (double)FLT_MAX)
        return at_fail(err, AT_EUSAGE, "a value of %g is out of range",
                       action->value);
    set_point(object, action->at);
    at_json_set(object, "value", json_real(action->value));
    return true;
}

static const struct {
    const char *path;
    const char *type; // in a step
    bool (*write)(const struct at_helper_action *action, json_t *object,
                  struct at_err *err);
} kinds[] = {
    [AT_HELPER_TAP] = {"/tap", "tap", write_tap},
    [AT_HELPER_LONG_PRESS] = {"/long-press", "long_press", write_long_press},
    [AT_HELPER_SWIPE] = {"/swipe", "swipe", write_swipe},
    [AT_HELPER_GESTURE] = {"/gesture", "gesture", write_gesture},
    [AT_HELPER_KEY] = {"/key", "key", write_key},
    [AT_HELPER_TEXT] = {"/text", "text", write_text},
    [AT_HELPER_PROGRESS] = {"/progress", "progress", write_progress},
};
_Static_assert(AT_LEN(kinds) == AT_HELPER_ACTION_KINDS, "a row each");

const char *
at_helper_action_path(enum at_helper_action_kind kind)
{
    return kinds[kind].path;
}

json_t *
at_helper_write_action(const struct at_helper_action *action, bool is_step,
                       struct at_err *err)
{
    json_t *object = json_object();
    if (is_step)
        at_json_set_text(object, "type", kinds[action->kind].type);
    if (kinds[action->kind].write(action, object, err)) {
        at_helper_set_target(object, action);
        return object;
    }
    json_decref(object);
    return NULL;
}

// With null the helper does not wait, or does not read the tree.
static bool
write_idle_and_tree(const struct at_helper_step *step, json_t *object,
                    struct at_err *err)
{
    json_t *idle =
        step->idle ? at_helper_write_idle(step->idle, err) : json_null();
    if (!idle)
        return false;
    at_json_set(object, "idle", idle);
    at_json_set(object, "tree",
                step->tree ? at_helper_write_tree(step->tree) : json_null());
    set_unless(object, "since", step->since, 0);
    return true;
}

json_t *
at_helper_write_step(const struct at_helper_step *step, struct at_err *err)
{
    json_t *object;
    json_t *actions;
    bool ok = check_range("a number of actions", (int64_t)step->count, 0,
                          AT_HELPER_ACTIONS_MAX, err);
    if (!ok)
        return NULL;
    object = json_object();
    actions = json_array();
    at_json_set(object, "actions", actions);
    for (size_t i = 0; ok && i < step->count; i++) {
        json_t *action = at_helper_write_action(&step->actions[i], true, err);
        ok = action && json_array_append_new(actions, action) == 0;
    }
    if (ok && write_idle_and_tree(step, object, err))
        return object;
    json_decref(object);
    return NULL;
}

int64_t
at_helper_action_ms(const struct at_helper_action *action)
{
    int64_t count = action->count > 0 ? action->count : 1;
    switch (action->kind) {
    case AT_HELPER_TAP:
        return count * (TAP_MS + action->interval_ms);
    case AT_HELPER_LONG_PRESS:
        return action->duration_ms;
    case AT_HELPER_SWIPE:
        return action->swipe.duration_ms + action->hold_ms;
    case AT_HELPER_GESTURE:
        return gesture_ms(action->gesture);
    case AT_HELPER_KEY:
        return count * KEY_MS_EACH;
    case AT_HELPER_TEXT:
        return (int64_t)action->text.len * TEXT_MS_EACH;
    case AT_HELPER_PROGRESS:
    case AT_HELPER_ACTION_KINDS:
        break;
    }
    return 0;
}
