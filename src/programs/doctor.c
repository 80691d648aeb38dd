// doctor.c: run the checks, print the report
#include "programs/doctor.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/version.h"
#include "device/android/android.h"
#include "device/android/check.h"
#include "programs/checks.h"
#include "wire/json.h"

enum { DEVICE_MS = 60000 };

// The findings, as --json prints them.
struct report {
    struct at_check_table checks; // checks of this machine
    json_t *devices;              // owned
    size_t usable;
};

static void
check_device(struct report *report, const struct at_android_entry *entry)
{
    struct at_check checks[AT_CHECK_DEVICE_COUNT];
    struct at_op op = at_checks_op(DEVICE_MS);
    struct at_check_table table = at_check_table_new();
    json_t *device = json_object();
    if (!entry->remedy[0]) {
        at_android_check_device(&op, entry->serial, checks);
        for (size_t i = 0; i < AT_CHECK_DEVICE_COUNT; i++)
            at_check_table_add(&table, &checks[i]);
    }
    bool usable = !entry->remedy[0] && table.levels[AT_CHECK_BAD] == 0;
    at_json_set_text(device, "serial", entry->serial);
    at_json_set_text(device, "state", entry->state);
    at_json_set_text(device, "model", entry->model);
    at_json_set(device, "usable", json_boolean(usable));
    if (entry->remedy[0])
        at_json_set_text(device, "remedy", entry->remedy);
    at_json_set(device, "checks", json_incref(table.rows));
    json_array_append_new(report->devices, device);
    report->usable += usable;
    at_check_table_deinit(&table);
}

static void
check_devices(struct report *report, const char *serial)
{
    struct at_op op = at_checks_op(AT_CHECKS_LIST_MS);
    struct at_android_list list;
    struct at_err err = AT_ERR_INIT;
    if (!at_android_list(&op, &list, &err)) {
        at_check_table_add_text(&report->checks, "devices", AT_CHECK_BAD,
                                err.msg, "");
        return;
    }
    for (size_t i = 0; i < list.count; i++) {
        if (!serial || strcmp(serial, list.entries[i].serial) == 0)
            check_device(report, &list.entries[i]);
    }
    if (json_array_size(report->devices) == 0) {
        char *text = serial ? at_strfmt("no device '%s'", serial)
                            : at_strdup("no device is connected");
        at_checks_add_no_device(&report->checks, text);
        free(text);
    }
    at_android_list_deinit(&list);
}

static void
write_report(const json_t *report, struct at_buf *out)
{
    const json_t *devices = json_object_get(report, "devices");
    size_t i;
    json_t *device;
    at_buf_add_fmt(out, "agentest %s\n", at_version_text);
    at_check_rows_write(json_object_get(report, "checks"), out);
    json_array_foreach((json_t *)(uintptr_t)devices, i, device)
    {
        struct at_str model = at_json_get_str(device, "model");
        struct at_str remedy = at_json_get_str(device, "remedy");
        at_buf_add_fmt(out, "%.*s%s%.*s: %.*s\n",
                       AT_STR_ARG(at_json_get_str(device, "serial")),
                       model.len ? ", " : "", AT_STR_ARG(model),
                       AT_STR_ARG(at_json_get_str(device, "state")));
        if (remedy.len > 0)
            at_buf_add_fmt(out, "  bad   state     %.*s\n", AT_STR_ARG(remedy));
        at_check_rows_write(json_object_get(device, "checks"), out);
    }
    size_t count = json_array_size(devices);
    long long usable = json_integer_value(json_object_get(report, "usable"));
    at_buf_add_fmt(out, "%lld of %zu device%s usable\n", usable, count,
                   count == 1 ? "" : "s");
}

static int
start(const struct at_arguments *args)
{
    struct report report = {at_check_table_new(), json_array(), 0};
    struct at_check program, server;
    struct at_op op = at_checks_op(AT_CHECKS_LIST_MS);
    json_t *all = json_object();
    at_android_check_program(&program);
    at_android_check_server(&op, at_arguments_have(args, "--start"), &server);
    at_check_table_add(&report.checks, &program);
    at_check_table_add(&report.checks, &server);
    if (server.level != AT_CHECK_BAD)
        check_devices(&report, at_arguments_option(args, "--device"));
    at_json_set_text(all, "version", AT_VERSION);
    at_json_set(all, "usable", json_integer((json_int_t)report.usable));
    at_json_set(all, "checks", json_incref(report.checks.rows));
    at_json_set(all, "devices", report.devices);
    at_checks_print(args, all, write_report);
    at_check_table_deinit(&report.checks);
    return report.usable > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

const struct at_command at_agentest_doctor = {
    .name = "doctor",
    .summary = "check the adb server and each device; status 0: one is usable",
    .options = AT_OPTIONS(
        {.name = "--json", .help = "the same as one line of JSON"},
        {.name = "--start", .help = "start the adb server if none is running"},
        {.name = "--device",
         .value = "SERIAL",
         .help = "check only this device"}),
    .examples = AT_EXAMPLES(
        {"doctor", "the adb server and all devices"},
        {"doctor --device emulator-5554 --json", "one device, for a program"}),
    .start = start,
};
