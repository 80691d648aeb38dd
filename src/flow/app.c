#include "flow/app.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "flow/idle.h"
#include "sys/clock.h"

struct at_app_hold {
    struct at_snapshot snapshot;
    unsigned holders;
};

struct at_app {
    struct at_device *device;
    char *package; // "" where none
    struct at_ref_table *refs;
    struct at_app_hold *newest; // NULL before the first reading
    struct at_app_hold *shown;  // what the refs are of
    bool settled;
    bool stale;
    struct at_app_times times;
};

struct at_app *
at_app_new(struct at_device *device, const char *package)
{
    struct at_app *app = at_alloc(sizeof(*app));
    app->device = device;
    app->package = at_strdup(package ? package : "");
    app->refs = at_ref_table_new();
    app->times = (struct at_app_times){AT_IDLE_TIMEOUT_MS, AT_IDLE_LOADING_MS,
                                       AT_APP_FRONT_MS};
    return app;
}

void
at_app_free(struct at_app *app)
{
    if (!app)
        return;
    at_app_release(app->newest);
    at_app_release(app->shown);
    at_ref_table_free(app->refs);
    free(app->package);
    at_device_free(app->device);
    free(app);
}

struct at_device *
at_app_device(struct at_app *app)
{
    return app->device;
}

struct at_device *
at_app_take_device(struct at_app *app)
{
    struct at_device *device = app->device;
    app->device = NULL;
    return device;
}

const char *
at_app_package(const struct at_app *app)
{
    return app->package;
}

void
at_app_set_package(struct at_app *app, const char *package)
{
    char *copy = at_strdup(package ? package : "");
    free(app->package);
    app->package = copy;
}

struct at_ref_table *
at_app_refs(struct at_app *app)
{
    return app->refs;
}

void
at_app_set_advice(struct at_app *app, const struct at_advice *advice)
{
    at_ref_table_set_advice(app->refs, advice);
}

const struct at_advice *
at_app_advice(const struct at_app *app)
{
    return at_ref_table_advice(app->refs);
}

struct at_app_times *
at_app_times(struct at_app *app)
{
    return &app->times;
}

struct at_app_hold *
at_app_hold(struct at_app *app)
{
    if (app->newest)
        app->newest->holders++;
    return app->newest;
}

const struct at_tree *
at_app_held_tree(const struct at_app_hold *hold)
{
    return hold ? hold->snapshot.tree : NULL;
}

void
at_app_release(struct at_app_hold *hold)
{
    if (!hold || --hold->holders > 0)
        return;
    at_tree_free(hold->snapshot.tree);
    at_buf_deinit(&hold->snapshot.source);
    free(hold);
}

// Takes the tree and the source over.
static struct at_app_hold *
new_hold(const struct at_snapshot *snapshot)
{
    struct at_app_hold *hold = at_alloc(sizeof(*hold));
    hold->snapshot = *snapshot;
    hold->holders = 1;
    return hold;
}

static void
keep_tree(struct at_app *app, const struct at_snapshot *snapshot, bool settled)
{
    at_app_release(app->newest);
    app->newest = new_hold(snapshot);
    app->settled = settled;
    app->stale = false;
}

// Quiet in itself, or the same as the reading before it.
static bool
stands_still(const struct at_app *app, const struct at_snapshot *snapshot)
{
    if (snapshot->settled ||
        snapshot->quiet_ns >= AT_IDLE_QUIET_MS * AT_NS_PER_MS)
        return true;
    if (!at_app_is_current(app))
        return false;
    const struct at_snapshot *before = &app->newest->snapshot;
    return snapshot->began_ns - before->began_ns >=
               AT_IDLE_POLL_MS * AT_NS_PER_MS &&
           at_tree_idle_fingerprint(snapshot->tree) ==
               at_tree_idle_fingerprint(before->tree);
}

bool
at_err_is_busy(const struct at_err *err)
{
    return err->code == AT_ETREE && err->sys == EBUSY;
}

bool
at_app_read(const struct at_op *op, struct at_app *app, struct at_err *err)
{
    struct at_snapshot snapshot = {0};
    if (!at_device_snapshot(op, app->device, &snapshot, err)) {
        app->stale = true; // whatever shows now, it is not known
        return false;
    }
    keep_tree(app, &snapshot, stands_still(app, &snapshot));
    return true;
}

bool
at_app_snapshot(const struct at_op *op, struct at_app *app, struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    if (at_app_read(op, app, &why))
        return true;
    if (why.code == AT_ETREE && !at_err_is_busy(&why))
        return at_app_read(op, app, err);
    if (err)
        *err = why;
    return false;
}

