// boot.c: start an emulator by its AVD, or wait for a device by its serial
#include "device/android/boot.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "device/android/adb/client/sdk.h"
#include "device/android/avd.h"
#include "device/android/parse/device_list.h"
#include "device/android/adb/shell.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "sys/file.h"

enum {
    LOOK_AGAIN_MS = 250,
    ADOPT_LOOK_MS = 50,
    LAST_WORDS_MAX = 600,
    GONE_MS = 30000
};

char *
at_android_find_emulator(struct at_err *err)
{
    return at_sdk_find("emulator/emulator",
                       "install the SDK's package \"emulator\" (`sdkmanager "
                       "emulator`, or Android Studio), or set ANDROID_HOME",
                       err);
}

struct boot {
    const struct at_op *op;
    const struct at_boot_opts *opts;
    char avd[128]; // "": a device by its serial
    char *serial;  // out_id; "": not known yet
    bool launched; // this call started it as a child process
    long pid;
    const char *reported;  // the progress last reported: a literal
    struct at_err offline; // why it is not online; AT_OK if it is
};

static void
report_progress(struct boot *boot, const char *what)
{
    char text[256];
    if (!boot->opts->progress || boot->reported == what)
        return;
    boot->reported = what;
    snprintf(text, sizeof(text), "%s: %s",
             boot->serial[0] ? boot->serial : boot->avd, what);
    boot->opts->progress(boot->opts->user, text);
}

// Return the last output of a program that ended, in one line.
static void
add_last_words(const char *log_path, struct at_err *err)
{
    struct at_buf log = AT_BUF_INIT(AT_SHELL_OUTPUT_MAX_BYTES);
    struct at_str text = {0};
    if (log_path && at_file_read(log_path, &log, NULL))
        text = at_str_trim(at_buf_str(&log));
    if (text.len > LAST_WORDS_MAX) {
        text = at_str_skip(text, text.len - LAST_WORDS_MAX);
        ptrdiff_t end = at_str_find(text, AT_STR("\n"));
        text = at_str_skip(text, end < 0 ? 0 : (size_t)end + 1);
    }
    if (text.len > 0) {
        char *words = at_strndup(text.ptr, text.len);
        for (char *c = words; *c; c++)
            if ((unsigned char)*c < ' ')
                *c = ' ';
        at_err_add(err, "it said: %s", words);
        free(words);
    }
    at_buf_deinit(&log);
}

static bool
check_alive(const struct boot *boot, struct at_err *err)
{
    int status;
    if (!boot->launched || !at_proc_has_ended(boot->pid, &status))
        return true;
    at_fail(err, AT_EDEVICE,
            "the emulator for '%s' ended with status %d while it was starting",
            boot->avd, status);
    add_last_words(boot->opts->log_path, err);
    return false;
}

static bool
launch(struct boot *boot, struct at_err *err)
{
    char *program = at_android_find_emulator(err);
    const char *argv[8] = {program, "-avd", boot->avd, NULL};
    struct at_proc_opts opts = {
        .argv = argv, .tool = "emulator", .action = "start"};
    if (!program)
        return false;
    if (boot->opts->headless) {
        argv[3] = "-no-window";
        argv[4] = "-no-audio";
    }
    report_progress(boot, "starting the emulator");
    boot->launched =
        at_proc_launch(&opts, boot->opts->log_path, -1, &boot->pid, err);
    free(program);
    return boot->launched;
}

// Return true if the command prints the text. A device that does not answer yet
// prints nothing.
static bool
says(const struct boot *boot, const char *command, const char *needle)
{
    struct at_device *device;
    struct at_adb_result result;
    bool found = false;
    if (!at_android_open(boot->op, boot->serial, &device, NULL))
        return false;
    if (at_shell_run(boot->op, at_android_of(device), command, &result, NULL))
        found = at_str_has(at_buf_str(&result.out), at_str(needle));
    at_adb_result_deinit(&result);
    at_device_free(device);
    return found;
}

static bool
is_online(struct boot *boot, const struct at_android_list *list)
{
    size_t index;
    boot->offline = (struct at_err)AT_ERR_INIT;
    return at_android_select(list, at_str(boot->serial), &index,
                             &boot->offline);
}

