#include "maestro/run/swipes.h"

#include <inttypes.h>

#include "flow/changes/change.h"
#include "maestro/lookup/point.h"
#include "maestro/run/act.h"
#include "maestro/run/look.h"
#include "maestro/run/values.h"
#include "sys/clock.h"

enum {
    SWIPE_MS = 400,
    SCROLL_TIMEOUT_MS = 20000,
    SCROLL_SPEED = 40,
    CENTER_TRIES = 5, // strokes that may bring the element to the middle
};

// A stroke, and the part of the screen that it crosses.
struct stroke {
    struct at_rect area;
    struct at_point from;
    struct at_point to;
};

static bool
measure_screen(struct at_maestro_call *call, struct stroke *out,
               struct at_err *err)
{
    out->area = (struct at_rect){0};
    return at_maestro_screen(call, &out->area.right, &out->area.bottom, err);
}

// The element of from:, or else the screen.
static bool
measure(struct at_maestro_call *call, struct stroke *out, struct at_err *err)
{
    const struct at_maestro_selector *from = call->command->from;
    int64_t limit_ms = call->written->optional ? AT_MAESTRO_LOOK_OPTIONAL_MS
                                               : AT_MAESTRO_LOOK_MS;
    struct at_maestro_target target;
    if (!from)
        return measure_screen(call, out, err);
    bool ok = at_maestro_look_noted(
        call, from, at_maestro_budget_ns(call->run, limit_ms), &target, err);
    if (ok)
        out->area = target.found.chosen->bounds;
    at_maestro_target_deinit(&target);
    return ok;
}

static struct at_point
percent_of(struct at_rect area, int32_t x_percent, int32_t y_percent)
{
    struct at_point at = at_maestro_percent(
        area.right - area.left, area.bottom - area.top, x_percent, y_percent);
    return (struct at_point){area.left + at.x_px, area.top + at.y_px};
}

// Percent of the area: from x, y to x, y.
struct path {
    int32_t from_x;
    int32_t from_y;
    int32_t to_x;
    int32_t to_y;
};

static void
follow(struct stroke *stroke, const struct path *path)
{
    stroke->from = percent_of(stroke->area, path->from_x, path->from_y);
    stroke->to = percent_of(stroke->area, path->to_x, path->to_y);
}

static const struct path up_on_ios = {50, 90, 50, 10};
static const struct path swipes[] = {
    [AT_MAESTRO_UP] = {50, 50, 50, 10},
    [AT_MAESTRO_DOWN] = {50, 20, 50, 90},
    [AT_MAESTRO_LEFT] = {90, 50, 10, 50},
    [AT_MAESTRO_RIGHT] = {10, 50, 90, 50},
};

// From the middle of an element to the edge of the area.
static void
aim_edge(struct stroke *stroke, enum at_maestro_direction direction)
{
    bool far = direction == AT_MAESTRO_DOWN || direction == AT_MAESTRO_RIGHT;
    struct at_point edge = far ? percent_of(stroke->area, 90, 90)
                               : percent_of(stroke->area, 10, 10);
    bool upright = direction == AT_MAESTRO_UP || direction == AT_MAESTRO_DOWN;
    stroke->to = stroke->from;
    if (upright)
        stroke->to.y_px = edge.y_px;
    else
        stroke->to.x_px = edge.x_px;
}

static bool
aim_element(struct at_maestro_call *call, struct stroke *stroke,
            struct at_err *err)
{
    const struct at_maestro_command *command = call->command;
    int64_t limit_ms = call->written->optional ? AT_MAESTRO_LOOK_OPTIONAL_MS
                                               : AT_MAESTRO_LOOK_MS;
    struct at_maestro_target target;
    bool ok = at_maestro_look_noted(call, command->selector,
                                    at_maestro_budget_ns(call->run, limit_ms),
                                    &target, err);
    if (ok) {
        stroke->from = at_maestro_node_center(target.found.chosen);
        enum at_maestro_point read =
            command->point.ptr
                ? at_maestro_point_of_bounds(command->point,
                                             target.found.chosen->bounds,
                                             &stroke->from, err)
                : AT_MAESTRO_POINT_OK;
        ok = at_maestro_judge_point(call, read, err);
        aim_edge(stroke, command->direction);
    }
    at_maestro_target_deinit(&target);
    return ok;
}

