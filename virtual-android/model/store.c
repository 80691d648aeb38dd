#include "virtual-android/model/store.h"

#include "base/alloc.h"
#include "virtual-android/files.h"
#include "virtual-android/model/state.h"

void
vd_store_create(struct vd_device *device, struct vd_app *app)
{
    const char *name;
    json_t *spec;
    if (app->has_data || !device->files)
        return;
    app->has_data = true;
    json_object_foreach(json_object_get(app->json, "prefs"), name, spec)
        vd_prefs_write(device, app, name, spec);
    json_object_foreach(json_object_get(app->json, "databases"), name, spec)
        vd_database_create(device, app, name, spec);
}

void
vd_store_wipe(struct vd_device *device, struct vd_app *app)
{
    app->has_data = false;
    if (!device->files)
        return;
    char *path = at_strfmt("/data/data/%s", app->package);
    char *host = vd_files_path(device->files, "/", path);
    vd_files_remove_tree(host);
    free(host);
    free(path);
}
