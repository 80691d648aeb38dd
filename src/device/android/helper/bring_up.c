// bring_up.c: opens and closes a helper, stage by stage
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "device/android/helper/exchange.h"
#include "device/android/helper/install.h"
#include "device/android/parse/packages.h"
#include "net/conn.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "sys/random.h"

enum {
    PORT = 8765,
    PROTOCOL_VERSION = 2,
    LAUNCH_MS = 10000,
    READY_MS = 3000,
    COMMAND_MS = 3000, // for `ps` or `am force-stop`
    INSTALL_MS = 60000,
};

// The time that closing waits for the helper to end in order.
static const int64_t end_ms[] = {
    [AT_HELPER_READY] = 1000,
    [AT_HELPER_DOUBTFUL] = 1000,
    [AT_HELPER_STUCK] = 2500, // it lifts the finger first
    [AT_HELPER_LOST] = 0,
};

static const char *const stage_names[] = {
    [AT_HELPER_STAGE_APK] = "apk",
    [AT_HELPER_STAGE_INSTALL] = "install",
    [AT_HELPER_STAGE_LAUNCH] = "launch",
    [AT_HELPER_STAGE_UIAUTOMATION] = "uiautomation",
    [AT_HELPER_STAGE_LISTEN] = "listen",
    [AT_HELPER_STAGE_READY] = "ready",
    [AT_HELPER_STAGE_VERSION] = "version",
    [AT_HELPER_STAGE_UP] = "up",
};

static bool
dial_device(const struct at_op *op, void *user, struct at_conn **out_conn,
            struct at_err *err)
{
    const struct at_helper *helper = user;
    return at_adb_open(op, &helper->device, helper->service, out_conn, err);
}

// Fail with the caller's own end if that came first.
static bool
fail_late(const struct at_op *op, const char *what, int64_t ms,
          struct at_err *err)
{
    if (!at_op_check(op, err))
        return false;
    return at_fail(err, AT_EDEVICE, "%s within %d s", what, (int)(ms / 1000));
}

static void
find_holder(const struct at_op *op, struct at_helper *helper, char *buf,
            size_t cap)
{
    struct at_op mine = at_op_sub(op, at_now_ns(), COMMAND_MS);
    struct at_adb_result ps;
    helper->holder = AT_HOLDER_NONE;
    at_adb_result_init(&ps, AT_ANDROID_WORDS_MAX_BYTES);
    if (at_adb_shell(&mine, &helper->device, "ps -A -o PID,ARGS || ps", &ps,
                     NULL))
        helper->holder = at_ps_find_automation(at_buf_str(&ps.out), buf, cap);
    at_adb_result_deinit(&ps);
}

// The helper ended before it served, or the connection to `am` did.
static bool
fail_launch(const struct at_op *op, struct at_helper *helper,
            struct at_helper_open_result *result, struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    struct at_instrument_report report =
        at_helper_launch_report(helper->launch, &why);
    char holder[256] = "";
    helper->holder = AT_HOLDER_OTHER; // not worth waiting for
    if (at_instrument_is_held(&report))
        find_holder(op, helper, holder, sizeof(holder));
    if (why.code == AT_OK || report.over)
        return at_instrument_fail(&report, holder[0] ? holder : NULL,
                                  &result->stage, err);
    result->stage = AT_HELPER_STAGE_LAUNCH;
    return at_err_pass(err, &why);
}

static bool
launch(const struct at_op *op, struct at_helper *helper, int port,
       struct at_helper_open_result *result, struct at_err *err)
{
    struct at_op mine = at_op_sub(op, at_now_ns(), LAUNCH_MS);
    struct at_helper_launch_opts opts = {&helper->device, helper->token, port};
    struct at_err unused = AT_ERR_INIT;
    bool serving = false;
    result->stage = AT_HELPER_STAGE_LAUNCH;
    at_random_hex(helper->token, AT_HELPER_TOKEN_LEN);
    if (!at_helper_launch_start(&opts, &helper->launch, err))
        return false;
    // If `am` does not pass its stages on, the helper may still serve.
    bool known = at_helper_launch_wait(&mine, helper->launch, &serving, NULL);
    if (!known && !at_op_check(op, err))
        return false;
    if (known && !serving)
        return fail_launch(op, helper, result, err);
    int64_t own_port = at_helper_launch_report(helper->launch, &unused).port;
    snprintf(helper->service, sizeof(helper->service), "tcp:%d",
             own_port > 0 ? (int)own_port : port);
    return true;
}

static bool
wait_ready(const struct at_op *op, struct at_helper *helper,
           struct at_helper_open_result *result, struct at_err *err)
{
    result->stage = AT_HELPER_STAGE_READY;
    helper->dial = (struct at_helper_dial){dial_device, helper};
    at_helper_link_deinit(&helper->link);
    at_helper_link_init(&helper->link, &helper->dial, helper->token);
    return at_helper_request_status(op, helper, READY_MS, &helper->status, err);
}

