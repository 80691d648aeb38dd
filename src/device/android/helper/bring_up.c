// bring_up.c: from nothing to a helper that answers, stage by stage
#include <stdio.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "device/android/helper/calls.h"
#include "device/android/helper/install.h"
#include "device/android/parse_packages.h"
#include "net/conn.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "sys/random.h"

enum {
    PORT = 8765,
    PROTOCOL_VERSION = 1,
    LAUNCH_MS = 10000,
    READY_MS = 3000,
    SHUTDOWN_MS = 1000,
    WORDS_MS = 3000, // to find out who is in the way, or to stop one
    INSTALL_MS = 60000,
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

const char *
at_helper_stage_name(enum at_helper_stage stage)
{
    return stage_names[stage];
}

static bool
dial_device(const struct at_op *op, void *user, struct at_conn **out_conn,
            struct at_err *err)
{
    const struct at_helper *helper = user;
    return at_adb_open(op, &helper->device, helper->service, out_conn, err);
}

// A run of commands has its own time, and the caller's op may have less.
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
    struct at_op mine = at_op_sub(op, at_now_ns(), WORDS_MS);
    struct at_adb_result ps;

    helper->holder = AT_HOLDER_NONE;
    at_adb_result_init(&ps, AT_ANDROID_WORDS_MAX_BYTES);
    if (at_adb_shell(&mine, &helper->device, "ps -A -o PID,ARGS || ps", &ps,
                     NULL))
        helper->holder = at_ps_find_automation(at_buf_str(&ps.out), buf, cap);
    at_adb_result_deinit(&ps);
}

// It ended, or its connection did.
static bool
fail_launch(const struct at_op *op, struct at_helper *helper,
            struct at_helper_came *came, struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    struct at_instrument_told told =
        at_helper_launch_told(helper->launch, &why);
    char holder[256] = "";

    helper->holder = AT_HOLDER_OTHER; // unless it is held: nothing to wait for
    if (at_instrument_is_held(&told))
        find_holder(op, helper, holder, sizeof(holder));
    if (why.code == AT_OK || told.over)
        return at_instrument_fail(&told, holder[0] ? holder : NULL,
                                  &came->stage, err);
    came->stage = AT_HELPER_STAGE_LAUNCH;
    if (err)
        *err = why;
    return false;
}

static bool
launch(const struct at_op *op, struct at_helper *helper, int port,
       struct at_helper_came *came, struct at_err *err)
{
    struct at_op mine = at_op_sub(op, at_now_ns(), LAUNCH_MS);
    struct at_helper_launch_opts opts = {&helper->device, helper->token, port};
    struct at_err none = AT_ERR_INIT;
    bool serving = false;

    came->stage = AT_HELPER_STAGE_LAUNCH;
    at_random_hex(helper->token, AT_HELPER_TOKEN_LEN);
    if (!at_helper_launch_start(&opts, &helper->launch, err))
        return false;
    // One whose stages nobody passes on may serve all the same.
    bool told = at_helper_launch_wait(&mine, helper->launch, &serving, NULL);
    if (!told && !at_op_check(op, err))
        return false;
    if (told && !serving)
        return fail_launch(op, helper, came, err);
    int64_t told_port = at_helper_launch_told(helper->launch, &none).port;
    snprintf(helper->service, sizeof(helper->service), "tcp:%d",
             told_port > 0 ? (int)told_port : port);
    return true;
}

static bool
see_ready(const struct at_op *op, struct at_helper *helper,
          struct at_helper_came *came, struct at_err *err)
{
    came->stage = AT_HELPER_STAGE_READY;
    helper->dial = (struct at_helper_dial){dial_device, helper};
    at_helper_link_deinit(&helper->link);
    at_helper_link_init(&helper->link, &helper->dial, helper->token);
    return at_helper_ask_status(op, helper, READY_MS, &helper->status, err);
}

static bool
check_version(const struct at_helper *helper, struct at_helper_came *came,
              struct at_err *err)
{
    const struct at_helper_status *status = &helper->status;

    came->stage = AT_HELPER_STAGE_VERSION;
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

static bool
try_once(const struct at_op *op, struct at_helper *helper, int port,
         struct at_helper_came *came, struct at_err *err)
{
    if (!launch(op, helper, port, came, err) ||
        !see_ready(op, helper, came, err) ||
        !check_version(helper, came, err) ||
        !at_helper_keeper_start(&helper->dial, helper->token, AT_HELPER_KEEP_MS,
                                &helper->keeper, err))
        return false;
    came->stage = AT_HELPER_STAGE_UP;
    return true;
}

static void
force_stop(const struct at_op *op, struct at_helper *helper)
{
    struct at_op mine = at_op_sub(op, at_now_ns(), WORDS_MS);
    struct at_adb_result result;

    at_adb_result_init(&result, AT_ANDROID_WORDS_MAX_BYTES);
    (void)!at_adb_shell(&mine, &helper->device,
                        "am force-stop " AT_HELPER_PACKAGE, &result, NULL);
    at_adb_result_deinit(&result);
}

static bool
install(const struct at_op *op, struct at_helper *helper, bool always,
        struct at_helper_came *came, struct at_err *err)
{
    struct at_op mine = at_op_sub(op, at_now_ns(), INSTALL_MS);
    struct at_err why = AT_ERR_INIT;
    bool ok;

