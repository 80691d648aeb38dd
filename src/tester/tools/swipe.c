// swipe.c: swipes over 60 % of the screen, and scrolls by pixels
#include <stdio.h>

#include "tester/tools/tools.h"

enum {
    SWIPE_MS = 300,
    FAR_PERCENT = 80, // swipes go between these parts of the height
    NEAR_PERCENT = 20,
    START_HIGH_PERCENT = 75, // scrolls begin there, or at the other end
    START_LOW_PERCENT = 25,
};

// The length along which the finger moves, and the place across.
struct axis {
    int64_t length_px;
    int64_t across_px;
    bool vertical;
};

static bool
read_axis(struct at_tool_runner_call *call, bool vertical, struct axis *out,
          struct at_err *err)
{
    if (!at_tool_runner_look(call, err))
        return false;
    const struct at_tree *tree = at_app_tree(call->runner->app);
    int64_t width_px = tree->width_px;
    int64_t height_px = tree->height_px;
    *out = (struct axis){.length_px = vertical ? height_px : width_px,
                         .across_px = (vertical ? width_px : height_px) / 2,
                         .vertical = vertical};
    return true;
}

static bool
move(struct at_tool_runner_call *call, const struct axis *axis, int64_t from,
     int64_t to, int64_t duration_ms, struct at_err *err)
{
    struct at_flow_step step = AT_FLOW_STEP_INIT(AT_FLOW_SWIPE_COORDINATES);
    char words[100];
    step.x = axis->vertical ? axis->across_px : from;
    step.y = axis->vertical ? from : axis->across_px;
    step.to_x = axis->vertical ? axis->across_px : to;
    step.to_y = axis->vertical ? to : axis->across_px;
    step.duration_ms = duration_ms;
    snprintf(words, sizeof(words), "moved the finger from (%d,%d) to (%d,%d)",
             (int)step.x, (int)step.y, (int)step.to_x, (int)step.to_y);
    bool ok = at_tool_runner_act(call, &step, AT_PREFIX_OK, words, err);
    call->out->touch.is_swipe = call->out->touch.has_point;
    call->out->touch.to =
        (struct at_point){(int32_t)step.to_x, (int32_t)step.to_y};
    return ok;
}

static bool
swipe(struct at_tool_runner_call *call, int from_percent, int to_percent,
      struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    struct axis axis;
    if (!read_axis(call, true, &axis, &why))
        return at_tool_runner_refuse(call, &why, err);
    return move(call, &axis, axis.length_px * from_percent / 100,
                axis.length_px * to_percent / 100, SWIPE_MS, err);
}

bool
at_tool_swipe_up(struct at_tool_runner_call *call, struct at_err *err)
{
    return swipe(call, FAR_PERCENT, NEAR_PERCENT, err);
}

bool
at_tool_swipe_down(struct at_tool_runner_call *call, struct at_err *err)
{
    return swipe(call, NEAR_PERCENT, FAR_PERCENT, err);
}

static int64_t
clamp(int64_t at, int64_t length)
{
    if (at < 1)
        return 1;
    return at > length - 2 ? length - 2 : at;
}

// The finger begins at 75 % of the length, or at 25 % the other way, and ends
// on the screen. sign: of a positive distance, 1 to the right or down.
static bool
scroll(struct at_tool_runner_call *call, bool vertical, int sign,
       struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    struct axis axis;
    int64_t moved = sign * call->args.distance;
    if (!read_axis(call, vertical, &axis, &why))
        return at_tool_runner_refuse(call, &why, err);
    int percent = moved < 0 ? START_HIGH_PERCENT : START_LOW_PERCENT;
    int64_t from = axis.length_px * percent / 100;
    int64_t to = clamp(from + moved, axis.length_px);
    return move(call, &axis, from, to, call->args.duration_ms, err);
}

bool
at_tool_scroll_vertically(struct at_tool_runner_call *call, struct at_err *err)
{
    return scroll(call, true, -1, err);
}

bool
at_tool_scroll_horizontally(struct at_tool_runner_call *call,
                            struct at_err *err)
{
    return scroll(call, false, 1, err);
}
