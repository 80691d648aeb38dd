#include "flow/app/app.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "flow/app/app_priv.h"
#include "flow/changes/change.h"
#include "flow/wait/idle.h"
#include "screen/fingerprint.h"
#include "screen/loading.h"
#include "screen/overlay.h"
#include "sys/cancel.h"
#include "sys/clock.h"

// Pass the app to the device: it is another one, or was launched again.
static void
tell_device(struct at_app *app)
{
    const struct at_sync_app about = {.package = app->package,
                                      .framework = app->framework};
    at_device_sync_set_app(app->device, &about);
}

struct at_app *
at_app_new(struct at_device *device, const char *package,
           const struct at_advice *advice)
{
    struct at_app *app = at_alloc(sizeof(*app));
    app->device = device;
    app->package = at_strdup(package ? package : "");
    app->refs = at_ref_table_new(advice);
    app->history = at_history_new(device);
    at_history_set_package(app->history, app->package);
    at_journal_begin_anew(at_app_journal(app), at_now_ns());
    tell_device(app);
    app->times = (struct at_app_times){AT_IDLE_TIMEOUT_MS, AT_IDLE_LOADING_MS,
                                       AT_APP_FRONT_MS};
    at_app_watch_open(app);
    return app;
}

void
at_app_free(struct at_app *app)
{
    if (!app)
        return;
    at_app_watch_close(app);
    at_history_free(app->history);
    at_tree_snapshot_release(app->newest);
    at_tree_snapshot_release(app->shown);
    at_tree_snapshot_release(app->before);
    at_tree_snapshot_release(app->ignored);
    at_visits_deinit(&app->visits);
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
    at_history_free(app->history);
    app->history = NULL;
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
    bool same = strcmp(copy, app->package) == 0;
    free(app->package);
    app->package = copy;
    at_history_set_package(app->history, app->package);
    if (same)
        return;
    app->framework[0] = '\0';
    tell_device(app);
}

void
at_app_follow(struct at_app *app, const char *framework)
{
    if (framework && strcmp(framework, app->framework) != 0) {
        at_str_cut(app->framework, sizeof(app->framework), at_str(framework));
        tell_device(app);
    }
    at_device_sync_follow(app->device);
}

