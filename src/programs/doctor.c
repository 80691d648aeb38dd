// doctor.c: run the checks, print the report
#include "programs/doctor.h"

#include <jansson.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "commandline/arguments.h"
#include "device/android/android.h"
#include "device/android/check.h"
#include "programs/checks.h"
#include "programs/print.h"
#include "sys/clock.h"
#include "wire/json.h"

enum { LIST_MS = 20000, DEVICE_MS = 60000 };

// The findings, as --json prints them.
struct report {
    json_t *checks;  // of this machine; owned
    json_t *devices; // owned
    size_t usable;
};

static struct at_op
op_of(int64_t max_ms)
{
    struct at_op forever = {AT_NEVER_NS, NULL};
    return at_op_sub(&forever, at_now_ns(), max_ms);
}

static void
check_device(struct report *report, const struct at_android_entry *entry)
{
    struct at_check checks[AT_CHECK_DEVICE_COUNT];
    struct at_op op = op_of(DEVICE_MS);
    json_t *list = json_array();
    bool usable = entry->remedy[0] == '\0';
    if (usable) {
        at_android_check_device(&op, entry->serial, checks);
        for (size_t i = 0; i < AT_CHECK_DEVICE_COUNT; i++) {
            usable = usable && checks[i].level != AT_CHECK_BAD;
            at_checks_add(list, &checks[i]);
        }
    }
    json_t *device = json_object();
    at_json_set_text(device, "serial", entry->serial);
    at_json_set_text(device, "state", entry->state);
    at_json_set_text(device, "model", entry->model);
    at_json_set(device, "usable", json_boolean(usable));
    if (entry->remedy[0])
        at_json_set_text(device, "remedy", entry->remedy);
    at_json_set(device, "checks", list);
    json_array_append_new(report->devices, device);
    report->usable += usable;
}

static bool
is_selected(const char *serial, const struct at_android_entry *entry)
{
    return !serial || strcmp(serial, entry->serial) == 0;
}

static void
check_devices(struct report *report, const char *serial)
{
    struct at_check found = {.name = "devices"};
    struct at_op op = op_of(LIST_MS);
    struct at_android_list list;
    struct at_err err = AT_ERR_INIT;
    if (!at_android_list(&op, &list, &err)) {
        found.level = AT_CHECK_BAD;
        at_str_cut(found.text, sizeof(found.text), at_str(err.msg));
        at_checks_add(report->checks, &found);
        return;
    }
    for (size_t i = 0; i < list.count; i++) {
        if (is_selected(serial, &list.entries[i]))
            check_device(report, &list.entries[i]);
    }
    if (json_array_size(report->devices) == 0) {
        found.level = AT_CHECK_BAD;
        snprintf(found.text, sizeof(found.text), "%s%s%s",
                 serial ? "no device '" : "no device is connected",
                 serial ? serial : "", serial ? "'" : "");
        snprintf(found.remedy, sizeof(found.remedy),
                 "connect one with USB debugging on, start an emulator, or try "
                 "`virtual-android`, which needs neither");
        at_checks_add(report->checks, &found);
    }
    at_android_list_deinit(&list);
}

static void
write_report(const struct report *report, struct at_buf *out)
{
    size_t i;
    json_t *device;
    at_buf_add_text(out, "agentest " AT_VERSION "\n");
    at_checks_write(report->checks, out);
    json_array_foreach(report->devices, i, device)
    {
        struct at_str model = at_json_get_str(device, "model");
        struct at_str remedy = at_json_get_str(device, "remedy");
        at_buf_add_fmt(out, "%.*s%s%.*s: %.*s\n",
                       AT_STR_ARG(at_json_get_str(device, "serial")),
                       model.len ? ", " : "", AT_STR_ARG(model),
                       AT_STR_ARG(at_json_get_str(device, "state")));
        if (remedy.len > 0)
            at_buf_add_fmt(out, "  bad   state     %.*s\n", AT_STR_ARG(remedy));
        at_checks_write(json_object_get(device, "checks"), out);
    }
    size_t count = json_array_size(report->devices);
    at_buf_add_fmt(out, "%zu of %zu device%s usable\n", report->usable, count,
                   count == 1 ? "" : "s");
}

static void
print_report(const struct report *report)
{
    struct at_buf text = AT_BUF_INIT(AT_MCP_REPLY_MAX_BYTES);
    write_report(report, &text);
    at_print_text(at_buf_str(&text));
    at_buf_deinit(&text);
}

static void
print_json(const struct report *report)
{
    json_t *all = json_object();
    at_json_set_text(all, "version", AT_VERSION);
    at_json_set(all, "usable", json_integer((json_int_t)report->usable));
    at_json_set(all, "checks", json_incref(report->checks));
    at_json_set(all, "devices", json_incref(report->devices));
    at_print_json(all);
    json_decref(all);
}

static int
start(const struct at_arguments *args)
{
    struct report report = {json_array(), json_array(), 0};
    struct at_check program, server;
    struct at_op op = op_of(LIST_MS);
    at_android_check_program(&program);
    at_android_check_server(&op, at_arguments_have(args, "--start"), &server);
    at_checks_add(report.checks, &program);
    at_checks_add(report.checks, &server);
    if (server.level != AT_CHECK_BAD)
        check_devices(&report, at_arguments_option(args, "--device"));
    if (at_arguments_have(args, "--json"))
        print_json(&report);
    else
        print_report(&report);
    json_decref(report.checks);
    json_decref(report.devices);
    return report.usable > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

static const struct at_option options[] = {
    {.name = "--json", .help = "the same as one line of JSON"},
    {.name = "--start", .help = "start the adb server if none is running"},
    {.name = "--device", .value = "SERIAL", .help = "check only this device"},
    {0},
};

static const struct at_example examples[] = {
    {"doctor", "the adb server and all devices"},
    {"doctor --device emulator-5554 --json", "one device, for a program"},
    {0},
};

const struct at_command at_agentest_doctor = {
    .name = "doctor",
    .summary = "check the adb server and each device; status 0: one is usable",
    .options = options,
    .examples = examples,
    .start = start,
};
