#include "flow/app/launch.h"

#include <string.h>

#include "flow/app/crash.h"
#include "flow/app/watch.h"
#include "screen/detect.h"
#include "sys/clock.h"

enum {
    LOCKED_MS = 1500,  // time for a dismissed lock screen to disappear
    CONTENT_MS = 2000, // time for a window to show something
    UNREAD_MS = 1900,  // time for a dump of a screen that does not move
};

struct launch {
    const struct at_op *op;
    struct at_app *app;
    char mark[64];
    struct at_crash crash;
    const char *link; // starts the app; NULL: its launcher activity
    enum at_watch_launch how;
    struct at_app_framework *framework; // result; may be NULL
    bool knows;                         // the framework was queried
    bool met;                           // the sources are attached too
    int64_t locked_ns; // start of a visible lock screen; 0: none
    struct at_err why; // error of the last reading, if it failed
};

// The device has tried to unlock the screen; a remaining lock needs a person.
static bool
is_locked(struct launch *launch, const struct at_tree *tree)
{
    int64_t now_ns = at_now_ns();
    if (!at_tree_is_locked(tree))
        launch->locked_ns = 0;
    else if (launch->locked_ns == 0)
        launch->locked_ns = now_ns;
    return launch->locked_ns > 0 &&
           now_ns - launch->locked_ns >= LOCKED_MS * AT_NS_PER_MS;
}

// A crash at the start shows a dialog or, on newer Android, only the launcher,
// which looks like a slow start unless the log is read.
static bool
is_dead(void *user, const struct at_tree *tree)
{
    struct launch *launch = user;
    return !at_app_is_front(launch->app, tree) &&
           (is_locked(launch, tree) ||
            at_app_log_has_crash(launch->op, launch->app,
                                 at_app_package(launch->app), launch->mark,
                                 &launch->crash));
}

enum front { FRONT_UNKNOWN, FRONT_NO, FRONT_YES };

// Without a reading the device may still know which app is in front.
static enum front
ask_front(const struct launch *launch)
{
    char resumed[256];
    if (!at_device_resumed(launch->op, at_app_device(launch->app), resumed,
                           NULL) ||
        !resumed[0])
        return FRONT_UNKNOWN;
    return strcmp(resumed, at_app_package(launch->app)) == 0 ? FRONT_YES
                                                             : FRONT_NO;
}

// The device does not count frames of a surface (a game, a video, Flutter). If
// it reports movement, being in front is sufficient.
static bool
moves(void *user, bool busy)
{
    const struct launch *launch = user;
    enum front front = ask_front(launch);
    bool draws;
    if (front != FRONT_UNKNOWN && (busy || front == FRONT_NO))
        return front == FRONT_YES;
    return at_device_draws(launch->op, at_app_device(launch->app),
                           at_app_package(launch->app), &draws, NULL) &&
           draws;
}

// An unreadable screen shows nothing; in that case the app is in front if it
// was started and is running.
static bool
runs(const struct launch *launch)
{
    int64_t pid = 0;
    return at_device_pid(launch->op, at_app_device(launch->app),
                         at_app_package(launch->app), &pid, NULL) &&
           pid > 0;
}

// Without a reading only the log shows a crash.
static bool
find_crash(struct launch *launch, struct at_err *err)
{
    struct at_app *app = launch->app;
    const char *package = at_app_package(app);
    if (at_app_is_current(app))
        return at_app_find_crash(launch->op, app, package, launch->mark,
                                 &launch->crash, err);
    (void)at_app_log_has_crash(launch->op, app, package, launch->mark,
                               &launch->crash);
    return true;
}

static bool
came_to_front(const struct launch *launch, const struct at_idle_result *idle)
{
    const struct at_app *app = launch->app;
    const struct at_tree *tree = at_app_tree(app);
    if (!at_app_is_current(app)) {
        enum front front =
            idle->outcome == AT_IDLE_CHANGING ? ask_front(launch) : FRONT_NO;
        return front == FRONT_UNKNOWN ? runs(launch) : front == FRONT_YES;
    }
    return tree && (at_app_is_front(app, tree) ||
                    at_tree_dialog(tree).kind != AT_DIALOG_NONE);
}

