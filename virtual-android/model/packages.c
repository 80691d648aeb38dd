#include "virtual-android/model/packages.h"

#include <string.h>

#include "base/alloc.h"
#include "sys/clock.h"
#include "virtual-android/model/lifecycle.h"
#include "virtual-android/model/state.h"
#include "virtual-android/model/system_apps.h"

static struct vd_app *
find_known(struct vd_device *device, const char *package)
{
    for (struct vd_app *app = device->apps.first; app; app = app->next) {
        if (strcmp(app->package, package) == 0)
            return app;
    }
    return NULL;
}

// An APK without an app file has one empty screen.
static struct vd_app *
add_bare(struct vd_device *device, const char *package, bool launcher)
{
    json_t *json =
        launcher
            ? json_pack("{s:s, s:s, s:{s:{s:s, s:{s:s}}}}", "package", package,
                        "launcher", "main", "screens", "main", "activity",
                        ".MainActivity", "root", "kind", "frame")
            : json_pack("{s:s}", "package", package);
    struct vd_app *app = vd_app_add(device, json, ".");
    json_decref(json);
    return app;
}

static void
replace(char **text, const char *with)
{
    free(*text);
    *text = at_strdup(with);
}

void
vd_device_add_package(struct vd_device *device, const struct vd_installed *apk)
{
    vd_lock(device);
    struct vd_app *app = find_known(device, apk->package);
    if (!app)
        app = add_bare(device, apk->package, apk->launcher);
    vd_app_stop(device, app);
    app->installed = true;
    app->version_code = apk->version_code;
    app->installed_ms = at_wall_now_ms();
    replace(&app->apk_path, apk->apk_path);
    replace(&app->signer, apk->signer);
    if (apk->version[0])
        replace(&app->version, apk->version);
    vd_launcher_refresh(device);
    vd_unlock(device);
}

bool
vd_device_remove_package(struct vd_device *device, const char *package)
{
    vd_lock(device);
    struct vd_app *app = vd_app_find(device, package);
    bool ok = app && !app->system;
    if (ok) {
        vd_app_reset(device, app);
        app->installed = false;
        vd_launcher_refresh(device);
    }
    vd_unlock(device);
    return ok;
}

// The strings of an array, up to NULL.
static char **
copy_strings(const json_t *array)
{
    size_t count = json_array_size(array);
    char **copy = at_realloc_array(NULL, count + 1, sizeof(*copy));
    for (size_t i = 0; i < count; i++) {
        const char *text = json_string_value(json_array_get(array, i));
        copy[i] = at_strdup(text ? text : "");
    }
    copy[count] = NULL;
    return copy;
}

static void
free_strings(char **strings)
{
    for (size_t i = 0; strings[i]; i++)
        free(strings[i]);
    free(strings);
}

static void
copy_permissions(struct vd_package *to, struct vd_app *app)
{
    json_t *asked = json_object_get(app->json, "permissions");
    size_t count = json_array_size(asked);
    to->permissions = copy_strings(asked);
    to->granted = at_realloc_array(NULL, count + 1, sizeof(*to->granted));
    for (size_t i = 0; i < count; i++)
        to->granted[i] =
            json_object_get(app->granted, to->permissions[i]) != NULL;
}

static void
copy_package(struct vd_device *device, struct vd_package *to,
             struct vd_app *app)
{
    const char *screen = vd_app_launcher(device, app);
    bool has_screens = json_object_get(app->json, "screens") != NULL;
    *to = (struct vd_package){
        .name = at_strdup(app->package),
        .label = at_strdup(app->label),
        .version = at_strdup(app->version),
        .apk_path = at_strdup(app->apk_path),
        .launcher = at_strdup(has_screens ? vd_activity_of(app, screen) : ""),
        .signer = at_strdup(app->signer),
        .version_code = app->version_code,
        .installed_ms = app->installed_ms,
        .uid = app->uid,
        .pid = app->pid,
        .system = app->system,
        .debuggable = app->debuggable,
        .files = copy_strings(json_object_get(app->json, "files")),
    };
    copy_permissions(to, app);
}

struct vd_package *
vd_device_packages(struct vd_device *device, const char *only,
                   size_t *out_count)
{
    struct vd_package *all = NULL;
    size_t count = 0;
    vd_lock(device);
    for (struct vd_app *app = device->apps.first; app; app = app->next) {
        if (!app->installed || (only && strcmp(app->package, only) != 0))
            continue;
        all = at_realloc_array(all, count + 1, sizeof(*all));
        copy_package(device, &all[count++], app);
    }
    vd_unlock(device);
    *out_count = count;
    return all;
}

void
vd_packages_free(struct vd_package *packages, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct vd_package *p = &packages[i];
        free_strings(p->permissions);
        free_strings(p->files);
        free(p->granted);
        free(p->name);
        free(p->label);
        free(p->version);
        free(p->apk_path);
        free(p->launcher);
        free(p->signer);
    }
    free(packages);
}
