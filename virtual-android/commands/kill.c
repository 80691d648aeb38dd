// kill.c: `kill`: ends recordings and programs of app_process
#include <signal.h>
#include <string.h>

#include "base/alloc.h"
#include "virtual-android/commands/commands.h"
#include "virtual-android/model/device_ops.h"
#include "virtual-android/model/spawned.h"
#include "virtual-android/shell/shell.h"

static const struct {
    const char *name;
    int number;
} signals[] = {
    {"0", 0},          {"1", SIGHUP},   {"HUP", SIGHUP},
    {"2", SIGINT},     {"INT", SIGINT}, {"9", SIGKILL},
    {"KILL", SIGKILL}, {"15", SIGTERM}, {"TERM", SIGTERM},
};

// "-9", "-KILL" or "-SIGKILL". Returns -1 for another one.
static int
find_signal(const char *word)
{
    const char *name = word + 1;
    if (strncmp(name, "SIG", 3) == 0)
        name += 3;
    for (size_t i = 0; i < AT_LEN(signals); i++) {
        if (word[0] == '-' && strcmp(name, signals[i].name) == 0)
            return (int)i;
    }
    return -1;
}

static bool
is_listed(struct vd_call *call, int64_t pid)
{
    char *line = at_strfmt("ps -A | grep -q '^[^ ]* *%lld '", (long long)pid);
    int status = vd_shell_run(call->device, call->io, call->user, line);
    free(line);
    return status == 0;
}

int
vd_cmd_kill(struct vd_call *call)
{
    int64_t pid;
    const char *last = vd_arg(call, call->argc - 1);
    if (call->argc < 2 || !vd_number(last, 0, INT32_MAX, &pid)) {
        vd_errf(call, "kill: bad pid '%s'\n", last);
        return 1;
    }
    int at = find_signal(call->argc > 2 ? call->argv[1] : "-TERM");
    if (at < 0) {
        vd_errf(call, "kill: bad signal '%s'\n", call->argv[1]);
        return 1;
    }
    int number = signals[at].number;
    if (number != 0 && pid == VD_RECORDING_PID &&
        vd_device_stop_recordings(call->device, number == SIGKILL))
        return 0;
    if (number != 0 && vd_device_kill(call->device, (int)pid, number))
        return 0;
    if (!is_listed(call, pid)) {
        vd_errf(call, "kill: %s: No such process\n", last);
        return 1;
    }
    if (number == 0)
        return 0;
    vd_errf(call, "kill: %s: Operation not permitted\n", last);
    return 1;
}
