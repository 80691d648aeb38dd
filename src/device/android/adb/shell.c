// shell.c: run commands on the device and judge their output
#include "device/android/adb/shell.h"

#include <stdio.h>

#include "base/limits.h"
#include "base/shell_quote.h"
#include "device/android/parse/packages.h"
#include "device/android/parse/run_as.h"
#include "device/android/parse/user.h"
#include "sys/cancel.h"
#include "sys/clock.h"

enum { FILE_NAME_MAX_LEN = 200, INSTALLED_MAX = 8, START_MS = 5000 };

struct at_shell_text
at_shell_text_of_str(struct at_str text)
{
    struct at_shell_text words = {{0}};
    at_str_cut(words.text, sizeof(words.text), at_str_trim(text));
    for (char *c = words.text; *c; c++)
        if ((unsigned char)*c < ' ')
            *c = ' ';
    if (!words.text[0])
        snprintf(words.text, sizeof(words.text), "it said nothing");
    return words;
}

struct at_shell_text
at_shell_text_of(const struct at_adb_result *result)
{
    struct at_str text = at_str_trim(at_buf_str(&result->err));
    return at_shell_text_of_str(text.len > 0 ? text : at_buf_str(&result->out));
}

bool
at_shell_run(const struct at_op *op, struct at_android *android,
             const char *command, struct at_adb_result *result,
             struct at_err *err)
{
    at_adb_result_init(result, AT_ANDROID_WORDS_MAX_BYTES);
    return at_adb_shell(op, &android->adb, command, result, err);
}

// Asked once, with the first command that needs it, unless a launch has found
// it out. What cannot be asked is the first user.
static int
user_of(const struct at_op *op, struct at_android *android)
{
    struct at_adb_result result;
    if (android->user_known)
        return android->user;
    android->user_known =
        at_shell_run(op, android, AT_USER_COMMAND, &result, NULL);
    android->user = at_user_parse(at_buf_str(&result.out));
    at_adb_result_deinit(&result);
    return android->user;
}

bool
at_shell_quote(const struct at_op *op, struct at_android *android,
               struct at_buf *out, const char *const *words, struct at_err *err)
{
    size_t place = at_user_place(words);
    const char *head[AT_USER_PLACE_MAX + 1] = {NULL};
    int user = place > 0 ? user_of(op, android) : 0;
    if (user == 0)
        return at_quote_words(out, words, err);
    for (size_t i = 0; i < place; i++)
        head[i] = words[i];
    if (!at_quote_words(out, head, err))
        return false;
    at_buf_add_fmt(out, " --user %d ", user);
    return at_quote_words(out, words + place, err);
}

bool
at_shell_run_words(const struct at_op *op, struct at_android *android,
                   const char *const *words, struct at_adb_result *result,
                   struct at_err *err)
{
    struct at_buf command = AT_BUF_INIT(AT_ADB_REQUEST_MAX_BYTES);
    at_adb_result_init(result, AT_ANDROID_WORDS_MAX_BYTES);
    bool ok =
        at_shell_quote(op, android, &command, words, err) &&
        at_adb_shell(op, &android->adb, at_buf_text(&command), result, err);
    at_buf_deinit(&command);
    return ok;
}

bool
at_shell_printed(const struct at_adb_result *result, const char *needle)
{
    return at_str_has(at_buf_str(&result->out), at_str(needle)) ||
           at_str_has(at_buf_str(&result->err), at_str(needle));
}

bool
at_shell_run_start(const struct at_op *op, struct at_android *android,
                   const char *const *words, struct at_adb_result *result,
                   struct at_err *err)
{
    struct at_op sub = at_op_sub(op, at_now_ns(), START_MS);
    struct at_err why = AT_ERR_INIT;
    return at_shell_run_words(&sub, android, words, result, &why) ||
           (why.code == AT_ETIMEOUT && at_op_check(op, NULL) &&
            at_shell_printed(result, "Starting: Intent")) ||
           at_err_pass(err, &why);
}

// Name the apps installed by the user.
static void
add_installed(const struct at_op *op, struct at_android *android,
              struct at_err *err)
{
    struct at_buf names = AT_BUF_INIT(AT_ERR_MSG_MAX / 2);
    struct at_adb_result result;
    if (at_shell_run(op, android, "pm list packages -3", &result, NULL)) {
        at_packages_write(at_buf_str(&result.out), INSTALLED_MAX, &names);
        at_err_add(err, "installed apps: %s",
                   names.len > 0 ? at_buf_text(&names)
                                 : "none but the system's");
    }
    at_adb_result_deinit(&result);
    at_buf_deinit(&names);
}

