// device_list.c: read the list, add a remedy for each state, choose a device
#include "device/android/parse/device_list.h"

#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/limits.h"
#include "wire/adb_devices.h"

struct state_row {
    const char *state;
    const char *remedy;
};

static const struct state_row states[] = {
    {"device", ""},
    {"offline", "it does not answer: replug it, or run `adb reconnect`; an "
                "emulator that stays offline needs a cold boot"},
    {"unauthorized", "unlock it and accept \"Allow USB debugging?\"; without "
                     "such a dialog revoke the authorizations in its "
                     "developer options and replug it"},
    {"authorizing", "accept \"Allow USB debugging?\" on it, then try again"},
    {"connecting", "it is still connecting: try again in a moment"},
    {"no permissions", "this user may not open the USB device: install the "
                       "udev rules (Debian: android-sdk-platform-tools-"
                       "common), join group plugdev and replug it"},
    {"recovery", "it is in recovery: choose \"Reboot system now\" there"},
    {"sideload", "it waits for a sideload: reboot it"},
    {"rescue", "it is in rescue mode: run `adb reboot`"},
    {"bootloader", "it is in the bootloader: run `fastboot reboot`"},
    {"host", "it is in host mode: reconnect its cable"},
    {"detached", "another program uses it: run `adb attach`"},
};

// More text may follow a state: "no permissions (user in plugdev group; …)".
static const struct state_row *
find_state(struct at_str state)
{
    for (size_t i = 0; i < AT_LEN(states); i++)
        if (at_str_starts(state, at_str(states[i].state)))
            return &states[i];
    return NULL;
}

static void
take_entry(const struct at_adb_entry *from, struct at_android_entry *entry)
{
    const struct state_row *row = find_state(from->state);
    *entry = (struct at_android_entry){0};
    at_str_cut(entry->serial, sizeof(entry->serial), from->serial);
    at_str_cut(entry->state, sizeof(entry->state),
               row ? at_str(row->state) : from->state);
    at_str_cut(entry->remedy, sizeof(entry->remedy),
               row ? at_str(row->remedy)
                   : AT_STR("its state is not known here: reconnect it, or "
                            "run `adb reconnect`"));
    at_str_cut(entry->model, sizeof(entry->model), from->model);
    for (char *c = entry->model; *c; c++)
        if (*c == '_')
            *c = ' ';
}

// The server addresses one of several devices with a serial by its transport.
static void
name_by_transport(struct at_android_entry *entry, int64_t transport_id)
{
    if (transport_id == 0)
        return;
    memcpy(entry->named, entry->serial, sizeof(entry->named));
    snprintf(entry->serial, sizeof(entry->serial), AT_ADB_TRANSPORT_NAME "%lld",
             (long long)transport_id);
}

static void
name_repeated(struct at_android_list *list, const int64_t *transports)
{
    for (size_t i = 0; i < list->count; i++) {
        struct at_android_entry *entry = &list->entries[i];
        bool repeated = false;
        for (size_t k = 0; k < list->count; k++) {
            const struct at_android_entry *other = &list->entries[k];
            const char *serial = other->named[0] ? other->named : other->serial;
            repeated =
                repeated || (k != i && strcmp(entry->serial, serial) == 0);
        }
        if (repeated)
            name_by_transport(entry, transports[i]);
    }
}

void
at_android_list_read(struct at_str text, struct at_android_list *out)
{
    int64_t transports[AT_ANDROID_DEVICES_MAX];
    struct at_adb_entry from;
    *out = (struct at_android_list){0};
    while (out->count < AT_ANDROID_DEVICES_MAX &&
           at_adb_devices_next(&text, &from)) {
        // A device with a longer serial could not be addressed.
        if (from.serial.len >= sizeof(out->entries->serial))
            continue;
        out->entries = at_realloc_array(out->entries, out->count + 1,
                                        sizeof(*out->entries));
        transports[out->count] = from.transport_id;
        take_entry(&from, &out->entries[out->count++]);
    }
    name_repeated(out, transports);
}

void
at_identity_parse(struct at_str output, char out[AT_IDENTITY_MAX])
{
    enum { BOOT_ID_LEN = 36 };
    struct at_str serial = AT_STR("");
    struct at_str began = AT_STR("");
    struct at_str line;
    out[0] = '\0';
    while (at_str_next_line(&output, &line)) {
        line = at_str_trim(line);
        bool last = output.len == 0;
        if (at_str_starts(line, AT_STR("init=")))
            began = at_str_skip(line, 5);
        else if (!last && serial.len == 0)
            serial = line;
        else if (last && serial.len > 0 && line.len == BOOT_ID_LEN &&
                 serial.len + BOOT_ID_LEN + began.len + 3 < AT_IDENTITY_MAX)
            snprintf(out, AT_IDENTITY_MAX, "%.*s %.*s%s%.*s",
                     AT_STR_ARG(serial), AT_STR_ARG(line),
                     began.len > 0 ? " " : "", AT_STR_ARG(began));
    }
}

static bool
is_of_network(const struct at_android_entry *entry)
{
    struct at_str serial = at_str(entry->serial);
    return !at_str_starts(serial, AT_STR(AT_ADB_TRANSPORT_NAME)) &&
           (at_str_has(serial, AT_STR(":")) ||
            at_str_has(serial, AT_STR("._adb")));
}

static bool
is_ready(const struct at_android_entry *entry)
{
    return at_str_is(at_str(entry->state), "device");
}

bool
at_android_may_repeat(const struct at_android_list *list)
{
    size_t ready = 0;
    bool network = false;
    for (size_t i = 0; i < list->count; i++) {
        ready += is_ready(&list->entries[i]);
        network = network || (is_ready(&list->entries[i]) &&
                              is_of_network(&list->entries[i]));
    }
    return ready > 1 && network;
}

