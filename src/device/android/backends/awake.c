// awake.c: see awake.h
#include "device/android/backends/awake.h"

#include <errno.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "device/android/adb/commands.h"
#include "device/android/android_priv.h"
#include "device/android/helper/choice.h"
#include "device/android/helper/launch.h"
#include "device/android/parse/keys.h"
#include "device/android/parse/power.h"
#include "screen/package.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "sys/lock.h"
#include "sys/log.h"

#define AT_LOG_MODULE "route"

enum {
    ASK_MS = 3000,
    GO_MS = 1500, // a keyguard that is dismissed takes a moment to go
    LOOK_MS = 100,
    RECENT_MS = 1000, // its time may be over at any moment
    KEPT_MS = 10000,  // while it is kept awake; its user may still do it
    TELL_MS = 2000,
    FALL_MS = 2000, // a key that turns it off may take that long
    KEY_POWER = 26,
    KEY_SLEEP = 223,
    KEY_WAKEUP = 224,
    KEY_SOFT_SLEEP = 276,
};

// A file keeps the old setting, so the next session can restore it if the
// device is switched off. The command ends with its input, even if the client
// was killed; the hang-up that adbd sends then must not end the shell before it
// has restored the setting. If the file exists, the command of the previous
// session may still be restoring: it must not overwrite our value, and our
// value must not be saved as the old one.
#define KEPT_FILE "/data/local/tmp/.agentest-stay-awake"
#define SETTING "global stay_on_while_plugged_in"
static const char keep_command[] =
    "trap '' HUP; [ -f " KEPT_FILE " ] && sleep 3; [ -s " KEPT_FILE
    " ] || settings get " SETTING " >" KEPT_FILE "; settings put " SETTING
    " 15; cat >/dev/null; [ -s " KEPT_FILE " ] && settings put " SETTING
    " \"$(cat " KEPT_FILE ")\"; rm -f " KEPT_FILE;

void
at_awake_deinit(struct at_awake *awake)
{
    struct at_op now = {.deadline_ns = 0};
    at_helper_launch_free(&now, awake->kept);
    awake->kept = NULL;
    at_lock_release(awake->keeps);
    awake->keeps = NULL;
}

static bool
is_recent(const struct at_awake *awake)
{
    bool kept = awake->kept && !at_helper_launch_ended(awake->kept);
    int64_t ms = kept ? KEPT_MS : RECENT_MS;
    return awake->seen_ns > 0 &&
           at_now_ns() - awake->seen_ns < ms * AT_NS_PER_MS;
}

static void
see(struct at_awake *awake)
{
    awake->seen_ns = at_now_ns();
}

static bool
is_awake(const struct at_power *power)
{
    return power->wakefulness == AT_WAKEFULNESS_AWAKE;
}

static bool
ask(const struct at_op *op, struct at_android *android, struct at_power *out)
{
    struct at_op mine = at_op_sub(op, at_now_ns(), ASK_MS);
    bool ok = at_commands_power(&mine, &android->base, out, NULL);
    if (ok && is_awake(out))
        see(&android->awake);
    return ok;
}

// Without a folder for locks each session keeps it awake.
static bool
may_keep(struct at_android *android)
{
    struct at_op soon = {.deadline_ns = at_now_ns() + LOOK_MS * AT_NS_PER_MS};
    struct at_err why = AT_ERR_INIT;
    if (android->awake.keeps)
        return true;
    char *name = at_strfmt("%s.awake", android->base.serial);
    bool may = at_lock_take(&soon, name, "agentest", false,
                            &android->awake.keeps, &why) ||
               why.code != AT_EBUSY;
    free(name);
    return may;
}

static void
keep_awake(struct at_android *android)
{
    const struct at_helper_launch_opts opts = {
        .device = &android->adb, .command = keep_command, .input = "\n"};
    if (android->base.brief || android->awake.kept || at_keep_awake_is_off() ||
        !may_keep(android))
        return;
    if (!at_helper_launch_start(&opts, &android->awake.kept, NULL))
        at_log_warn("nothing keeps the screen on dev=%s", android->base.serial);
}

