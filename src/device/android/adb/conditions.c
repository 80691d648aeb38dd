// conditions.c: dark and airplane mode, and media of the device
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "device/android/adb/client/link.h"
#include "device/android/adb/shell.h"

// Run words and fail with what they printed if they failed.
static bool
run(const struct at_op *op, struct at_android *android, const char *what,
    const char *const *words, struct at_buf *out, struct at_err *err)
{
    struct at_adb_result result;
    bool ok = at_shell_run_words(op, android, words, &result, err);
    if (ok &&
        (result.exit_status > 0 || at_shell_printed(&result, "Exception") ||
         at_shell_printed(&result, "Can't find service"))) {
        struct at_shell_text said = at_shell_text_of(&result);
        ok = at_fail(err, AT_EDEVICE, "cannot change %s: %s", what, said.text);
    }
    if (ok && out)
        at_buf_add_str(out, at_buf_str(&result.out));
    at_adb_result_deinit(&result);
    return ok;
}

static const struct {
    const char *what;
    const char *words[3];
    const char *is_on; // part of the answer
    const char *on;
    const char *off;
} switches[] = {
    [AT_SWITCH_DARK_MODE] =
        {"dark mode", {"cmd", "uimode", "night"}, "mode: yes", "yes", "no"},
    [AT_SWITCH_AIRPLANE_MODE] = {"airplane mode",
                                 {"cmd", "connectivity", "airplane-mode"},
                                 "enabled",
                                 "enable",
                                 "disable"},
};

// Before Android 9 airplane mode is a setting, and a broadcast that says so,
// which takes root.
static bool
turn_airplane_by_setting(const struct at_op *op, struct at_android *android,
                         const bool *set, bool *out_before, struct at_err *err)
{
    const char *question[] = {"settings", "get", "global", "airplane_mode_on",
                              NULL};
    const char *order[] = {"settings",
                           "put",
                           "global",
                           "airplane_mode_on",
                           set && *set ? "1" : "0",
                           NULL};
    const char *tell[] = {"am",
                          "broadcast",
                          "-a",
                          "android.intent.action.AIRPLANE_MODE",
                          "--ez",
                          "state",
                          set && *set ? "true" : "false",
                          NULL};
    struct at_buf said = AT_BUF_INIT(4096);
    bool ok = run(op, android, "airplane mode", question, &said, err);
    *out_before = at_str_is(at_str_trim(at_buf_str(&said)), "1");
    at_buf_deinit(&said);
    return ok &&
           (!set || (run(op, android, "airplane mode", order, NULL, err) &&
                     run(op, android, "airplane mode", tell, NULL, err)));
}

bool
at_commands_turn(const struct at_op *op, struct at_device *device,
                 enum at_switch which, const bool *set, bool *out_before,
                 struct at_err *err)
{
    struct at_android *android = at_android_of(device);
    const char *what = switches[which].what;
    const char *const *w = switches[which].words;
    const char *question[] = {w[0], w[1], w[2], NULL};
    const char *order[] = {
        w[0], w[1], w[2],
        set && *set ? switches[which].on : switches[which].off, NULL};
    struct at_buf said = AT_BUF_INIT(4096);
    bool ok = run(op, android, what, question, &said, err);
    *out_before = at_str_has(at_buf_str(&said), at_str(switches[which].is_on));
    bool knows = which != AT_SWITCH_AIRPLANE_MODE || *out_before ||
                 at_str_has(at_buf_str(&said), AT_STR("disabled"));
    at_buf_deinit(&said);
    if (ok && !knows)
        return turn_airplane_by_setting(op, android, set, out_before, err);
    return ok && (!set || run(op, android, what, order, NULL, err));
}

// Push a file, then let the gallery read it.
static bool
push(const struct at_op *op, struct at_android *android, int fd,
     const char *target, struct at_err *err)
{
    struct at_adb_source source = {.fd = fd};
    char *uri = at_strfmt("file://%s", target);
    const char *scan[] = {"am", "broadcast",
                          "-a", "android.intent.action.MEDIA_SCANNER_SCAN_FILE",
                          "-d", uri,
                          NULL};
    bool ok = at_adb_push(op, &android->adb, &source, target, 0644, err) &&
              run(op, android, "the gallery", scan, NULL, err);
    free(uri);
    return ok;
}

bool
at_commands_add_media(const struct at_op *op, struct at_device *device,
                      const char *path, struct at_err *err)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return at_fail(err, AT_EIO, "cannot read '%s'", path);
    if (!at_file_name_is_good(at_str(name))) {
        close(fd);
        return at_fail(err, AT_EUSAGE, "'%s' is not a name for a file", name);
    }
    bool video = at_str_ends(at_str(name), AT_STR(".mp4"));
    char *target =
        at_strfmt("/sdcard/%s/%s", video ? "Movies" : "Pictures", name);
    bool ok = push(op, at_android_of(device), fd, target, err);
    close(fd);
    free(target);
    return ok;
}
