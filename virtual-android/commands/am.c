// am.c: `am`: activities, broadcasts, instrumentation
#include <stdlib.h>
#include <string.h>

#include "base/base64.h"
#include "base/limits.h"
#include "virtual-android/commands/commands.h"
#include "virtual-android/model/device_input.h"
#include "virtual-android/model/device_ops.h"
#include "virtual-android/model/properties.h"

static const char *
last_word(struct vd_call *call)
{
    for (int i = call->argc - 1; i > 0; i--) {
        if (call->argv[i][0] != '-')
            return call->argv[i];
    }
    return "";
}

static int
force_stop(struct vd_call *call)
{
    if (!vd_device_take_fault(call->device, "stop-ignored"))
        vd_device_stop(call->device, last_word(call));
    return 0;
}

// Kill it unless it is in front; neither case prints anything.
static int
kill_background(struct vd_call *call)
{
    struct vd_front front;
    vd_device_front(call->device, &front);
    if (strcmp(front.app, last_word(call)) != 0)
        vd_device_stop(call->device, last_word(call));
    return 0;
}

static const char *
extra(struct vd_call *call, const char *name)
{
    for (int i = 1; i + 2 < call->argc; i++) {
        if (strcmp(call->argv[i], "--es") == 0 &&
            strcmp(call->argv[i + 1], name) == 0)
            return call->argv[i + 2];
    }
    return "";
}

// ADBKeyBoard commits the text that it receives, if it is the current keyboard.
static void
hear(struct vd_call *call, const char *action)
{
    char *keyboard =
        vd_device_get(call->device, "secure", "default_input_method");
    struct at_buf text = AT_BUF_INIT(AT_NODE_TEXT_MAX_BYTES);
    bool in_use = keyboard && at_str_starts(at_str(keyboard),
                                            AT_STR("com.android.adbkeyboard/"));
    if (in_use && strcmp(action, "ADB_INPUT_B64") == 0 &&
        at_base64_read(at_str(extra(call, "msg")), &text))
        vd_device_type(call->device, at_buf_str(&text));
    at_buf_deinit(&text);
    free(keyboard);
}

static int
broadcast(struct vd_call *call)
{
    const char *action = "";
    for (int i = 1; i < call->argc; i++) {
        if (strcmp(call->argv[i], "-a") == 0)
            action = vd_arg(call, i + 1);
    }
    hear(call, action);
    vd_outf(call,
            "Broadcasting: Intent { act=%s flg=0x400000 }\n"
            "Broadcast completed: result=0\n",
            action);
    return 0;
}

static int
get_current_user(struct vd_call *call)
{
    char user[16];
    vd_device_condition(call->device, "user", user, sizeof(user));
    vd_outf(call, "%s\n", user[0] ? user : "0");
    return 0;
}

static int
stack(struct vd_call *call)
{
    struct vd_front front;
    vd_device_front(call->device, &front);
    vd_outf(call,
            "RootTask id=12 bounds=[0,0][1080,2400] displayId=0 userId=0\n"
            "  taskId=12: %s/%s bounds=[0,0][1080,2400] userId=0 "
            "visible=true topActivity=ComponentInfo{%s/%s}\n",
            front.app, front.app_activity, front.app, front.app_activity);
    return 0;
}

static int
start_service(struct vd_call *call)
{
    vd_outf(call, "Starting service: Intent { cmp=%s }\n", last_word(call));
    vd_errf(call, "Error: Not found; no service started.\n");
    return 255;
}

static int
get_config(struct vd_call *call)
{
    vd_outf(call, "config: mcc310-mnc260-en-rUS-ldltr-sw411dp-w411dp-h866dp-"
                  "normal-long-notround-nowidecg-highdr-port-notnight-420dpi-"
                  "finger-keysexposed-nokeys-navhidden-nonav-v34\n"
                  "abi: x86_64,arm64-v8a\n");
    return 0;
}

static const struct vd_verb verbs[] = {
    {"start", vd_cmd_am_start},
    {"start-activity", vd_cmd_am_start},
    {"force-stop", force_stop},
    {"stop-app", force_stop},
    {"kill", kill_background},
    {"crash", force_stop},
    {"broadcast", broadcast},
    {"instrument", vd_cmd_am_instrument},
    {"get-current-user", get_current_user},
    {"stack", stack},
    {"startservice", start_service},
    {"start-service", start_service},
    {"get-config", get_config},
    {0},
};

static const char usage[] =
    "Activity manager (activity) commands:\n"
    "  help\n"
    "      Print this help text.\n"
    "  start-activity [-D] [-N] [-W] [-P <FILE>] [-S] <INTENT>\n"
    "      Start an Activity.\n"
    "  force-stop [--user <USER_ID> | all | current] <PACKAGE>\n"
    "      Completely stop the given application package.\n"
    "  broadcast [--user <USER_ID> | all | current] <INTENT>\n"
    "      Send a broadcast Intent.\n";

int
vd_cmd_am(struct vd_call *call)
{
    return vd_run_program(call, verbs, usage);
}