struct at_ref_table *
at_app_refs(struct at_app *app)
{
    return app->refs;
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

struct at_history *
at_app_history(struct at_app *app)
{
    return app->history;
}

struct at_journal *
at_app_journal(struct at_app *app)
{
    return at_history_journal(app->history);
}

struct at_keyboard_opening *
at_app_keyboard_opening(struct at_app *app)
{
    return &app->keyboard;
}

struct at_tree_snapshot *
at_app_tree_snapshot(struct at_app *app)
{
    if (app->newest)
        app->newest->users++;
    return app->newest;
}

const struct at_tree *
at_tree_snapshot_tree(const struct at_tree_snapshot *snapshot)
{
    return snapshot ? snapshot->reading.tree : NULL;
}

void
at_tree_snapshot_release(struct at_tree_snapshot *snapshot)
{
    if (!snapshot || --snapshot->users > 0)
        return;
    at_tree_free(snapshot->reading.tree);
    at_buf_deinit(&snapshot->reading.source);
    at_buf_deinit(&snapshot->reading.overlays);
    free(snapshot);
}

// Takes over the tree and the source.
struct at_tree_snapshot *
at_tree_snapshot_new(const struct at_snapshot *reading)
{
    struct at_tree_snapshot *snapshot = at_alloc(sizeof(*snapshot));
    snapshot->reading = *reading;
    snapshot->users = 1;
    return snapshot;
}

static void
forget(struct at_tree_snapshot **snapshot)
{
    at_tree_snapshot_release(*snapshot);
    *snapshot = NULL;
}

// Return true if the reading was quiet itself, or equals the previous one.
static bool
is_still(const struct at_app *app, const struct at_snapshot *snapshot,
         const struct at_node **out_ticking)
{
    *out_ticking = snapshot->ticking;
    if (snapshot->settled ||
        snapshot->quiet_ns >= AT_IDLE_QUIET_MS * AT_NS_PER_MS)
        return true;
    if (app->screen != AT_APP_CURRENT)
        return false;
    const struct at_snapshot *before = &app->newest->reading;
    return snapshot->began_ns - before->began_ns >=
               AT_IDLE_POLL_MS * AT_NS_PER_MS &&
           at_motion_compare(&app->motion, before->tree, snapshot->tree,
                             out_ticking) != AT_MOTION_MOVES;
}

void
at_app_note_typed(struct at_app *app, const struct at_node *field)
{
    at_typed_note(&app->typed, field);
    at_typed_unmark(&app->typed, app->newest->reading.tree);
}

struct at_typed *
at_app_typed(struct at_app *app)
{
    return &app->typed;
}

void
at_app_set_tree_mask(struct at_app *app, at_tree_mask_fn *tree_mask, void *user)
{
    app->tree_mask = tree_mask;
    app->tree_mask_user = user;
}

bool
at_app_is_veiled(const struct at_app *app)
{
    return app->tree_mask != NULL;
}

static void
set_newest(struct at_app *app, struct at_snapshot *snapshot)
{
    if (app->tree_mask)
        app->tree_mask(app->tree_mask_user, snapshot->tree);
    if (app->screen == AT_APP_CURRENT)
        at_motion_learn(&app->motion, app->newest->reading.tree,
                        snapshot->tree);
    else if (!app->newest && app->shown)
        at_motion_learn_clocks(&app->motion, app->shown->reading.tree,
                               snapshot->tree);
    bool settled = is_still(app, snapshot, &app->ticking);
    at_typed_unmark(&app->typed, snapshot->tree);
    at_tree_snapshot_release(app->newest);
    app->newest = at_tree_snapshot_new(snapshot);
    app->newest->settled = settled;
    app->screen = AT_APP_CURRENT;
    at_history_read(app->history, snapshot->tree);
    if (app->ignored && !at_app_loading(app, true) &&
        !at_app_counter(app, true))
        forget(&app->ignored);
}

bool
at_err_is_busy(const struct at_err *err)
{
    return at_err_is_unread(err) && err->sys == EBUSY;
}

bool
at_err_is_unread(const struct at_err *err)
{
    return err->code == AT_ETREE || (err->code == AT_EDEVICE &&
                                     (err->sys == EBUSY || err->sys == EAGAIN));
}

// Note that the current screen is unknown.
static void
forget_screen(struct at_app *app)
{
    if (app->screen != AT_APP_UNREADABLE)
        app->screen = AT_APP_STALE;
}

// A tree with all windows shows whether a touched field has opened the
// keyboard. Return true if the keyboard opens after such a tree without one. If
// the device reports a keyboard that is not a window, it is a hardware one.
static bool
opens_late(const struct at_op *op, struct at_app *app)
{
    struct at_keyboard_opening *keyboard = &app->keyboard;
    bool shown = at_app_tree(app)->shows_keyboard;
    if (shown)
        *keyboard = (struct at_keyboard_opening){.never = false};
    if (keyboard->touched_ns == 0 || keyboard->never) {
        keyboard->touched_ns = 0;
        return false;
    }
    keyboard->never = at_keyboard_await(op, app, &shown);
    return keyboard->never && shown;
}

bool
at_app_read_once(const struct at_op *op, struct at_app *app, struct at_err *err)
{
    struct at_snapshot snapshot = {0};
    struct at_err why = AT_ERR_INIT;
    bool tells = app->newest && at_app_tree(app)->lists_windows;
    if (!tells && app->keyboard.touched_ns > 0)
        (void)at_keyboard_await(op, app, &(bool){false});
    if (!at_device_snapshot(op, app->device, &snapshot, &why)) {
        bool moves = at_err_is_busy(&why) || why.code == AT_ETIMEOUT;
        app->screen = moves ? AT_APP_UNREADABLE : AT_APP_STALE;
        return at_err_pass(err, &why);
    }
    set_newest(app, &snapshot);
    return !opens_late(op, app) || at_app_read_once(op, app, err);
}

void
at_app_read_names(const struct at_op *op, struct at_app *app)
{
    struct at_op sub = at_op_sub(op, at_now_ns(), AT_APP_READ_MS);
    struct at_overlay_query query;
    struct at_snapshot snapshot = {0};
    if (!at_app_is_current(app) ||
        !at_overlay_query_of(at_app_tree(app), &query) || !query.labels)
        return;
    app->device->awaits_names = true;
    bool ok = at_device_snapshot(&sub, app->device, &snapshot, NULL);
    app->device->awaits_names = false;
    if (!ok)
        return;
    struct at_tree_snapshot *before = at_app_tree_snapshot(app);
    set_newest(app, &snapshot);
    // The screen is still settled if nothing has changed since.
    if (before->settled &&
        at_change_none(at_tree_snapshot_tree(before), at_app_tree(app)))
        app->newest->settled = true;
    at_tree_snapshot_release(before);
}

bool
at_app_read_now(const struct at_op *op, struct at_app *app, struct at_err *err)
{
    enum { TRIES = 3, PAUSE_MS = 200 };
    struct at_op sub = at_op_sub(op, at_now_ns(), AT_APP_READ_MS);
    struct at_err why = AT_ERR_INIT;
    int64_t pause_ms = PAUSE_MS;
    for (int left = TRIES - 1; !at_app_read_once(&sub, app, &why); left--) {
        if (why.code == AT_ETIMEOUT && at_op_check(op, NULL)) {
            at_err_context(&why, "the device did not give its screen");
            at_err_add(&why, "%s", at_app_advice(app)->see_screen);
            return at_err_pass(err, &why);
        }
        if (left == 0 || !at_err_is_unread(&why) || at_err_is_busy(&why))
            return at_err_pass(err, &why);
        int64_t until_ns = at_now_ns() + pause_ms * AT_NS_PER_MS;
        if (!at_op_wait_until(op, until_ns, err))
            return false;
        pause_ms *= 2;
    }
    return true;
}

bool
at_app_step(const struct at_op *op, struct at_app *app,
            const struct at_device_step *step,
            struct at_device_step_result *out, struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    bool ok = AT_DEVICE_OFFERS(app->device, step)
                  ? at_device_step(op, app->device, step, out, &why)
                  : at_fail(&why, AT_EUNSUPPORTED, "no steps");
    if (!ok && err)
        *err = why;
    if (ok && out->snapshot.tree)
        set_newest(app, &out->snapshot);
    else if (ok || why.code != AT_EUNSUPPORTED)
        forget_screen(app);
    if (ok) {
        app->restless = !out->quiet;
        out->snapshot = (struct at_snapshot){.tree = NULL};
    }
    return ok;
}

bool
at_app_read_quiet(const struct at_op *op, struct at_app *app, int64_t change_ms,
                  struct at_device_step_result *out, struct at_err *err)
{
    const struct at_device_step quiet = {.quiet_ms = AT_IDLE_EVENTS_QUIET_MS,
                                         .timeout_ms =
                                             at_app_quiet_limit_ms(app),
                                         .change_ms = change_ms};
    return at_app_step(op, app, &quiet, out, err);
}

bool
at_app_read_drawn(const struct at_op *op, struct at_app *app,
                  struct at_device_step_result *out, struct at_err *err)
{
    struct at_device_step drawn = {.quiet_ms = AT_IDLE_DRAWN_MS,
                                   .timeout_ms = at_app_quiet_limit_ms(app),
                                   .change_ms = AT_IDLE_DRAWN_MS};
    uint64_t before = at_tree_idle_fingerprint(at_app_tree(app));
    if (!at_app_step(op, app, &drawn, out, err))
        return false;
    if (!at_app_is_current(app) ||
        at_tree_idle_fingerprint(at_app_tree(app)) == before)
        return true;
    // it has already been quiet for part of this time
    drawn.quiet_ms = AT_IDLE_EVENTS_QUIET_MS - AT_IDLE_DRAWN_MS;
    drawn.change_ms = 0;
    return at_app_step(op, app, &drawn, out, err);
}

bool
at_app_read_settled(const struct at_op *op, struct at_app *app,
                    struct at_err *err)
{
    struct at_device_step_result step_result;
    struct at_err why = AT_ERR_INIT;
    if (at_app_read_quiet(op, app, 0, &step_result, &why) &&
        at_app_is_current(app))
        return true;
    if (why.code == AT_ECANCELED || why.code == AT_ENODEV)
        return at_err_pass(err, &why);
    return at_app_read_now(op, app, err);
}

const struct at_tree *
at_app_tree(const struct at_app *app)
{
    return at_tree_snapshot_tree(app->newest);
}

bool
at_app_tells_meant(const struct at_app *app, int64_t now_ns)
{
    if (!at_app_is_settled(app))
        return false;
    const struct at_snapshot *snapshot = &app->newest->reading;
    int64_t age_ns = now_ns - (snapshot->began_ns + snapshot->took_ns);
    bool rested = app->input_ns == 0 || snapshot->began_ns - app->input_ns >=
                                            AT_APP_AFTERMATH_MS * AT_NS_PER_MS;
    return rested && age_ns <= AT_TREE_MEANT_MS * AT_NS_PER_MS;
}

const struct at_tree *
at_app_fresh_tree(const struct at_app *app, int64_t now_ns, int64_t max_age_ms)
{
    if (!at_app_is_settled(app))
        return NULL;
    const struct at_snapshot *snapshot = &app->newest->reading;
    if (snapshot->settled && max_age_ms > AT_TREE_EVENTS_FRESH_MS)
        max_age_ms = AT_TREE_EVENTS_FRESH_MS;
    int64_t age_ns = now_ns - (snapshot->began_ns + snapshot->took_ns);
    return age_ns <= max_age_ms * AT_NS_PER_MS ? snapshot->tree : NULL;
}

void
at_app_mark_stale(struct at_app *app)
{
    forget_screen(app);
    at_history_forget_rest(app->history);
}

void
at_app_mark_input(struct at_app *app)
{
    if (at_app_is_current(app)) {
        at_tree_snapshot_release(app->before);
        app->before = at_app_tree_snapshot(app);
    }
    at_motion_mark_input(&app->motion);
    app->input_ns = at_now_ns();
    forget_screen(app);
}

void
at_app_trust_tree(struct at_app *app)
{
    if (app->newest && app->screen != AT_APP_CURRENT)
        app->screen = AT_APP_TRUSTED;
}

void
at_app_mark_launch(struct at_app *app)
{
    forget(&app->before);
    forget(&app->ignored);
    app->motion = (struct at_motion){.next = 0};
    app->restless = false;
    app->screen = AT_APP_STALE;
    at_journal_begin_anew(at_app_journal(app), at_now_ns());
    tell_device(app);
}

static struct at_loading_past
past_of(const struct at_app *app, bool any)
{
    return (struct at_loading_past){
        .before = at_tree_snapshot_tree(app->before),
        .ignored = any ? NULL : at_tree_snapshot_tree(app->ignored),
    };
}

const struct at_node *
at_app_loading(const struct at_app *app, bool any)
{
    const struct at_loading_past past = past_of(app, any);
    return app->newest ? at_tree_loading(at_app_tree(app), &past) : NULL;
}

const struct at_node *
at_app_counter(const struct at_app *app, bool any)
{
    const struct at_loading_past past = past_of(app, any);
    return app->newest ? at_tree_counter(at_app_tree(app), &past) : NULL;
}

void
at_app_ignore_loading(struct at_app *app)
{
    at_tree_snapshot_release(app->ignored);
    app->ignored = at_app_tree_snapshot(app);
}

const struct at_node *
at_app_ticking(const struct at_app *app)
{
    return at_app_is_settled(app) ? app->ticking : NULL;
}

bool
at_app_has_changed(const struct at_app *app, const struct at_tree *before)
{
    const struct at_tree *tree = at_app_tree(app);
    return at_change_seen(before, tree) &&
           (at_change_focus(before, tree) ||
            !at_motion_only_ticks(&app->motion, before, tree));
}

bool
at_app_is_unreadable(const struct at_app *app)
{
    return app->screen == AT_APP_UNREADABLE;
}

int64_t
at_app_quiet_limit_ms(const struct at_app *app)
{
    return app->restless ? AT_IDLE_RESTLESS_MS : AT_IDLE_EVENTS_MS;
}

bool
at_app_is_current(const struct at_app *app)
{
    return app->screen == AT_APP_CURRENT || app->screen == AT_APP_TRUSTED;
}

bool
at_app_is_settled(const struct at_app *app)
{
    return at_app_is_current(app) && app->newest->settled;
}

int64_t
at_app_read_began_ns(const struct at_app *app)
{
    return app->newest ? app->newest->reading.began_ns : 0;
}

int64_t
at_app_read_took_ns(const struct at_app *app)
{
    return app->newest ? app->newest->reading.took_ns : 0;
}

struct at_str
at_app_source(const struct at_app *app, const char **out_format)
{
    const char *format =
        app->newest ? app->newest->reading.source_format : NULL;
    *out_format = format ? format : "";
    return format ? at_buf_str(&app->newest->reading.source) : AT_STR("");
}

struct at_str
at_app_overlays(const struct at_app *app)
{
    return app->newest ? at_buf_str(&app->newest->reading.overlays)
                       : AT_STR("");
}

const char *
at_app_backend(const struct at_app *app)
{
    const char *backend = app->newest ? app->newest->reading.backend : NULL;
    return backend ? backend : "";
}

bool
at_app_tells_events(const struct at_app *app)
{
    return app->newest && app->newest->reading.tells_events;
}

bool
at_app_tell_blind(struct at_app *app)
{
    bool again = app->blind_told && at_app_advice(app)->once;
    app->blind_told = true;
    return !again;
}

bool
at_app_is_front(const struct at_app *app, const struct at_tree *tree)
{
    return !*app->package || tree->front_package.len == 0 ||
           at_str_is(tree->front_package, app->package);
}

bool
at_app_keyboard_shown(const struct at_op *op, struct at_app *app,
                      bool *out_shown)
{
    const struct at_tree *tree = at_app_tree(app);
    if (!tree || !at_app_is_current(app) || !tree->lists_windows)
        return at_device_keyboard_shown(op, at_app_device(app), out_shown,
                                        NULL);
    *out_shown = tree->shows_keyboard;
    return true;
}
