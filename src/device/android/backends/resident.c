// resident.c: the backend of the helper that is started from a jar
#include <stdio.h>
#include <string.h>

#include "base/limits.h"
#include "device/android/backends/helper_requests.h"
#include "device/android/helper/artefacts.h"
#include "device/android/helper/choice.h"
#include "device/android/helper/memory.h"
#include "sys/cancel.h"
#include "sys/clock.h"

#define NAME "resident"

enum {
    OPEN_MS = 20000, // includes waiting for a program that starts one
    ASK_MS = 3000,
    SLOW_TWICE = 2,
};

static void
ask_build(const struct at_op *op, struct at_android *android, char *out,
          size_t cap)
{
    struct at_op mine = at_op_sub(op, at_now_ns(), ASK_MS);
    struct at_adb_result result;
    out[0] = '\0';
    at_adb_result_init(&result, AT_ANDROID_WORDS_MAX_BYTES);
    if (at_adb_shell(&mine, &android->adb, "getprop ro.build.fingerprint",
                     &result, NULL))
        at_str_cut(out, cap, at_str_trim(at_buf_str(&result.out)));
    at_adb_result_deinit(&result);
}

// Return whether an earlier try on this build of the device, with this jar, has
// shown that it does not run there.
static bool
is_hopeless(const struct at_op *op, struct at_android *android,
            const struct at_helper_failure *known)
{
    struct at_helper_jar jar = AT_HELPER_JAR_INIT;
    char build[sizeof(known->build)];
    bool same = (known->slow == 0 || known->slow >= SLOW_TWICE) &&
                at_helper_jar_find(&jar, NULL) &&
                strcmp(jar.sha256, known->jar) == 0;
    at_helper_jar_deinit(&jar);
    if (!same)
        return false;
    ask_build(op, android, build, sizeof(build));
    return strcmp(build, known->build) == 0;
}

// Remember a failure that will not pass, and tell it once.
// What is remembered is told behind the name, so that it is not said twice.
static const char *
bare_reason(const struct at_err *why)
{
    static const char name[] = NAME ": ";
    bool named = at_str_starts(at_str(why->msg), at_str(name));
    return why->msg + (named ? sizeof(name) - 1 : 0);
}

static void
remember(const struct at_op *op, struct at_android *android,
         const struct at_helper_open_result *result,
         const struct at_helper_failure *known, const struct at_err *why)
{
    struct at_helper_failure failure = {.slow = 0};
    if (result->fault < AT_HELPER_FAULT_SLOW)
        return;
    at_str_cut(failure.serial, sizeof(failure.serial),
               at_str(android->base.serial));
    at_str_cut(failure.jar, sizeof(failure.jar), at_str(result->jar));
    at_str_cut(failure.why, sizeof(failure.why), at_str(bare_reason(why)));
    ask_build(op, android, failure.build, sizeof(failure.build));
    if (result->fault == AT_HELPER_FAULT_SLOW) {
        bool again = strcmp(known->jar, failure.jar) == 0 &&
                     strcmp(known->build, failure.build) == 0;
        failure.slow = again ? known->slow + 1 : 1;
    }
    at_helper_memory_keep(&failure);
    if (failure.slow != 1)
        at_device_note_fallback(&android->base,
                                NAME " is not tried again on this build of the "
                                     "device: %s",
                                failure.why);
}

static bool
open_resident(const struct at_op *op, struct at_android *android,
              void **out_self, struct at_err *err)
{
    const struct at_helper_opts opts = {.device = &android->adb,
                                        .resident = true};
    struct at_helper_open_result result = {0};
    struct at_helper_failure known;
    struct at_helper *opened;
    struct at_err why = AT_ERR_INIT;
    enum at_helper_choice choice;
    if (!at_helper_choose(&choice, err))
        return false;
    if (choice == AT_HELPER_APK)
        return at_fail(err, AT_EUNSUPPORTED,
                       NAME ": AGENTEST_HELPER=apk was chosen");
    bool failed_before = at_helper_memory_find(android->base.serial, &known);
    if (failed_before && is_hopeless(op, android, &known))
        return at_fail(err, AT_EUNSUPPORTED,
                       NAME ": not before the device or agentest is updated: "
                            "%s",
                       known.why);
    if (!at_helper_open(op, &opts, &result, &opened, &why)) {
        remember(op, android, &result, &known, &why);
        return at_err_pass(err, &why);
    }
    if (failed_before)
        at_helper_memory_forget(android->base.serial);
    *out_self = at_helper_requests_new(NAME, android, opened);
    return true;
}

static bool
join_resident(const struct at_op *op, struct at_android *android,
              void **out_self, struct at_err *err)
{
    enum at_helper_choice choice;
    struct at_helper *joined;
    if (!at_helper_choose(&choice, err))
        return false;
    if (choice == AT_HELPER_APK)
        return at_fail(err, AT_EUNSUPPORTED, "AGENTEST_HELPER=apk was chosen");
    if (!at_helper_join(op, &android->adb, &joined, err))
        return false;
    *out_self = at_helper_requests_new(NAME, android, joined);
    return true;
}

static bool
lend(const struct at_op *op, void *self, bool back, struct at_err *err)
{
    struct at_helper *helper = at_helper_requests_helper(self);
    return back ? at_helper_acquire(op, helper, err)
                : at_helper_release(op, helper, err);
}

const struct at_backend_kind at_backend_resident = {
    .name = NAME,
    .helper = true,
    .slow = true,
    .exclusive = true,
    .package = AT_HELPER_PACKAGE,
    .open_ms = OPEN_MS,
    .open = open_resident,
    .join = join_resident,
    .close = at_helper_requests_close,
    .health = at_helper_requests_health,
    .lend = lend,
    .run = AT_HELPER_REQUESTS,
};