bool
at_shell_check_installed(const struct at_op *op, struct at_android *android,
                         const char *package, struct at_err *err)
{
    struct at_adb_result result;
    char near[256];
    bool missing = false;
    // Output that is not a list proves nothing.
    if (at_shell_run(op, android, "pm list packages", &result, NULL) &&
        at_shell_printed(&result, "package:"))
        missing = !at_packages_find(at_buf_str(&result.out), at_str(package),
                                    near, sizeof(near));
    at_adb_result_deinit(&result);
    if (!missing)
        return true;
    at_fail(err, AT_ENOAPP, "package '%s' is not installed%s%s", package,
            near[0] ? "; near: " : "", near);
    if (!near[0])
        add_installed(op, android, err);
    return false;
}

struct complaint_row {
    const char *words;
    enum at_code code;
    const char *remedy;
};

static const struct complaint_row complaints[] = {
    {"INJECT_EVENTS", AT_EDEVICE,
     "this device forbids injected input: on Xiaomi, Redmi and POCO switch on "
     "\"USB debugging (Security settings)\" in the developer options and "
     "reboot it; on OPPO, realme and vivo switch on \"Disable permission "
     "monitoring\""},
    {"Unknown keycode", AT_EUSAGE, "this Android version lacks that key"},
    {"not found", AT_EUNSUPPORTED, "the device has no `input` program"},
    {"Exception", AT_EDEVICE, ""},
    {"Error: ", AT_EDEVICE, ""},
    {"Killed", AT_EDEVICE, ""},
};

static bool
judge_input(const struct at_adb_result *result, const char *what,
            struct at_err *err)
{
    struct at_shell_text words = at_shell_text_of(result);
    for (size_t i = 0; i < AT_LEN(complaints); i++) {
        if (!at_shell_printed(result, complaints[i].words))
            continue;
        return at_fail(err, complaints[i].code, "%s failed: %s%s%s", what,
                       complaints[i].remedy,
                       complaints[i].remedy[0] ? "; it said: " : "",
                       words.text);
    }
    if (result->exit_status > 0)
        return at_fail(err, AT_EDEVICE, "%s failed with exit status %d: %s",
                       what, result->exit_status, words.text);
    return true;
}

bool
at_shell_run_input(const struct at_op *op, struct at_android *android,
                   const char *command, const char *what, struct at_err *err)
{
    struct at_adb_result result;
    bool ok = at_shell_run(op, android, command, &result, err) &&
              judge_input(&result, what, err);
    at_adb_result_deinit(&result);
    return ok;
}

bool
at_shell_run_as_failed(const struct at_op *op, struct at_android *android,
                       const char *package, struct at_str words,
                       struct at_err *err)
{
    struct at_shell_text said = at_shell_text_of_str(words);
    switch (at_run_as_judge(words)) {
    case AT_RUN_AS_NOT_DEBUGGABLE:
        at_fail(err, AT_EDEVICE,
                "package '%s' is not debuggable: run-as reads the data of "
                "debug builds only; install one (android:debuggable)",
                package);
        return true;
    case AT_RUN_AS_UNKNOWN_PACKAGE:
        if (at_shell_check_installed(op, android, package, err))
            at_fail(err, AT_EDEVICE,
                    "run-as does not know package '%s', as when only another "
                    "user of the device has it: %s",
                    package, said.text);
        return true;
    case AT_RUN_AS_REFUSED:
        at_fail(err, AT_EDEVICE, "cannot read the data of package '%s': %s",
                package, said.text);
        return true;
    default:
        return false;
    }
}

bool
at_shell_run_as_names(const struct at_op *op, struct at_android *android,
                      const char *package, const char *folder,
                      struct at_buf *out, struct at_err *err)
{
    const char *words[] = {"run-as", package, "ls", folder, NULL};
    struct at_adb_result result;
    bool ok = at_shell_run_words(op, android, words, &result, err);
    // An old shell mixes both outputs.
    struct at_str said = at_buf_str(&result.err);
    if (at_run_as_judge(said) == AT_RUN_AS_FINE)
        said = at_buf_str(&result.out);
    ok = ok && !at_shell_run_as_failed(op, android, package, said, err);
    if (ok && at_run_as_judge(said) == AT_RUN_AS_FINE &&
        !at_buf_add_str(out, at_buf_str(&result.out)))
        ok = at_fail(err, AT_ELIMIT, "%s has more files than fit", folder);
    at_adb_result_deinit(&result);
    return ok;
}

bool
at_file_name_is_good(struct at_str name)
{
    bool ok = name.len > 0 && name.len <= FILE_NAME_MAX_LEN &&
              name.ptr[0] != '-' && !at_str_is(name, ".") &&
              !at_str_has(name, AT_STR("..")) && at_utf8_valid(name);
    for (size_t i = 0; ok && i < name.len; i++)
        ok = name.ptr[i] != '/' && (unsigned char)name.ptr[i] >= ' ';
    return ok;
}
