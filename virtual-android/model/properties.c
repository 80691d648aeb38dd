#include "virtual-android/model/properties.h"

#include <string.h>

#include "base/alloc.h"
#include "virtual-android/model/state.h"

static json_t *
space_of(struct vd_device *device, const char *space)
{
    if (strcmp(space, "prop") == 0)
        return device->props;
    json_t *found = json_object_get(device->settings, space);
    // These are not namespaces of `settings`.
    if (!found &&
        (strcmp(space, "idling") == 0 || strcmp(space, "locales") == 0 ||
         strcmp(space, "test providers") == 0)) {
        found = json_object();
        json_object_set_new(device->settings, space, found);
    }
    return found;
}

char *
vd_device_get(struct vd_device *device, const char *space, const char *name)
{
    vd_lock(device);
    const char *value =
        json_string_value(json_object_get(space_of(device, space), name));
    char *copy = value ? at_strdup(value) : NULL;
    vd_unlock(device);
    return copy;
}

void
vd_device_put(struct vd_device *device, const char *space, const char *name,
              const char *value)
{
    vd_lock(device);
    json_t *all = space_of(device, space);
    if (value)
        json_object_set_new(all, name, json_string(value));
    else
        json_object_del(all, name);
    vd_unlock(device);
}

void
vd_put_idling(struct vd_device *device, const char *package, const char *row)
{
    json_t *all = space_of(device, "idling");
    if (row && *row)
        json_object_set_new(all, package, json_string(row));
    else
        json_object_del(all, package);
}

static int
by_name(const void *a, const void *b)
{
    const char *const *x = a;
    const char *const *y = b;
    return strcmp(*x, *y);
}

void
vd_device_list(struct vd_device *device, const char *space, struct at_buf *out,
               const char *fmt_start, const char *fmt_middle,
               const char *fmt_end)
{
    vd_lock(device);
    json_t *all = space_of(device, space);
    size_t count = json_object_size(all);
    const char **names = at_realloc_array(NULL, count + 1, sizeof(*names));
    size_t n = 0;
    const char *key;
    json_t *value;
    json_object_foreach(all, key, value) names[n++] = key;
    qsort(names, n, sizeof(*names), by_name);
    for (size_t i = 0; i < n; i++)
        at_buf_add_fmt(out, "%s%s%s%s%s", fmt_start, names[i], fmt_middle,
                       json_string_value(json_object_get(all, names[i])),
                       fmt_end);
    free(names);
    vd_unlock(device);
}
