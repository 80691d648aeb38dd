// uiautomator.c: `uiautomator dump`, as AOSP's DumpCommand does it
//
// It waits for a second without accessibility events, for ten seconds at most,
// and always ends with status 0.
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "sys/cancel.h"
#include "virtual-android/access/automation.h"
#include "virtual-android/access/dump.h"
#include "virtual-android/commands/commands.h"
#include "virtual-android/files.h"
#include "virtual-android/model/device_ops.h"

enum { IDLE_LIMIT_MS = 10000, LINGERS_MS = 2000 };
enum { API_WINDOWS = 34 }; // older ones ignore --windows

static const char default_path[] = "/sdcard/window_dump.xml";

static bool
wait_idle(struct vd_call *call)
{
    int64_t quiet_ms = vd_device_latency_ms(call->device, "dump");
    int64_t waited_ms = quiet_ms;
    if (!vd_simulate_latency(call, "dump"))
        return false;
    for (;;) {
        int64_t quiet = vd_device_quiet_ms(call->device);
        int64_t left = quiet < 0 ? quiet_ms : quiet_ms - quiet;
        if (quiet >= 0 && left <= 0)
            return true;
        if (quiet_ms == 0 || waited_ms + left > IDLE_LIMIT_MS)
            return false;
        if (!vd_wait(call, left))
            return false;
        waited_ms += left;
    }
}

static void
stall(struct vd_call *call)
{
    while (vd_wait(call, 60000))
        continue;
}

static void
spoil(struct vd_call *call, struct at_buf *xml)
{
    if (vd_device_take_fault(call->device, "truncate-dump")) {
        xml->len /= 2;
        xml->data[xml->len] = '\0';
    }
    if (vd_device_take_fault(call->device, "garbage-dump")) {
        for (size_t i = 0; i < xml->len; i++)
            xml->data[i] = (char)((i * 167 + 13) ^ (i >> 3));
    }
}

static const struct {
    const char *fault;
    const char *says;
    int status;
} failures[] = {
    {"null-root", "ERROR: null root node returned by UiTestAutomationBridge.\n",
     0},
    {"idle-error", "ERROR: could not get idle state.\n", 0},
    {"killed-dump", "Killed\n", 137},
    {"illegal-character",
     "java.lang.IllegalArgumentException: Illegal character (U+0)\n"
     "\tat com.android.internal.util.FastXmlSerializer.escapeAndAppendString("
     "FastXmlSerializer.java:121)\n"
     "\tat com.android.uiautomator.core.AccessibilityNodeInfoDumper."
     "dumpNodeRec(AccessibilityNodeInfoDumper.java:137)\n",
     1},
};

static int
say_dumped(struct vd_call *call, const char *path)
{
    vd_outf(call, "UI hierchary dumped to: %s\n", path);
    return 0;
}

static int
deliver(struct vd_call *call, const char *path, struct at_buf *xml)
{
    struct at_err err = AT_ERR_INIT;
    if (strcmp(path, "/dev/tty") == 0) {
        vd_out(call, at_buf_str(xml));
        vd_outf(call, "UI hierchary dumped to: %s\n", path);
        return 0;
    }
    struct vd_files *files = vd_device_files(call->device);
    char *full = vd_files_join(call->cwd, path);
    bool written = vd_files_write(files, full, at_buf_str(xml), &err);
    free(full);
    if (!written) {
        vd_errf(call,
                "java.io.FileNotFoundException: %s: open failed: ENOENT (No "
                "such file or directory)\n",
                path);
        return 0;
    }
    return say_dumped(call, path);
}

