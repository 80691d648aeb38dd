// resident.c: the backend of the helper that is started from a jar
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "device/android/backends/helper_requests.h"
#include "device/android/helper/artefacts.h"
#include "device/android/helper/choice.h"
#include "device/android/helper/memory.h"
#include "sys/clock.h"
#include "sys/task.h"

#define NAME "resident"

enum {
    OPEN_MS = 20000, // includes waiting for a program that starts one
    ASK_MS = 3000,
    SLOW_TWICE = 2,
};

// An attempt to open it. It only uses its own copy of the device's address, so
// it may run on a separate thread.
struct opening {
    struct at_adb_device adb;
    struct at_helper *helper;         // owned, once it is open
    bool remembered;                  // its failure lasts, and is new
    struct at_helper_failure failure; // the failure to remember
    struct at_err why;                // reason for not having a helper
    struct at_task task;              // the opening task
};

static void
ask_build(const struct at_op *op, struct opening *opening, char *out,
          size_t cap)
{
    struct at_op mine = at_op_sub(op, at_now_ns(), ASK_MS);
    struct at_adb_result result;
    out[0] = '\0';
    at_adb_result_init(&result, AT_ANDROID_WORDS_MAX_BYTES);
    if (at_adb_shell(&mine, &opening->adb, "getprop ro.build.fingerprint",
                     &result, NULL))
        at_str_cut(out, cap, at_str_trim(at_buf_str(&result.out)));
    at_adb_result_deinit(&result);
}

// Return true if an earlier attempt with this jar on this build of the device
// has shown that it does not run there.
static bool
is_hopeless(const struct at_op *op, struct opening *opening,
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
    ask_build(op, opening, build, sizeof(build));
    return strcmp(build, known->build) == 0;
}

// Strip the name, which precedes the remembered reason anyway.
static const char *
bare_reason(const struct at_err *why)
{
    static const char name[] = NAME ": ";
    bool named = at_str_starts(at_str(why->msg), at_str(name));
    return why->msg + (named ? sizeof(name) - 1 : 0);
}

// Could a second try succeed? Such a fault counts only twice in a row.
static bool
may_pass(const struct at_helper_open_result *result)
{
    return result->fault == AT_HELPER_FAULT_SLOW ||
           (result->fault == AT_HELPER_FAULT_DIED && result->exit_status < 0);
}

static void
remember(const struct at_op *op, struct opening *opening,
         const struct at_helper_open_result *result,
         const struct at_helper_failure *known)
{
    struct at_helper_failure *failure = &opening->failure;
    if (result->fault < AT_HELPER_FAULT_SLOW)
        return;
    at_str_cut(failure->serial, sizeof(failure->serial),
               at_str(opening->adb.serial));
    at_str_cut(failure->jar, sizeof(failure->jar), at_str(result->jar));
    at_str_cut(failure->why, sizeof(failure->why),
               at_str(bare_reason(&opening->why)));
    ask_build(op, opening, failure->build, sizeof(failure->build));
    if (may_pass(result)) {
        bool again = strcmp(known->jar, failure->jar) == 0 &&
                     strcmp(known->build, failure->build) == 0;
        failure->slow = again ? known->slow + 1 : 1;
    }
    at_helper_memory_keep(failure);
    opening->remembered = failure->slow != 1;
}

static bool
try_open(const struct at_op *op, struct opening *opening)
{
    const struct at_helper_opts opts = {.device = &opening->adb,
                                        .resident = true};
    const char *serial = opening->adb.serial;
    struct at_helper_open_result result = {0};
    struct at_helper_failure known;
    bool failed_before = at_helper_memory_find(serial, &known);
    if (failed_before && is_hopeless(op, opening, &known))
        return at_fail(&opening->why, AT_EUNSUPPORTED,
                       NAME ": not before the device or agentest is updated: "
                            "%s",
                       known.why);
    if (!at_helper_open(op, &opts, &result, &opening->helper, &opening->why)) {
        remember(op, opening, &result, &known);
        return false;
    }
    if (failed_before)
        at_helper_memory_forget(serial);
    return true;
}

static bool
may_open(struct at_err *err)
{
    enum at_helper_choice choice;
    if (!at_helper_choose(&choice, err))
        return false;
    return choice != AT_HELPER_APK ||
           at_fail(err, AT_EUNSUPPORTED,
                   NAME ": AGENTEST_HELPER=apk was chosen");
}

// Report a remembered failure once.
static bool
finish(struct at_android *android, const struct opening *opening,
       void **out_self, struct at_err *err)
{
    if (opening->remembered)
        at_device_note_fallback(&android->base,
                                NAME " is not tried again on this build of the "
                                     "device: %s",
                                opening->failure.why);
    if (!opening->helper)
        return at_err_pass(err, &opening->why);
    *out_self = at_helper_requests_new(NAME, android, opening->helper);
    return true;
}

static bool
open_resident(const struct at_op *op, struct at_android *android,
              void **out_self, struct at_err *err)
{
    struct opening opening = {.adb = android->adb, .why = AT_ERR_INIT};
    if (!may_open(err))
        return false;
    (void)!try_open(op, &opening);
    return finish(android, &opening, out_self, err);
}

static void
open_apart(void *user)
{
    struct opening *opening = user;
    const struct at_op forever = {AT_NEVER_NS, opening->task.stop};
    struct at_op op = at_op_sub(&forever, at_now_ns(), OPEN_MS);
    (void)!try_open(&op, opening);
}

static void
release(struct opening *opening)
{
    at_task_deinit(&opening->task);
    free(opening);
}

static void *
begin_resident(struct at_android *android)
{
    if (!may_open(NULL))
        return NULL;
    struct opening *opening = at_alloc(sizeof(*opening));
    opening->adb = android->adb;
    if (at_task_start(&opening->task, NAME, open_apart, opening, NULL))
        return opening;
    release(opening);
    return NULL;
}

static void
drop_resident(void *begun)
{
    struct opening *opening = begun;
    at_task_join(&opening->task);
    at_helper_free(opening->helper);
    release(opening);
}

static bool
await_resident(const struct at_op *op, struct at_android *android, void *begun,
               void **out_self, struct at_err *err)
{
    struct opening *opening = begun;
    if (!at_task_wait_ended(op, &opening->task, err)) {
        drop_resident(opening);
        return false;
    }
    at_task_join(&opening->task);
    bool ok = finish(android, opening, out_self, err);
    release(opening);
    return ok;
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
    .begin = begin_resident,
    .await = await_resident,
    .drop = drop_resident,
    .join = join_resident,
    .close = at_helper_requests_close,
    .health = at_helper_requests_health,
    .lend = lend,
    .run = AT_HELPER_REQUESTS,
};
