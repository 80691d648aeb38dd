// window.h: windows made from screens, laid out and animated
//
// A window has a tree of nodes made from JSON. vd_window_refresh() lays them
// out and expands their texts; call it before reading them.
#ifndef VIRTUAL_ANDROID_MODEL_WINDOW_H
#define VIRTUAL_ANDROID_MODEL_WINDOW_H

#include <jansson.h>

#include "base/arena.h"
#include "virtual-android/model/node.h"

struct vd_app;
struct vd_device;

struct vd_window {
    struct vd_window *below; // owned
    struct vd_app *app;      // app whose actions run in it
    uint64_t id;
    int64_t opened_ms;
    const char *package;  // package in dumps
    const char *activity; // ".MainActivity" or a full class name
    const char *name;     // name of the screen
    json_t *json;         // owned
    bool dialog;
    struct vd_node *root; // synthetic; holds the real roots
    struct vd_node *focus;
    struct at_arena arena;   // nodes and their fixed strings
    struct at_arena scratch; // texts expanded at the last refresh
    int rotation;
    bool dirty;
};

struct vd_window *vd_window_open(struct vd_device *device, struct vd_app *app,
                                 json_t *screen, const char *name);
void vd_window_close(struct vd_device *device, struct vd_window **slot);
void vd_window_refresh(struct vd_device *device, struct vd_window *window);
// The last drawn node at this place that reacts to touches; may be NULL.
struct vd_node *vd_window_hit(struct vd_window *window, struct at_point at);
bool vd_window_is_busy(const struct vd_window *window); // animates forever

#endif
