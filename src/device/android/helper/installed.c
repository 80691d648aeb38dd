// installed.c: the helper as an app, started by `am instrument`
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "device/android/helper/install.h"
#include "device/android/helper/way.h"
#include "sys/cancel.h"
#include "sys/clock.h"

#define COMPONENT "com.agentest.helper/.HelperInstrumentation"

enum { PORT = 8765, INSTALL_MS = 60000 };

static bool
find(struct at_helper *helper, struct at_err *err)
{
    if (!at_helper_apk_find(&helper->apk, err))
        return false;
    helper->file = helper->apk.path;
    helper->version_code = helper->apk.version_code;
    return true;
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
    else if (helper->may_install)
        ok = at_helper_install_if_stale(&mine, &helper->device, &helper->apk,
                                        &result->installed, &why);
    else
        ok = at_helper_check_installed(&mine, &helper->device, &helper->apk,
                                       &result->other_version, &why);
    if (!ok && why.code == AT_ETIMEOUT)
        return at_helper_fail_late(op, "the helper could not be installed",
                                   INSTALL_MS, err);
    return ok || at_err_pass(err, &why);
}

static bool
place(const struct at_op *op, struct at_helper *helper,
      struct at_helper_open_result *result, struct at_err *err)
{
    return install(op, helper, false, result, err);
}

// If the usual port is taken, the device chooses a free one.
static void
plan(struct at_helper *helper, bool again, enum at_helper_stage failed,
     struct at_helper_start *out)
{
    int port = again && failed == AT_HELPER_STAGE_LISTEN ? 0 : PORT;
    snprintf(helper->service, sizeof(helper->service), "tcp:%d", PORT);
    out->command = at_strfmt("am instrument -w -r -e token %s -e port %d "
                             "-e lingerMs 60000 " COMPONENT,
                             helper->token, port);
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
note_in_vain(struct at_helper *helper)
{
    const char *serial = helper->device.serial;
    if (!helper->reinstalled || was_installed_in_vain(serial))
        return;
    pthread_mutex_lock(&in_vain.lock);
    char *slot = in_vain.serials[in_vain.next++ % AT_LEN(in_vain.serials)];
    at_str_cut(slot, sizeof(in_vain.serials[0]), at_str(serial));
    pthread_mutex_unlock(&in_vain.lock);
}

static void
force_stop(const struct at_op *op, struct at_helper *helper)
{
    struct at_op mine = at_op_sub(op, at_now_ns(), AT_HELPER_COMMAND_MS);
    struct at_adb_result result;
    at_adb_result_init(&result, AT_ANDROID_WORDS_MAX_BYTES);
    (void)!at_adb_shell(&mine, &helper->device,
                        "am force-stop " AT_HELPER_PACKAGE, &result, NULL);
    at_adb_result_deinit(&result);
}

// Stop an older helper, and install one that does not run as it should again.
// Starting the same one again changes nothing about its version.
static bool
mend(const struct at_op *op, struct at_helper *helper,
     struct at_helper_open_result *result, bool *out_again, struct at_err *err)
{
    enum at_helper_stage failed = result->stage;
    helper->reinstalled =
        helper->may_install &&
        (failed == AT_HELPER_STAGE_LAUNCH || failed == AT_HELPER_STAGE_READY ||
         failed == AT_HELPER_STAGE_VERSION) &&
        !was_installed_in_vain(helper->device.serial);
    *out_again = failed != AT_HELPER_STAGE_VERSION || helper->reinstalled;
    force_stop(op, helper);
    return !helper->reinstalled || result->installed ||
           install(op, helper, true, result, err);
}

const struct at_helper_way at_helper_installed = {
    .name = "helper",
    .find_stage = "apk",
    .place_stage = "install",
    .launch_ms = 10000,
    .find = find,
    .place = place,
    .plan = plan,
    .mend = mend,
    .mended_in_vain = note_in_vain,
};
