// state.c: an app's data, kept on the device and put back
//
// An archive for each name is in a folder that only the shell may enter: data
// may hold the tokens of a session. run-as reads and writes the app's files.
#include <stdio.h>
#include <string.h>

#include "base/ascii.h"
#include "base/limits.h"
#include "device/android/adb/shell.h"
#include "device/android/parse/packages.h"
#include "device/android/parse/run_as.h"

#define HOME "/data/local/tmp/agentest-state"

enum { NAME_MAX_LEN = 64, PATH_MAX_LEN = 512 };

// The system's own entries of an app's folder, and what an app can do without.
static const char *const left_out[] = {".", "..", "lib", "cache", "code_cache"};

static bool
check_name(const char *name, struct at_err *err)
{
    size_t len = strlen(name);
    bool ok =
        len > 0 && len <= NAME_MAX_LEN && name[0] != '.' && name[0] != '-';
    for (size_t i = 0; ok && i < len; i++)
        ok = at_ascii_is_alnum(name[i]) || strchr("._-", name[i]);
    return ok || at_fail(err, AT_EUSAGE,
                         "'%.80s' is not a name of a state: letters, digits, "
                         "'.', '-' and '_'",
                         name);
}

static bool
is_left_out(struct at_str name)
{
    for (size_t i = 0; i < AT_LEN(left_out); i++) {
        if (at_str_is(name, left_out[i]))
            return true;
    }
    return false;
}

// One operation on an app's data.
struct call {
    const struct at_op *op;
    struct at_android *android;
    const char *package;
    const char *name;
    struct at_argv entries; // owned
};

// List the entries of the app's folder that count, as words.
static bool
list_entries(struct call *call, struct at_err *err)
{
    const char *words[] = {"run-as", call->package, "ls", "-A", NULL};
    struct at_adb_result result;
    struct at_str name;
    bool ok = at_shell_run_words(call->op, call->android, words, &result, err);
    struct at_str said =
        at_buf_str(result.exit_status < 0 ? &result.out : &result.err);
    ok = ok && !at_shell_run_as_failed(call->op, call->android, call->package,
                                       said, err);
    struct at_str rest = at_buf_str(&result.out);
    while (ok && at_str_next_line(&rest, &name)) {
        name = at_str_trim(name);
        if (name.len > 0 && !is_left_out(name))
            at_argv_add_str(&call->entries, name);
    }
    at_adb_result_deinit(&result);
    return ok;
}

// Append `run-as PACKAGE WORDS… ENTRIES…`.
static bool
add_run_as(const struct call *call, const char *const *words, bool with_entries,
           struct at_buf *out, struct at_err *err)
{
    struct at_argv all = AT_ARGV_INIT;
    at_argv_add(&all, "run-as");
    at_argv_add(&all, call->package);
    at_argv_add_all(&all, words);
    for (size_t i = 0; with_entries && i < call->entries.count; i++)
        at_argv_add(&all, call->entries.words[i]);
    bool ok =
        at_shell_quote(call->op, call->android, out, at_argv_words(&all), err);
    at_argv_deinit(&all);
    return ok;
}

// Run a line whose last words are "&& echo done": its exit status is unknown on
// old devices.
static bool
run_line(const struct call *call, const struct at_buf *line, const char *what,
         struct at_err *err)
{
    struct at_adb_result result;
    if (line->overflow)
        return at_fail(err, AT_ELIMIT, "'%s' has too many files",
                       call->package);
    bool ok =
        at_shell_run(call->op, call->android, at_buf_text(line), &result, err);
    if (ok &&
        !at_str_ends(at_str_trim(at_buf_str(&result.out)), AT_STR("done"))) {
        struct at_shell_text words = at_shell_text_of(&result);
        ok = at_fail(err, AT_EDEVICE, "cannot %s the data of '%s': %s", what,
                     call->package, words.text);
    }
    at_adb_result_deinit(&result);
    return ok;
}

