// wm.c: `wm size` and `wm density`
#include <string.h>

#include "virtual-android/commands/commands.h"
#include "virtual-android/model/device_ops.h"

static int
size(struct vd_call *call)
{
    int32_t w;
    int32_t h;
    int32_t density;
    vd_device_size(call->device, &w, &h, &density);
    vd_outf(call, "Physical size: %dx%d\n", (int)w, (int)h);
    return 0;
}

static int
density(struct vd_call *call)
{
    int32_t w;
    int32_t h;
    int32_t dpi;
    vd_device_size(call->device, &w, &h, &dpi);
    vd_outf(call, "Physical density: %d\n", (int)dpi);
    return 0;
}

static int
rotation(struct vd_call *call)
{
    vd_outf(call, "lock\n");
    return 0;
}

static int
dismiss_keyguard(struct vd_call *call)
{
    vd_device_unlock_screen(call->device);
    return 0;
}

static const struct vd_verb verbs[] = {
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
vd_cmd_wm(struct vd_call *call)
{
    return vd_run_program(call, verbs, usage);
}