// Turn the screen on and dismiss the keyguard. *power is the result.
static bool
wake(const struct at_op *op, struct at_android *android, struct at_power *power)
{
    struct at_op mine = at_op_sub(op, at_now_ns(), ASK_MS);
    int64_t until_ns = at_now_ns() + GO_MS * AT_NS_PER_MS;
    keep_awake(android);
    if (!at_commands_wake(&mine, &android->base, power, NULL))
        return false;
    while (power->keyguard && at_now_ns() < until_ns &&
           at_op_wait_until(&mine, at_now_ns() + LOOK_MS * AT_NS_PER_MS, NULL))
        if (!at_commands_power(&mine, &android->base, power, NULL))
            return false;
    if (is_awake(power))
        see(&android->awake);
    return !power->keyguard && !at_power_is_asleep(power);
}

static const char *
state_words(const struct at_power *power)
{
    if (power->keyguard && at_power_is_asleep(power))
        return "the device is asleep and locked: its screen is off, and its "
               "keyguard asks for a PIN, a pattern or a password; unlock it";
    if (power->keyguard)
        return "the device is locked: its keyguard asks for a PIN, a pattern "
               "or a password; unlock it";
    return "the device is asleep: its screen is off; the key KEYCODE_WAKEUP "
           "wakes it";
}

static void
tell(struct at_android *android, const struct at_power *power)
{
    struct at_awake *awake = &android->awake;
    int64_t now_ns = at_now_ns();
    if (awake->told_ns > 0 && now_ns - awake->told_ns < TELL_MS * AT_NS_PER_MS)
        return;
    awake->told_ns = now_ns;
    at_device_note_fallback(&android->base, "%s", state_words(power));
}

static void
tell_woken(struct at_android *android)
{
    at_log_info("woke the device dev=%s", android->base.serial);
    at_device_note_fallback(&android->base,
                            "the device was asleep: its screen was turned on");
}

// Wake a sleeping device. Return true if it is awake and unlocked.
static bool
try_wake(const struct at_op *op, struct at_android *android,
         struct at_power *power)
{
    struct at_awake *awake = &android->awake;
    bool asleep = at_power_is_asleep(power);
    if (awake->put_to_sleep_ns > 0 || (awake->tried && !asleep))
        return false;
    awake->tried = true;
    if (!wake(op, android, power))
        return false;
    awake->tried = false;
    if (asleep)
        tell_woken(android);
    return true;
}

static void
note_key(struct at_awake *awake, const struct at_input *input)
{
    int code;
    if (input->kind != AT_INPUT_KEY ||
        !at_keycode_find(input->text, &code, NULL))
        return;
    if (code == KEY_POWER || code == KEY_SLEEP || code == KEY_SOFT_SLEEP)
        awake->put_to_sleep_ns = at_now_ns();
    else if (code == KEY_WAKEUP)
        awake->put_to_sleep_ns = 0;
}

static bool
is_key(const struct at_request *request)
{
    size_t count;
    const struct at_input *inputs = at_request_inputs(request, &count);
    return count > 0 && inputs[0].kind == AT_INPUT_KEY;
}

static void
note_keys(struct at_awake *awake, const struct at_request *request)
{
    size_t count;
    const struct at_input *inputs = at_request_inputs(request, &count);
    for (size_t i = 0; i < count; i++)
        note_key(awake, &inputs[i]);
}

// Return true if the client has turned the screen off and it is still off.
static bool
is_put_to_sleep(const struct at_op *op, struct at_android *android)
{
    struct at_awake *awake = &android->awake;
    struct at_power power;
    if (awake->put_to_sleep_ns > 0 &&
        at_now_ns() - awake->put_to_sleep_ns > FALL_MS * AT_NS_PER_MS &&
        ask(op, android, &power) && is_awake(&power))
        awake->put_to_sleep_ns = 0;
    return awake->put_to_sleep_ns > 0;
}

// A key may turn the screen on; text and touches need it on.
static bool
needs_screen(const struct at_request *request)
{
    size_t count;
    (void)at_request_inputs(request, &count);
    return request->kind == AT_REQUEST_SCREENSHOT ||
           (count > 0 && !is_key(request));
}

