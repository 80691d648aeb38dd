// system_apps.h: apps of every device: launcher, settings, system dialogs
#ifndef VIRTUAL_ANDROID_MODEL_SYSTEM_APPS_H
#define VIRTUAL_ANDROID_MODEL_SYSTEM_APPS_H

#include <jansson.h>

struct vd_app;
struct vd_device;

extern const char vd_system_apps_json[]; // system_apps.json

void vd_system_apps_add(struct vd_device *device);
// One icon for each app that can be started.
void vd_launcher_refresh(struct vd_device *device);
// AlertDialog's screen for {"title", "message", "buttons"}; a new reference.
json_t *vd_alert_json(json_t *spec);
void vd_system_dialog(struct vd_device *device, struct vd_app *app,
                      const char *name, json_t *vars);

#endif