static bool
fail_front(struct launch *launch, const struct at_idle_result *idle,
           struct at_err *err)
{
    struct at_app *app = launch->app;
    bool unread = !at_app_is_current(app) && launch->why.code != AT_OK;
    if (launch->locked_ns > 0)
        return at_fail(err, AT_EDEVICE,
                       "launch of '%s': the lock screen is over it; unlock the "
                       "device",
                       at_app_package(app));
    if (unread && ask_front(launch) == FRONT_YES) {
        at_err_context(&launch->why,
                       "launch of '%s': it is in front, but its screen cannot "
                       "be read",
                       at_app_package(app));
        return at_err_pass(err, &launch->why);
    }
    return at_fail(
        err, AT_EDEVICE,
        "launch of '%s': it did not come to the front within %lld ms "
        "(%s); %s",
        at_app_package(app), (long long)at_app_times(app)->front_ms,
        unread ? launch->why.msg : idle->detail, at_app_advice(app)->see_log);
}

static void
ask_framework(const struct at_op *op, struct at_app *app,
              struct at_app_framework *out)
{
    struct at_device *device = at_app_device(app);
    *out = (struct at_app_framework){.why = AT_ERR_INIT};
    if (!AT_DEVICE_OFFERS(device, ask_framework))
        at_fail(&out->why, AT_EUNSUPPORTED, "this device does not report it");
    else
        (void)!at_device_ask_framework(op, device, at_app_package(app),
                                       &out->why);
}

// An app's files are more reliable than its screen. If they have no result,
// check the app again, now that its own screen is in front.
static void
take_framework(const struct at_op *op, struct at_app *app,
               struct at_app_framework *out)
{
    struct at_device *device = at_app_device(app);
    struct at_framework again;
    if (out->why.code != AT_OK)
        return;
    if (!at_device_framework(op, device, &out->found, &out->why)) {
        out->found = (struct at_framework){.primary = ""};
        return;
    }
    if (at_str_is(at_str(out->found.primary), "native") &&
        at_device_ask_framework(op, device, at_app_package(app), NULL) &&
        at_device_framework(op, device, &again, NULL))
        out->found = again;
}

// An app may have React Native's runtime although its files do not show this.
static void
note_runtime(struct at_app *app, struct at_framework *found)
{
    const char *attached[AT_SYNC_SOURCES_MAX];
    size_t count = at_device_sync_attached(at_app_device(app), attached);
    bool unknown =
        !*found->primary || at_str_is(at_str(found->primary), "native");
    for (size_t i = 0; unknown && i < count; i++) {
        if (!at_str_is(at_str(attached[i]), "hermes"))
            continue;
        *found = (struct at_framework){.primary = "react_native"};
        at_str_cut(found->signals, sizeof(found->signals), AT_STR("metro"));
    }
}

static void
know(const struct at_op *op, struct launch *launch)
{
    if (launch->framework && !launch->knows)
        take_framework(op, launch->app, launch->framework);
    launch->knows = true;
}

// Find out the app's framework, and attach to its own sources: both together
// take at most AT_APP_FRAMEWORK_MS.
static void
meet(void *user)
{
    struct launch *launch = user;
    struct at_app *app = launch->app;
    struct at_app_framework *framework = launch->framework;
    struct at_op sub =
        at_op_sub(launch->op, at_now_ns(), at_scaled_ms(AT_APP_FRAMEWORK_MS));
    if (launch->met)
        return;
    launch->met = true;
    know(&sub, launch);
    at_app_follow(app, framework ? framework->found.primary : NULL);
    at_device_sync_meet(&sub, at_app_device(app));
    if (framework)
        note_runtime(app, &framework->found);
}

// Add the names of components to the first tree.
static void
name(const struct launch *launch)
{
    const char *attached[AT_SYNC_SOURCES_MAX];
    size_t count =
        at_device_sync_attached(at_app_device(launch->app), attached);
    for (size_t i = 0; i < count; i++) {
        if (at_str_is(at_str(attached[i]), "hermes"))
            at_app_read_names(launch->op, launch->app);
    }
}

