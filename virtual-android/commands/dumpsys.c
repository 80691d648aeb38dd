// dumpsys.c: `dumpsys SERVICE`: the list, and the services with little to say

#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "virtual-android/commands/commands.h"
#include "virtual-android/model/device_input.h"
#include "virtual-android/model/device_ops.h"
#include "virtual-android/model/packages.h"
#include "virtual-android/model/properties.h"

static int
input_method(struct vd_call *call)
{
    struct vd_front front;
    vd_device_front(call->device, &front);
    const char *shown = front.keyboard ? "true" : "false";
    const char *asked = front.keyboard_asked ? "true" : "false";
    vd_outf(call,
            "Current Input Method Manager state:\n"
            "  Input Methods: mMethodMapUpdateCount=1\n"
            "  mCurMethodId=com.google.android.inputmethod.latin/"
            "com.android.inputmethod.latin.LatinIME\n"
            "  mCurClient=ClientState{2f6a1c0 mUid=10142 mPid=4038}\n"
            "  mShowRequested=%s mShowExplicitlyRequested=%s "
            "mShowForced=false mInputShown=%s\n"
            "  mSystemReady=true mInteractive=%s\n"
            "  mServedView=%s\n  mIsInputViewShown=%s\n",
            asked, asked, shown, front.screen_on ? "true" : "false",
            front.keyboard_asked ? "android.widget.EditText{e2b6c1}" : "null",
            shown);
    return 0;
}

static int
battery(struct vd_call *call)
{
    vd_outf(call, "Current Battery Service state:\n"
                  "  AC powered: false\n  USB powered: true\n"
                  "  Wireless powered: false\n  Dock powered: false\n"
                  "  Max charging current: 0\n  Max charging voltage: 0\n"
                  "  Charge counter: 10000\n  status: 2\n  health: 2\n"
                  "  present: true\n  level: 100\n  scale: 100\n"
                  "  voltage: 5000\n  temperature: 250\n"
                  "  technology: Li-ion\n");
    return 0;
}

static int
display(struct vd_call *call)
{
    int32_t w;
    int32_t h;
    int32_t density;
    vd_device_size(call->device, &w, &h, &density);
    vd_outf(call,
            "DISPLAY MANAGER (dumpsys display)\n"
            "  mStableDisplaySize=Point(%d, %d)\n"
            "  mViewports=[DisplayViewport{type=INTERNAL, valid=true, "
            "isActive=true, displayId=0, uniqueId='local:4619827259835644672',"
            " physicalPort=0, orientation=0, logicalFrame=Rect(0, 0 - %d, %d), "
            "physicalFrame=Rect(0, 0 - %d, %d), deviceWidth=%d, "
            "deviceHeight=%d}]\n"
            "    mBaseDisplayInfo=DisplayInfo{\"Built-in Screen\", displayId 0,"
            " real %d x %d, rotation 0, density %d (%d.0 x %d.0) dpi, state "
            "ON}\n",
            (int)w, (int)h, (int)w, (int)h, (int)w, (int)h, (int)w, (int)h,
            (int)w, (int)h, (int)density, (int)density, (int)density);
    return 0;
}

static int
input(struct vd_call *call)
{
    vd_outf(call, "INPUT MANAGER (dumpsys input)\n\nInput Reader State:\n"
                  "  Device 2: virtio_input_multi_touch_1\n"
                  "    Viewport INTERNAL: displayId=0, uniqueId="
                  "local:4619827259835644672, port=0, orientation=0\n"
                  "    SurfaceWidth: 1080px\n    SurfaceHeight: 2400px\n"
                  "    SurfaceOrientation: 0\n    InputDeviceOrientation: 0\n"
                  "\nInput Dispatcher State:\n  DispatchEnabled: true\n"
                  "  DispatchFrozen: false\n");
    struct at_buf touches = AT_BUF_INIT(4 * AT_KIB);
    vd_device_touches(call->device, &touches);
    vd_out(call, at_buf_str(&touches));
    at_buf_deinit(&touches);
    return 0;
}

static int
notification(struct vd_call *call)
{
    struct vd_front front;
    vd_device_front(call->device, &front);
    vd_outf(call, "Current Notification Manager state:\n");
    if (front.toast[0])
        vd_outf(call,
                "  Toast Queue:\n    TextToastRecord{3b1c2a0 571:%s/u0a142 "
                "isSystemToast=false token=android.os.BinderProxy@7a3 "
                "text=%s duration=0}\n",
                front.toast_package, front.toast);
    vd_outf(call, "  Notification List:\n");
    return 0;
}

static int
power(struct vd_call *call)
{
    struct vd_front front;
    char *stay =
        vd_device_get(call->device, "global", "stay_on_while_plugged_in");
    bool stays = stay && strcmp(stay, "0") != 0;
    vd_device_front(call->device, &front);
    vd_outf(call,
            "POWER MANAGER (dumpsys power)\n\nPower Manager State:\n"
            "  mWakefulness=%s\n  mWakefulnessChanging=false\n"
            "  mIsPowered=true\n  mPlugType=2\n"
            "  mStayOn=%s\nDisplay Power: state=%s\n",
            front.screen_on ? "Awake" : "Asleep", stays ? "true" : "false",
            front.screen_on ? "ON" : "OFF");
    free(stay);
    return 0;
}

