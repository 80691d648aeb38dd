#include "virtual-android/model/app.h"

#include <string.h>

#include "base/alloc.h"
#include "sys/clock.h"
#include "virtual-android/model/state.h"

struct vd_app *
vd_app_add(struct vd_device *device, json_t *json, const char *dir)
{
    struct vd_app *app = at_alloc(sizeof(*app));
    struct vd_app **slot = &device->apps.first;
    json_t *code = json_object_get(json, "version_code");
    json_t *uid = json_object_get(json, "uid");
    while (*slot)
        slot = &(*slot)->next;
    *slot = app;
    app->device = device;
    app->json = json_incref(json);
    app->dir = at_strdup(dir);
    app->package = at_strdup(vd_json_text(json, "package", "com.example.app"));
    app->label = at_strdup(vd_json_text(json, "label", app->package));
    app->version = at_strdup(vd_json_text(json, "version", "1.0"));
    app->version_code = code ? json_integer_value(code) : 1;
    app->uid = uid ? (int)json_integer_value(uid)
                   : 10200 + (int)(++device->next_id % 700);
    app->system = json_is_true(json_object_get(json, "system"));
    app->debuggable =
        !json_is_false(json_object_get(json, "debuggable")) && !app->system;
    app->apk_path =
        at_strfmt(app->system ? "/system/app/%s/base.apk"
                              : "/data/app/~~Vq3u8yT0wA==/%s-1/base.apk",
                  app->package);
    app->signer = at_strdup("");
    app->installed = true;
    app->installed_ms = at_wall_now_ms();
    app->vars = json_object();
    app->granted = json_object();
    return app;
}

void
vd_app_free(struct vd_app *app)
{
    json_decref(app->json);
    json_decref(app->vars);
    json_decref(app->granted);
    free(app->dir);
    free(app->package);
    free(app->label);
    free(app->version);
    free(app->apk_path);
    free(app->signer);
    free(app);
}

static bool
check_app(json_t *json, const char *path, struct at_err *err)
{
    if (!json_is_string(json_object_get(json, "package")))
        return at_fail(err, AT_EUSAGE, "the app file '%s' has no \"package\"",
                       path);
    if (json_object_size(json_object_get(json, "screens")) == 0)
        return at_fail(err, AT_EUSAGE,
                       "the app file '%s' has no \"screens\"; see "
                       "virtual-android/apps/README.md",
                       path);
    return true;
}

bool
vd_app_load(struct vd_device *device, const char *path, struct at_err *err)
{
    json_error_t error;
    json_t *json = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
    if (!json && error.line < 0) // it could not be opened: the text names it
        return at_fail(err, AT_EUSAGE, "the app file: %s", error.text);
    if (!json)
        return at_fail(err, AT_EUSAGE, "the app file '%s', line %d: %s", path,
                       error.line, error.text);
    bool ok = check_app(json, path, err);
    if (ok) {
        const char *slash = strrchr(path, '/');
        char *dir =
            slash ? at_strndup(path, (size_t)(slash - path)) : at_strdup(".");
        vd_app_add(device, json, dir);
        free(dir);
    }
    json_decref(json);
    return ok;
}

struct vd_app *
vd_app_find(struct vd_device *device, const char *package)
{
    for (struct vd_app *app = device->apps.first; app; app = app->next) {
        if (app->installed && strcmp(app->package, package) == 0)
            return app;
    }
    return NULL;
}

struct vd_app *
vd_app_front(struct vd_device *device)
{
    struct vd_app *front = NULL;
    for (struct vd_app *app = device->apps.first; app; app = app->next) {
        if (app->rank > 0 && app->displayed_ms == 0 && app->top &&
            (!front || app->rank > front->rank))
            front = app;
    }
    return front;
}

// The screen with the activity "com.example/.Main", ".Main" or a full class.
const char *
vd_screen_of_activity(struct vd_app *app, const char *activity)
{
    const char *name;
    json_t *screen;
    size_t len = strlen(app->package);
    if (strncmp(activity, app->package, len) == 0)
        activity += len;
    json_object_foreach(json_object_get(app->json, "screens"), name, screen)
    {
        const char *have = vd_json_text(screen, "activity", ".MainActivity");
        if (strncmp(have, app->package, len) == 0)
            have += len;
        if (strcmp(have, activity) == 0)
            return name;
    }
    return NULL;
}

int
vd_app_new_pid(struct vd_device *device)
{
    int pid = device->apps.next_pid;
    device->apps.next_pid += 17;
    return pid;
}

const char *
vd_activity_of(struct vd_app *app, const char *screen)
{
    json_t *json =
        json_object_get(json_object_get(app->json, "screens"), screen);
    return vd_json_text(json, "activity", ".MainActivity");
}