static bool
read_point(struct at_maestro_call *call, struct at_str text,
           const struct stroke *stroke, struct at_point *out,
           struct at_err *err)
{
    enum at_maestro_point read = at_maestro_point_of_screen(
        text, stroke->area.right, stroke->area.bottom, out, err);
    return at_maestro_judge_point(call, read, err);
}

static bool
aim(struct at_maestro_call *call, struct stroke *stroke, struct at_err *err)
{
    const struct at_maestro_command *command = call->command;
    if (command->selector)
        return aim_element(call, stroke, err);
    if (command->direction != AT_MAESTRO_NO_DIRECTION) {
        bool is_other =
            command->direction == AT_MAESTRO_UP && at_maestro_is_ios(call);
        follow(stroke, is_other ? &up_on_ios : &swipes[command->direction]);
        return true;
    }
    return read_point(call, command->start, stroke, &stroke->from, err) &&
           read_point(call, command->end, stroke, &stroke->to, err);
}

// Maestro passes over a stroke that moved nothing.
static void
note_still(struct at_maestro_call *call, const struct at_maestro_target *before)
{
    struct at_app *app = call->run->app;
    if (before->snapshot && at_app_is_current(app) &&
        at_change_none(before->view.tree, at_app_tree(app)))
        at_maestro_note(call, "nothing on the screen has moved");
}

static bool
move(struct at_maestro_call *call, const struct stroke *stroke,
     int64_t duration_ms, struct at_err *err)
{
    struct at_maestro_target before;
    at_maestro_see(call, &before);
    bool ok =
        at_maestro_stroke(call, stroke->from, stroke->to, duration_ms, err) &&
        at_maestro_settle(call, call->command->settle_ms, err);
    if (ok)
        note_still(call, &before);
    at_maestro_target_deinit(&before);
    return ok;
}

bool
at_maestro_swipe(struct at_maestro_call *call, struct at_err *err)
{
    struct stroke stroke;
    int64_t duration_ms = call->command->duration_ms;
    return measure_screen(call, &stroke, err) && aim(call, &stroke, err) &&
           move(call, &stroke, duration_ms > 0 ? duration_ms : SWIPE_MS, err);
}

bool
at_maestro_scroll(struct at_maestro_call *call, struct at_err *err)
{
    struct stroke stroke;
    if (!measure(call, &stroke, err))
        return false;
    follow(&stroke, &swipes[AT_MAESTRO_UP]);
    return move(call, &stroke, SWIPE_MS, err);
}

struct search {
    int64_t end_ns;
    int64_t timeout_ms;
    int64_t stroke_ms;
    int64_t percentage;
    int centered; // strokes so far with the element in sight
};

static bool
read_search(struct at_maestro_call *call, struct search *out,
            struct at_err *err)
{
    const struct at_maestro_command *command = call->command;
    int64_t speed = SCROLL_SPEED;
    *out = (struct search){.timeout_ms = SCROLL_TIMEOUT_MS, .percentage = 100};
    if ((command->speed.ptr &&
         !at_maestro_whole(call, command->speed, "speed", &speed, err)) ||
        (command->timeout_ms.ptr &&
         !at_maestro_whole(call, command->timeout_ms, "timeout",
                           &out->timeout_ms, err)) ||
        (command->visibility_percentage.ptr &&
         !at_maestro_whole(call, command->visibility_percentage,
                           "visibilityPercentage", &out->percentage, err)))
        return false;
    if (out->timeout_ms < 0)
        out->timeout_ms = SCROLL_TIMEOUT_MS;
    out->stroke_ms = at_maestro_stroke_ms(speed);
    out->end_ns = at_now_ns() + out->timeout_ms * AT_NS_PER_MS;
    if (out->percentage < 100)
        at_maestro_note(
            call, "visibilityPercentage below 100 means 0 to Maestro: any "
                  "visible part of the element is enough");
    return true;
}