bool
at_awake_prepare(const struct at_op *op, struct at_android *android,
                 const struct at_request *request, struct at_err *err)
{
    struct at_awake *awake = &android->awake;
    struct at_power power;
    note_keys(awake, request);
    if (!needs_screen(request) || is_put_to_sleep(op, android) ||
        is_recent(awake) || !ask(op, android, &power) ||
        !at_power_is_asleep(&power) || try_wake(op, android, &power))
        return at_op_check(op, err);
    if (request->kind != AT_REQUEST_SCREENSHOT)
        return at_fail(err, AT_EDEVICE, "%s; nothing was sent",
                       state_words(&power));
    tell(android, &power);
    return at_op_check(op, err);
}

static struct at_snapshot *
snapshot_of(const struct at_request *request)
{
    return request->kind == AT_REQUEST_TREE   ? request->snapshot
           : request->kind == AT_REQUEST_STEP ? &request->step_result->snapshot
                                              : NULL;
}

// Return true if the request has only read. That includes a step that did not
// find its first input's element on the lock screen.
static bool
is_reading(const struct at_request *request)
{
    const struct at_device_step_result *result = request->step_result;
    return request->kind == AT_REQUEST_TREE ||
           (request->kind == AT_REQUEST_STEP &&
            (request->step->count == 0 ||
             (result->done == 0 && result->refusal != AT_REFUSAL_NONE)));
}

static void
drop(struct at_snapshot *snapshot)
{
    at_tree_free(snapshot->tree);
    at_buf_deinit(&snapshot->source);
    *snapshot = (struct at_snapshot){.tree = NULL};
}

// The screen behind the lock screen takes another request to read.
static bool
leave_lock_screen(const struct at_request *request)
{
    if (!is_reading(request))
        at_fail(&request->step_result->unread, AT_ETREE,
                "the keyguard was dismissed after the screen was read");
    drop(snapshot_of(request));
    return is_reading(request);
}

static bool
may_be_asleep(const struct at_err *why)
{
    return why->code == AT_ETREE ||
           (why->code == AT_EDEVICE && why->sys == EAGAIN);
}

// Wake the device if that may be why it could not be read.
static bool
mend(const struct at_op *op, struct at_android *android, struct at_err *why)
{
    struct at_power power;
    if (!may_be_asleep(why) || !ask(op, android, &power) ||
        (!power.keyguard && !at_power_is_asleep(&power)))
        return false;
    bool asleep = at_power_is_asleep(&power);
    if (try_wake(op, android, &power) || (asleep && is_awake(&power)))
        return true; // if it is locked, read the lock screen
    at_err_context(why, "%s", state_words(&power));
    if (android->awake.put_to_sleep_ns == 0) {
        why->code = AT_EDEVICE;
        why->sys = 0; // it does not pass by itself
    }
    return false;
}

// Return true if a lock screen was dismissed.
static bool
pass_lock_screen(const struct at_op *op, struct at_android *android)
{
    struct at_power power;
    if (!ask(op, android, &power) || android->awake.put_to_sleep_ns > 0 ||
        (!power.keyguard && !at_power_is_asleep(&power)))
        return false;
    if (try_wake(op, android, &power))
        return true;
    tell(android, &power);
    return false;
}

bool
at_awake_accept(const struct at_op *op, struct at_android *android,
                const struct at_request *request)
{
    struct at_awake *awake = &android->awake;
    struct at_snapshot *snapshot = snapshot_of(request);
    if (!snapshot)
        return false;
    if (!snapshot->tree)
        return mend(op, android, &request->step_result->unread) &&
               is_reading(request);
    keep_awake(android);
    if (at_package_is_system_ui(snapshot->tree->front_package))
        return pass_lock_screen(op, android) && leave_lock_screen(request);
    see(awake);
    awake->tried = false;
    return false;
}

bool
at_awake_mend(const struct at_op *op, struct at_android *android,
              const struct at_request *request, struct at_err *why)
{
    return request->kind == AT_REQUEST_TREE && mend(op, android, why);
}
