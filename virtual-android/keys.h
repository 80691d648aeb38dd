// keys.h: key codes and their names, as `input keyevent` takes them
#ifndef VIRTUAL_ANDROID_KEYS_H
#define VIRTUAL_ANDROID_KEYS_H

// "66", "ENTER" or "KEYCODE_ENTER", in any case; -1 where there is none.
int va_key_code(const char *name);
const char *va_key_name(int code); // "KEYCODE_ENTER", or "KEYCODE_UNKNOWN"
char va_key_char(int code);        // what it types, or 0

#endif
