// lifecycle.h: starting apps, moving between their screens, and how they end
#ifndef VIRTUAL_ANDROID_MODEL_LIFECYCLE_H
#define VIRTUAL_ANDROID_MODEL_LIFECYCLE_H

#include <jansson.h>
#include <stdbool.h>

struct vd_app;
struct vd_device;

void vd_app_start(struct vd_device *device, struct vd_app *app); // its process
void vd_app_launch(struct vd_device *device, struct vd_app *app,
                   const char *screen);
const char *vd_app_launcher(struct vd_device *device, struct vd_app *app);
void vd_app_goto(struct vd_device *device, struct vd_app *app,
                 const char *screen, bool replace);
void vd_app_dialog(struct vd_device *device, struct vd_app *app, json_t *spec);
void vd_app_finish(struct vd_device *device, struct vd_app *app);
void vd_app_back(struct vd_device *device, struct vd_app *app);
void vd_app_home(struct vd_device *device);
void vd_app_stop(struct vd_device *device, struct vd_app *app);
// Stop it, and remove its data and permissions.
void vd_app_reset(struct vd_device *device, struct vd_app *app);
void vd_app_crash(struct vd_device *device, struct vd_app *app, json_t *spec);
void vd_app_anr(struct vd_device *device, struct vd_app *app, json_t *spec);

#endif
