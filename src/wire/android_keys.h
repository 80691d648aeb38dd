// android_keys.h: Android's key codes; pure
//
// tools/android_keys.py makes the rows from android_keys.txt during the build.
#ifndef AT_WIRE_ANDROID_KEYS_H
#define AT_WIRE_ANDROID_KEYS_H

struct at_android_key {
    const char *name; // without KEYCODE_; NULL in the row behind the last
    short code;
    short evdev; // on the emulator's keyboard; 0: none
    char typed;  // the character that the key types; 0: none
};

extern const struct at_android_key at_android_keys[]; // sorted by name

#endif
