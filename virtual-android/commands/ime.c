// ime.c: `ime`: input methods
#include <stdlib.h>
#include <string.h>

#include "virtual-android/commands/commands.h"
#include "virtual-android/model/properties.h"

static const char latin[] = "com.google.android.inputmethod.latin/"
                            "com.android.inputmethod.latin.LatinIME";

static int
list(struct vd_call *call)
{
    bool brief = false;
    for (int i = 1; i < call->argc; i++)
        brief |= strchr(call->argv[i], 's') != NULL;
    if (brief)
        vd_outf(call, "%s\n", latin);
    else
        vd_outf(call,
                "%s:\n  mId=%s mSettingsActivityName=com.google.android.apps."
                "inputmethod.latin.preference.SettingsActivity "
                "mIsVrOnly=false\n",
                latin, latin);
    return 0;
}

static int
unknown(struct vd_call *call, const char *verb)
{
    vd_errf(call, "Unknown input method %s cannot be %s for user #0\n",
            vd_arg(call, 1), verb);
    return 255;
}

static int
enable(struct vd_call *call)
{
    if (strcmp(vd_arg(call, 1), latin) != 0)
        return unknown(call, "enabled");
    vd_outf(call, "Input method %s: already enabled for user #0\n", latin);
    return 0;
}

static int
set(struct vd_call *call)
{
    if (strcmp(vd_arg(call, 1), latin) != 0)
        return unknown(call, "selected");
    vd_device_put(call->device, "secure", "default_input_method", latin);
    vd_outf(call, "Input method %s selected for user #0\n", latin);
    return 0;
}

static int
reset(struct vd_call *call)
{
    vd_outf(call, "Input method settings were reset for user #0\n");
    return 0;
}

static const struct vd_verb verbs[] = {
    {"list", list}, {"enable", enable}, {"disable", enable},
    {"set", set},   {"reset", reset},   {0},
};

static const char usage[] =
    "ime <command>:\n  list [-a] [-s]\n  enable [--user "
    "<USER_ID>] <ID>\n  disable [--user <USER_ID>] <ID>\n  set "
    "[--user <USER_ID>] <ID>\n  reset [--user <USER_ID>]\n";

int
vd_cmd_ime(struct vd_call *call)
{
    return vd_run_program(call, verbs, usage);
}
