#include "device/android/parse/keys.h"

#include "base/near.h"
#include "wire/android_keys.h"

static bool
fail_unknown(struct at_str key, struct at_str name, struct at_err *err)
{
    struct at_near near = {.wanted = name};
    char names[160];
    for (const struct at_android_key *at = at_android_keys; at->name; at++)
        at_near_offer(&near, at_str(at->name));
    at_near_write(&near, names, sizeof(names));
    return at_fail(err, AT_EUSAGE,
                   "unknown key '%.*s'%s%s; valid are names of "
                   "android.view.KeyEvent (KEYCODE_BACK, KEYCODE_HOME, "
                   "KEYCODE_ENTER, KEYCODE_DEL, KEYCODE_TAB) and numbers from "
                   "1 to %d",
                   AT_STR_ARG(at_utf8_head(key, 64)),
                   near.count > 0 ? ", near: " : "", names, AT_KEYCODE_MAX);
}

bool
at_keycode_find(struct at_str key, int *out_code, struct at_err *err)
{
    struct at_str prefix = AT_STR("KEYCODE_");
    struct at_str name = key;
    int64_t number;
    // "7" is the number; the digit's key is KEYCODE_7.
    if (at_str_to_i64(key, 1, AT_KEYCODE_MAX, &number)) {
        *out_code = (int)number;
        return true;
    }
    if (at_str_eq_nocase(at_str_head(key, prefix.len), prefix))
        name = at_str_skip(key, prefix.len);
    for (const struct at_android_key *at = at_android_keys; at->name; at++) {
        if (!at_str_eq_nocase(name, at_str(at->name)))
            continue;
        *out_code = at->code;
        return true;
    }
    return fail_unknown(key, name, err);
}

bool
at_keycode_check(struct at_str key, struct at_err *err)
{
    int code;
    return at_keycode_find(key, &code, err);
}

int
at_keycode_evdev(int code)
{
    for (const struct at_android_key *at = at_android_keys; at->name; at++) {
        if (at->code == code)
            return at->evdev;
    }
    return 0;
}