static int
dump_to(struct vd_call *call, const char *path, unsigned how)
{
    struct at_buf xml = AT_BUF_INIT(AT_DUMP_MAX_BYTES);
    int status = 0;
    if (how & VD_DUMP_WINDOWS &&
        vd_device_take_fault(call->device, "partial-windows"))
        how |= VD_DUMP_BARS;
    for (size_t i = 0; i < AT_LEN(failures); i++) {
        if (vd_device_take_fault(call->device, failures[i].fault)) {
            vd_simulate_latency(call, "dump");
            vd_errf(call, "%s", failures[i].says);
            return failures[i].status;
        }
    }
    if (!wait_idle(call)) {
        vd_errf(call, "%s", "ERROR: could not get idle state.\n");
    } else if (how & VD_DUMP_WINDOWS &&
               vd_device_take_fault(call->device, "late-windows")) {
        // an empty list makes no file, and the tool says that it has made one
        status = say_dumped(call, path);
    } else if (!vd_device_dump(call->device, how, &xml)) {
        vd_errf(call, "%s", failures[0].says);
    } else {
        spoil(call, &xml);
        status = deliver(call, path, &xml);
    }
    at_buf_deinit(&xml);
    return status;
}

// An exception ends the process, which the shell reports. Closing the stream
// ends only the shell: the dump runs to its end without a reader.
static int
dump(struct vd_call *call)
{
    unsigned how = 0;
    const char *path = default_path;
    struct at_err err = AT_ERR_INIT;
    uint64_t ticket;
    for (int i = 1; i < call->argc; i++) {
        if (strcmp(call->argv[i], "--compressed") == 0)
            how |= VD_DUMP_COMPRESSED;
        else if (strcmp(call->argv[i], "--windows") == 0 &&
                 vd_device_api_level(call->device) >= API_WINDOWS)
            how |= VD_DUMP_WINDOWS;
        else if (call->argv[i][0] != '-')
            path = call->argv[i];
    }
    // this is before registering: a dump that hangs here blocks no other client
    if (vd_device_take_fault(call->device, "stall-dump"))
        stall(call);
    char *args = at_strfmt("app_process /system/bin "
                           "com.android.commands.uiautomator.Launcher dump %s",
                           path);
    bool taken = vd_automation_take(call->device, 0, args, &ticket, &err);
    free(args);
    if (!taken) {
        char *text = at_strfmt("FATAL EXCEPTION: main\n"
                               "java.lang.IllegalStateException: %s",
                               err.msg);
        vd_device_log(call->device, 'E', "AndroidRuntime", text);
        free(text);
        vd_errf(call, "Killed\n");
        return 137;
    }
    bool lingers = vd_device_take_fault(call->device, "dump-lingers");
    if (lingers)
        stall(call);
    int status = dump_to(call, path, how);
    if (call->io->cancel && at_cancel_fired(call->io->cancel))
        vd_automation_linger(
            call->device, ticket,
            lingers ? LINGERS_MS : vd_device_latency_ms(call->device, "dump"));
    vd_automation_release(call->device, ticket);
    return status;
}

// Follows accessibility events: prints none, but stays.
static int
events(struct vd_call *call)
{
    stall(call);
    return 0;
}

static const struct vd_verb verbs[] = {
    {"dump", dump},
    {"events", events},
    {0},
};

static const char usage[] =
    "Usage: uiautomator <subcommand> [options]\n"
    "\n"
    "Available subcommands:\n"
    "\n"
    "help: displays help message\n"
    "\n"
    "runtest: executes UI automation tests\n"
    "    runtest <class spec> [options]\n"
    "dump: creates an XML dump of current UI hierarchy\n"
    "    dump [--verbose][file]\n"
    "      [--compressed]: dumps compressed layout information.\n"
    "      [file]: the location where the dumped XML should be stored, "
    "default is\n"
    "      /sdcard/window_dump.xml\n"
    "\n"
    "events: prints out accessibility events until terminated\n"
    "\n";

int
vd_cmd_uiautomator(struct vd_call *call)
{
    int status = vd_run_verb(call, verbs);
    if (status >= 0)
        return status;
    vd_errf(call, "%s", usage);
    return 1;
}
