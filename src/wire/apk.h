// apk.h: an APK's description of itself, from its AndroidManifest.xml
//
// Values that are references into the APK's resources (a version name or a
// label as @string/...) are given as empty: resources are not read.
#ifndef AT_WIRE_APK_H
#define AT_WIRE_APK_H

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"

struct at_apk_instrumentation {
    struct at_str runner; // full class name
    struct at_str target; // the package it tests
};

struct at_apk_info {
    struct at_str package;      // "com.example.app"; never empty
    struct at_str split;        // of a split APK its name, else empty
    struct at_str version_name; // empty if absent
    int64_t version_code;       // versionCodeMajor in the upper half
    int64_t min_sdk;            // 1 if absent, as on a device
    int64_t target_sdk;         // min_sdk where absent
    struct at_str label;        // the application's
    bool debuggable;
    bool test_only;
    // Full class name of the first enabled activity, or alias, that a launcher
    // shows; empty if there is none.
    struct at_str launcher;
    struct at_apk_instrumentation *instrumentations; // owned by arena
    size_t instrumentation_count;
    struct at_arena arena; // owns every text above
};

#define AT_APK_INFO_INIT                                                       \
    {                                                                          \
        .version_code = 0                                                      \
    }

// apk is borrowed for the call. info is initialised to AT_APK_INFO_INIT by the
// caller, who calls deinit whether this succeeds or not. AT_EUSAGE if apk is no
// APK.
AT_CHECKED bool at_apk_info_parse(struct at_str apk, struct at_apk_info *info,
                                  struct at_err *err);

// The same from the bytes of a binary AndroidManifest.xml.
AT_CHECKED bool at_apk_manifest_parse(struct at_str manifest,
                                      struct at_apk_info *info,
                                      struct at_err *err);

void at_apk_info_deinit(struct at_apk_info *info); // safe twice

#endif
