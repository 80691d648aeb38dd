// keys.h: Android's key codes by name, and on the emulator's keyboard
#ifndef AT_DEVICE_ANDROID_PARSE_KEYS_H
#define AT_DEVICE_ANDROID_PARSE_KEYS_H

#include "base/err.h"
#include "base/str.h"

enum {
    AT_KEYCODE_TAB = 61,
    AT_KEYCODE_ENTER = 66,
    AT_KEYCODE_PASTE = 279,
    AT_KEYCODE_MAX = 999, // the highest code as a number
};

// Find the code of "KEYCODE_BACK", "BACK", in any case, or a number. AT_EUSAGE
// lists similar names.
AT_CHECKED bool at_keycode_find(struct at_str key, int *out_code,
                                struct at_err *err);
AT_CHECKED bool at_keycode_check(struct at_str key, struct at_err *err);
// Return the code of linux/input-event-codes.h that Android's Generic.kl maps
// to the key; 0 if the emulator's keyboard does not have it, or only with a
// modifier.
int at_keycode_evdev(int code);

#endif