    came->stage = AT_HELPER_STAGE_INSTALL;
    if (always)
        ok = came->installed =
            at_helper_install(&mine, &helper->device, &helper->apk, &why);
    else
        ok = at_helper_install_if_stale(&mine, &helper->device, &helper->apk,
                                        &came->installed, &why);
    if (!ok && why.code == AT_ETIMEOUT)
        return fail_late(op, "the helper could not be installed", INSTALL_MS,
                         err);
    if (!ok && err)
        *err = why;
    return ok;
}

// What may help: an older helper is stopped; one that does not run, or not as
// it should, is installed anew; another port is taken.
static bool
try_again(const struct at_op *op, struct at_helper *helper,
          struct at_helper_came *came, struct at_err *err)
{
    enum at_helper_stage failed = came->stage;
    bool anew = failed == AT_HELPER_STAGE_LAUNCH ||
                failed == AT_HELPER_STAGE_READY ||
                failed == AT_HELPER_STAGE_VERSION;

    came->repaired = true;
    at_helper_take_down(helper, 0);
    force_stop(op, helper);
    return (!anew || came->installed || install(op, helper, true, came, err)) &&
           try_once(op, helper, failed == AT_HELPER_STAGE_LISTEN ? 0 : PORT,
                    came, err);
}

// What has just ended may still be registered: ours, a dump that was cut off.
static bool
try_when_free(const struct at_op *op, struct at_helper *helper,
              struct at_helper_came *came, struct at_err *err)
{
    struct at_holder_wait wait = {0};
    int64_t first_ns = at_now_ns();
    bool ok = false;

    while (!ok && came->stage == AT_HELPER_STAGE_UIAUTOMATION) {
        int64_t next_ns =
            at_holder_wait_next(&wait, helper->holder, at_now_ns());
        if (next_ns == 0 || next_ns > op->deadline_ns ||
            !at_op_wait_until(op, next_ns, NULL))
            return false; // err says by whom
        at_helper_take_down(helper, 0);
        ok = try_once(op, helper, PORT, came, err);
    }
    came->held_ms = (at_now_ns() - first_ns) / AT_NS_PER_MS;
    if (ok)
        helper->held_ms += came->held_ms;
    return ok;
}

static bool
bring_up(const struct at_op *op, struct at_helper *helper,
         struct at_helper_came *came, struct at_err *err)
{
    if (!install(op, helper, false, came, err))
        return false;
    if (try_once(op, helper, PORT, came, err))
        return true;
    if (!at_op_check(op, NULL))
        return false;
    return try_again(op, helper, came, err) ||
           try_when_free(op, helper, came, err);
}

bool
at_helper_bring_up(const struct at_op *op, struct at_helper *helper,
                   struct at_helper_came *came, struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;

    if (bring_up(op, helper, came, &why))
        return true;
    at_helper_take_down(helper, 0);
    at_err_context(&why, "helper: %s", at_helper_stage_name(came->stage));
    if (err)
        *err = why;
    return false;
}

static void
ask_to_end(struct at_helper *helper, const struct at_op *op)
{
    struct at_helper_ask ask = {"POST", "/shutdown", AT_STR("{}"), true};
    struct at_helper_reply reply =
        AT_HELPER_REPLY_INIT(AT_HELPER_ANSWER_MAX_BYTES);

    (void)!at_helper_link_call(op, &helper->link, &ask, &reply, NULL);
    at_buf_deinit(&reply.body);
}

void
at_helper_take_down(struct at_helper *helper, int64_t ms)
{
    struct at_op forever = {AT_NEVER_NS, NULL};
    struct at_op op = at_op_sub(&forever, at_now_ns(), ms);

    at_helper_keeper_free(helper->keeper);
    helper->keeper = NULL;
    if (ms > 0 && helper->launch && !at_helper_launch_ended(helper->launch))
        ask_to_end(helper, &op);
    at_helper_launch_free(&op, helper->launch);
    helper->launch = NULL;
    at_helper_link_deinit(&helper->aside);
    at_helper_link_deinit(&helper->link);
}

static bool
open_helper(const struct at_op *op, struct at_helper *helper,
            struct at_helper_came *came, struct at_err *err)
{
    const char *disabled = getenv("AGENTEST_DISABLE_HELPER");

    came->stage = AT_HELPER_STAGE_APK;
    if (disabled && disabled[0] && !at_str_is(at_str(disabled), "0"))
        return at_fail(err, AT_EUNSUPPORTED,
                       "helper: disabled by AGENTEST_DISABLE_HELPER");
    if (at_helper_apk_find(&helper->apk, err))
        return at_helper_bring_up(op, helper, came, err);
    at_err_context(err, "helper: %s", at_helper_stage_name(came->stage));
    return false;
}

bool
at_helper_open(const struct at_op *op, const struct at_adb_device *device,
               struct at_helper_came *came, struct at_helper **out,
               struct at_err *err)
{
    struct at_helper *helper = at_alloc(sizeof(*helper));
    struct at_helper_came mine = {.stage = AT_HELPER_STAGE_APK};
    int64_t began_ns = at_now_ns();
    bool ok;

    helper->device = *device;
    ok = open_helper(op, helper, &mine, err);
    mine.took_ns = at_now_ns() - began_ns;
    if (came)
        *came = mine;
    *out = ok ? helper : NULL;
    if (!ok)
        at_helper_free(helper);
    return ok;
}

struct at_helper *
at_helper_attach(const struct at_helper_dial *dial, const char *token)
{
    struct at_helper *helper = at_alloc(sizeof(*helper));

    helper->attached = true;
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
    at_helper_take_down(helper, SHUTDOWN_MS);
    at_helper_apk_deinit(&helper->apk);
    free(helper);
}
