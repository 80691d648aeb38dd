// app.c: startTestingScenario, launchAppByPackage, closeApp, restartApp
#include <string.h>

#include "agent/guards/guard.h"
#include "base/quote.h"
#include "flow/app/crash.h"
#include "flow/wait/idle.h"
#include "flow/app/launch.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "tester/tools/tools.h"

enum { DEATH_MS = 10000 }; // time for a killed process to end

// Ends the run with this failure, or tells the model about it.
static bool
fail(struct at_tool_runner_call *call, const struct at_err *why,
     struct at_err *err)
{
    if (why->code == AT_ECRASH)
        call->out->evidence = AT_EVIDENCE_CRASHED;
    return at_tool_runner_refuse(call, why, err);
}

// True if the screen itself says that the app is in front, or its activity is
// the resumed one: not on simulators, whose trees name no package.
static bool
is_confirmed(const struct at_tool_runner_call *call, const char *package)
{
    struct at_app *app = call->runner->app;
    struct at_device *device = at_app_device(app);
    char resumed[256];
    if (at_app_state_now(app) == AT_APP_FRONT &&
        at_app_tree(app)->front_package.len > 0)
        return true;
    return at_device_resumed(call->op, device, resumed, NULL) &&
           strcmp(resumed, package) == 0;
}

static void
say_launched(struct at_tool_runner_call *call, const char *package)
{
    const struct at_tree *tree = at_app_tree(call->runner->app);
    struct at_dialog dialog = {.kind = AT_DIALOG_NONE};
    if (tree)
        dialog = at_tree_dialog(tree);
    at_agent_tool_say(call->out, AT_PREFIX_OK, "launched %s (%s)", package,
                      is_confirmed(call, package)
                          ? "foreground confirmed"
                          : "process running; foreground check inconclusive");
    if (dialog.kind != AT_DIALOG_NONE)
        at_buf_add_fmt(&call->out->text, "; a %s dialog is in front: %s",
                       at_dialog_kind_name(dialog.kind),
                       AT_QUOTED(at_utf8_head(dialog.title, 100)));
}

// A launch that was lost is repeated once. One that failed for another reason
// than the app not coming to the front fails again.
static bool
open_app(struct at_tool_runner_call *call, bool *out_again, struct at_err *err)
{
    struct at_device *device = at_app_device(call->runner->app);
    struct at_err why = AT_ERR_INIT;
    char resumed[256];
    if (at_tool_runner_open(call, &why))
        return true;
    if (why.code != AT_EDEVICE ||
        !at_device_resumed(call->op, device, resumed, NULL) ||
        strcmp(resumed, call->runner->opts.run.scenario->package) == 0)
        return at_err_pass(err, &why);
    *out_again = true;
    return at_tool_runner_open(call, err);
}

static bool
start(struct at_tool_runner_call *call, struct at_err *err)
{
    struct at_tool_runner *runner = call->runner;
    struct at_err why = AT_ERR_INIT;
    bool again = false;
    call->out->acted = true;
    if (!open_app(call, &again, &why))
        return fail(call, &why, err);
    say_launched(call, runner->opts.run.scenario->package);
    if (again)
        at_buf_add_text(&call->out->text,
                        "; the first launch was lost, this is the second");
    return true;
}

// Wait for the end of the process that was known. A phone lists it for a moment
// after it was killed; one that cannot list processes is believed.
static bool
await_death(const struct at_tool_runner_call *call, const char *package)
{
    struct at_device *device = at_app_device(call->runner->app);
    int64_t until_ns = at_now_ns() + DEATH_MS * AT_NS_PER_MS;
    int64_t pid = 0;
    while (at_device_pid(call->op, device, package, &pid, NULL) && pid != 0 &&
           pid == call->runner->pid) {
        int64_t next_ns = at_now_ns() + AT_IDLE_POLL_MS * AT_NS_PER_MS;
        if (next_ns > until_ns || !at_op_wait_until(call->op, next_ns, NULL))
            return false;
    }
    return true;
}

// End the app under test.
static bool
end_app(struct at_tool_runner_call *call, struct at_err *err)
{
    struct at_tool_runner *runner = call->runner;
    struct at_device *device = at_app_device(runner->app);
    const char *package = runner->opts.run.scenario->package;
    call->out->acted = true;
    call->out->testimony.restarts = true;
    at_app_mark_launch(runner->app); // it is not known what shows afterwards
    if (!at_device_stop(call->op, device, package, err))
        return false;
    if (!await_death(call, package))
        return at_fail(err, AT_EDEVICE, "%s is still running", package);
    at_tool_runner_see_gone(runner);
    return true;
}

bool
at_tool_start_scenario(struct at_tool_runner_call *call, struct at_err *err)
{
    struct at_tool_runner *runner = call->runner;
    const char *package = runner->opts.run.scenario->package;
    struct at_str named = call->args.app;
    if (!at_str_is(at_str_trim(named), package)) {
        at_agent_tool_say(call->out, AT_PREFIX_ERROR,
                          "the app under test is %s, not %s", package,
                          AT_NAME(named));
        return true;
    }
    if (runner->answered) {
        at_agent_tool_say(call->out, AT_PREFIX_ERROR,
                          "%s was started already: go on with the steps",
                          package);
        return true;
    }
    runner->answered = true;
    if (!runner->launched)
        return start(call, err);
    say_launched(call, package); // the engine launched it before the first call
    at_tool_runner_show(call);
    return true;
}

// Another app that the scenario names. The app under test stays the one whose
// crashes count.
static bool
launch_other(struct at_tool_runner_call *call, const char *package,
             struct at_err *err)
{
    struct at_app *app = call->runner->app;
    struct at_idle_result idle;
    at_app_set_package(app, package);
    bool ok = at_app_launch(call->op, app, &idle, NULL, err);
    if (ok)
        say_launched(call, package);
    at_app_set_package(app, call->runner->opts.run.scenario->package);
    return ok;
}

bool
at_tool_launch_app(struct at_tool_runner_call *call, struct at_err *err)
{
    struct at_tool_runner *runner = call->runner;
    struct at_str named = at_str_trim(call->args.package);
    const char *tested = runner->opts.run.scenario->package;
    struct at_err why = AT_ERR_INIT;
    char package[256];
    if (!at_guard_launch(runner->opts.run.scenario, named, &why)) {
        call->out->refused = true;
        if (runner->opts.guarded)
            runner->opts.guarded(runner->opts.user, why.msg);
        return fail(call, &why, err);
    }
    call->out->acted = true;
    at_str_cut(package, sizeof(package), named);
    if (strcmp(package, tested) != 0)
        return launch_other(call, package, &why) || fail(call, &why, err);
    call->out->testimony.restarts = true;
    if (!at_tool_runner_launch(call, false, &why))
        return fail(call, &why, err);
    say_launched(call, package);
    return true;
}

bool
at_tool_restart_app(struct at_tool_runner_call *call, struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    return end_app(call, &why) ? start(call, err) : fail(call, &why, err);
}

bool
at_tool_close_app(struct at_tool_runner_call *call, struct at_err *err)
{
    struct at_tool_runner *runner = call->runner;
    const char *package = runner->opts.run.scenario->package;
    struct at_err why = AT_ERR_INIT;
    if (!end_app(call, &why))
        return fail(call, &why, err);
    runner->launched = false;
    if (at_tool_runner_look(call, NULL)) // we ended it: not a crash
        at_history_rest(at_app_history(runner->app), runner->app);
    at_agent_tool_say(call->out, AT_PREFIX_OK,
                      "App '%s' has been force-stopped.", package);
    return true;
}
