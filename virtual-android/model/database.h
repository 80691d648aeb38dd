// database.h: databases of an app, as the files that a device has
#ifndef VIRTUAL_ANDROID_MODEL_DATABASE_H
#define VIRTUAL_ANDROID_MODEL_DATABASE_H

#include <jansson.h>

struct vd_app;
struct vd_device;

void vd_database_create(struct vd_device *device, struct vd_app *app,
                        const char *name, json_t *spec);
// Run a query. Returns its rows as objects, a new reference; NULL after an SQL
// error, which is logged.
json_t *vd_database_query(struct vd_device *device, struct vd_app *app,
                          const char *database, const char *sql, json_t *args);

#endif
