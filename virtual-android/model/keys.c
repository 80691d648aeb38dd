// keys.c: key codes and their names, as android.view.KeyEvent has them
#include "virtual-android/model/keys.h"

#include <stddef.h>

#include "base/str.h"
#include "wire/android_keys.h"

static const struct at_android_key *
by_code(int code)
{
    const struct at_android_key *at = at_android_keys;
    while (at->name && at->code != code)
        at++;
    return at;
}

int
vd_key_code(const char *name)
{
    struct at_str wanted = at_str(name);
    struct at_str prefix = AT_STR("KEYCODE_");
    int64_t code = 0;
    if (at_str_to_i64(wanted, 0, 1000, &code))
        return (int)code;
    if (at_str_starts(wanted, prefix))
        wanted = at_str_skip(wanted, prefix.len);
    for (const struct at_android_key *at = at_android_keys; at->name; at++) {
        if (at_str_eq_nocase(at_str(at->name), wanted))
            return at->code;
    }
    return -1;
}

const char *
vd_key_name(int code)
{
    const char *name = by_code(code)->name;
    return name ? name : "UNKNOWN";
}

char
vd_key_char(int code)
{
    return by_code(code)->typed;
}
