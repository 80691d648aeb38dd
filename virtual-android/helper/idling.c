// idling.c: the columns of an app's idling bridge, as `content query` prints
// them, as members
#include "virtual-android/helper/routes.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "virtual-android/model/packages.h"
#include "virtual-android/model/properties.h"

static bool
is_running(struct vd_device *device, const char *package)
{
    size_t count;
    struct vd_package *app = vd_device_packages(device, package, &count);
    bool running = count > 0 && app->pid > 0;
    vd_packages_free(app, count);
    return running || at_str_is(at_str(package), "com.android.systemui");
}

// Return the text between a column's name and the next one's.
static struct at_str
column(struct at_str row, const char *name, const char *end)
{
    ptrdiff_t at = at_str_find(row, at_str(name));
    if (at < 0)
        return AT_STR("");
    struct at_str rest = at_str_skip(row, (size_t)at + at_str(name).len);
    ptrdiff_t len = end ? at_str_find(rest, at_str(end)) : -1;
    return at_str_trim(len < 0 ? rest : at_str_head(rest, (size_t)len));
}

static void
put_row(struct vd_writer *w, struct at_str row)
{
    int64_t wire = 0;
    (void)!at_str_to_i64(column(row, "wire=", ", "), 0, INT32_MAX, &wire);
    vd_put_int(w, "wire", wire);
    vd_put_bool(w, "idle", at_str_is(column(row, "idle=", ", "), "1"));
    vd_put_text(w, "pending", column(row, "pending=", NULL));
}

static bool
put_bridge(struct vd_exchange *exchange, const char *package)
{
    struct vd_device *device = exchange->api->device;
    if (!exchange->api->is_resident ||
        vd_device_take_fault(device, "idling-unsupported"))
        return vd_refuse(exchange->refusal, VD_IDLING_UNSUPPORTED,
                         "this helper cannot ask it");
    if (vd_device_take_fault(device, "idling-late"))
        return vd_refuse(exchange->refusal, VD_IDLING_LATE,
                         "the app does not answer");
    bool running = is_running(device, package);
    char *row = running ? vd_device_get(device, "idling", package) : NULL;
    if (running && !row)
        return vd_refuse(exchange->refusal, VD_IDLING_ABSENT,
                         "the app has no idling bridge");
    vd_put_bool(exchange->w, "running", running);
    if (row)
        put_row(exchange->w, at_str(row));
    free(row);
    return true;
}

bool
vd_endpoint_idling(struct vd_exchange *exchange)
{
    struct at_str asked = vd_take_text(&exchange->fields, "package", NULL);
    if (!vd_fields_done(&exchange->fields))
        return false;
    char *package = at_strndup(asked.ptr, asked.len);
    bool ok = put_bridge(exchange, package);
    free(package);
    return ok;
}
