// action.h: reactions of an app: a table of actions
#ifndef VIRTUAL_ANDROID_MODEL_ACTION_H
#define VIRTUAL_ANDROID_MODEL_ACTION_H

#include <jansson.h>

struct vd_app;
struct vd_device;

void vd_run_actions(struct vd_device *device, struct vd_app *app,
                    json_t *actions);

#endif
