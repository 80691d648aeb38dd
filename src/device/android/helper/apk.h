// apk.h: the helper's APK that belongs to this program
#ifndef AT_DEVICE_ANDROID_HELPER_APK_H
#define AT_DEVICE_ANDROID_HELPER_APK_H

#include <stdint.h>

#include "base/err.h"

#define AT_HELPER_PACKAGE "com.agentest.helper"
#define AT_HELPER_APK_NAME "agentest-helper.apk"

struct at_helper_apk {
    char *path; // owned
    int64_t version_code;
};

// Find the APK and read its version: only in AGENTEST_HELPER_APK_DIR if that is
// set; otherwise next to the program (at_helper_set_program()), where it was
// built, and where it is installed. The message of AT_EIO lists these places.
// Deinit *out in either case.
AT_CHECKED bool at_helper_apk_find(struct at_helper_apk *out,
                                   struct at_err *err);
void at_helper_apk_deinit(struct at_helper_apk *apk);

#endif