// Return the entry that represents the device with this identity.
static const struct at_android_entry *
first_of(const struct at_android_list *list, const char (*ids)[AT_IDENTITY_MAX],
         const char *id)
{
    const struct at_android_entry *first = NULL;
    for (size_t i = 0; i < list->count; i++) {
        const struct at_android_entry *entry = &list->entries[i];
        if (strcmp(ids[i], id) == 0 &&
            (!first || (is_of_network(first) && !is_of_network(entry))))
            first = entry;
    }
    return first;
}

void
at_android_merge(struct at_android_list *list,
                 const char (*ids)[AT_IDENTITY_MAX])
{
    for (size_t i = 0; i < list->count; i++) {
        const struct at_android_entry *first =
            ids[i][0] ? first_of(list, ids, ids[i]) : NULL;
        if (first && first != &list->entries[i])
            memcpy(list->entries[i].same_as, first->serial,
                   sizeof(first->serial));
    }
}

void
at_android_list_deinit(struct at_android_list *list)
{
    free(list->entries);
    *list = (struct at_android_list){0};
}

// A device under a second serial counts once.
static bool
is_usable(const struct at_android_entry *entry)
{
    return is_ready(entry) && !entry->same_as[0];
}

// Write "A (offline: replug it …), B (ready)".
static void
describe(const struct at_android_list *list, struct at_buf *out)
{
    for (size_t i = 0; i < list->count; i++) {
        const struct at_android_entry *entry = &list->entries[i];

        at_buf_add_fmt(out, "%s%s (%s%s%s)", i > 0 ? ", " : "", entry->serial,
                       is_ready(entry) ? "ready" : entry->state,
                       entry->remedy[0] ? ": " : "", entry->remedy);
    }
}

static bool
fail_empty(struct at_str serial, struct at_err *err)
{
    const char *what = "start an emulator, or connect a phone with USB "
                       "debugging switched on (`adb devices` shows it)";
    if (serial.len == 0)
        return at_fail(err, AT_ENODEV, "no device is connected: %s", what);
    return at_fail(err, AT_ENODEV, "no device '%.*s': nothing is connected; %s",
                   AT_STR_ARG(serial), what);
}

static bool
fail_select(const struct at_android_list *list, struct at_str serial,
            struct at_err *err)
{
    struct at_buf there = AT_BUF_INIT(AT_ERR_MSG_MAX);
    const char *hint = at_str_has(serial, AT_STR(":"))
                           ? "; a network device needs `adb connect` first"
                           : "";
    if (list->count == 0)
        return fail_empty(serial, err);
    describe(list, &there);
    if (serial.len == 0)
        at_fail(err, AT_ENODEV, "no usable device: %s", at_buf_text(&there));
    else
        at_fail(err, AT_ENODEV, "no device '%.*s'%s; available: %s",
                AT_STR_ARG(serial), hint, at_buf_text(&there));
    at_buf_deinit(&there);
    return false;
}

// Two devices have the serial that was named.
static bool
fail_repeated(const struct at_android_list *list, struct at_str serial,
              struct at_err *err)
{
    struct at_buf names = AT_BUF_INIT(AT_ERR_MSG_MAX / 2);
    for (size_t i = 0; i < list->count; i++) {
        if (at_str_is(serial, list->entries[i].named))
            at_buf_add_fmt(&names, "%s%s", names.len > 0 ? ", " : "",
                           list->entries[i].serial);
    }
    at_fail(err, AT_EMANYDEV,
            "several devices have the serial '%.*s': name one of them by %s",
            AT_STR_ARG(serial), at_buf_text(&names));
    at_buf_deinit(&names);
    return false;
}

bool
at_android_select(const struct at_android_list *list, struct at_str serial,
                  size_t *out_index, struct at_err *err)
{
    for (size_t i = 0; i < list->count; i++) {
        const struct at_android_entry *entry = &list->entries[i];

        if (serial.len > 0 && at_str_is(serial, entry->named))
            return fail_repeated(list, serial, err);
        if (serial.len == 0 ? !is_usable(entry)
                            : !at_str_is(serial, entry->serial))
            continue;
        *out_index = i;
        if (is_ready(entry))
            return true;
        return at_fail(err, AT_ENODEV, "device '%s' is %s: %s", entry->serial,
                       entry->state, entry->remedy);
    }
    return fail_select(list, serial, err);
}

size_t
at_android_count_usable(const struct at_android_list *list)
{
    size_t count = 0;
    for (size_t i = 0; i < list->count; i++)
        count += is_usable(&list->entries[i]);
    return count;
}

bool
at_android_select_only(const struct at_android_list *list, size_t *out_index,
                       struct at_err *err)
{
    struct at_buf there = AT_BUF_INIT(AT_ERR_MSG_MAX / 2);
    size_t usable = at_android_count_usable(list);
    if (usable < 2)
        return at_android_select(list, AT_STR(""), out_index, err);
    for (size_t i = 0; i < list->count; i++) {
        const struct at_android_entry *entry = &list->entries[i];
        if (is_usable(entry))
            at_buf_add_fmt(&there, "%s%s%s%s%s", there.len > 0 ? ", " : "",
                           entry->serial, entry->model[0] ? " (" : "",
                           entry->model, entry->model[0] ? ")" : "");
    }
    at_fail(err, AT_EMANYDEV,
            "%zu devices are connected and none of them is named: %s", usable,
            at_buf_text(&there));
    at_buf_deinit(&there);
    return false;
}
