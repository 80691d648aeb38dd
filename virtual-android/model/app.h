// app.h: the apps that the device has, loaded from their files
//
// Apps are data (apps/README.md). An app has a stack of windows.
#ifndef VIRTUAL_ANDROID_MODEL_APP_H
#define VIRTUAL_ANDROID_MODEL_APP_H

#include <jansson.h>

#include <stdint.h>

#include "base/err.h"

struct vd_device;
struct vd_window;

struct vd_app {
    struct vd_app *next;
    struct vd_device *device; // borrowed
    json_t *json;             // owned; NULL for a bare installed APK
    char *dir;                // folder of the JSON file
    char *package;
    char *label;
    char *version;
    char *apk_path;
    char *signer;
    int64_t version_code;
    int uid;
    int pid; // 0: not running
    bool installed;
    bool system;
    bool debuggable;
    bool has_data; // preferences and databases were made
    int64_t installed_ms;
    int64_t displayed_ms; // when its first window shows; 0: it does already
    int64_t rank;         // the larger, the nearer to the front; 0: no task
    json_t *vars;         // owned
    json_t *granted;      // owned; permissions as keys
    struct vd_window *top;
};

struct vd_apps {
    struct vd_app *first; // owned, in order of loading
    int next_pid;
    int64_t next_rank;
};

AT_CHECKED bool vd_app_load(struct vd_device *device, const char *path,
                            struct at_err *err);
struct vd_app *vd_app_add(struct vd_device *device, json_t *json,
                          const char *dir);
void vd_app_free(struct vd_app *app);
struct vd_app *vd_app_find(struct vd_device *device, const char *package);
// NULL only while the launcher itself starts.
struct vd_app *vd_app_front(struct vd_device *device);
int vd_app_new_pid(struct vd_device *device);
const char *vd_activity_of(struct vd_app *app, const char *screen);
const char *vd_screen_of_activity(struct vd_app *app, const char *activity);

#endif
