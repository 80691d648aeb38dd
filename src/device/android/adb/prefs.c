// prefs.c: a file of preferences of a debuggable app
#include <string.h>

#include "base/limits.h"
#include "device/android/adb/data_files.h"
#include "device/android/parse/packages.h"
#include "device/android/parse/run_as.h"
#include "device/android/adb/shell.h"
#include "wire/preferences_pb.h"

static bool
fail_no_file(const struct at_op *op, struct at_android *android,
             const char *package, const char *path, struct at_err *err)
{
    struct at_buf lines = AT_BUF_INIT(AT_ANDROID_WORDS_MAX_BYTES);
    struct at_buf names = AT_BUF_INIT(512);
    struct at_str name;
    (void)!at_data_list_prefs(op, android, package, &lines, NULL);
    struct at_str rest = at_buf_str(&lines);
    while (at_str_next_line(&rest, &name))
        at_buf_add_fmt(&names, "%s%.*s", names.len > 0 ? ", " : "",
                       AT_STR_ARG(at_str_trim(name)));
    if (names.len > 0)
        at_fail(err, AT_EDEVICE, "no %s; '%s' has: %s", path, package,
                at_buf_text(&names));
    else
        at_fail(err, AT_EDEVICE,
                "no %s: '%s' has not written any preferences yet", path,
                package);
    at_buf_deinit(&names);
    at_buf_deinit(&lines);
    return false;
}

static bool
judge(const struct at_op *op, struct at_android *android, const char *package,
      const char *path, const struct at_adb_result *result, struct at_err *err)
{
    struct at_str said = at_buf_str(&result->err);
    // An old shell mixes both outputs; the file's own text begins with '<'.
    if (result->exit_status < 0 &&
        !at_str_starts(at_buf_str(&result->out), AT_STR("<")))
        said = at_buf_str(&result->out);
    if (at_shell_run_as_failed(op, android, package, said, err))
        return false;
    if (at_run_as_judge(said) == AT_RUN_AS_NO_FILE)
        return fail_no_file(op, android, package, path, err);
    if (result->exit_status <= 0)
        return true;
    struct at_shell_text words = at_shell_text_of(result);
    return at_fail(err, AT_EDEVICE, "cannot read %s of '%s': %s", path, package,
                   words.text);
}

// The names of preferences have endings that people leave out.
static bool
find_path(struct at_str file, const char *package, char path[AT_DATA_PATH_MAX],
          struct at_err *err)
{
    bool store = at_str_ends(file, AT_STR(AT_PREFERENCES_PB_ENDING));
    const char *home = store ? "files/datastore" : "shared_prefs";
    if (!at_data_path(file, package, home, "file of preferences", path, err))
        return false;
    if (!store && !at_str_ends(file, AT_STR(".xml")))
        memcpy(path + strlen(path), ".xml", sizeof(".xml"));
    return true;
}

static bool
add_content(struct at_str content, const char *path, struct at_buf *out,
            struct at_err *err)
{
    if (!at_str_ends(at_str(path), AT_STR(AT_PREFERENCES_PB_ENDING)))
        return at_buf_add_str(out, content) ||
               at_fail(err, AT_ELIMIT, "%s has %zu bytes, more than fit", path,
                       content.len);
    if (at_preferences_pb_write(content, out, err))
        return true;
    at_err_context(err, "cannot read %s", path);
    return false;
}

bool
at_commands_prefs(const struct at_op *op, struct at_device *device,
                  const char *package, struct at_str file, struct at_buf *out,
                  struct at_err *err)
{
    struct at_android *android = at_android_of(device);
    struct at_adb_result result;
    char path[AT_DATA_PATH_MAX];
    if (!at_package_check(package, err))
        return false;
    if (!file.ptr)
        return at_data_list_prefs(op, android, package, out, err);
    if (!find_path(file, package, path, err) ||
        !at_data_check_links(op, android, package, file, path, err))
        return false;
    const char *words[] = {"run-as", package, "cat", path, NULL};
    bool ok = at_shell_run_words(op, android, words, &result, err) &&
              judge(op, android, package, path, &result, err) &&
              add_content(at_buf_str(&result.out), path, out, err);
    at_adb_result_deinit(&result);
    return ok;
}
