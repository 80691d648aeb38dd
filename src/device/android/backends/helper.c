// helper.c: the backend of the helper that is installed on the device
#include "device/android/backends/helper_requests.h"
#include "device/android/helper/artefacts.h"
#include "device/android/helper/choice.h"
#include "sys/clock.h"

#define NAME "helper"

enum { OPEN_MS = 20000 }; // includes an install on a slow device

// Report a program that stays on the user's device.
static void
report_install(struct at_android *android)
{
    const struct at_device_event event = {
        .kind = AT_DEVICE_INSTALLED,
        .at_ns = at_now_ns(),
        .text = AT_STR("the helper " AT_HELPER_PACKAGE
                       " was installed on the device and stays there (remove "
                       "it with `adb uninstall " AT_HELPER_PACKAGE
                       "`, do without it by AGENTEST_DISABLE_HELPER=1)"),
    };
    at_device_tell_event(&android->base, &event);
}

static bool
open_helper(const struct at_op *op, struct at_android *android, void **out_self,
            struct at_err *err)
{
    struct at_helper *opened;
    struct at_helper_open_result result = {0};
    enum at_helper_choice choice;
    if (!at_helper_choose(&choice, err))
        return false;
    if (choice == AT_HELPER_RESIDENT)
        return at_fail(err, AT_EUNSUPPORTED,
                       NAME ": AGENTEST_HELPER=resident was chosen");
    const struct at_helper_opts opts = {.device = &android->adb,
                                        .may_install = choice == AT_HELPER_APK};
    bool ok = at_helper_open(op, &opts, &result, &opened, err);
    if (result.installed)
        report_install(android);
    if (!ok && result.other_version && err)
        at_device_note_fallback(&android->base, "%s", err->msg);
    if (ok)
        *out_self = at_helper_requests_new(NAME, android, opened);
    return ok;
}

const struct at_backend_kind at_backend_helper = {
    .name = NAME,
    .helper = true,
    .slow = true,
    .exclusive = true,
    .package = AT_HELPER_PACKAGE,
    .open_ms = OPEN_MS,
    .open = open_helper,
    .close = at_helper_requests_close,
    .health = at_helper_requests_health,
    .run = AT_HELPER_REQUESTS,
};