static bool
save(const struct call *call, struct at_err *err)
{
    static const char *const tar[] = {"tar", "-cf", "-", "--", NULL};
    struct at_buf line = AT_BUF_INIT(AT_ADB_REQUEST_MAX_BYTES);
    const char *package = call->package;
    const char *name = call->name;
    at_buf_add_fmt(&line, "mkdir -p " HOME "/%s && chmod 700 " HOME " && ",
                   package);
    bool ok = add_run_as(call, tar, true, &line, err);
    at_buf_add_fmt(&line,
                   " >" HOME "/%s/%s.part && mv " HOME "/%s/%s.part " HOME
                   "/%s/%s.tar && echo done",
                   package, name, package, name, package, name);
    ok = ok && run_line(call, &line, "keep", err);
    at_buf_deinit(&line);
    return ok;
}

static bool
fail_no_state(const struct call *call, struct at_err *err)
{
    struct at_adb_result result;
    struct at_buf names = AT_BUF_INIT(512);
    struct at_str file;
    char command[PATH_MAX_LEN];
    snprintf(command, sizeof(command), "ls " HOME "/%s 2>/dev/null",
             call->package);
    bool listed = at_shell_run(call->op, call->android, command, &result, NULL);
    struct at_str rest = at_buf_str(&result.out);
    while (listed && at_str_next_line(&rest, &file)) {
        file = at_str_trim(file);
        if (at_str_ends(file, AT_STR(".tar")))
            at_buf_add_fmt(&names, "%s%.*s", names.len > 0 ? ", " : "",
                           (int)file.len - 4, file.ptr);
    }
    at_fail(err, AT_EDEVICE,
            "no state '%s' of '%s' was kept on this device%s%s", call->name,
            call->package, names.len > 0 ? "; there are: " : "",
            at_buf_text(&names));
    at_buf_deinit(&names);
    at_adb_result_deinit(&result);
    return false;
}

static bool
check_kept(const struct call *call, struct at_err *err)
{
    struct at_adb_result result;
    char command[PATH_MAX_LEN];
    snprintf(command, sizeof(command),
             "test -s " HOME "/%s/%s.tar && echo there", call->package,
             call->name);
    bool ok = at_shell_run(call->op, call->android, command, &result, err);
    if (ok && !at_shell_printed(&result, "there"))
        ok = fail_no_state(call, err);
    at_adb_result_deinit(&result);
    return ok;
}

static bool
restore(const struct call *call, struct at_err *err)
{
    static const char *const rm[] = {"rm", "-rf", "--", NULL};
    static const char *const tar[] = {"tar", "-xf", "-", NULL};
    struct at_buf line = AT_BUF_INIT(AT_ADB_REQUEST_MAX_BYTES);
    bool ok = true;
    if (call->entries.count > 0) {
        ok = add_run_as(call, rm, true, &line, err);
        at_buf_add_text(&line, " && ");
    }
    at_buf_add_fmt(&line, "cat " HOME "/%s/%s.tar | ", call->package,
                   call->name);
    ok = ok && add_run_as(call, tar, false, &line, err);
    at_buf_add_text(&line, " && echo done");
    ok = ok && run_line(call, &line, "put back", err);
    at_buf_deinit(&line);
    return ok;
}

bool
at_commands_state(const struct at_op *op, struct at_device *device,
                  const struct at_app_state_name *which, bool back,
                  struct at_err *err)
{
    struct call call = {op, at_android_of(device), which->package, which->name,
                        AT_ARGV_INIT};
    bool ok = at_package_check(which->package, err) &&
              check_name(which->name, err) &&
              (!back || check_kept(&call, err)) && list_entries(&call, err);
    if (ok && !back && call.entries.count == 0)
        ok = at_fail(err, AT_EDEVICE, "'%s' has no data yet", which->package);
    ok = ok && at_commands_stop(op, device, which->package, err) &&
         (back ? restore(&call, err) : save(&call, err));
    at_argv_deinit(&call.entries);
    return ok;
}
