// keys.h: key codes and their names, as `input keyevent` takes them
#ifndef VIRTUAL_ANDROID_MODEL_KEYS_H
#define VIRTUAL_ANDROID_MODEL_KEYS_H

// "66", "ENTER" or "KEYCODE_ENTER" in any case; -1 for no key.
int vd_key_code(const char *name);
const char *vd_key_name(int code); // "ENTER", or "UNKNOWN"
char vd_key_char(int code);        // the character that it types, or 0

#endif
