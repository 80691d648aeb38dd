// apk.h: the description of an APK in its AndroidManifest.xml
//
// References to the APK's resources (a version name or label of @string/...)
// are reported as empty, because resources are not read.
#ifndef AT_WIRE_APK_H
#define AT_WIRE_APK_H

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"

struct at_apk_instrumentation {
    struct at_str runner; // full class name
    struct at_str target; // package under test
};

struct at_apk_info {
    struct at_str package;      // "com.example.app"; never empty
    struct at_str split;        // name of a split APK, else empty
    struct at_str version_name; // empty if absent
    int64_t version_code;       // versionCodeMajor in the upper half
    int64_t min_sdk;            // 1 if absent, as on a device
    int64_t target_sdk;         // min_sdk if absent
    struct at_str label;        // label of the application
    bool debuggable;
    bool test_only;
    // Full class name of the first enabled activity or alias that a launcher
    // shows; may be empty.
    struct at_str launcher;
    struct at_apk_instrumentation *instrumentations; // owned by arena
    size_t instrumentation_count;
    struct at_arena arena; // owns every text above
};

#define AT_APK_INFO_INIT                                                       \
    {                                                                          \
        .version_code = 0                                                      \
    }

// Parse an APK, which is borrowed for the call. The caller initialises info to
// AT_APK_INFO_INIT and calls at_apk_info_deinit() even after a failure. Fails
// with AT_EUSAGE if apk is not an APK.
AT_CHECKED bool at_apk_info_parse(struct at_str apk, struct at_apk_info *info,
                                  struct at_err *err);

// Parse the bytes of a binary AndroidManifest.xml in the same way.
AT_CHECKED bool at_apk_manifest_parse(struct at_str manifest,
                                      struct at_apk_info *info,
                                      struct at_err *err);

void at_apk_info_deinit(struct at_apk_info *info); // safe twice

#endif