// Check the progress once. *out_done: it is as far as requested.
static bool
look(struct boot *boot, bool *out_done, struct at_err *err)
{
    struct at_android_list list;
    bool online;
    if (!check_alive(boot, err) || !at_android_list(boot->op, &list, err))
        return false;
    if (!boot->serial[0])
        at_emulator_find(boot->op, &list, boot->avd, boot->serial);
    online = boot->serial[0] && is_online(boot, &list);
    at_android_list_deinit(&list);

    *out_done = false;
    if (!boot->serial[0])
        report_progress(boot, "waiting for the emulator to appear");
    else if (!boot->opts->wait)
        *out_done = true;
    else if (!online)
        report_progress(boot, "waiting for it to come online");
    else if (!says(boot, "getprop sys.boot_completed", "1"))
        report_progress(boot, "waiting for Android to start");
    else if (!says(boot, "pm path android", "package:"))
        report_progress(boot, "waiting for the package manager");
    else
        *out_done = true;
    return true;
}

static bool
wait_for(struct boot *boot, struct at_err *err)
{
    bool done;
    for (;;) {
        if (!look(boot, &done, err))
            return false;
        if (done)
            return true;
        int64_t then_ns = at_now_ns() + LOOK_AGAIN_MS * AT_NS_PER_MS;
        if (!at_op_wait_until(boot->op, then_ns, err))
            break;
    }
    at_err_context(err, "%s: %s", boot->serial[0] ? boot->serial : boot->avd,
                   boot->reported ? boot->reported : "waiting for it");
    if (boot->offline.code != AT_OK)
        at_err_add(err, "%s", boot->offline.msg);
    if (boot->launched)
        at_err_add(err, "the emulator continues to start%s%s",
                   boot->opts->log_path ? "; what it prints is in " : "",
                   boot->opts->log_path ? boot->opts->log_path : "");
    return false;
}

static bool
fail_unknown_avd(const struct at_avd_list *avds, const char *name,
                 struct at_err *err)
{
    struct at_buf names = AT_BUF_INIT(AT_ERR_MSG_MAX / 2);
    at_avd_list_write(avds, &names);
    at_fail(err, AT_ENODEV, "no AVD '%s'; available: %s", name,
            at_buf_text(&names));
    at_buf_deinit(&names);
    return false;
}

// Boot a device that exists, or an AVD.
static bool
choose_named(struct boot *boot, const char *name,
             const struct at_android_list *list, const struct at_avd_list *avds,
             struct at_err *err)
{
    size_t index;
    for (size_t i = 0; i < list->count; i++) {
        if (strcmp(list->entries[i].serial, name) != 0)
            continue;
        snprintf(boot->serial, 128, "%s", name);
        return true;
    }
    if (!at_avd_is_listed(avds, name))
        return at_android_select(list, at_str(name), &index, err);
    snprintf(boot->avd, sizeof(boot->avd), "%s", name);
    return true;
}

// Take the running device, or the only AVD, because nothing was named.
static bool
choose_any(struct boot *boot, const struct at_android_list *list,
           const struct at_avd_list *avds, struct at_err *err)
{
    struct at_buf names = AT_BUF_INIT(AT_ERR_MSG_MAX / 2);
    struct at_err why = AT_ERR_INIT;
    size_t index;
    if (at_android_select_only(list, &index, &why)) {
        snprintf(boot->serial, 128, "%s", list->entries[index].serial);
        return true;
    }
    if (why.code == AT_EMANYDEV)
        return at_err_pass(err, &why);
    if (avds->count == 1) {
        snprintf(boot->avd, sizeof(boot->avd), "%s", avds->avds[0].name);
        return true;
    }
    at_avd_list_write(avds, &names);
    at_fail(err, AT_EUSAGE,
            "no device is connected, and no AVD was named to be started; "
            "available: %s",
            at_buf_text(&names));
    at_buf_deinit(&names);
    return false;
}

static bool
choose(struct boot *boot, const struct at_android_list *list,
       struct at_err *err)
{
    const struct at_boot_opts *opts = boot->opts;
    struct at_avd_list avds;
    bool any = opts->device && strcmp(opts->device, "booted") == 0;
    const char *name = at_android_named(any ? NULL : opts->device);
    bool ok;
    at_avd_list_read(&avds);
    if (opts->avd)
        ok = at_avd_is_listed(&avds, opts->avd) ||
             at_emulator_find(boot->op, list, opts->avd, boot->serial) ||
             fail_unknown_avd(&avds, opts->avd, err);
    else if (name[0])
        ok = choose_named(boot, name, list, &avds, err);
    else
        ok = choose_any(boot, list, &avds, err);
    if (ok && opts->avd)
        at_str_cut(boot->avd, sizeof(boot->avd), at_str(opts->avd));
    at_avd_list_deinit(&avds);
    return ok;
}