static bool
check_version(const struct at_helper *helper,
              struct at_helper_open_result *result, struct at_err *err)
{
    const struct at_helper_status *status = &helper->status;
    result->stage = AT_HELPER_STAGE_VERSION;
    if (status->protocol_version != PROTOCOL_VERSION)
        return at_fail(err, AT_EPROTO,
                       "the helper speaks version %lld of the protocol, this "
                       "program %d",
                       (long long)status->protocol_version, PROTOCOL_VERSION);
    if (status->version_code != helper->apk.version_code)
        return at_fail(
            err, AT_EPROTO,
            "the helper that runs has version %lld, the APK '%s' %lld",
            (long long)status->version_code, helper->apk.path,
            (long long)helper->apk.version_code);
    return true;
}

static void
request_shutdown(struct at_helper *helper, const struct at_op *op)
{
    struct at_helper_link_request request = {"POST", "/shutdown", AT_STR("{}"),
                                             true};
    struct at_helper_reply reply =
        AT_HELPER_REPLY_INIT(AT_HELPER_ANSWER_MAX_BYTES);
    (void)!at_helper_link_exchange(op, &helper->link, &request, &reply, NULL);
    at_buf_deinit(&reply.body);
}

static void
take_down(struct at_helper *helper, int64_t ms)
{
    struct at_op forever = {AT_NEVER_NS, NULL};
    struct at_op op = at_op_sub(&forever, at_now_ns(), ms);
    at_helper_keepalive_free(helper->keepalive);
    helper->keepalive = NULL;
    if (ms > 0 && helper->launch && !at_helper_launch_ended(helper->launch))
        request_shutdown(helper, &op);
    at_helper_launch_free(&op, helper->launch);
    helper->launch = NULL;
    at_helper_link_deinit(&helper->framework_link);
    at_helper_link_deinit(&helper->link);
}

static bool
try_once(const struct at_op *op, struct at_helper *helper, int port,
         struct at_helper_open_result *result, struct at_err *err)
{
    if (!launch(op, helper, port, result, err) ||
        !wait_ready(op, helper, result, err) ||
        !check_version(helper, result, err) ||
        !at_helper_keepalive_start(&helper->dial, helper->token,
                                   AT_HELPER_KEEPALIVE_MS, &helper->keepalive,
                                   err))
        return false;
    result->stage = AT_HELPER_STAGE_UP;
    return true;
}

static void
force_stop(const struct at_op *op, struct at_helper *helper)
{
    struct at_op mine = at_op_sub(op, at_now_ns(), COMMAND_MS);
    struct at_adb_result result;
    at_adb_result_init(&result, AT_ANDROID_WORDS_MAX_BYTES);
    (void)!at_adb_shell(&mine, &helper->device,
                        "am force-stop " AT_HELPER_PACKAGE, &result, NULL);
    at_adb_result_deinit(&result);
}

static bool
install(const struct at_op *op, struct at_helper *helper, bool always,
        struct at_helper_open_result *result, struct at_err *err)
{
    struct at_op mine = at_op_sub(op, at_now_ns(), INSTALL_MS);
    struct at_err why = AT_ERR_INIT;
    bool ok;
    result->stage = AT_HELPER_STAGE_INSTALL;
    if (always)
        ok = result->installed =
            at_helper_install(&mine, &helper->device, &helper->apk, &why);
    else
        ok = at_helper_install_if_stale(&mine, &helper->device, &helper->apk,
                                        &result->installed, &why);
    if (!ok && why.code == AT_ETIMEOUT)
        return fail_late(op, "the helper could not be installed", INSTALL_MS,
                         err);
    return ok || at_err_pass(err, &why);
}

// Devices on which a fresh install did not make the helper run. Installing it
// again at each connection would cost seconds and change nothing.
static struct {
    pthread_mutex_t lock;
    char serials[16][128];
    size_t next;
} in_vain = {.lock = PTHREAD_MUTEX_INITIALIZER};

static bool
was_installed_in_vain(const char *serial)
{
    bool found = false;
    pthread_mutex_lock(&in_vain.lock);
    for (size_t i = 0; i < AT_LEN(in_vain.serials); i++)
        found = found || strcmp(in_vain.serials[i], serial) == 0;
    pthread_mutex_unlock(&in_vain.lock);
    return found;
}

static void
note_in_vain(const char *serial)
{
    if (was_installed_in_vain(serial))
        return;
    pthread_mutex_lock(&in_vain.lock);
    char *slot = in_vain.serials[in_vain.next++ % AT_LEN(in_vain.serials)];
    at_str_cut(slot, sizeof(in_vain.serials[0]), at_str(serial));
    pthread_mutex_unlock(&in_vain.lock);
}

