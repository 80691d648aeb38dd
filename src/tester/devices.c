#include "tester/devices.h"

// Return true if the list has the device; then *err says whether it is usable.
static bool
find_entry(const struct at_device_list *list, struct at_str id,
           struct at_err *err)
{
    for (size_t i = 0; i < list->count; i++) {
        const struct at_device_entry *entry = &list->entries[i];
        if (!at_str_is(id, entry->id))
            continue;
        if (!entry->usable)
            at_fail(err, AT_ENODEV, "device '%s' is %s%s%s", entry->id,
                    entry->state, entry->remedy[0] ? ": " : "", entry->remedy);
        return true;
    }
    return false;
}

bool
at_devices_find(const struct at_op *op,
                const struct at_platform *const *platforms, struct at_str id,
                const struct at_platform **out, struct at_err *err)
{
    const struct at_platform_call call = {op, NULL};
    struct at_err why = AT_ERR_INIT;
    *out = NULL;
    for (; *platforms && !*out; platforms++) {
        struct at_device_list list = {NULL, 0};
        struct at_err state = AT_ERR_INIT;
        if ((*platforms)->list && (*platforms)->present() &&
            (*platforms)->list(&call, &list, &why) &&
            find_entry(&list, id, &state))
            *out = *platforms;
        at_device_list_deinit(&list);
        if (state.code != AT_OK) {
            *out = NULL;
            return at_err_pass(err, &state);
        }
    }
    if (*out)
        return true;
    if (why.code != AT_OK)
        return at_err_pass(err, &why);
    return at_fail(err, AT_ENOTFOUND,
                   "device '%.*s' is not connected: connect it, or start the "
                   "emulator or simulator",
                   AT_STR_ARG(at_utf8_head(id, AT_DEVICE_ID_MAX)));
}
