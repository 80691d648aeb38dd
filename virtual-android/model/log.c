#include "virtual-android/model/log.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/limits.h"
#include "sys/clock.h"
#include "virtual-android/model/state.h"

// A timer's lines have the time at which it was due, not that of the reading.
static int64_t
log_time(struct vd_device *device)
{
    int64_t late = device->clock.read(device->clock.arg) - device->clock.now_ms;
    return at_wall_now_ms() - (late > 0 ? late : 0);
}

void
vd_log(struct vd_device *device, struct vd_app *app, char priority,
       const char *tag, const char *fmt, ...)
{
    struct at_buf text = AT_BUF_INIT(64 * AT_KIB);
    va_list args;
    va_start(args, fmt);
    int len = vsnprintf(NULL, 0, fmt, args);
    va_end(args);
    char *room = len >= 0 ? at_buf_reserve(&text, (size_t)len) : NULL;
    if (room) {
        va_start(args, fmt);
        vsnprintf(room, (size_t)len + 1, fmt, args);
        va_end(args);
        struct vd_logline line = {
            .wall_ms = log_time(device),
            .pid = app && app->pid ? app->pid : VD_SYSTEM_PID,
            .tid = app && app->pid ? app->pid : VD_SYSTEM_PID + 27,
            .uid = app && app->pid ? app->uid : 1000,
            .priority = priority,
            .buffer = app ? "main" : "system",
            .tag = (char *)tag,
            .text = room,
        };
        if (priority == 'E' && strcmp(tag, "AndroidRuntime") == 0)
            line.buffer = "crash";
        vd_logring_add(&device->log, &line);
    }
    at_buf_deinit(&text);
}
