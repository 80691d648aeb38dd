// network.c: network conditions by the emulator's console and svc
#include "base/limits.h"
#include "device/android/parse/network_plan.h"
#include "device/android/adb/shell.h"

static bool
run_shell_step(const struct at_op *op, struct at_android *android,
               const struct at_network_step *step, struct at_err *err)
{
    static const char *const complaints[] = {
        "Exception", "Error",  "not found", "Unknown command",
        "Usage:",    "usage:", "Killed",    "No shell command implementation",
    };
    struct at_adb_result result;
    bool ok = at_shell_run(op, android, step->command, &result, err);
    bool fine = ok && result.exit_status <= 0;
    for (size_t i = 0; fine && i < AT_LEN(complaints); i++)
        fine = !at_shell_printed(&result, complaints[i]);
    if (ok && !fine) {
        struct at_shell_text words = at_shell_text_of(&result);

        ok = at_fail(err, AT_EDEVICE, "`%s` failed: %s", step->command,
                     words.text);
    }
    at_adb_result_deinit(&result);
    return ok;
}

static bool
run_console_step(const struct at_op *op, struct at_android *android,
                 const struct at_network_step *step, struct at_err *err)
{
    struct at_buf out = AT_BUF_INIT(AT_ANDROID_WORDS_MAX_BYTES);
    bool ok =
        at_adb_console(op, android->base.serial, step->command, &out, err);
    at_buf_deinit(&out);
    return ok;
}

static bool
is_emulator(const struct at_android *android)
{
    return at_str_starts(at_str(android->base.serial), AT_STR("emulator-"));
}

static bool
run_steps(const struct at_op *op, struct at_android *android,
          const struct at_network_plan *plan, struct at_buf *done,
          struct at_err *err)
{
    for (size_t i = 0; i < plan->count; i++) {
        const struct at_network_step *step = &plan->steps[i];
        struct at_err *why = step->may_fail ? NULL : err;
        if (step->kind == AT_NETWORK_CONSOLE && plan->skips_console &&
            !is_emulator(android))
            continue;
        bool ok = step->kind == AT_NETWORK_CONSOLE
                      ? run_console_step(op, android, step, why)
                      : run_shell_step(op, android, step, why);

        if (!ok && !step->may_fail)
            return false;
        if (step->done[0])
            at_buf_add_fmt(done, "%s%s", done->len > 0 ? "; " : "", step->done);
    }
    return true;
}

static bool
check_emulator(const struct at_android *android,
               const struct at_network_plan *plan, struct at_err *err)
{
    if (!plan->needs_emulator || is_emulator(android))
        return true;
    return at_fail(err, AT_EUNSUPPORTED,
                   "network speed and delay can be set on emulators only; on "
                   "this device preset \"offline\", wifi and airplaneMode "
                   "work; nothing was applied");
}

bool
at_commands_network(const struct at_op *op, struct at_device *device,
                    const struct at_network *network,
                    struct at_buf *out_message, struct at_err *err)
{
    struct at_android *android = at_android_of(device);
    struct at_buf done = AT_BUF_INIT(1024);
    struct at_network_plan plan;
    if (!at_network_plan_make(network, android->offline, &plan, err) ||
        !check_emulator(android, &plan, err))
        return false;
    bool ok = run_steps(op, android, &plan, &done, err);
    if (plan.goes_offline)
        android->offline = true;
    else if (ok && (network->preset.len > 0 || network->online))
        android->offline = false;
    if (ok)
        at_buf_add_str(out_message, at_buf_str(&done));
    else if (err && done.len > 0)
        at_err_context(err, "network partly set (done: %s)",
                       at_buf_text(&done));
    at_buf_deinit(&done);
    return ok;
}