bool
at_app_step(const struct at_op *op, struct at_app *app,
            const struct at_device_step *step, struct at_device_stepped *out,
            struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    bool ok = AT_DEVICE_OFFERS(app->device, step)
                  ? at_device_step(op, app->device, step, out, &why)
                  : at_fail(&why, AT_EUNSUPPORTED, "no steps");
    if (!ok && err)
        *err = why;
    if (ok && out->snapshot.tree)
        keep_tree(app, &out->snapshot, stands_still(app, &out->snapshot));
    else if (ok || why.code != AT_EUNSUPPORTED)
        app->stale = true;
    if (ok)
        out->snapshot = (struct at_snapshot){.tree = NULL};
    return ok;
}

bool
at_app_quiet(const struct at_op *op, struct at_app *app, int64_t change_ms,
             struct at_device_stepped *out, struct at_err *err)
{
    const struct at_device_step quiet = {.quiet_ms = AT_IDLE_EVENTS_QUIET_MS,
                                         .timeout_ms = AT_IDLE_EVENTS_MS,
                                         .change_ms = change_ms};
    return at_app_step(op, app, &quiet, out, err);
}

bool
at_app_look(const struct at_op *op, struct at_app *app, struct at_err *err)
{
    struct at_device_stepped told;
    struct at_err why = AT_ERR_INIT;
    if (at_app_quiet(op, app, 0, &told, &why) && at_app_is_current(app))
        return true;
    if (why.code == AT_ECANCELED || why.code == AT_ENODEV)
        return err ? (*err = why, false) : false;
    return at_app_snapshot(op, app, err);
}

const struct at_tree *
at_app_tree(const struct at_app *app)
{
    return at_app_held_tree(app->newest);
}

const struct at_tree *
at_app_fresh_tree(const struct at_app *app, int64_t now_ns, int64_t max_age_ms)
{
    if (!at_app_is_current(app) || !app->settled)
        return NULL;
    const struct at_snapshot *snapshot = &app->newest->snapshot;
    if (snapshot->settled && max_age_ms > AT_TREE_EVENTS_FRESH_MS)
        max_age_ms = AT_TREE_EVENTS_FRESH_MS;
    int64_t age_ns = now_ns - (snapshot->began_ns + snapshot->took_ns);
    return age_ns <= max_age_ms * AT_NS_PER_MS ? snapshot->tree : NULL;
}

void
at_app_tree_is_stale(struct at_app *app)
{
    app->stale = true;
}

bool
at_app_is_current(const struct at_app *app)
{
    return app->newest && !app->stale;
}

bool
at_app_is_settled(const struct at_app *app)
{
    return at_app_is_current(app) && app->settled;
}

int64_t
at_app_read_began_ns(const struct at_app *app)
{
    return app->newest ? app->newest->snapshot.began_ns : 0;
}

struct at_str
at_app_source(const struct at_app *app, const char **out_format)
{
    const char *format =
        app->newest ? app->newest->snapshot.source_format : NULL;
    *out_format = format ? format : "";
    return format ? at_buf_str(&app->newest->snapshot.source) : AT_STR("");
}

const char *
at_app_backend(const struct at_app *app)
{
    const char *backend = app->newest ? app->newest->snapshot.backend : NULL;
    return backend ? backend : "";
}

static void
note_shown(struct at_app *app)
{
    struct at_app_hold *newest = at_app_hold(app);
    at_app_release(app->shown);
    app->shown = newest;
}

void
at_app_write_tree(struct at_app *app, const struct at_compact_opts *opts,
                  struct at_buf *out, struct at_compact_result *result)
{
    const struct at_compact_opts all = {0};
    const struct at_tree *tree = at_app_tree(app);
    at_assert(tree);
    at_compact_write(tree, opts ? opts : &all, out, app->refs, result);
    note_shown(app);
}

const struct at_tree *
at_app_shown_tree(const struct at_app *app)
{
    return at_app_held_tree(app->shown);
}

struct at_ref_table *
at_app_show(struct at_app *app, struct at_tree *tree)
{
    const struct at_snapshot shown = {.tree = tree};
    at_app_release(app->shown);
    app->shown = new_hold(&shown);
    at_ref_table_clear(app->refs);
    return app->refs;
}

bool
at_app_write_diff(struct at_app *app, const struct at_compact_opts *opts,
                  struct at_buf *out, struct at_diff_result *result)
{
    const struct at_compact_opts all = {0};
    const struct at_tree *before = at_app_shown_tree(app);
    const struct at_tree *tree = at_app_tree(app);
    if (!before || !tree)
        return false;
    at_diff_write(before, tree, opts ? opts : &all, app->refs, out, result);
    note_shown(app);
    return true;
}

bool
at_app_is_front(const struct at_app *app, const struct at_tree *tree)
{
    return !*app->package || tree->front_package.len == 0 ||
           at_str_is(tree->front_package, app->package);
}
