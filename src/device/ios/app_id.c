// app_id.c: read the bundle id of an .app folder
#include <sys/stat.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "device/ios/sim.h"
#include "sys/file.h"
#include "wire/json.h"
#include "wire/plist.h"

// The location for iOS apps, and for Mac apps (Catalyst).
static const char *const places[] = {"Info.plist", "Contents/Info.plist"};

static bool
read_plist(const char *path, struct at_buf *out, struct at_err *err)
{
    struct stat about;
    for (size_t i = 0; i < AT_LEN(places); i++) {
        char *file = at_strfmt("%s/%s", path, places[i]);
        bool there = stat(file, &about) == 0;
        bool ok = there && at_file_read(file, out, err);
        free(file);
        if (there)
            return ok;
    }
    return at_fail(err, AT_EUSAGE,
                   "'%.400s' holds no Info.plist: is it an app's folder? Xcode "
                   "makes one in DerivedData/…/Build/Products/"
                   "Debug-iphonesimulator",
                   path);
}

static bool
check_folder(const char *path, struct at_err *err)
{
    struct stat about;
    if (stat(path, &about) != 0)
        return at_fail(err, AT_EUSAGE,
                       "there is no '%.600s': name an .app "
                       "folder",
                       path);
    if (S_ISDIR(about.st_mode))
        return true;
    return at_fail(err, AT_EUSAGE,
                   "'%.600s' is a file, and an iOS app is a folder that ends "
                   "in .app%s",
                   path,
                   at_str_ends(at_str(path), AT_STR(".ipa"))
                       ? "; an .ipa is for devices, a simulator needs a build "
                         "of its own"
                       : "");
}

bool
at_ios_app_id(const char *path, char **out_id, struct at_err *err)
{
    struct at_buf bytes = AT_BUF_INIT(AT_PLIST_MAX_BYTES);
    struct at_err why = AT_ERR_INIT;
    json_t *plist = NULL;
    *out_id = NULL;
    if (!check_folder(path, err) || !read_plist(path, &bytes, err)) {
        at_buf_deinit(&bytes);
        return false;
    }
    plist = at_plist_parse(at_buf_str(&bytes), &why);
    struct at_str id = at_json_get_str(plist, "CFBundleIdentifier");
    if (id.len > 0)
        *out_id = at_strndup(id.ptr, id.len);
    else if (plist)
        at_fail(err, AT_EUSAGE,
                "the Info.plist of '%.600s' has no CFBundleIdentifier", path);
    else if (err) {
        *err = why;
        at_err_context(err, "the Info.plist of '%.400s'", path);
    }
    json_decref(plist);
    at_buf_deinit(&bytes);
    return *out_id != NULL;
}
