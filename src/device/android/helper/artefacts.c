// apk.c: see apk.h
#include "device/android/helper/apk.h"

#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "device/android/helper/helper.h"
#include "sys/file.h"
#include "sys/proc.h"
#include "wire/apk.h"

static char program_folder[1024]; // set once, before any thread

void
at_helper_set_program(const char *argv0)
{
    char *path = at_proc_self(argv0);
    const char *slash = strrchr(path, '/');
    at_str_cut(program_folder, sizeof(program_folder),
               slash ? at_str_n(path, (size_t)(slash - path)) : AT_STR(""));
    free(path);
}

void
at_helper_apk_deinit(struct at_helper_apk *apk)
{
    free(apk->path);
    *apk = (struct at_helper_apk){.path = NULL};
}

// Return the path of the APK in a folder, or NULL and add the path to looked.
static char *
find_in(const char *folder, const char *below, struct at_err *looked)
{
    char *path = at_strfmt("%s%s/" AT_HELPER_APK_NAME, folder, below);
    if (at_file_exists(path))
        return path;
    at_err_add(looked, "%s", path);
    free(path);
    return NULL;
}

static char *
find(struct at_err *looked)
{
    const char *chosen = getenv("AGENTEST_HELPER_APK_DIR");
    char *path = NULL;
    if (chosen && chosen[0])
        return find_in(chosen, "", looked);
    if (program_folder[0])
        path = find_in(program_folder, "/../share/agentest", looked);
    if (!path)
        path = find_in(AT_HELPER_BUILD_DIR, "", looked);
    return path ? path : find_in(AT_HELPER_DATA_DIR, "", looked);
}

static bool
read_apk(struct at_helper_apk *apk, struct at_err *err)
{
    struct at_apk_info info = AT_APK_INFO_INIT;
    struct at_buf bytes = AT_BUF_INIT(AT_HELPER_APK_MAX_BYTES);
    bool ok = at_file_read(apk->path, &bytes, err) &&
              at_apk_info_parse(at_buf_str(&bytes), &info, err);
    if (ok && !at_str_is(info.package, AT_HELPER_PACKAGE))
        ok = at_fail(err, AT_EUSAGE, "it is '%.*s', not " AT_HELPER_PACKAGE,
                     AT_STR_ARG(at_utf8_head(info.package, 100)));
    apk->version_code = info.version_code;
    at_apk_info_deinit(&info);
    at_buf_deinit(&bytes);
    if (!ok)
        at_err_context(err, "'%s'", apk->path);
    return ok;
}

bool
at_helper_apk_find(struct at_helper_apk *out, struct at_err *err)
{
    struct at_err looked = AT_ERR_INIT;
    *out = (struct at_helper_apk){.version_code = -1};
    at_fail(&looked, AT_EIO,
            "there is no " AT_HELPER_APK_NAME ": set AGENTEST_HELPER_APK_DIR "
            "to its folder; looked for");
    out->path = find(&looked);
    if (out->path)
        return read_apk(out, err);
    return at_err_pass(err, &looked);
}
