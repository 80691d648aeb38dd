// app_process.c: `app_process`: starts the virtual machine with a class
//
// There is no Java machine here: each known class is a program, which runs if
// the jar in CLASSPATH matches. The process is adbd's own child only if `exec`
// started it; otherwise a shell waits for it, and a hang-up ends only that
// shell.
#include <signal.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "virtual-android/commands/commands.h"
#include "virtual-android/commands/java.h"
#include "virtual-android/model/device_ops.h"

enum { STATUS_NOT_FOUND = 127 };

static const struct {
    const char *class_name;
    const char *mark; // a text that its dex has
    int (*run)(struct vd_call *call, const struct vd_jar *jar);
} programs[] = {
    {"com.agentest.helper.Main", "Lcom/agentest/helper/Main;", vd_run_resident},
    {"com.genymobile.scrcpy.Server", VD_SCRCPY_MARK, vd_run_scrcpy},
};

struct at_cancel *
vd_java_end(const struct vd_call *call)
{
    bool hangs_up = call->is_child && call->io->hangs_up;
    return hangs_up || !call->io->adbd ? call->io->cancel : call->io->adbd;
}

char *
vd_java_args(const struct vd_call *call)
{
    struct at_buf line = AT_BUF_INIT(64 * AT_KIB);
    at_buf_add_text(&line, "app_process /");
    for (int i = 0; i < call->argc; i++)
        at_buf_add_fmt(&line, " %s", call->argv[i]);
    char *args = at_strdup(at_buf_text(&line));
    at_buf_deinit(&line);
    return args;
}

int
vd_java_died(struct vd_call *call, int number)
{
    static const struct {
        int number;
        const char *name;
    } names[] = {{SIGKILL, "Killed"},
                 {SIGABRT, "Aborted"},
                 {SIGTERM, "Terminated"},
                 {SIGHUP, "Hangup"}};
    for (size_t i = 0; i < AT_LEN(names) && !call->is_child; i++) {
        if (names[i].number == number)
            vd_errf(call, "%s \n", names[i].name);
    }
    return 128 + number;
}

static int
abort_without(struct vd_call *call, const char *class_name, const char *path)
{
    char *text = at_strfmt("ERROR: could not find class '%s'", class_name);
    vd_device_log(call->device, 'E', "appproc", text);
    free(text);
    text = at_strfmt("No pending exception expected: "
                     "java.lang.ClassNotFoundException: Didn't find class "
                     "\"%s\" on path: DexPathList[[directory \"%s\"]]",
                     class_name, path);
    vd_device_log(call->device, 'F', "app_process", text);
    free(text);
    return vd_java_died(call, SIGABRT);
}

// The words are options of the machine, a folder, options and the class.
static int
find_class(const struct vd_call *call)
{
    int at = 1;
    while (at < call->argc && call->argv[at][0] == '-')
        at++;
    at++;
    while (at < call->argc && strncmp(call->argv[at], "--", 2) == 0)
        at++;
    return at;
}

int
vd_cmd_app_process(struct vd_call *call)
{
    const char *path = vd_env(call, "CLASSPATH");
    int at = find_class(call);
    const char *class_name = vd_arg(call, at);
    struct vd_jar jar;
    char after[2];
    int status = -1;
    if (vd_device_take_fault(call->device, "no-app-process")) {
        vd_errf(call, "/system/bin/sh: app_process: inaccessible or not "
                      "found\n");
        return STATUS_NOT_FOUND;
    }
    bool opened = vd_jar_open(call, path ? path : "", &jar);
    for (size_t i = 0; i < AT_LEN(programs) && opened && status < 0; i++) {
        if (strcmp(programs[i].class_name, class_name) != 0 ||
            !vd_jar_find(&jar, at_str(programs[i].mark), after, sizeof(after)))
            continue;
        struct vd_call shifted = vd_shifted(call, at);
        status = programs[i].run(&shifted, &jar);
    }
    vd_jar_deinit(&jar);
    return status < 0 ? abort_without(call, class_name, path ? path : ".")
                      : status;
}
