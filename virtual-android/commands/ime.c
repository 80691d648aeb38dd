// ime.c: `ime`: input methods
#include <stdlib.h>
#include <string.h>

#include "virtual-android/commands/commands.h"

static const char latin[] = "com.google.android.inputmethod.latin/"
                            "com.android.inputmethod.latin.LatinIME";

static int
list(struct va_call *call)
{
    bool brief = false;
    for (int i = 1; i < call->argc; i++)
        brief |= strchr(call->argv[i], 's') != NULL;
    if (brief)
        va_outf(call, "%s\n", latin);
    else
        va_outf(call,
                "%s:\n  mId=%s mSettingsActivityName=com.google.android.apps."
                "inputmethod.latin.preference.SettingsActivity "
                "mIsVrOnly=false\n",
                latin, latin);
    return 0;
}

static int
unknown(struct va_call *call, const char *verb)
{
    va_errf(call, "Unknown input method %s cannot be %s for user #0\n",
            va_word(call, 1), verb);
    return 255;
}

static int
enable(struct va_call *call)
{
    if (strcmp(va_word(call, 1), latin) != 0)
        return unknown(call, "enabled");
    va_outf(call, "Input method %s: already enabled for user #0\n", latin);
    return 0;
}

static int
set(struct va_call *call)
{
    if (strcmp(va_word(call, 1), latin) != 0)
        return unknown(call, "selected");
    va_device_put(call->device, "secure", "default_input_method", latin);
    va_outf(call, "Input method %s selected for user #0\n", latin);
    return 0;
}

static int
reset(struct va_call *call)
{
    va_outf(call, "Input method settings were reset for user #0\n");
    return 0;
}

static const struct va_verb verbs[] = {
    {"list", list}, {"enable", enable}, {"disable", enable},
    {"set", set},   {"reset", reset},   {0},
};

static const char usage[] =
    "ime <command>:\n  list [-a] [-s]\n  enable [--user "
    "<USER_ID>] <ID>\n  disable [--user <USER_ID>] <ID>\n  set "
    "[--user <USER_ID>] <ID>\n  reset [--user <USER_ID>]\n";

int
va_cmd_ime(struct va_call *call)
{
    return va_run_program(call, verbs, usage);
}
