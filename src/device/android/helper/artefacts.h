// artefacts.h: the helper's APK and its jar, which belong to this program
//
// Both are found alike: only in AGENTEST_HELPER_APK_DIR if that is set;
// otherwise by sys/installed.h. The message of AT_EIO lists the places.
#ifndef AT_DEVICE_ANDROID_HELPER_ARTEFACTS_H
#define AT_DEVICE_ANDROID_HELPER_ARTEFACTS_H

#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/limits.h"

#define AT_HELPER_PACKAGE "com.agentest.helper"
#define AT_HELPER_APK_NAME "agentest-helper.apk"
#define AT_HELPER_JAR_NAME "agentest-helper.jar"

struct at_helper_apk {
    char *path; // owned
    int64_t version_code;
};

// Find the APK and read its version. Deinit *out in either case.
AT_CHECKED bool at_helper_apk_find(struct at_helper_apk *out,
                                   struct at_err *err);
void at_helper_apk_deinit(struct at_helper_apk *apk);

struct at_helper_jar {
    char *path; // owned
    int64_t version_code;
    struct at_buf bytes; // owned: all of it
    char sha256[65];     // hash of bytes, in lower-case hex
};
#define AT_HELPER_JAR_INIT                                                     \
    {                                                                          \
        .bytes = AT_BUF_INIT(AT_HELPER_JAR_MAX_BYTES)                          \
    }

// Find the jar and read it. Deinit *out in either case.
AT_CHECKED bool at_helper_jar_find(struct at_helper_jar *out,
                                   struct at_err *err);
void at_helper_jar_deinit(struct at_helper_jar *jar);

#endif
