// bring_up.c: see bring_up.h
#include "device/android/helper/bring_up.h"

#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "device/android/helper/share.h"
#include "device/android/helper/way.h"
#include "device/android/parse/packages.h"
#include "net/conn.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "sys/random.h"

enum { PROTOCOL_VERSION = 2, READY_MS = 3000, END_MS = 1000 };

static bool
dial_device(const struct at_op *op, void *user, struct at_conn **out_conn,
            struct at_err *err)
{
    const struct at_helper *helper = user;
    return at_adb_open(op, &helper->device, helper->service, out_conn, err);
}

bool
at_helper_fail_late(const struct at_op *op, const char *what, int64_t ms,
                    struct at_err *err)
{
    if (!at_op_check(op, err))
        return false;
    return at_fail(err, AT_EDEVICE, "%s within %d s", what, (int)(ms / 1000));
}

void
at_helper_find_holder(const struct at_op *op, struct at_helper *helper,
                      char *buf, size_t cap)
{
    struct at_op mine = at_op_sub(op, at_now_ns(), AT_HELPER_COMMAND_MS);
    struct at_adb_result ps;
    helper->holder = AT_HOLDER_NONE;
    at_adb_result_init(&ps, AT_ANDROID_WORDS_MAX_BYTES);
    if (at_adb_shell(&mine, &helper->device, "ps -A -o PID,ARGS || ps", &ps,
                     NULL))
        helper->holder = at_ps_find_automation(at_buf_str(&ps.out), buf, cap);
    at_adb_result_deinit(&ps);
}

// The helper ended before it served, or the connection to its command did.
static bool
fail_launch(const struct at_op *op, struct at_helper *helper,
            struct at_helper_open_result *result, struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    struct at_instrument_report report =
        at_helper_launch_report(helper->launch, &why);
    char holder[256] = "";
    helper->holder = AT_HOLDER_OTHER; // not worth waiting for
    result->fault = at_instrument_fault(&report);
    result->exit_status = report.exit_status;
    if (result->fault == AT_HELPER_FAULT_HELD ||
        result->fault == AT_HELPER_FAULT_KILLED)
        at_helper_find_holder(op, helper, holder, sizeof(holder));
    if (result->fault == AT_HELPER_FAULT_KILLED && holder[0])
        result->fault = AT_HELPER_FAULT_HELD;
    if (why.code == AT_OK || report.over)
        return at_instrument_fail(&report, holder[0] ? holder : NULL,
                                  &result->stage, err);
    result->stage = AT_HELPER_STAGE_LAUNCH;
    result->fault = AT_HELPER_FAULT_NONE;
    return at_err_pass(err, &why);
}

// A start that follows a failed one.
struct attempt {
    bool again;
    enum at_helper_stage failed;
};

// The helper has ended, or its device is gone: another program may start one
// before this one notices.
static void
on_ended(void *user)
{
    struct at_helper *helper = user;
    if (helper->share)
        at_helper_share_ended(helper->share);
}

static bool
start(struct at_helper *helper, const struct attempt *attempt,
      struct at_err *err)
{
    struct at_helper_start words = {.input = NULL};
    at_random_hex(helper->token, AT_HELPER_TOKEN_LEN);
    helper->way->plan(helper, attempt->again, attempt->failed, &words);
    const struct at_helper_launch_opts opts = {
        .device = &helper->device,
        .command = words.command,
        .input = words.input,
        .ended = on_ended,
        .user = helper,
    };
    if (helper->share)
        at_helper_share_begun(helper->share);
    bool ok = at_helper_launch_start(&opts, &helper->launch, err);
    free(words.command);
    free(words.input);
    return ok;
}

