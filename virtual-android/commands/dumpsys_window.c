// dumpsys_window.c: `dumpsys window`: windows, focus, displays
#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "base/limits.h"
#include "virtual-android/commands/commands.h"
#include "virtual-android/commands/verbs.h"
#include "virtual-android/model/device_ops.h"

// "Window{5c0de12 u0 com.example/com.example.Main}"
static void
add_focus(struct at_buf *out, const struct vd_front *front)
{
    unsigned hash = 0x5c0de00U + front->window_id * 37U;
    if (!front->package[0] || !front->screen_on)
        at_buf_add_text(out, "null");
    else if (front->is_activity)
        at_buf_add_fmt(out, "Window{%x u0 %s/%s}", hash, front->package,
                       front->activity);
    else // "Application Not Responding: com.example"
        at_buf_add_fmt(out, "Window{%x u0 %s: %s}", hash, front->activity,
                       front->app);
}

static void
add_short(struct at_buf *out, const char *package, const char *activity)
{
    size_t len = strlen(package);
    bool same = strncmp(activity, package, len) == 0;
    at_buf_add_fmt(out, "%s/%s", package, same ? activity + len : activity);
}

static void
add_current(struct at_buf *out, const struct vd_front *front)
{
    at_buf_add_text(out, "  mCurrentFocus=");
    add_focus(out, front);
    at_buf_add_text(out, "\n  mFocusedApp=ActivityRecord{81ab2d4 u0 ");
    add_short(out, front->app, front->app_activity);
    at_buf_add_text(out, " t12}\n");
}

static void
add_window(struct at_buf *out, struct vd_call *call, int number,
           const char *title, const char *package, const char *type)
{
    int32_t w;
    int32_t h;
    int32_t density;
    vd_device_size(call->device, &w, &h, &density);
    at_buf_add_fmt(out,
                   "  Window #%d Window{%x u0 %s}:\n"
                   "    mDisplayId=0 rootTaskId=12 mSession=Session{7d1a3c0 "
                   "571:1000} mClient=android.os.BinderProxy@%x\n"
                   "    mOwnerUid=10142 showForAllUsers=false package=%s "
                   "appop=NONE\n"
                   "    mAttrs={(0,0)(fillxfill) sim={adjust=resize} ty=%s "
                   "fmt=TRANSPARENT}\n"
                   "    Requested w=%d h=%d mLayoutSeq=412\n"
                   "    mHasSurface=true isReadyForDisplay()=true "
                   "mWindowRemovalAllowed=false\n"
                   "    Frames: parent=[0,0][%d,%d] display=[0,0][%d,%d] "
                   "frame=[0,0][%d,%d]\n"
                   "    isOnScreen=true\n    isVisible=true\n",
                   number, 0x4f00e0U + (unsigned)number * 0x1101U, title,
                   0x9ac31U + (unsigned)number, package, type, (int)w, (int)h,
                   (int)w, (int)h, (int)w, (int)h, (int)w, (int)h);
}

static void
add_windows(struct at_buf *out, struct vd_call *call,
            const struct vd_front *front)
{
    char title[520];
    int number = 0;
    at_buf_add_text(out, "WINDOW MANAGER WINDOWS (dumpsys window windows)\n");
    if (front->toast[0])
        add_window(out, call, number++, "Toast", front->toast_package, "TOAST");
    add_window(out, call, number++, "NavigationBar0", "com.android.systemui",
               "NAVIGATION_BAR");
    add_window(out, call, number++, "StatusBar", "com.android.systemui",
               "STATUS_BAR");
    if (front->keyboard)
        add_window(out, call, number++, "InputMethod",
                   "com.google.android.inputmethod.latin", "INPUT_METHOD");
    if (strcmp(front->package, front->app) != 0) {
        snprintf(title, sizeof(title), "%s/%s", front->package,
                 front->activity);
        if (!front->is_activity)
            snprintf(title, sizeof(title), "%s: %s", front->activity,
                     front->app);
        add_window(out, call, number++, title, front->package,
                   "BASE_APPLICATION");
    }
    snprintf(title, sizeof(title), "%s/%s", front->app, front->app_activity);
    add_window(out, call, number++, title, front->app, "BASE_APPLICATION");
    at_buf_add_char(out, '\n');
    add_current(out, front);
    at_buf_add_fmt(out, "  mInputMethodTarget in display# 0 %s\n",
                   front->keyboard ? title : "null");
}

static void
add_displays(struct at_buf *out, struct vd_call *call,
             const struct vd_front *front)
{
    int32_t w;
    int32_t h;
    int32_t density;
    vd_device_size(call->device, &w, &h, &density);
    at_buf_add_fmt(out,
                   "WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)\n"
                   "  Display: mDisplayId=0 (organized)\n"
                   "    init=%dx%d %ddpi mMinSizeOfResizeableTaskDp=220 "
                   "cur=%dx%d app=%dx%d rng=%dx%d-%dx%d\n"
                   "    deferred=false mLayoutNeeded=false\n"
                   "    mCurrentRotation=ROTATION_0\n",
                   (int)w, (int)h, (int)density, (int)w, (int)h, (int)w, (int)h,
                   (int)w, (int)w, (int)h, (int)h);
    add_current(out, front);
    at_buf_add_text(out, "    mTopFullscreenOpaqueWindowState=null\n");
}

static void
add_policy(struct at_buf *out, const struct vd_front *front)
{
    const char *showing = front->keyguard ? "true" : "false";
    at_buf_add_fmt(out,
                   "WINDOW MANAGER POLICY STATE (dumpsys window policy)\n"
                   "    mSystemReady=true mSystemBooted=true\n"
                   "    mScreenOnEarly=%s mScreenOnFully=%s\n"
                   "    KeyguardServiceDelegate\n"
                   "      showing=%s\n"
                   "      occluded=false\n"
                   "      secure=%s\n"
                   "      mIsShowing=%s\n"
                   "      screenState=%s\n"
                   "      interactiveState=%s\n",
                   front->screen_on ? "true" : "false",
                   front->screen_on ? "true" : "false", showing,
                   front->secure_lock ? "true" : "false", showing,
                   front->screen_on ? "SCREEN_STATE_ON" : "SCREEN_STATE_OFF",
                   front->screen_on ? "INTERACTIVE_STATE_AWAKE"
                                    : "INTERACTIVE_STATE_SLEEP");
}

int
vd_dumpsys_window(struct vd_call *call)
{
    struct at_buf out = AT_BUF_INIT(AT_MIB);
    struct vd_front front;
    const char *part = vd_arg(call, 1);
    bool all =
        part[0] == '\0' || strcmp(part, "-a") == 0 || strcmp(part, "all") == 0;
    vd_device_front(call->device, &front);
    if (all || strcmp(part, "policy") == 0 || strcmp(part, "p") == 0)
        add_policy(&out, &front);
    if (all || strcmp(part, "displays") == 0 || strcmp(part, "d") == 0)
        add_displays(&out, call, &front);
    if (all || strcmp(part, "windows") == 0 || strcmp(part, "w") == 0 ||
        strcmp(part, "visible") == 0)
        add_windows(&out, call, &front);
    vd_out(call, at_buf_str(&out));
    at_buf_deinit(&out);
    return 0;
}
