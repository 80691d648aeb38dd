#include "cli/last.h"

#include <inttypes.h>
#include <string.h>

#include "session/snapshot.h"
#include "sys/clock.h"

enum { MINUTE_MS = 60 * 1000 };

static bool
check_number(const struct at_target *target,
             const struct at_last_snapshot *last, struct at_err *err)
{
    if (target->number <= last->elements.count)
        return true;
    if (last->elements.count == 0)
        return at_fail(err, AT_ENOTFOUND,
                       "no ref %s: the last snapshot has no elements",
                       target->ref);
    return at_fail(err, AT_ENOTFOUND,
                   "no ref %s: the last snapshot has @e1 to @e%zu", target->ref,
                   last->elements.count);
}

static void
warn_if_old(struct at_call *call, const struct at_last_snapshot *last)
{
    int64_t age_ms = at_wall_now_ms() - last->taken_ms;
    if (age_ms <= AT_SNAPSHOT_STALE_MS)
        return;
    at_run_warning(call->run,
                   "the last snapshot is %" PRId64
                   " minutes old: the screen may be another one",
                   age_ms / MINUTE_MS);
    at_call_next(call, "take a new snapshot", "ui", "snapshot", "-i", NULL);
}

static bool
fail_device(const struct at_call *call, const struct at_last_snapshot *last,
            const char *here, struct at_err *err)
{
    return at_fail(err, AT_EUSAGE,
                   "the last snapshot is of %s device '%s', and this would act "
                   "on %s%s%s%s: take a new snapshot, or say --platform and "
                   "--device",
                   last->platform, last->device_id, call->platform->name,
                   here ? " device '" : "", here ? here : "", here ? "'" : "");
}

// True with *out_there false where there is none and none is needed.
static bool
read_last(struct at_call *call, const struct at_target *ref,
          struct at_last_snapshot *out, bool *out_there, struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    *out_there = at_last_snapshot_read(call->store, out, &why);
    if (!ref || (*out_there && check_number(ref, out, &why)))
        return true;
    if (*out_there)
        at_last_snapshot_deinit(out);
    at_call_next(call, "take a snapshot, which gives out refs", "ui",
                 "snapshot", "-i", NULL);
    if (err)
        *err = why;
    return false;
}

static bool
is_same_device(const struct at_call *call, struct at_app *app,
               const struct at_last_snapshot *last)
{
    return strcmp(last->platform, call->platform->name) == 0 &&
           strcmp(last->device_id, at_app_device(app)->serial) == 0;
}

static bool
open_with(struct at_call *call, struct at_last_snapshot *last, bool must,
          struct at_app **out_app, struct at_err *err)
{
    if (!at_call_platform(call, err))
        return false;
    if (must && strcmp(last->platform, call->platform->name) != 0)
        return fail_device(call, last, NULL, err);
    if (!at_call_open(call, out_app, err))
        return false;
    if (!is_same_device(call, *out_app, last))
        return !must ||
               fail_device(call, last, at_app_device(*out_app)->serial, err);
    if (must)
        warn_if_old(call, last);
    struct at_tree *tree = last->tree;
    last->tree = NULL; // the app's now
    at_elements_fill_refs(&last->elements, tree, at_app_show(*out_app, tree));
    return true;
}

bool
at_last_open(struct at_call *call, const struct at_target *target,
             struct at_app **out_app, struct at_err *err)
{
    struct at_last_snapshot last;
    bool must = target && target->form == AT_TARGET_REF;
    bool there;
    if (!read_last(call, must ? target : NULL, &last, &there, err))
        return false;
    if (!there)
        return at_call_open(call, out_app, err);
    bool ok = open_with(call, &last, must, out_app, err);
    at_last_snapshot_deinit(&last);
    return ok;
}
