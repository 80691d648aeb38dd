// choice.c: see choice.h
#include "device/android/helper/choice.h"

#include <stdlib.h>

#include "base/str.h"

bool
at_helper_choose(enum at_helper_choice *out, struct at_err *err)
{
    struct at_str words = at_str(getenv("AGENTEST_HELPER"));
    *out = AT_HELPER_ANY;
    if (words.len == 0)
        return true;
    if (at_str_is(words, "resident"))
        *out = AT_HELPER_RESIDENT;
    else if (at_str_is(words, "apk"))
        *out = AT_HELPER_APK;
    else
        return at_fail(err, AT_EUSAGE,
                       "AGENTEST_HELPER is '%.*s': use 'resident' (nothing is "
                       "installed on the device) or 'apk' (the helper is "
                       "installed), or unset it",
                       AT_STR_ARG(at_utf8_head(words, 40)));
    return true;
}

bool
at_keep_awake_is_off(void)
{
    const char *off = getenv("AGENTEST_DISABLE_KEEP_AWAKE");
    return off && off[0] && !at_str_is(at_str(off), "0");
}
