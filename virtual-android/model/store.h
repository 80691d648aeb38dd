// store.h: the files of an app: made at its first start, removed with its data
#ifndef VIRTUAL_ANDROID_MODEL_STORE_H
#define VIRTUAL_ANDROID_MODEL_STORE_H

#include <jansson.h>

struct vd_app;
struct vd_device;

void vd_store_create(struct vd_device *device, struct vd_app *app);
void vd_store_wipe(struct vd_device *device, struct vd_app *app);

// Return the values of a file of preferences that are in force, read from the
// file: a new reference.
json_t *vd_prefs_read(struct vd_device *device, struct vd_app *app,
                      const char *file);
// Replace the file.
void vd_prefs_write(struct vd_device *device, struct vd_app *app,
                    const char *file, json_t *values);
// Change some values of the file.
void vd_prefs_update(struct vd_device *device, struct vd_app *app,
                     const char *file, json_t *values);

void vd_database_create(struct vd_device *device, struct vd_app *app,
                        const char *name, json_t *spec);
// Run a query. Returns its rows as objects, a new reference; NULL after an SQL
// error, which is logged.
json_t *vd_database_query(struct vd_device *device, struct vd_app *app,
                          const char *database, const char *sql, json_t *args);

#endif
