// artefacts.c: see artefacts.h
#include "device/android/helper/artefacts.h"

#include "base/alloc.h"
#include "base/limits.h"
#include "base/sha256.h"
#include "device/android/helper/helper.h"
#include "sys/file.h"
#include "sys/installed.h"
#include "wire/apk.h"
#include "wire/zip.h"

void
at_helper_apk_deinit(struct at_helper_apk *apk)
{
    free(apk->path);
    *apk = (struct at_helper_apk){.path = NULL};
}

// Return the path of the file in a folder, or NULL and add the path to looked.
static char *
find_in(const char *folder, const char *name, struct at_err *looked)
{
    char *path = at_strfmt("%s/%s", folder, name);
    if (at_file_exists(path))
        return path;
    at_err_add(looked, "no '%s'", path);
    free(path);
    return NULL;
}

static char *
find_installed(const char *name, struct at_err *looked)
{
    char *data = at_strfmt("agentest/%s", name);
    char *in_sources = at_strfmt("android/prebuilt/%s", name);
    char *path = at_installed_data(data, in_sources, looked);
    free(in_sources);
    free(data);
    return path;
}

// Fails with the places that were searched.
static bool
find(const char *name, char **out_path, struct at_err *err)
{
    const char *chosen = getenv("AGENTEST_HELPER_APK_DIR");
    struct at_err looked = AT_ERR_INIT;
    at_fail(&looked, AT_EIO,
            "there is no %s: set AGENTEST_HELPER_APK_DIR to its folder", name);
    *out_path = chosen && chosen[0] ? find_in(chosen, name, &looked)
                                    : find_installed(name, &looked);
    return *out_path || at_err_pass(err, &looked);
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
    *out = (struct at_helper_apk){.version_code = -1};
    return find(AT_HELPER_APK_NAME, &out->path, err) && read_apk(out, err);
}

void
at_helper_jar_deinit(struct at_helper_jar *jar)
{
    free(jar->path);
    at_buf_deinit(&jar->bytes);
    *jar = (struct at_helper_jar)AT_HELPER_JAR_INIT;
}

// "Name: value" of the manifest.
static bool
find_version(struct at_str manifest, int64_t *out)
{
    struct at_str key = AT_STR("AgenTest-Version-Code:");
    struct at_str line;
    while (at_str_next_line(&manifest, &line)) {
        if (at_str_starts(line, key))
            return at_str_to_i64(at_str_trim(at_str_skip(line, key.len)), 1,
                                 INT32_MAX, out);
    }
    return false;
}

static bool
read_manifest(struct at_helper_jar *jar, struct at_err *err)
{
    struct at_buf manifest = AT_BUF_INIT(64 * AT_KIB);
    struct at_zip zip;
    struct at_zip_entry entry;
    bool ok = at_zip_open(at_buf_str(&jar->bytes), &zip, err) &&
              at_zip_find(&zip, AT_STR("META-INF/MANIFEST.MF"), &entry, err) &&
              at_zip_read(&zip, &entry, &manifest, err);
    if (ok && !find_version(at_buf_str(&manifest), &jar->version_code))
        ok = at_fail(err, AT_EUSAGE,
                     "its manifest has no AgenTest-Version-Code");
    at_buf_deinit(&manifest);
    return ok;
}

static void
set_hash(struct at_helper_jar *jar)
{
    static const char digits[] = "0123456789abcdef";
    unsigned char hash[AT_SHA256_BYTES];
    at_sha256(at_buf_str(&jar->bytes), hash);
    for (size_t i = 0; i < sizeof(hash); i++) {
        jar->sha256[2 * i] = digits[hash[i] >> 4];
        jar->sha256[2 * i + 1] = digits[hash[i] & 15];
    }
}

bool
at_helper_jar_find(struct at_helper_jar *out, struct at_err *err)
{
    *out = (struct at_helper_jar)AT_HELPER_JAR_INIT;
    if (!find(AT_HELPER_JAR_NAME, &out->path, err))
        return false;
    if (!at_file_read(out->path, &out->bytes, err) ||
        !read_manifest(out, err)) {
        at_err_context(err, "'%s'", out->path);
        return false;
    }
    set_hash(out);
    return true;
}
