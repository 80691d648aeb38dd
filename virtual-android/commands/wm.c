// wm.c: `wm size` and `wm density`
#include <string.h>

#include "virtual-android/commands/commands.h"

static int
size(struct va_call *call)
{
    int32_t w;
    int32_t h;
    int32_t density;
    va_device_size(call->device, &w, &h, &density);
    va_outf(call, "Physical size: %dx%d\n", (int)w, (int)h);
    return 0;
}

static int
density(struct va_call *call)
{
    int32_t w;
    int32_t h;
    int32_t dpi;
    va_device_size(call->device, &w, &h, &dpi);
    va_outf(call, "Physical density: %d\n", (int)dpi);
    return 0;
}

static int
rotation(struct va_call *call)
{
    va_outf(call, "lock\n");
    return 0;
}

static int
dismiss_keyguard(struct va_call *call)
{
    va_device_key(call->device, 224, false);
    return 0;
}

static const struct va_verb verbs[] = {
    {"size", size},
    {"density", density},
    {"user-rotation", rotation},
    {"dismiss-keyguard", dismiss_keyguard},
    {0},
};

static const char usage[] =
    "Window manager (window) commands:\n"
    "  help\n"
    "      Print this help text.\n"
    "  size [reset|WxH|WdpxHdp] [-d DISPLAY_ID]\n"
    "    Return or override display size.\n"
    "  density [reset|DENSITY] [-d DISPLAY_ID] [-u UNIQUE_ID]\n"
    "    Return or override display density.\n";

int
va_cmd_wm(struct va_call *call)
{
    return va_run_program(call, verbs, usage);
}
