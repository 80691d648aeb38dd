// web.h: `web` nodes backed by a page of a real browser
//
// The node stays an empty WebView for accessibility. Touches on it, and text
// typed while it has the focus, go to the page (pages.h).
#ifndef VIRTUAL_ANDROID_MODEL_WEB_H
#define VIRTUAL_ANDROID_MODEL_WEB_H

#include <stdbool.h>

#include "base/str.h"
#include "screen/tree.h" // at_point

struct vd_app;
struct vd_device;
struct vd_window;

// Register the page's socket under the name that a WebView of the app's process
// has, unless the node's "debuggable" is false.
void vd_web_open(struct vd_device *device, struct vd_window *window);
void vd_web_close(struct vd_device *device, const struct vd_app *app);

// Each returns false, without effect, if no page takes the input.
bool vd_web_touch(struct vd_device *device, struct vd_window *window,
                  struct at_point from, struct at_point to);
bool vd_web_type(struct vd_device *device, struct vd_window *window,
                 struct at_str text);
bool vd_web_key(struct vd_device *device, struct vd_window *window, int code);

#endif
