// choice.h: helpers allowed by AGENTEST_HELPER
#ifndef AT_DEVICE_ANDROID_HELPER_CHOICE_H
#define AT_DEVICE_ANDROID_HELPER_CHOICE_H

#include "base/err.h"

enum at_helper_choice {
    AT_HELPER_ANY,      // unset: the resident one, then one that is installed
    AT_HELPER_RESIDENT, // "resident": never the APK
    AT_HELPER_APK,      // "apk": the APK, installed if necessary
};

// AT_EUSAGE, with the values that there are, for another one.
AT_CHECKED bool at_helper_choose(enum at_helper_choice *out,
                                 struct at_err *err);

// Return true if AGENTEST_DISABLE_KEEP_AWAKE is set, which lets the device turn
// its screen off.
bool at_keep_awake_is_off(void);

#endif