bool
at_android_boot(const struct at_platform_call *call,
                const struct at_boot_opts *opts, char out_id[128],
                struct at_err *err)
{
    struct boot boot = {.op = call->op, .opts = opts, .serial = out_id};
    struct at_android_list list;
    out_id[0] = '\0';
    if (!at_android_list(call->op, &list, err))
        return false;
    bool ok = choose(&boot, &list, err);
    if (ok && !out_id[0] &&
        !at_emulator_find(call->op, &list, boot.avd, out_id))
        ok = launch(&boot, err);
    at_android_list_deinit(&list);
    return ok && wait_for(&boot, err);
}

bool
at_android_adopt(const struct at_platform_call *call, const char *id,
                 uint16_t port, struct at_err *err)
{
    struct at_adb adb;
    struct at_err why = AT_ERR_INIT;
    bool online = false;
    size_t index;
    if (!at_adb_init_env(&adb, err) ||
        !at_adb_announce(call->op, &adb, port, err))
        return false;
    while (!online) {
        struct at_android_list list;
        if (!at_android_list(call->op, &list, err))
            return false;
        online = at_android_select(&list, at_str(id), &index, &why);
        at_android_list_deinit(&list);
        int64_t then_ns = at_now_ns() + ADOPT_LOOK_MS * AT_NS_PER_MS;
        if (!online && !at_op_wait_until(call->op, then_ns, err)) {
            at_err_context(err, "'%s' does not come online", id);
            return false;
        }
    }
    return true;
}

static bool
check_emulator(const char *serial, struct at_err *err)
{
    return at_emulator_is(serial) ||
           at_fail(err, AT_EUNSUPPORTED,
                   "'%s' is not an emulator: a device that was shut down from "
                   "here could not be started again from here",
                   serial);
}

// Find the emulator to stop without a name: it must be the only device. Beside
// another device it would be a guess.
static bool
choose_only_emulator(const struct at_android_list *list, char out_id[128],
                     struct at_err *err)
{
    size_t index = 0;
    if (list->count == 0)
        return at_fail(err, AT_ENODEV, "no emulator is running");
    if (list->count > 1 && !at_android_select_only(list, &index, err))
        return false;
    snprintf(out_id, 128, "%s", list->entries[index].serial);
    return check_emulator(out_id, err);
}

// Find the emulator to stop by its serial or AVD.
static bool
choose_emulator(const struct at_op *op, const struct at_android_list *list,
                const char *selector, char out_id[128], struct at_err *err)
{
    size_t index;
    if (!selector[0])
        return choose_only_emulator(list, out_id, err);
    for (size_t i = 0; i < list->count; i++) {
        const char *serial = list->entries[i].serial;
        if (strcmp(serial, selector) != 0)
            continue;
        snprintf(out_id, 128, "%s", serial);
        return check_emulator(serial, err);
    }
    return at_emulator_find(op, list, selector, out_id) ||
           at_android_select(list, at_str(selector), &index, err);
}

static bool
is_listed(const struct at_op *op, const char *serial)
{
    struct at_android_list list;
    bool there = false;
    if (!at_android_list(op, &list, NULL))
        return false;
    for (size_t i = 0; i < list.count; i++)
        there = there || strcmp(list.entries[i].serial, serial) == 0;
    at_android_list_deinit(&list);
    return there;
}

// An emulator saves its state before it ends.
static bool
wait_until_gone(const struct at_op *op, const char *serial, struct at_err *err)
{
    struct at_op bounded = at_op_sub(op, at_now_ns(), GONE_MS);
    while (is_listed(&bounded, serial)) {
        int64_t then_ns = at_now_ns() + LOOK_AGAIN_MS * AT_NS_PER_MS;
        if (at_op_wait_until(&bounded, then_ns, err))
            continue;
        at_err_context(err, "'%s' was asked to end and still runs", serial);
        return false;
    }
    return true;
}

bool
at_android_shutdown(const struct at_platform_call *call, const char *selector,
                    char out_id[128], struct at_err *err)
{
    struct at_buf said = AT_BUF_INIT(4 * AT_KIB);
    struct at_android_list list;
    struct at_err why = AT_ERR_INIT;
    out_id[0] = '\0';
    selector = at_android_named(
        selector && strcmp(selector, "booted") == 0 ? NULL : selector);
    if (!at_android_list(call->op, &list, err))
        return false;
    bool ok = choose_emulator(call->op, &list, selector, out_id, err);
    at_android_list_deinit(&list);
    if (!ok)
        return false;
    // The emulator may end before it answers.
    ok = at_adb_console(call->op, out_id, "kill", &said, &why) ||
         why.code == AT_ENODEV;
    at_buf_deinit(&said);
    if (!ok)
        return at_err_pass(err, &why);
    return wait_until_gone(call->op, out_id, err);
}
