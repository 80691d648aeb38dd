#include "device/android/adb/client/sdk.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "sys/file.h"
#include "sys/proc.h"

// The folders of SDK installers. Those of another system do not exist.
static const struct {
    const char *variable;
    const char *below;
} roots[] = {
    {"ANDROID_HOME", "/"},
    {"ANDROID_SDK_ROOT", "/"},
    {"HOME", "/Library/Android/sdk/"},
    {"HOME", "/Android/Sdk/"},
};

static char *
search_sdks(const char *below, struct at_buf *tried)
{
    for (size_t i = 0; i < AT_LEN(roots); i++) {
        const char *root = getenv(roots[i].variable);
        if (!root || !root[0]) {
            at_buf_add_fmt(tried, "$%s%s%s (not set), ", roots[i].variable,
                           roots[i].below, below);
            continue;
        }
        char *path = at_strfmt("%s%s%s", root, roots[i].below, below);
        at_buf_add_fmt(tried, "%s, ", path);
        if (at_file_is_executable(path))
            return path;
        free(path);
    }
    return NULL;
}

// On WSL the SDK is often that of Windows, whose programs end with ".exe".
static void
add_windows_program(const char *below, const char *name, struct at_err *err)
{
    struct at_buf tried = AT_BUF_INIT(AT_ERR_MSG_MAX / 2);
    const char *distribution = getenv("WSL_DISTRO_NAME");
    char *path = at_strfmt("%s.exe", below);
    char *file = at_strfmt("%s.exe", name);
    char *found = search_sdks(path, &tried);
    if (!found)
        found = at_proc_find(file);
    if (found)
        at_err_add(err, "'%s' is there, a program of Windows, as under WSL",
                   found);
    if (found || (distribution && distribution[0]))
        at_err_add(err,
                   "under WSL install a Linux %s, or start the adb server on "
                   "Windows (adb.exe -a start-server) and name it by "
                   "ADB_SERVER_SOCKET=tcp:HOST:5037, the address of Windows "
                   "(127.0.0.1 with WSL's mirrored network)",
                   name);
    free(found);
    free(file);
    free(path);
    at_buf_deinit(&tried);
}

char *
at_sdk_find(const char *below, const char *install, struct at_err *err)
{
    struct at_buf tried = AT_BUF_INIT(AT_ERR_MSG_MAX / 2);
    const char *slash = strrchr(below, '/');
    const char *name = slash ? slash + 1 : below;
    char *found = search_sdks(below, &tried);
    if (!found)
        found = at_proc_find(name);
    if (!found) {
        at_fail(err, AT_ENOTOOL,
                "the %s program was not found (looked in %sPATH): %s", name,
                at_buf_text(&tried), install);
        add_windows_program(below, name, err);
    }
    at_buf_deinit(&tried);
    return found;
}
