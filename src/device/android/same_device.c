// same_device.c: see same_device.h
#include "device/android/same_device.h"

#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "device/android/android_priv.h"
#include "device/android/android.h"
#include "sys/cancel.h"
#include "sys/clock.h"

enum { ASK_MS = 3000 };

static void
ask_identity(const struct at_op *op, const struct at_adb *adb,
             const char *serial, char out[AT_IDENTITY_MAX])
{
    struct at_op mine = at_op_sub(op, at_now_ns(), ASK_MS);
    struct at_adb_device device = {.adb = *adb};
    struct at_adb_result result;
    out[0] = '\0';
    at_str_cut(device.serial, sizeof(device.serial), at_str(serial));
    at_adb_result_init(&result, AT_ANDROID_WORDS_MAX_BYTES);
    if (at_adb_shell(&mine, &device, AT_IDENTITY_COMMAND, &result, NULL))
        at_identity_parse(at_buf_str(&result.out), out);
    at_adb_result_deinit(&result);
}

void
at_android_identify(const struct at_op *op, const struct at_adb *adb,
                    struct at_android_list *list)
{
    char(*ids)[AT_IDENTITY_MAX];
    if (!at_android_may_repeat(list))
        return;
    ids = at_alloc(list->count * sizeof(*ids));
    for (size_t i = 0; i < list->count; i++) {
        if (strcmp(list->entries[i].state, "device") == 0)
            ask_identity(op, adb, list->entries[i].serial, ids[i]);
    }
    at_android_merge(list, (const char(*)[AT_IDENTITY_MAX])ids);
    free(ids);
}

// The list's name of the device that has this serial.
static const char *
first_name(const struct at_android_list *list, const char *serial)
{
    for (size_t i = 0; i < list->count; i++) {
        const struct at_android_entry *entry = &list->entries[i];
        if (strcmp(entry->serial, serial) == 0 && entry->same_as[0])
            return entry->same_as;
    }
    return serial;
}

bool
at_android_names(const struct at_op *op, struct at_device *device,
                 struct at_argv *out, struct at_err *err)
{
    struct at_android_list list;
    if (!at_android_list(op, &list, err))
        return false;
    const char *first = first_name(&list, device->serial);
    at_argv_add(out, first);
    for (size_t i = 0; i < list.count; i++) {
        if (strcmp(list.entries[i].same_as, first) == 0)
            at_argv_add(out, list.entries[i].serial);
    }
    at_android_list_deinit(&list);
    return true;
}
