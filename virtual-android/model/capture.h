// capture.h: a captured uiautomator dump shown as a screen
#ifndef VIRTUAL_ANDROID_MODEL_CAPTURE_H
#define VIRTUAL_ANDROID_MODEL_CAPTURE_H

#include "base/err.h"

struct vd_window;

AT_CHECKED bool vd_capture_load(struct vd_window *window, const char *path,
                                struct at_err *err);

#endif