// The package's process; 0 if it is not running.
static int
pid_of(struct vd_call *call, const char *package)
{
    size_t count;
    struct vd_package *p = vd_device_packages(call->device, package, &count);
    int pid = count > 0 ? p->pid : 0;
    vd_packages_free(p, count);
    return pid;
}

static int
gfxinfo(struct vd_call *call)
{
    const char *package = vd_arg(call, 1);
    int pid = pid_of(call, package);
    long long up = (long long)vd_device_uptime_ms(call->device);
    int64_t quiet_ms = vd_device_quiet_ms(call->device);
    // A screen that moves has drawn sixty frames a second.
    long long frames = 214 + (up - (quiet_ms > 0 ? quiet_ms : 0)) * 60 / 1000;
    if (pid == 0) {
        vd_outf(call, "No process found for: %s\n", package);
        return 0;
    }
    vd_outf(call,
            "Applications Graphics Acceleration Info:\n"
            "Uptime: %lld Realtime: %lld\n\n"
            "** Graphics info for pid %d [%s] **\n\n"
            "Stats since: %lld000000ns\n"
            "Total frames rendered: %lld\nJanky frames: 11 (5.14%%)\n"
            "50th percentile: 8ms\n90th percentile: 13ms\n"
            "95th percentile: 17ms\n99th percentile: 42ms\n"
            "Number Missed Vsync: 2\nNumber High input latency: 0\n"
            "Number Slow UI thread: 5\nNumber Slow bitmap uploads: 0\n"
            "Number Slow issue draw commands: 3\n"
            "Number Frame deadline missed: 6\n",
            up, up, pid, package, up / 2, frames);
    return 0;
}

static int
meminfo(struct vd_call *call)
{
    const char *package = vd_arg(call, 1);
    int pid = pid_of(call, package);
    long long up = (long long)vd_device_uptime_ms(call->device);
    vd_outf(call,
            "Applications Memory Usage (in Kilobytes):\nUptime: %lld "
            "Realtime: %lld\n\n",
            up, up);
    if (pid == 0) {
        vd_outf(call, "No process found for: %s\n", package);
        return 0;
    }
    vd_outf(
        call,
        "** MEMINFO in pid %d [%s] **\n"
        "                   Pss  Private  Private  SwapPss      Rss     "
        "Heap     Heap     Heap\n"
        "                 Total    Dirty    Clean    Dirty    Total     "
        "Size    Alloc     Free\n"
        "                ------   ------   ------   ------   ------   "
        "------   ------   ------\n"
        "  Native Heap     9120     9080        0        0    10240    "
        "18432    12013     6418\n"
        "  Dalvik Heap     4312     4280        0        0     6120    "
        "10240     5120     5120\n"
        "        TOTAL    51204    30120     8200        0    98304    "
        "28672    17133    11538\n\n"
        " App Summary\n           TOTAL PSS:    51204            TOTAL RSS: "
        "   98304      TOTAL SWAP (KB):        0\n",
        pid, package);
    return 0;
}

static int
cpuinfo(struct vd_call *call)
{
    vd_outf(call,
            "Load: 0.12 / 0.2 / 0.18\nCPU usage from 60000ms to 0ms ago:\n"
            "  2.1%% 571/system_server: 1.4%% user + 0.7%% kernel\n"
            "3%% TOTAL: 2%% user + 1%% kernel\n");
    return 0;
}

static int
surface_flinger(struct vd_call *call)
{
    int32_t w;
    int32_t h;
    int32_t density;
    vd_device_size(call->device, &w, &h, &density);
    if (strcmp(vd_arg(call, 1), "--display-id") == 0)
        vd_outf(call, "Display 4619827259835644672 (HWC display 0): port=0 "
                      "pnpId=GGL displayName=\"EMU_display_0\"\n");
    else
        vd_outf(call,
                "Display 4619827259835644672 (active) HWC layers:\n"
                "DisplayDevice: layerStack=0 (%dx%d)\n",
                (int)w, (int)h);
    return 0;
}

static int
alarm_or_other(struct vd_call *call)
{
    (void)call;
    return 0;
}

static const struct vd_verb services[] = {
    {"window", vd_dumpsys_window},
    {"activity", vd_dumpsys_activity},
    {"package", vd_dumpsys_package},
    {"input_method", input_method},
    {"battery", battery},
    {"display", display},
    {"input", input},
    {"notification", notification},
    {"power", power},
    {"gfxinfo", gfxinfo},
    {"meminfo", meminfo},
    {"cpuinfo", cpuinfo},
    {"SurfaceFlinger", surface_flinger},
    {"connectivity", alarm_or_other},
    {"wifi", alarm_or_other},
    {0},
};

int
vd_cmd_dumpsys(struct vd_call *call)
{
    vd_simulate_latency(call, "other");
    if (call->argc > 1 && strcmp(call->argv[1], "-t") == 0) {
        struct vd_call shifted = vd_shifted(call, 2);
        return vd_cmd_dumpsys(&shifted);
    }
    if (call->argc < 2 || strcmp(call->argv[1], "-l") == 0)
        return vd_list_services(call, services);
    int status = vd_run_verb(call, services);
    if (status >= 0)
        return status;
    vd_errf(call, "Can't find service: %s\n", call->argv[1]);
    return 0;
}
