// log.h: lines of apps and of the system for the log
#ifndef VIRTUAL_ANDROID_MODEL_LOG_H
#define VIRTUAL_ANDROID_MODEL_LOG_H

#include "base/compiler.h"

struct vd_app;
struct vd_device;

enum { VD_SYSTEM_PID = 571 };

// app NULL: the system writes it.
void vd_log(struct vd_device *device, struct vd_app *app, char priority,
            const char *tag, const char *fmt, ...) AT_PRINTF(5, 6);

#endif
