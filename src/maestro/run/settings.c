#include "maestro/run/settings.h"

#include "maestro/number.h"
#include "maestro/run/act.h"
#include "maestro/run/values.h"
#include "sys/cancel.h"
#include "sys/clock.h"

static bool
is_dark(struct at_maestro_call *call, bool *out, struct at_err *err)
{
    return at_device_turn(call->run->op, at_maestro_device(call),
                          AT_SWITCH_DARK_MODE, NULL, out, err);
}

static bool
assert_theme(struct at_maestro_call *call, bool wanted, struct at_err *err)
{
    bool dark;
    if (!is_dark(call, &dark, err))
        return false;
    return dark == wanted || at_fail(err, AT_EASSERT,
                                     "Assertion is false: the device is in %s "
                                     "mode",
                                     wanted ? "dark" : "light");
}

bool
at_maestro_assert_dark(struct at_maestro_call *call, struct at_err *err)
{
    return assert_theme(call, true, err);
}

bool
at_maestro_assert_light(struct at_maestro_call *call, struct at_err *err)
{
    return assert_theme(call, false, err);
}

static bool
set_theme(struct at_maestro_call *call, bool dark, struct at_err *err)
{
    bool before;
    at_app_mark_stale(call->run->app);
    return at_device_turn(call->run->op, at_maestro_device(call),
                          AT_SWITCH_DARK_MODE, &dark, &before, err);
}

bool
at_maestro_set_dark(struct at_maestro_call *call, struct at_err *err)
{
    return set_theme(call, call->command->enable, err);
}

bool
at_maestro_toggle_dark(struct at_maestro_call *call, struct at_err *err)
{
    bool dark;
    return is_dark(call, &dark, err) && set_theme(call, !dark, err);
}

static bool
pass_airplane(struct at_maestro_call *call)
{
    at_maestro_note(call, "a simulator has no airplane mode: nothing was done, "
                          "as in Maestro");
    return true;
}

bool
at_maestro_set_airplane(struct at_maestro_call *call, struct at_err *err)
{
    if (at_maestro_is_ios(call))
        return pass_airplane(call);
    bool before;
    return at_device_turn(call->run->op, at_maestro_device(call),
                          AT_SWITCH_AIRPLANE_MODE, &call->command->enable,
                          &before, err);
}

bool
at_maestro_toggle_airplane(struct at_maestro_call *call, struct at_err *err)
{
    struct at_device *device = at_maestro_device(call);
    bool on;
    if (at_maestro_is_ios(call))
        return pass_airplane(call);
    if (!at_device_turn(call->run->op, device, AT_SWITCH_AIRPLANE_MODE, NULL,
                        &on, err))
        return false;
    bool wanted = !on;
    return at_device_turn(call->run->op, device, AT_SWITCH_AIRPLANE_MODE,
                          &wanted, &on, err);
}

bool
at_maestro_set_orientation(struct at_maestro_call *call, struct at_err *err)
{
    struct at_rotation rotation = {.automatic = false};
    struct at_rotation before;
    if (!at_maestro_orientation(call->command->text, &rotation.quarter)) {
        at_maestro_fail_hard(call->run);
        return at_fail(err, AT_EUSAGE,
                       "'%.*s' is not an orientation: use PORTRAIT, "
                       "LANDSCAPE_LEFT, UPSIDE_DOWN or LANDSCAPE_RIGHT",
                       AT_STR_ARG(call->command->text));
    }
    at_app_mark_stale(call->run->app);
    return at_device_rotate(call->run->op, at_maestro_device(call), &rotation,
                            &before, err) &&
           at_maestro_settle(call, -1, err);
}

static bool
read_degrees(struct at_maestro_call *call, struct at_str text, double limit,
             double *out, struct at_err *err)
{
    if (at_maestro_real(text, out) && *out >= -limit && *out <= limit)
        return true;
    at_maestro_fail_hard(call->run);
    return at_fail(err, AT_EUSAGE, "'%.*s' is not a place in degrees",
                   AT_STR_ARG(text));
}

static bool
locate(struct at_maestro_call *call, struct at_maestro_place_on_earth place,
       struct at_err *err)
{
    return at_device_locate(call->run->op, at_maestro_device(call),
                            place.latitude, place.longitude, err);
}

bool
at_maestro_set_location(struct at_maestro_call *call, struct at_err *err)
{
    struct at_maestro_place_on_earth place;
    return read_degrees(call, call->command->latitude, 90, &place.latitude,
                        err) &&
           read_degrees(call, call->command->longitude, 180, &place.longitude,
                        err) &&
           locate(call, place, err);
}

static bool
read_place(struct at_maestro_call *call, struct at_str text,
           struct at_maestro_place_on_earth *out, struct at_err *err)
{
    struct at_str latitude = {NULL, 0};
    (void)at_str_next(&text, ',', &latitude);
    return read_degrees(call, latitude, 90, &out->latitude, err) &&
           read_degrees(call, text, 180, &out->longitude, err);
}

enum { LEG_STEPS = 50, SPEED = 4 };

// Move on a straight line in steps of equal time.
static bool
travel_leg(struct at_maestro_call *call, struct at_maestro_place_on_earth from,
           struct at_maestro_place_on_earth to, double speed,
           struct at_err *err)
{
    double ms =
        at_maestro_distance_m(from, to) / speed * 1000 / (double)LEG_STEPS;
    for (int i = 1; i <= LEG_STEPS; i++) {
        double part = (double)i / (double)LEG_STEPS;
        struct at_maestro_place_on_earth now = {
            from.latitude + (to.latitude - from.latitude) * part,
            from.longitude + (to.longitude - from.longitude) * part,
        };
        int64_t until_ns = at_now_ns() + (int64_t)(ms * AT_NS_PER_MS);
        if (!locate(call, now, err) ||
            !at_op_wait_until(call->run->op, until_ns, err))
            return false;
    }
    return true;
}

bool
at_maestro_travel(struct at_maestro_call *call, struct at_err *err)
{
    const struct at_maestro_texts *points = &call->command->points;
    struct at_maestro_place_on_earth last = {0, 0};
    double speed = SPEED;
    if (call->command->speed.ptr &&
        (!at_maestro_real(call->command->speed, &speed) || speed <= 0)) {
        at_maestro_fail_hard(call->run);
        return at_fail(err, AT_EUSAGE, "speed is '%.*s', which is not a speed",
                       AT_STR_ARG(call->command->speed));
    }
    for (size_t i = 0; i < points->count; i++) {
        struct at_maestro_place_on_earth place;
        if (!read_place(call, points->rows[i], &place, err) ||
            !(i == 0 ? locate(call, place, err)
                     : travel_leg(call, last, place, speed, err)))
            return false;
        last = place;
    }
    return true;
}

bool
at_maestro_add_media(struct at_maestro_call *call, struct at_err *err)
{
    const struct at_maestro_texts *files = &call->command->files;
    for (size_t i = 0; i < files->count; i++) {
        const char *path = at_arena_dup(&call->arena, files->rows[i]).ptr;
        if (!at_device_add_media(call->run->op, at_maestro_device(call), path,
                                 err))
            return false;
    }
    return true;
}