// Stop an older helper, install one that does not run as it should again, take
// another port.
static bool
try_again(const struct at_op *op, struct at_helper *helper,
          struct at_helper_open_result *result, struct at_err *err)
{
    enum at_helper_stage failed = result->stage;
    bool reinstall = failed == AT_HELPER_STAGE_LAUNCH ||
                     failed == AT_HELPER_STAGE_READY ||
                     failed == AT_HELPER_STAGE_VERSION;
    const char *serial = helper->device.serial;
    reinstall = reinstall && !was_installed_in_vain(serial);
    result->relaunched = true;
    take_down(helper, 0);
    force_stop(op, helper);
    if (reinstall && !result->installed &&
        !install(op, helper, true, result, err))
        return false;
    bool ok = try_once(op, helper, failed == AT_HELPER_STAGE_LISTEN ? 0 : PORT,
                       result, err);
    if (!ok && reinstall && at_op_check(op, NULL))
        note_in_vain(serial);
    return ok;
}

// Retry while a program that has just ended is still registered: an earlier
// helper of ours, or a dump that was cut off.
static bool
try_when_free(const struct at_op *op, struct at_helper *helper,
              struct at_helper_open_result *result, struct at_err *err)
{
    struct at_holder_wait wait = {0};
    int64_t first_ns = at_now_ns();
    bool ok = false;
    while (!ok && result->stage == AT_HELPER_STAGE_UIAUTOMATION) {
        int64_t next_ns =
            at_holder_wait_next(&wait, helper->holder, at_now_ns());
        if (next_ns == 0 || next_ns > op->deadline_ns ||
            !at_op_wait_until(op, next_ns, NULL))
            return false; // err names the program that has it
        take_down(helper, 0);
        ok = try_once(op, helper, PORT, result, err);
    }
    result->waited_ms = (at_now_ns() - first_ns) / AT_NS_PER_MS;
    if (ok)
        helper->waited_ms += result->waited_ms;
    return ok;
}

static bool
bring_up(const struct at_op *op, struct at_helper *helper,
         struct at_helper_open_result *result, struct at_err *err)
{
    if (!install(op, helper, false, result, err))
        return false;
    if (try_once(op, helper, PORT, result, err))
        return true;
    if (!at_op_check(op, NULL))
        return false;
    // Stopping our own helper frees nothing that another program holds.
    bool held = result->stage == AT_HELPER_STAGE_UIAUTOMATION &&
                helper->holder != AT_HOLDER_NONE &&
                helper->holder != AT_HOLDER_HELPER;
    return (!held && try_again(op, helper, result, err)) ||
           try_when_free(op, helper, result, err);
}

static bool
open_helper(const struct at_op *op, struct at_helper *helper,
            struct at_helper_open_result *result, struct at_err *err)
{
    const char *disabled = getenv("AGENTEST_DISABLE_HELPER");
    struct at_err why = AT_ERR_INIT;
    result->stage = AT_HELPER_STAGE_APK;
    if (disabled && disabled[0] && !at_str_is(at_str(disabled), "0"))
        return at_fail(err, AT_EUNSUPPORTED,
                       "helper: disabled by AGENTEST_DISABLE_HELPER");
    if (at_helper_apk_find(&helper->apk, &why) &&
        bring_up(op, helper, result, &why))
        return true;
    helper->state = AT_HELPER_LOST;
    at_err_context(&why, "helper: %s", stage_names[result->stage]);
    return at_err_pass(err, &why);
}

bool
at_helper_open(const struct at_op *op, const struct at_adb_device *device,
               struct at_helper_open_result *result, struct at_helper **out,
               struct at_err *err)
{
    struct at_helper *helper = at_alloc(sizeof(*helper));
    struct at_helper_open_result mine = {.stage = AT_HELPER_STAGE_APK};
    int64_t began_ns = at_now_ns();
    bool ok;
    helper->device = *device;
    ok = open_helper(op, helper, &mine, err);
    mine.took_ns = at_now_ns() - began_ns;
    if (result)
        *result = mine;
    *out = ok ? helper : NULL;
    if (!ok)
        at_helper_free(helper);
    return ok;
}

struct at_helper *
at_helper_attach(const struct at_helper_dial *dial, const char *token)
{
    struct at_helper *helper = at_alloc(sizeof(*helper));
    helper->dial = *dial;
    at_str_cut(helper->token, sizeof(helper->token), at_str(token));
    at_helper_link_init(&helper->link, dial, token);
    return helper;
}

void
at_helper_free(struct at_helper *helper)
{
    if (!helper)
        return;
    take_down(helper, end_ms[helper->state]);
    at_helper_apk_deinit(&helper->apk);
    free(helper);
}
