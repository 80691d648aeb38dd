// packages.c: what is installed, for pm and dumpsys
#include <string.h>

#include "base/alloc.h"
#include "sys/clock.h"
#include "virtual-android/model.h"

static struct va_app *
find_known(struct va_device *device, const char *package)
{
    for (struct va_app *app = device->apps; app; app = app->next) {
        if (strcmp(app->package, package) == 0)
            return app;
    }
    return NULL;
}

// An APK that no app file describes: an empty screen, to be started.
static struct va_app *
add_bare(struct va_device *device, const char *package, bool launcher)
{
    json_t *json =
        launcher
            ? json_pack("{s:s, s:s, s:{s:{s:s, s:{s:s}}}}", "package", package,
                        "launcher", "main", "screens", "main", "activity",
                        ".MainActivity", "root", "kind", "frame")
            : json_pack("{s:s}", "package", package);
    struct va_app *app = va_app_add(device, json, ".");
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
va_device_add_package(struct va_device *device, const struct va_installed *apk)
{
    va_lock(device);
    struct va_app *app = find_known(device, apk->package);
    if (!app)
        app = add_bare(device, apk->package, apk->launcher);
    va_app_stop(device, app);
    app->installed = true;
    app->version_code = apk->version_code;
    app->installed_ms = at_wall_now_ms();
    replace(&app->apk_path, apk->apk_path);
    replace(&app->signer, apk->signer);
    if (apk->version[0])
        replace(&app->version, apk->version);
    va_builtin_launcher_refresh(device);
    va_unlock(device);
}

bool
va_device_remove_package(struct va_device *device, const char *package)
{
    va_lock(device);
    struct va_app *app = va_app_find(device, package);
    bool ok = app && !app->system;
    if (ok) {
        va_app_reset(device, app);
        app->installed = false;
        va_builtin_launcher_refresh(device);
    }
    va_unlock(device);
    return ok;
}

static void
copy_permissions(struct va_package *to, struct va_app *app)
{
    json_t *asked = json_object_get(app->json, "permissions");
    size_t count = json_array_size(asked);
    to->permissions =
        at_realloc_array(NULL, count + 1, sizeof(*to->permissions));
    to->granted = at_realloc_array(NULL, count + 1, sizeof(*to->granted));
    for (size_t i = 0; i < count; i++) {
        const char *name = json_string_value(json_array_get(asked, i));
        to->permissions[i] = at_strdup(name ? name : "");
        to->granted[i] = name && json_object_get(app->granted, name);
    }
    to->permissions[count] = NULL;
}

static void
copy_package(struct va_device *device, struct va_package *to,
             struct va_app *app)
{
    const char *screen = va_app_launcher(device, app);
    bool has_screens = json_object_get(app->json, "screens") != NULL;
    *to = (struct va_package){
        .name = at_strdup(app->package),
        .label = at_strdup(app->label),
        .version = at_strdup(app->version),
        .apk_path = at_strdup(app->apk_path),
        .launcher = at_strdup(has_screens ? va_activity_of(app, screen) : ""),
        .signer = at_strdup(app->signer),
        .version_code = app->version_code,
        .installed_ms = app->installed_ms,
        .uid = app->uid,
        .pid = app->pid,
        .system = app->system,
        .debuggable = app->debuggable,
    };
    copy_permissions(to, app);
}

struct va_package *
va_device_packages(struct va_device *device, const char *only,
                   size_t *out_count)
{
    struct va_package *all = NULL;
    size_t count = 0;
    va_lock(device);
    for (struct va_app *app = device->apps; app; app = app->next) {
        if (!app->installed || (only && strcmp(app->package, only) != 0))
            continue;
        all = at_realloc_array(all, count + 1, sizeof(*all));
        copy_package(device, &all[count++], app);
    }
    va_unlock(device);
    *out_count = count;
    return all;
}

void
va_packages_free(struct va_package *packages, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct va_package *p = &packages[i];
        for (size_t j = 0; p->permissions[j]; j++)
            free(p->permissions[j]);
        free(p->permissions);
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
