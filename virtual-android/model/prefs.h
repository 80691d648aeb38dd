// prefs.h: preferences of an app, as the files that a device has
#ifndef VIRTUAL_ANDROID_MODEL_PREFS_H
#define VIRTUAL_ANDROID_MODEL_PREFS_H

#include <jansson.h>

struct vd_app;
struct vd_device;

// The values in force, read from the file; a new reference.
json_t *vd_prefs_read(struct vd_device *device, struct vd_app *app,
                      const char *file);
// Replaces the file.
void vd_prefs_write(struct vd_device *device, struct vd_app *app,
                    const char *file, json_t *values);
// Changes some values of the file.
void vd_prefs_update(struct vd_device *device, struct vd_app *app,
                     const char *file, json_t *values);

#endif
