#include "cli/last_snapshot.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "session/snapshot.h"
#include "sys/clock.h"

enum { MINUTE_MS = 60 * 1000 };

// A ref that is no longer in it is refused when the screen is known: the error
// says what is in front then.
static bool
check_number(const struct at_target *target,
             const struct at_last_snapshot *last, struct at_err *err)
{
    const struct at_elements *elements = &last->elements;
    if (target->number <= elements->last_number)
        return true;
    if (elements->count == 0)
        return at_fail(err, AT_ENOTFOUND,
                       "no ref %s: the last snapshot has no elements",
                       target->ref);
    return at_fail(err, AT_ENOTFOUND,
                   "no ref %s: the last snapshot has @e1 to @e%zu", target->ref,
                   elements->last_number);
}

static void
warn_if_old(struct at_invocation *invocation,
            const struct at_last_snapshot *last)
{
    int64_t age_ms = at_wall_now_ms() - last->taken_ms;
    if (age_ms <= AT_SNAPSHOT_STALE_MS)
        return;
    at_command_run_warning(invocation->run,
                           "the last snapshot is %" PRId64
                           " minutes old: the screen may have changed",
                           age_ms / MINUTE_MS);
    at_invocation_next(invocation, "take a new snapshot", "ui", "snapshot",
                       "-i", NULL);
}

static bool
fail_device(const struct at_invocation *invocation,
            const struct at_last_snapshot *last, const char *here,
            struct at_err *err)
{
    return at_fail(err, AT_EUSAGE,
                   "the last snapshot is of %s device '%s', and this would act "
                   "on %s%s%s%s: take a new snapshot, or add --platform and "
                   "--device",
                   last->platform, last->device_id, invocation->platform->name,
                   here ? " device '" : "", here ? here : "", here ? "'" : "");
}

// Without a ref a missing snapshot is not an error: *out_there is false then.
static bool
read_last(struct at_invocation *invocation, const struct at_target *ref,
          struct at_last_snapshot *out, bool *out_there, struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    *out_there = at_last_snapshot_read(invocation->store, out, &why);
    if (!ref || (*out_there && check_number(ref, out, &why)))
        return true;
    if (*out_there)
        at_last_snapshot_deinit(out);
    at_invocation_next(invocation, "take a snapshot, which gives out refs",
                       "ui", "snapshot", "-i", NULL);
    return at_err_pass(err, &why);
}

static bool
is_same_device(const struct at_invocation *invocation, struct at_app *app,
               const struct at_last_snapshot *last)
{
    return strcmp(last->platform, invocation->platform->name) == 0 &&
           strcmp(last->device_id, at_app_device(app)->serial) == 0;
}

// A ref belongs to its snapshot's device, unless the line names another one.
static bool
take_device(struct at_invocation *invocation,
            const struct at_last_snapshot *last, struct at_err *err)
{
    const struct at_arguments *args = invocation->args;
    if (at_arguments_have(args, "--platform") ||
        at_arguments_have(args, "--device"))
        return true;
    invocation->platform =
        at_device_pool_platform(invocation->pool, last->platform);
    if (!invocation->platform)
        return at_fail(err, AT_EUSAGE,
                       "the last snapshot is of the platform '%.40s', which "
                       "this program does not know",
                       last->platform);
    free(invocation->ref_device);
    invocation->ref_device = at_strdup(last->device_id);
    return true;
}

static void
show(struct at_app *app, struct at_last_snapshot *last)
{
    struct at_tree *tree = last->tree;
    last->tree = NULL; // owned by the app
    struct at_ref_table *refs = at_app_show(app, tree);
    if (last->before)
        at_elements_fill_refs(&last->elements_before, last->before, refs);
    at_elements_fill_refs(&last->elements, tree, refs);
}

static bool
open_with(struct at_invocation *invocation, struct at_last_snapshot *last,
          bool must, struct at_app **out_app, struct at_err *err)
{
    if (must && !take_device(invocation, last, err))
        return false;
    if (!at_invocation_platform(invocation, err))
        return false;
    if (must && strcmp(last->platform, invocation->platform->name) != 0)
        return fail_device(invocation, last, NULL, err);
    if (!at_invocation_open(invocation, out_app, err)) {
        if (must && err && err->code == AT_ENODEV)
            at_err_add(err, "the ref is of its snapshot: take a new one");
        return false;
    }
    if (!is_same_device(invocation, *out_app, last))
        return !must || fail_device(invocation, last,
                                    at_app_device(*out_app)->serial, err);
    if (must)
        warn_if_old(invocation, last);
    show(*out_app, last);
    return true;
}

static bool
open_once(struct at_invocation *invocation, const struct at_target *target,
          struct at_app **out_app, struct at_err *err)
{
    struct at_last_snapshot last;
    bool must = target && target->form == AT_TARGET_REF;
    bool there;
    if (!read_last(invocation, must ? target : NULL, &last, &there, err))
        return false;
    if (!there)
        return at_invocation_open(invocation, out_app, err);
    bool ok = open_with(invocation, &last, must, out_app, err);
    at_last_snapshot_deinit(&last);
    return ok;
}

// A command that was waited for has left another snapshot.
bool
at_last_snapshot_open(struct at_invocation *invocation,
                      const struct at_target *target, struct at_app **out_app,
                      struct at_err *err)
{
    return open_once(invocation, target, out_app, err) &&
           (!at_device_pool_take_waited(invocation->pool) ||
            open_once(invocation, target, out_app, err));
}
