// device list: every device, whatever its state
#include "cli/commands.h"

#include <string.h>

#include "cli/fields.h"
#include "cli/invocation.h"
#include "wire/json.h"

static const char *const platform_names[] = {"ios", "android", "all", NULL};

static const char *const fields[] = {"platform", "id", "name",   "kind",
                                     "state",    "os", "usable", "bootable",
                                     "remedy",   NULL};

struct listing {
    struct at_invocation *invocation;
    json_t *devices; // owned by the call's data
    size_t asked;
    size_t failed;
    struct at_err first_err;
    const char *bootable_platform; // the first such device's; NULL: none
    char bootable[128];
    bool bootable_is_avd;
    const char *usable_platform;
    char usable[128];
};

static void
add_device(struct listing *listing, const struct at_platform *platform,
           const struct at_device_entry *entry)
{
    json_t *row = json_object();
    at_json_set_text(row, "platform", platform->name);
    at_json_set_text(row, "id", entry->id);
    at_json_set_text(row, "name", entry->name);
    at_json_set_text(row, "kind", entry->kind);
    at_json_set_text(row, "state", entry->state);
    at_json_set_text(row, "os", entry->os);
    at_json_set(row, "usable", json_boolean(entry->usable));
    at_json_set(row, "bootable", json_boolean(entry->bootable));
    at_json_set(row, "remedy",
                entry->remedy[0] ? at_json_text(at_str(entry->remedy))
                                 : json_null());
    json_array_append_new(listing->devices, row);
    if (entry->usable && !listing->usable_platform) {
        listing->usable_platform = platform->name;
        memcpy(listing->usable, entry->id, sizeof(listing->usable));
    }
    if (entry->bootable && !listing->bootable_platform) {
        listing->bootable_platform = platform->name;
        listing->bootable_is_avd = strcmp(entry->kind, "avd") == 0;
        memcpy(listing->bootable, entry->id, sizeof(listing->bootable));
    }
}

// A platform that cannot list its devices does not hide those of the other.
static void
list_platform(struct listing *listing, const struct at_platform *platform)
{
    const struct at_platform_call tools =
        at_invocation_tools(listing->invocation);
    struct at_device_list list = {0};
    struct at_err err = AT_ERR_INIT;
    listing->asked++;
    if (platform->list(&tools, &list, &err)) {
        for (size_t i = 0; i < list.count; i++)
            add_device(listing, platform, &list.entries[i]);
    } else {
        if (listing->failed++ == 0)
            listing->first_err = err;
        at_command_run_warning(listing->invocation->run, "%s: %s",
                               platform->name, err.msg);
    }
    at_device_list_deinit(&list);
}

// Without --platform, list those with tools here; if none has any, list all:
// the result then says what is missing.
static bool
is_wanted(const struct at_invocation *invocation,
          const struct at_platform *platform)
{
    const struct at_platform *const *all =
        at_device_pool_platforms(invocation->pool);
    const char *only = at_arguments_option(invocation->args, "--platform");
    bool any = false;
    if (only)
        return strcmp(only, "all") == 0 || strcmp(only, platform->name) == 0;
    for (size_t i = 0; all[i]; i++)
        any = any || all[i]->present();
    return platform->present() || !any;
}

static void
advise(const struct listing *listing)
{
    if (listing->usable_platform)
        at_invocation_next(listing->invocation, "look at its screen", "ui",
                           "snapshot", "-i", "--platform",
                           listing->usable_platform, "--device",
                           listing->usable, NULL);
    else if (listing->bootable_platform)
        at_invocation_next(listing->invocation, "start one", "device", "boot",
                           "--platform", listing->bootable_platform,
                           listing->bootable_is_avd ? "--avd" : "--device",
                           listing->bootable, NULL);
    else
        at_invocation_next(listing->invocation, "see what is missing", "doctor",
                           NULL);
}

static bool
run(struct at_invocation *invocation, struct at_err *err)
{
    const struct at_platform *const *all =
        at_device_pool_platforms(invocation->pool);
    struct listing listing = {.invocation = invocation,
                              .devices = json_array()};
    at_invocation_set(invocation, "devices", listing.devices);
    if (!at_fields_check(invocation->args, fields, err))
        return false;
    for (size_t i = 0; all[i]; i++) {
        if (is_wanted(invocation, all[i]))
            list_platform(&listing, all[i]);
    }
    advise(&listing);
    at_fields_keep(invocation, invocation->data, "devices");
    if (listing.failed < listing.asked)
        return true;
    return at_err_pass(err, &listing.first_err);
}

enum { COLUMNS = 6 };

static const char *const columns[COLUMNS] = {"platform", "id", "kind",
                                             "state",    "os", "name"};

static void
print_row(const json_t *row, const size_t widths[COLUMNS], struct at_buf *out)
{
    struct at_str remedy = at_json_get_str(row, "remedy");
    for (size_t c = 0; c < COLUMNS; c++) {
        struct at_str text = at_json_get_str(row, columns[c]);
        at_buf_add_str(out, text);
        for (size_t n = at_utf8_count(text); n < widths[c] + 2; n++)
            at_buf_add_char(out, ' ');
    }
    while (out->len > 0 && out->data[out->len - 1] == ' ')
        at_buf_cut(out, out->len - 1);
    at_buf_add_char(out, '\n');
    if (remedy.len > 0)
        at_buf_add_fmt(out, "    %.*s\n", AT_STR_ARG(remedy));
}

static void
print(const json_t *data, struct at_buf *out)
{
    const json_t *devices = json_object_get(data, "devices");
    size_t widths[COLUMNS] = {0};
    size_t i, usable = 0;
    json_t *row;
    if (json_object_get(data, "fields")) {
        at_fields_print(devices, out);
        return;
    }
    json_array_foreach((json_t *)devices, i, row)
    {
        usable += json_is_true(json_object_get(row, "usable"));
        for (size_t c = 0; c < COLUMNS; c++) {
            size_t n = at_utf8_count(at_json_get_str(row, columns[c]));
            widths[c] = n > widths[c] ? n : widths[c];
        }
    }
    json_array_foreach((json_t *)devices, i, row) print_row(row, widths, out);
    if (devices && json_array_size(devices) == 0)
        at_buf_add_text(out, "no devices\n");
    else if (devices)
        at_buf_add_fmt(out, "%zu of %zu device%s can be used\n", usable,
                       json_array_size(devices),
                       json_array_size(devices) == 1 ? "" : "s");
}

const struct at_command at_cli_device_list = {
    .name = "device list",
    .summary = "list devices, emulators and simulators, and what could be "
               "booted",
    .options = AT_OPTIONS({.name = "--platform",
                           .value = "PLATFORM",
                           .choices = platform_names,
                           .help = "ios, android or all",
                           .absent = "all with tools on this machine"},
                          AT_FIELDS_OPTION),
    .examples = AT_EXAMPLES(
        {"device list", "all of them, and what makes the others usable"},
        {"device list --json --fields id,state", "two members of each"},
        {"device list --platform android --json", "one platform, as data"}),
    .flags = AT_COMMAND_HISTORY | AT_CLI_RUN | AT_CLI_NO_SESSION,
    .run = run,
    .print = print,
};