// Only Flutter's own source may know what Flutter draws. Other frameworks have
// nothing to report before the app shows something.
static void
meet_empty(void *user)
{
    struct launch *launch = user;
    struct at_op sub =
        at_op_sub(launch->op, at_now_ns(), at_scaled_ms(AT_APP_FRAMEWORK_MS));
    know(&sub, launch);
    if (launch->framework &&
        at_str_is(at_str(launch->framework->found.primary), "flutter"))
        meet(launch);
}

static bool
start(const struct launch *launch, struct at_err *err)
{
    struct at_device *device = at_app_device(launch->app);
    const char *package = at_app_package(launch->app);
    return launch->link ? at_device_open_link(launch->op, device, package,
                                              launch->link, err)
                        : at_device_launch(launch->op, device, package, err);
}

static struct at_idle_wait
wait_of(struct launch *launch)
{
    const struct at_app_times *times = at_app_times(launch->app);
    return (struct at_idle_wait){
        .timeout_ms = times->idle_ms,
        .loading_ms = times->loading_ms,
        .want_front = at_app_package(launch->app),
        .front_ms = times->front_ms,
        .content_ms = CONTENT_MS,
        .unread_ms = UNREAD_MS,
        .moves = moves,
        .gone = is_dead,
        .meet = meet,
        .meet_empty = meet_empty,
        .user = launch,
        .why = &launch->why,
    };
}

static bool
launch_by(struct launch *launch, struct at_idle_result *out_idle,
          struct at_err *err)
{
    const struct at_op *op = launch->op;
    struct at_app *app = launch->app;
    const char *package = at_app_package(app);
    const struct at_idle_wait wait = wait_of(launch);
    *out_idle = (struct at_idle_result){.outcome = AT_IDLE_TIMED_OUT};
    if (!*package)
        return at_fail(err, AT_EUSAGE, "launch: no app is named yet; %s",
                       at_app_advice(app)->name_app);
    at_device_warm_up(at_app_device(app));
    if (!at_device_log_mark(op, at_app_device(app), launch->mark, NULL))
        launch->mark[0] = '\0';
    at_history_set_mark(at_app_history(app), launch->mark);
    at_app_mark_launch(app);
    if (!start(launch, err))
        return false;
    if (launch->framework)
        ask_framework(op, app, launch->framework);
    else
        at_app_follow(app, NULL);
    if (!at_idle_wait(op, app, &wait, out_idle, err))
        return false;
    if (!launch->crash.found && !find_crash(launch, err))
        return false;
    if (launch->crash.found)
        return at_app_fail_crash(app, package, &launch->crash, err);
    meet(launch);
    name(launch);
    at_history_rest(at_app_history(app), app);
    if (!came_to_front(launch, out_idle))
        return fail_front(launch, out_idle, err);
    at_app_watch_launch(app, launch->how, launch->link);
    return true;
}

bool
at_app_launch(const struct at_op *op, struct at_app *app,
              struct at_idle_result *out_idle,
              struct at_app_framework *out_framework, struct at_err *err)
{
    struct launch launch = {.op = op, .app = app, .framework = out_framework};
    return launch_by(&launch, out_idle, err);
}

bool
at_app_open_link(const struct at_op *op, struct at_app *app, const char *link,
                 struct at_idle_result *out_idle, struct at_err *err)
{
    struct launch launch = {
        .op = op, .app = app, .link = link, .how = AT_WATCH_LINKED};
    return launch_by(&launch, out_idle, err);
}

bool
at_app_reset(const struct at_op *op, struct at_app *app,
             struct at_idle_result *out_idle, struct at_err *err)
{
    *out_idle = (struct at_idle_result){.outcome = AT_IDLE_TIMED_OUT};
    at_app_mark_launch(app);
    struct launch launch = {.op = op, .app = app, .how = AT_WATCH_RESTARTED};
    return at_device_stop(op, at_app_device(app), at_app_package(app), err) &&
           launch_by(&launch, out_idle, err);
}
