#include "virtual-android/model/notes.h"

#include <stdarg.h>
#include <stdio.h>

#include "virtual-android/model/state.h"

static void
add(struct vd_device *device, const char *fmt, va_list args)
{
    char text[256];
    vsnprintf(text, sizeof(text), fmt, args);
    if (json_array_size(device->notes) == VD_NOTES_MAX)
        json_array_remove(device->notes, 0);
    json_array_append_new(device->notes, json_string(text));
}

void
vd_note(struct vd_device *device, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    add(device, fmt, args);
    va_end(args);
}

void
vd_device_note(struct vd_device *device, const char *fmt, ...)
{
    va_list args;
    vd_lock(device);
    va_start(args, fmt);
    add(device, fmt, args);
    va_end(args);
    vd_unlock(device);
}

void
vd_device_write_notes(struct vd_device *device, struct at_buf *out)
{
    size_t i;
    json_t *note;
    vd_lock(device);
    json_array_foreach(device->notes, i, note)
        at_buf_add_fmt(out, "%s\n", json_string_value(note));
    vd_unlock(device);
}

void
vd_device_clear_notes(struct vd_device *device)
{
    vd_lock(device);
    json_array_clear(device->notes);
    vd_unlock(device);
}
