// activity.h: the activity in front and an app's locales, as dumpsys and cmd
// print them
#ifndef AT_DEVICE_ANDROID_PARSE_ACTIVITY_H
#define AT_DEVICE_ANDROID_PARSE_ACTIVITY_H

#include <stdbool.h>

#include "base/str.h"

// Return the package of the resumed activity in the output of `dumpsys activity
// activities`, or its lines with "ResumedActivity"; empty if none is resumed.
struct at_str at_resumed_package(struct at_str output);

// Read "Locales for com.example for user 0 are [de-DE]" of `cmd locale
// get-app-locales`: the first one, "" for none. Returns false for another text.
bool at_app_locale(struct at_str output, struct at_str *out);

#endif
