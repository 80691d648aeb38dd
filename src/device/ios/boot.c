// boot.c: start, stop and erase a simulator
#include <stdio.h>

#include "device/ios/select_sim.h"
#include "device/ios/sim.h"
#include "device/ios/simctl.h"
#include "device/ios/tool_lines.h"

static void
report_progress(const struct at_boot_opts *opts, const char *text)
{
    if (opts->progress)
        opts->progress(opts->user, text);
}

// Run `simctl ACTION UDID`; being in that state already is not a failure.
static bool
change_state(const struct at_platform_call *call, const char *action,
             const char *udid, const char *const fine[2], struct at_err *err)
{
    const char *const words[] = {action, udid, NULL};
    struct at_simctl_result result;
    struct at_err why = AT_ERR_INIT;
    struct at_str state;
    bool ok = at_simctl_run(call, words, &result, &why);
    if (!ok && at_simctl_error_state(&result.error, &state))
        ok = at_str_is(state, fine[0]) || at_str_is(state, fine[1]);
    at_simctl_result_deinit(&result);
    return ok || at_err_pass(err, &why);
}

// Open the window. Failures are ignored, since a simulator runs without it too.
static void
show_window(const struct at_platform_call *call,
            const struct at_boot_opts *opts, const char *udid)
{
    const char *const argv[] = {
        "open", "-a", "Simulator", "--args", "-CurrentDeviceUDID", udid, NULL};
    const struct at_proc_opts how = {.argv = argv,
                                     .tool = "open",
                                     .action = "simulator",
                                     .listener = call->listener};
    struct at_proc_result result;
    struct at_err why = AT_ERR_INIT;
    char text[400];
    at_proc_result_init(&result, 64 * 1024);
    if (!at_proc_run(call->op, &how, &result, &why)) {
        snprintf(text, sizeof(text),
                 "warning: its window was not opened: %.300s", why.msg);
        report_progress(opts, text);
    } else if (result.exit_status != 0) {
        snprintf(text, sizeof(text),
                 "warning: its window was not opened: `open -a Simulator` "
                 "ended with status %d",
                 result.exit_status);
        report_progress(opts, text);
    }
    at_proc_result_deinit(&result);
}

struct waiting {
    const struct at_boot_opts *opts;
};

static void
take_status(void *user, bool is_err, struct at_str line)
{
    const struct waiting *waiting = user;
    char text[300];
    line = at_str_trim(line);
    if (is_err || line.len == 0)
        return;
    at_str_cut(text, sizeof(text), line);
    report_progress(waiting->opts, text);
}

// bootstatus prints a line per phase and ends when the simulator is usable.
static bool
wait_for(const struct at_platform_call *call, const struct at_boot_opts *opts,
         const char *udid, struct at_err *err)
{
    const char *const words[] = {"bootstatus", udid, NULL};
    struct waiting waiting = {opts};
    struct at_tool_lines lines = {
        .next = call->listener, .line = take_status, .user = &waiting};
    const struct at_platform_call sub = {call->op,
                                         at_tool_lines_listen(&lines)};
    struct at_simctl_result result;
    bool ok = at_simctl_run(&sub, words, &result, err);
    at_simctl_result_deinit(&result);
    at_tool_lines_deinit(&lines);
    return ok;
}

bool
at_ios_boot(const struct at_platform_call *call,
            const struct at_boot_opts *opts, char out_id[128],
            struct at_err *err)
{
    static const char *const fine[] = {"Booted", "Booting"};
    struct at_sim sim;
    char text[300];
    if (opts->avd && opts->avd[0])
        return at_fail(err, AT_EUSAGE,
                       "--avd names an Android emulator; a simulator is "
                       "chosen with --device");
    if (!at_ios_pick(call, opts->device, AT_SIM_IPHONE_LATEST, &sim, err))
        return false;
    at_str_cut(out_id, 128, at_str(sim.udid));
    if (!sim.available)
        return at_ios_check_usable(&sim, err);
    if (!at_sim_is_booted(&sim)) {
        snprintf(text, sizeof(text), "booting %s (%s)", sim.name, sim.os);
        report_progress(opts, text);
        if (!change_state(call, "boot", sim.udid, fine, err))
            return false;
    }
    if (!opts->headless)
        show_window(call, opts, sim.udid);
    return !opts->wait || wait_for(call, opts, sim.udid, err);
}

static bool
shut_down(const struct at_platform_call *call, const struct at_sim *sim,
          struct at_err *err)
{
    static const char *const fine[] = {"Shutdown", "Shutting Down"};
    return at_str_is(at_str(sim->state), "Shutdown") ||
           change_state(call, "shutdown", sim->udid, fine, err);
}

bool
at_ios_shutdown(const struct at_platform_call *call, const char *selector,
                char out_id[128], struct at_err *err)
{
    struct at_sim sim;
    if (!at_ios_pick(call, selector, AT_SIM_BOOTED, &sim, err))
        return false;
    at_str_cut(out_id, 128, at_str(sim.udid));
    return shut_down(call, &sim, err);
}

// simctl refuses to erase a running simulator, so shut it down first and leave
// it off.
bool
at_ios_erase(const struct at_platform_call *call, const char *selector,
             char out_id[128], struct at_err *err)
{
    struct at_sim sim;
    if (!selector || !selector[0])
        return at_fail(err, AT_EUSAGE,
                       "which simulator? erase removes all apps and data of "
                       "it: name it with --device");
    if (!at_ios_pick(call, selector, selector, &sim, err))
        return false;
    at_str_cut(out_id, 128, at_str(sim.udid));
    const char *const words[] = {"erase", sim.udid, NULL};
    return shut_down(call, &sim, err) && at_simctl_do(call, words, err);
}
