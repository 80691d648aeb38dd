#include "maestro/run/devices.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "maestro/run/pictures.h"

static void
leave(struct at_maestro_runner *run)
{
    struct at_maestro_side *side = &run->sides[run->side];
    side->app = run->app;
    side->recording = run->recording;
    side->is_video = run->is_video;
    memcpy(side->mark, run->mark, sizeof(side->mark));
    memcpy(side->began_mark, run->began_mark, sizeof(side->began_mark));
}

static void
enter(struct at_maestro_runner *run, size_t at)
{
    const struct at_maestro_side *side = &run->sides[at];
    run->side = at;
    run->app = side->app;
    run->recording = side->recording;
    run->is_video = side->is_video;
    run->quiet = false;
    memcpy(run->mark, side->mark, sizeof(run->mark));
    memcpy(run->began_mark, side->began_mark, sizeof(run->began_mark));
}

static size_t
add_side(struct at_maestro_runner *run, struct at_app *app)
{
    run->sides =
        at_realloc_array(run->sides, run->side_count + 1, sizeof(*run->sides));
    run->sides[run->side_count] = (struct at_maestro_side){.app = app};
    return run->side_count++;
}

static bool
find(const struct at_maestro_runner *run, const char *serial, size_t *out)
{
    for (size_t i = 0; i < run->side_count; i++) {
        if (strcmp(at_app_device(run->sides[i].app)->serial, serial) == 0) {
            *out = i;
            return true;
        }
    }
    return false;
}

static bool
open_side(struct at_maestro_runner *run, const char *selector, size_t *out,
          struct at_err *err)
{
    const struct at_maestro_opener *opener = run->opts->opener;
    struct at_app *app;
    if (!opener)
        return at_fail(err, AT_EUNSUPPORTED,
                       "flows have one device here, so 'device' isn't "
                       "supported");
    if (run->side_count == AT_MAESTRO_DEVICES_MAX)
        return at_fail(err, AT_ELIMIT, "a flow has at most %d devices",
                       AT_MAESTRO_DEVICES_MAX);
    if (!opener->open(opener->user, selector, &app, err))
        return false;
    *out = add_side(run, app);
    struct at_maestro_side *side = &run->sides[*out];
    if (!run->trace->flow->reads_log ||
        !at_device_log_mark(run->op, at_app_device(app), side->began_mark,
                            NULL))
        side->began_mark[0] = '\0';
    memcpy(side->mark, side->began_mark, sizeof(side->mark));
    return true;
}

bool
at_maestro_on_device(struct at_maestro_call *call, at_maestro_handler *act,
                     struct at_err *err)
{
    struct at_maestro_runner *run = call->run;
    const char *selector =
        at_arena_dup(&call->arena, call->command->device).ptr;
    size_t at = 0;
    if (run->side_count == 0)
        add_side(run, run->app);
    size_t before = run->side;
    leave(run);
    if (!find(run, selector, &at) && !open_side(run, selector, &at, err))
        return at_maestro_fail_hard(run);
    enter(run, at);
    const struct at_device *device = at_app_device(run->app);
    at_maestro_note(call, "on %s%s%s", device->serial,
                    device->name[0] ? ", " : "", device->name);
    bool ok = act(call, err);
    leave(run);
    enter(run, before);
    return ok;
}

void
at_maestro_end_devices(struct at_maestro_runner *run)
{
    size_t before = run->side;
    if (run->side_count == 0)
        return;
    leave(run);
    for (size_t i = 0; i < run->side_count; i++) {
        if (i == before)
            continue;
        enter(run, i);
        at_maestro_end_recording(run);
        leave(run);
    }
    enter(run, before);
    free(run->sides);
    run->sides = NULL;
    run->side_count = 0;
}