static bool
launch(const struct at_op *op, struct at_helper *helper,
       const struct attempt *attempt, struct at_helper_open_result *result,
       struct at_err *err)
{
    const struct at_helper_way *way = helper->way;
    struct at_op mine = at_op_sub(op, at_now_ns(), way->launch_ms);
    struct at_err unused = AT_ERR_INIT;
    bool serving = false;
    result->stage = AT_HELPER_STAGE_LAUNCH;
    result->fault = AT_HELPER_FAULT_NONE;
    if (!start(helper, attempt, err))
        return false;
    // If `am` does not pass its stages on, the helper may still serve.
    bool known = at_helper_launch_wait(&mine, helper->launch, &serving, NULL);
    if (!known && !at_op_check(op, err))
        return false;
    if (!known && way->tells_stages) {
        result->fault = AT_HELPER_FAULT_SLOW;
        return at_helper_fail_late(op, "it does not serve", way->launch_ms,
                                   err);
    }
    if (known && !serving)
        return fail_launch(op, helper, result, err);
    int64_t port = at_helper_launch_report(helper->launch, &unused).port;
    if (port > 0)
        snprintf(helper->service, sizeof(helper->service), "tcp:%d", (int)port);
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
    if (status->version_code != helper->version_code)
        return at_fail(err, AT_EPROTO,
                       "the helper that runs has version %lld, '%s' %lld",
                       (long long)status->version_code, helper->file,
                       (long long)helper->version_code);
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

bool
at_helper_meet(const struct at_op *op, struct at_helper *helper,
               struct at_helper_open_result *result, struct at_err *err)
{
    return wait_ready(op, helper, result, err) &&
           check_version(helper, result, err);
}

void
at_helper_take_down(struct at_helper *helper, int64_t ms)
{
    struct at_op forever = {AT_NEVER_NS, NULL};
    struct at_op op = at_op_sub(&forever, at_now_ns(), ms);
    at_helper_keepalive_free(helper->keepalive);
    helper->keepalive = NULL;
    if (helper->share)
        at_helper_share_withdraw(helper->share);
    if (ms > 0 && helper->launch && !at_helper_launch_ended(helper->launch))
        request_shutdown(helper, &op);
    at_helper_launch_free(&op, helper->launch);
    helper->launch = NULL;
    at_helper_link_deinit(&helper->framework_link);
    at_helper_link_deinit(&helper->link);
}

static bool
try_once(const struct at_op *op, struct at_helper *helper,
         const struct attempt *attempt, struct at_helper_open_result *result,
         struct at_err *err)
{
    if (!launch(op, helper, attempt, result, err) ||
        !at_helper_meet(op, helper, result, err) ||
        !at_helper_keepalive_start(&helper->dial, helper->token,
                                   AT_HELPER_KEEPALIVE_MS, &helper->keepalive,
                                   err))
        return false;
    result->stage = AT_HELPER_STAGE_UP;
    return true;
}

// One that answers, but not as it should, has UiAutomation: until it has ended
// no other program gets that.
static void
end_unusable(struct at_helper *helper,
             const struct at_helper_open_result *result)
{
    bool answers = result->stage == AT_HELPER_STAGE_VERSION;
    at_helper_take_down(helper, answers ? END_MS : 0);
}

// Apply the method's remedy for the failure and start it once more.
static bool
try_again(const struct at_op *op, struct at_helper *helper,
          struct at_helper_open_result *result, struct at_err *err)
{
    struct attempt attempt = {.again = true, .failed = result->stage};
    struct at_err why = AT_ERR_INIT;
    bool again = false;
    end_unusable(helper, result);
    if (!helper->way->mend(op, helper, result, &again, &why))
        return at_err_pass(err, &why);
    if (!again)
        return false; // err has the first failure
    result->relaunched = true;
    bool ok = try_once(op, helper, &attempt, result, err);
    if (!ok)
        end_unusable(helper, result);
    if (!ok && helper->way->mended_in_vain && at_op_check(op, NULL))
        helper->way->mended_in_vain(helper);
    return ok;
}

// Retry while a program that has just ended is still registered: an earlier
// helper of ours, or a dump that was cut off.
static bool
try_when_free(const struct at_op *op, struct at_helper *helper,
              struct at_helper_open_result *result, struct at_err *err)
{
    const struct attempt first = {.again = false};
    struct at_holder_wait wait = {0};
    int64_t first_ns = at_now_ns();
    bool ok = false;
    while (!ok && result->fault == AT_HELPER_FAULT_HELD) {
        int64_t next_ns =
            at_holder_wait_next(&wait, helper->holder, at_now_ns());
        if (next_ns == 0 || next_ns > op->deadline_ns ||
            !at_op_wait_until(op, next_ns, NULL))
            return false; // err names the program that has it
        at_helper_take_down(helper, 0);
        ok = try_once(op, helper, &first, result, err);
    }
    result->waited_ms = (at_now_ns() - first_ns) / AT_NS_PER_MS;
    if (ok)
        helper->waited_ms += result->waited_ms;
    return ok;
}

bool
at_helper_bring_up(const struct at_op *op, struct at_helper *helper,
                   struct at_helper_open_result *result, struct at_err *err)
{
    const struct attempt first = {.again = false};
    result->stage = AT_HELPER_STAGE_INSTALL;
    if (!helper->way->place(op, helper, result, err))
        return false;
    if (try_once(op, helper, &first, result, err))
        return true;
    if (!at_op_check(op, NULL))
        return false;
    // Stopping our own helper frees nothing that another program holds.
    bool held = result->fault == AT_HELPER_FAULT_HELD &&
                helper->holder != AT_HOLDER_NONE &&
                helper->holder != AT_HOLDER_HELPER;
    return (!held && try_again(op, helper, result, err)) ||
           try_when_free(op, helper, result, err);
}
