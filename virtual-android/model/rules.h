// rules.h: the rules of an app: which actions an event runs, and running them
#ifndef VIRTUAL_ANDROID_MODEL_RULES_H
#define VIRTUAL_ANDROID_MODEL_RULES_H

#include <jansson.h>
#include <stdbool.h>

struct vd_app;
struct vd_device;
struct vd_node;
struct vd_window;

// Run the actions of the node, its screen or its app for this event ("tap",
// "back"). Return false if there are none. node may be NULL.
bool vd_fire(struct vd_device *device, struct vd_window *window,
             struct vd_node *node, const char *event);
void vd_run_actions(struct vd_device *device, struct vd_app *app,
                    json_t *actions);

#endif
