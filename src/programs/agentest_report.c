// agentest_report.c: report: one archive for a bug report
#include "programs/agentest_report.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "bugreport/facts.h"
#include "device/android/android.h"
#include "device/android/check.h"
#include "screen/tree.h"
#include "mcp/tools/saved_files.h"
#include "programs/checks.h"
#include "screen/compact.h"
#include "sys/folder.h"
#include "sys/log.h"
#include "sys/rundir.h"

enum { DEVICE_MS = 15000, SAVED = 20 };

// Newest first.
static int
by_age(const void *a, const void *b)
{
    const struct at_folder_entry *one = a;
    const struct at_folder_entry *other = b;
    return (one->modified_ms < other->modified_ms) -
           (one->modified_ms > other->modified_ms);
}

static void
add_saved_of(struct at_bugreport *report, const char *folder, int64_t since_ms)
{
    struct at_folder_list list = {0};
    size_t count = 0;
    if (!at_folder_list(folder, &list, NULL))
        return;
    if (list.count > 1)
        qsort(list.entries, list.count, sizeof(*list.entries), by_age);
    for (size_t i = 0; i < list.count; i++) {
        const struct at_folder_entry *entry = &list.entries[i];
        if (entry->is_folder || !at_saved_files_has(entry->name) ||
            entry->modified_ms < since_ms)
            continue;
        char *path = at_strfmt("%s/%s", folder, entry->name);
        char *name = at_strfmt("saved/%s", entry->name);
        if (count++ < SAVED)
            at_bugreport_add_file(report, name, "", path);
        else
            at_bugreport_leave_out(report, name, "20 newer ones are inside");
        free(name);
        free(path);
    }
    at_folder_list_deinit(&list);
}

// Traces, screens and screenshots that were too large for a reply.
static void
add_saved(struct at_bugreport *report, int64_t since_ms)
{
    const char *chosen = getenv("AGENTEST_OUTPUT_DIR");
    char *folder = at_rundir_temporary(NULL);
    if (chosen && *chosen)
        add_saved_of(report, chosen, since_ms);
    if (folder)
        add_saved_of(report, folder, since_ms);
    free(folder);
}

static void
add_devices(const struct at_op *op, struct at_bugreport *report)
{
    struct at_android_list list;
    if (!at_android_list(op, &list, NULL))
        return;
    for (size_t i = 0; i < list.count; i++)
        at_bugreport_add_device(report, at_str(list.entries[i].serial));
    at_android_list_deinit(&list);
}

static void
add_tree(struct at_bugreport *report, const struct at_tree *tree)
{
    struct at_buf text = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
    struct at_ref_table *refs = at_ref_table_new(NULL);
    struct at_compact_opts opts = {.max_lines = AT_TREE_MAX_NODES};
    struct at_compact_result result;
    at_compact_write(tree, &opts, &text, refs, &result);
    at_bugreport_add_text(report, "screens/now.txt",
                          "what the device shows now", at_buf_str(&text));
    at_ref_table_free(refs);
    at_buf_deinit(&text);
}

static void
add_picture(const struct at_op *op, struct at_bugreport *report,
            struct at_device *device)
{
    struct at_buf png = AT_BUF_INIT(AT_SCREENSHOT_MAX_BYTES);
    struct at_err err = AT_ERR_INIT;
    if (at_device_screenshot(op, device, &png, &err))
        at_bugreport_add_picture(report, "screens/now.png", at_buf_str(&png));
    else
        at_bugreport_leave_out(report, "screens/now.png", err.msg);
    at_buf_deinit(&png);
}

// Return false if no adb server runs: a report starts none.
static bool
has_server(const struct at_op *op, struct at_err *err)
{
    struct at_check server;
    at_android_check_server(op, false, &server);
    return server.level != AT_CHECK_BAD ||
           at_fail(err, AT_EDEVICE, "%s", server.text);
}

// The screen as it is now: an MCP server keeps no screens on disk.
static void
add_screen(struct at_bugreport *report, const struct at_arguments *args)
{
    const char *serial = at_arguments_option(args, "--device");
    struct at_op op = at_checks_op(DEVICE_MS);
    struct at_device *device = NULL;
    struct at_snapshot snapshot = {0};
    struct at_err err = AT_ERR_INIT;
    bool asks = has_server(&op, &err);
    if (asks)
        add_devices(&op, report);
    bool open = asks && at_android_open_only(&op, serial, &device, &err);
    bool read = open && at_device_snapshot(&op, device, &snapshot, &err);
    if (read)
        add_tree(report, snapshot.tree);
    else
        at_bugreport_leave_out(report, "screens/now.txt", err.msg);
    if (read && at_arguments_have(args, "--pictures"))
        add_picture(&op, report, device);
    at_tree_free(snapshot.tree);
    at_device_free(device);
}

static void
add_facts(struct at_bugreport *report, const struct at_arguments *args)
{
    const char *device = at_arguments_option(args, "--device");
    const char *const words[] = {"doctor", device ? "--device" : NULL, device,
                                 NULL};
    struct at_op op = {AT_NEVER_NS, NULL};
    at_bugreport_add_facts(&op, report, args, args->argv0, words);
}

static void
print(const struct at_bugreport *report, const struct at_arguments *args)
{
    at_checks_print(args, at_bugreport_json(report), at_bugreport_print);
}

static int
start(const struct at_arguments *args)
{
    struct at_bugreport_opts opts;
    struct at_err err = AT_ERR_INIT;
    at_log_init(getenv("AGENTEST_LOG"));
    if (!at_bugreport_read_opts(args, &opts, &err))
        return at_program_refuse(args->program, err.msg);
    struct at_bugreport *report = at_bugreport_new(&opts);
    add_facts(report, args);
    add_screen(report, args);
    add_saved(report, opts.since_ms);
    bool ok = at_bugreport_write(report, at_arguments_option(args, "--out"),
                                 at_bugreport_is_dry(args), &err);
    if (ok)
        print(report, args);
    else
        at_log_say(AT_LOG_ERROR, "program", "agentest: %s", err.msg);
    at_bugreport_free(report);
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}

const struct at_command at_agentest_report = {
    .name = "report",
    .summary = "write one archive for a bug report, and send nothing",
    .about = "Versions, what doctor says, the screen of the device as text, "
             "and the traces and screens\nthat were saved because a reply had "
             "no room for them. Give the log that your client\nkept of this "
             "program as --log. Secrets, typed texts, tokens, cookies and "
             "e-mail\naddresses are masked; README.txt in the archive lists "
             "what is inside, what is not\nand why.",
    .options =
        AT_OPTIONS(AT_BUGREPORT_OPTIONS,
                   {.name = "--device",
                    .value = "SERIAL",
                    .help = "the device whose screen is meant",
                    .absent = "ANDROID_SERIAL, else the only one"},
                   {.name = "--json", .help = "the list as one line of JSON"}),
    .examples = AT_EXAMPLES(
        {"report --list", "what would be inside"},
        {"report --out agentest.zip", "the archive, in a file of that name"}),
    .start = start,
};
