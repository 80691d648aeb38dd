// open.c: opens a helper, alone or shared with other programs, and closes it
#include <stdlib.h>

#include "base/alloc.h"
#include "device/android/helper/bring_up.h"
#include "device/android/helper/share.h"
#include "device/android/helper/way.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "sys/log.h"

#define AT_LOG_MODULE "helper"

enum { SHARE_MS = 5000, JOIN_MS = 3000 };
#define SHARE_LOOK_NS (50 * AT_NS_PER_MS)

// The time that closing waits for the helper to end in order.
static const int64_t end_ms[] = {
    [AT_HELPER_READY] = 1000,
    [AT_HELPER_DOUBTFUL] = 1000,
    [AT_HELPER_STUCK] = 2500, // it lifts the finger first
    [AT_HELPER_LOST] = 0,
};

static const char *const stage_names[] = {
    [AT_HELPER_STAGE_LAUNCH] = "launch",
    [AT_HELPER_STAGE_UIAUTOMATION] = "uiautomation",
    [AT_HELPER_STAGE_LISTEN] = "listen",
    [AT_HELPER_STAGE_READY] = "ready",
    [AT_HELPER_STAGE_VERSION] = "version",
    [AT_HELPER_STAGE_UP] = "up",
};

static const char *
stage_name(const struct at_helper_way *way, enum at_helper_stage stage)
{
    if (stage == AT_HELPER_STAGE_FIND)
        return way->find_stage;
    return stage == AT_HELPER_STAGE_INSTALL ? way->place_stage
                                            : stage_names[stage];
}

// Use the helper of another program.
static bool
attach(const struct at_op *op, struct at_helper *helper,
       const struct at_helper_record *record,
       struct at_helper_open_result *result, struct at_err *err)
{
    at_str_cut(helper->service, sizeof(helper->service),
               at_str(record->service));
    at_str_cut(helper->token, sizeof(helper->token), at_str(record->token));
    helper->state = AT_HELPER_READY;
    result->attached = at_helper_meet(op, helper, result, err);
    if (!result->attached)
        return false;
    result->stage = AT_HELPER_STAGE_UP;
    at_helper_share_touch(helper->device.serial);
    return true;
}

// A start of one's own that others can use.
static bool
bring_up_shared(const struct at_op *op, struct at_helper *helper,
                struct at_helper_open_result *result, struct at_err *err)
{
    struct at_helper_record record = {.pid = 0};
    struct at_err unused = AT_ERR_INIT;
    bool ok = at_helper_bring_up(op, helper, result, err);
    if (!ok) {
        at_helper_share_end(helper->share);
        return false;
    }
    at_str_cut(record.service, sizeof(record.service), at_str(helper->service));
    at_str_cut(record.token, sizeof(record.token), at_str(helper->token));
    at_str_cut(record.jar, sizeof(record.jar), at_str(helper->jar.sha256));
    at_str_cut(record.server, sizeof(record.server),
               at_str(helper->device.adb.endpoint));
    if (!at_helper_share_publish(helper->share, &record, &unused))
        at_log_warn("the helper is not shared dev=%s reason=\"%s\"",
                    helper->device.serial, unused.msg);
    return true;
}

// Attach to the helper of a program that has one, or start one. A record whose
// helper does not answer is that of one that is ending or is started again; or
// the device is another of the same serial, behind another adb server.
static bool
open_shared(const struct at_op *op, struct at_helper *helper,
            struct at_helper_open_result *result, struct at_err *err)
{
    struct at_op patience = at_op_sub(op, at_now_ns(), SHARE_MS);
    struct at_helper_record record;
    struct at_err why = AT_ERR_INIT;
    do {
        if (!at_helper_share_enter(op, helper->device.serial, &helper->share,
                                   &record, &why)) {
            if (why.code == AT_EIO) // no place for leases
                return at_helper_bring_up(op, helper, result, err);
            return at_err_pass(err, &why);
        }
        if (helper->share)
            return bring_up_shared(op, helper, result, err);
        if (attach(op, helper, &record, result, &why))
            return true;
        at_helper_link_deinit(&helper->link);
        if (!at_str_is(at_str(record.server), helper->device.adb.endpoint))
            return at_helper_bring_up(op, helper, result, err);
    } while (result->stage != AT_HELPER_STAGE_VERSION &&
             at_op_wait_until(&patience, at_now_ns() + SHARE_LOOK_NS, NULL));
    if (!at_op_check(op, err))
        return false;
    return at_fail(err, AT_EBUSY,
                   "the helper of another program (pid %ld) cannot be used: %s",
                   record.pid, why.msg);
}

static bool
is_disabled(void)
{
    const char *disabled = getenv("AGENTEST_DISABLE_HELPER");
    return disabled && disabled[0] && !at_str_is(at_str(disabled), "0");
}

static bool
open_helper(const struct at_op *op, struct at_helper *helper,
            struct at_helper_open_result *result, struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    result->stage = AT_HELPER_STAGE_FIND;
    if (is_disabled())
        return at_fail(err, AT_EUNSUPPORTED,
                       "%s: disabled by AGENTEST_DISABLE_HELPER",
                       helper->way->name);
    if (helper->way->find(helper, &why) &&
        (helper->way->is_shared ? open_shared
                                : at_helper_bring_up)(op, helper, result, &why))
        return true;
    helper->state = AT_HELPER_LOST;
    at_err_context(&why, "%s: %s", helper->way->name,
                   stage_name(helper->way, result->stage));
    return at_err_pass(err, &why);
}

static struct at_helper *
new_helper(const struct at_helper_opts *opts)
{
    struct at_helper *helper = at_alloc(sizeof(*helper));
    helper->device = *opts->device;
    helper->may_install = opts->may_install;
    helper->way = opts->resident ? &at_helper_resident : &at_helper_installed;
    helper->jar = (struct at_helper_jar)AT_HELPER_JAR_INIT;
    return helper;
}

bool
at_helper_open(const struct at_op *op, const struct at_helper_opts *opts,
               struct at_helper_open_result *result, struct at_helper **out,
               struct at_err *err)
{
    struct at_helper *helper = new_helper(opts);
    struct at_helper_open_result mine = {.stage = AT_HELPER_STAGE_FIND};
    int64_t began_ns = at_now_ns();
    bool ok = open_helper(op, helper, &mine, err);
    at_str_cut(mine.jar, sizeof(mine.jar), at_str(helper->jar.sha256));
    mine.took_ns = at_now_ns() - began_ns;
    if (result)
        *result = mine;
    *out = ok ? helper : NULL;
    if (!ok)
        at_helper_free(helper);
    return ok;
}

bool
at_helper_join(const struct at_op *op, const struct at_adb_device *device,
               struct at_helper **out, struct at_err *err)
{
    const struct at_helper_opts opts = {.device = device, .resident = true};
    struct at_op mine = at_op_sub(op, at_now_ns(), JOIN_MS);
    struct at_helper_open_result result = {.stage = AT_HELPER_STAGE_FIND};
    struct at_helper_record record;
    *out = NULL;
    if (is_disabled() || !at_helper_share_look(device->serial, &record))
        return at_fail(err, AT_EUNSUPPORTED, "no program has a helper there");
    struct at_helper *helper = new_helper(&opts);
    bool ok = helper->way->find(helper, err) &&
              attach(&mine, helper, &record, &result, err);
    if (ok)
        *out = helper;
    else
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
    at_helper_take_down(helper, end_ms[helper->state]);
    at_helper_share_free(helper->share);
    at_helper_apk_deinit(&helper->apk);
    at_helper_jar_deinit(&helper->jar);
    free(helper);
}
