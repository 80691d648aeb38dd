// apps.h: apps of the model: their life, their files, those of the system
//
// For the model's own files, which get it through model.h; nothing here takes
// the lock.
#ifndef VIRTUAL_ANDROID_APPS_H
#define VIRTUAL_ANDROID_APPS_H

#include "base/err.h"
#include "virtual-android/nodes.h"

struct va_app;

// app.c: loading, starting and ending apps
AT_CHECKED bool va_app_load(struct va_device *device, const char *path,
                            struct at_err *err);
struct va_app *va_app_add(struct va_device *device, json_t *json,
                          const char *dir);
struct va_app *va_app_find(struct va_device *device, const char *package);
// NULL only while the launcher itself starts.
struct va_app *va_app_front(struct va_device *device);
void va_app_goto(struct va_device *device, struct va_app *app,
                 const char *screen, bool replace);
void va_app_start(struct va_device *device, struct va_app *app); // its process
void va_app_launch(struct va_device *device, struct va_app *app,
                   const char *screen);
void va_app_stop(struct va_device *device, struct va_app *app);
// Stopped, and without its data and permissions.
void va_app_reset(struct va_device *device, struct va_app *app);
void va_app_finish(struct va_device *device, struct va_app *app);
void va_app_dialog(struct va_device *device, struct va_app *app, json_t *spec);
void va_app_crash(struct va_device *device, struct va_app *app, json_t *spec);
void va_app_anr(struct va_device *device, struct va_app *app, json_t *spec);
void va_app_back(struct va_device *device, struct va_app *app);
void va_app_home(struct va_device *device);
void va_app_free(struct va_app *app);
const char *va_app_launcher(struct va_device *device, struct va_app *app);
const char *va_activity_of(struct va_app *app, const char *screen);
const char *va_screen_of_activity(struct va_app *app, const char *activity);

// store.c: preferences and databases as the files a device has
void va_store_create(struct va_device *device, struct va_app *app);
void va_store_wipe(struct va_device *device, struct va_app *app);
void va_store_pref(struct va_device *device, struct va_app *app,
                   const char *file, json_t *values);
// The values in force, read from the file; a new reference.
json_t *va_store_prefs(struct va_device *device, struct va_app *app,
                       const char *file);
// Rows of a query as objects; a new reference, NULL after an SQL error, which
// is logged.
json_t *va_store_sql(struct va_device *device, struct va_app *app,
                     const char *database, const char *sql, json_t *args);

// builtin.c: the launcher, the settings and the dialogs of the system
void va_builtin_apps(struct va_device *device);
json_t *va_builtin_dialog(const char *name); // a new reference, or NULL
json_t *va_builtin_alert(struct va_device *device, json_t *spec);
void va_builtin_launcher_refresh(struct va_device *device);
void va_system_dialog(struct va_device *device, struct va_app *app,
                      const char *name, json_t *vars);

#endif