// From the middle of the screen to an edge, against the direction in which the
// content is to be seen.
static void
aim_search(struct stroke *stroke, enum at_maestro_direction direction)
{
    static const enum at_maestro_direction fingers[] = {
        [AT_MAESTRO_NO_DIRECTION] = AT_MAESTRO_UP,
        [AT_MAESTRO_UP] = AT_MAESTRO_DOWN,
        [AT_MAESTRO_DOWN] = AT_MAESTRO_UP,
        [AT_MAESTRO_LEFT] = AT_MAESTRO_RIGHT,
        [AT_MAESTRO_RIGHT] = AT_MAESTRO_LEFT,
    };
    stroke->from = percent_of(stroke->area, 50, 50);
    aim_edge(stroke, fingers[direction]);
}

// Bounds come clipped, so what is found is wholly visible.
static bool
is_in_middle(const struct stroke *stroke, const struct at_maestro_node *node,
             enum at_maestro_direction direction)
{
    struct at_point at = at_maestro_node_center(node);
    bool upright =
        direction != AT_MAESTRO_LEFT && direction != AT_MAESTRO_RIGHT;
    int32_t start = upright ? stroke->area.top : stroke->area.left;
    int32_t size = (upright ? stroke->area.bottom : stroke->area.right) - start;
    int32_t place = (upright ? at.y_px : at.x_px) - start;
    // Maestro takes the middle as anything nearer to it than to the edges.
    return place >= size * 35 / 100 && place <= size * 65 / 100;
}

// Return true if the element is where it should be.
static bool
is_there(struct at_maestro_call *call, const struct stroke *stroke,
         struct search *search, const struct at_maestro_target *target)
{
    if (!target->found.chosen)
        return false;
    return !call->command->center_element ||
           search->centered++ >= CENTER_TRIES ||
           is_in_middle(stroke, target->found.chosen, call->command->direction);
}

static bool
look_for(struct at_maestro_call *call, const struct stroke *stroke,
         struct search *search, bool *out_there, struct at_err *err)
{
    struct at_maestro_target target;
    struct at_err why = AT_ERR_INIT;
    int64_t once_ns = at_now_ns() + AT_MAESTRO_LOOK_ONCE_MS * AT_NS_PER_MS;
    bool found =
        at_maestro_look(call, call->command->selector, once_ns, &target, &why);
    *out_there = found && is_there(call, stroke, search, &target);
    if (*out_there)
        at_maestro_note_look(call, call->command->selector, &target);
    at_maestro_target_deinit(&target);
    return found || why.code == AT_ENOTFOUND || at_err_pass(err, &why);
}

// Say what is nearest to the element at the end of the search.
static void
note_last_look(struct at_maestro_call *call)
{
    struct at_maestro_target target;
    (void)!at_maestro_look_noted(call, call->command->selector, 0, &target,
                                 NULL);
    at_maestro_target_deinit(&target);
}

bool
at_maestro_scroll_until(struct at_maestro_call *call, struct at_err *err)
{
    struct stroke stroke;
    struct search search;
    bool there = false;
    if (!read_search(call, &search, err))
        return false;
    do {
        // what scrolls may have moved
        if (!measure(call, &stroke, err))
            return false;
        aim_search(&stroke, call->command->direction);
        if (!look_for(call, &stroke, &search, &there, err))
            return false;
        if (there)
            return true;
        if (!at_maestro_stroke(call, stroke.from, stroke.to, search.stroke_ms,
                               err) ||
            !at_maestro_settle(call, call->command->settle_ms, err))
            return false;
    } while (at_now_ns() < search.end_ns);
    note_last_look(call);
    struct at_buf words = AT_BUF_INIT(AT_ERR_MSG_MAX);
    at_maestro_selector_write(call->command->selector, &words);
    at_fail(err, AT_ENOTFOUND, "No visible element found: %s",
            at_buf_text(&words));
    at_buf_deinit(&words);
    return false;
}
