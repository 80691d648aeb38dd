// install.c: `pm install` and install sessions
//
// An APK comes from stdin with -S SIZE, or is a file of the device. A session
// gathers splits below /data/app/vmdl<ID>.tmp until its commit.
#include "virtual-android/commands/commands.h"

#include <dirent.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "virtual-android/commands/verbs.h"
#include "virtual-android/files.h"
#include "virtual-android/model/packages.h"
#include "virtual-android/model/signer.h"
#include "wire/apk.h"
#include "wire/zip.h"

struct words {
    int64_t size; // -S; -1: none
    bool downgrade;
    bool test_only;
    bool grant_all;
    const char *rest[3];
    size_t count;
};

static struct words
parse(struct vd_call *call)
{
    static const char *const with_value[] = {
        "-i",    "--user",           "--abi", "--install-location", "-p",
        "--pkg", "--originating-uri"};
    struct words w = {.size = -1, .rest = {"", "", ""}};
    for (int i = 1; i < call->argc; i++) {
        const char *word = call->argv[i];
        bool skip = false;
        for (size_t j = 0; j < AT_LEN(with_value); j++)
            skip |= strcmp(word, with_value[j]) == 0;
        if (skip)
            i++;
        else if (strcmp(word, "-S") == 0)
            vd_number(vd_arg(call, ++i), 0, INT64_MAX, &w.size);
        else if (strcmp(word, "-d") == 0)
            w.downgrade = true;
        else if (strcmp(word, "-t") == 0)
            w.test_only = true;
        else if (strcmp(word, "-g") == 0)
            w.grant_all = true;
        else if ((word[0] != '-' || word[1] == '\0') &&
                 w.count < AT_LEN(w.rest))
            w.rest[w.count++] = word;
    }
    return w;
}

static int
fail(struct vd_call *call, const char *code, const char *text)
{
    vd_outf(call, "Failure [%s%s%s]\n", code, text[0] ? ": " : "", text);
    return 1;
}

static bool
read_stdin(struct vd_call *call, int64_t size, struct at_buf *out)
{
    char part[32768];
    while ((int64_t)out->len < size) {
        size_t want = (size_t)size - out->len;
        size_t got =
            vd_read(call, part, want < sizeof(part) ? want : sizeof(part));
        if (got == 0 || !at_buf_add(out, part, got))
            return false;
    }
    return true;
}

static void
put_apk(struct vd_call *call, const struct at_apk_info *info,
        const char *signer, struct at_str bytes)
{
    char *package = at_strndup(info->package.ptr, info->package.len);
    char *version = at_strndup(info->version_name.ptr, info->version_name.len);
    char *path = at_strfmt("/data/app/~~Vq3u8yT0wA==/%s-1/base.apk", package);
    struct at_err err = AT_ERR_INIT;
    if (!vd_files_write(vd_device_files(call->device), path, bytes, &err))
        vd_errf(call, "%s\n", err.msg);
    struct vd_installed installed = {
        .package = package,
        .apk_path = path,
        .version = version,
        .signer = signer,
        .version_code = info->version_code,
        .launcher = info->launcher.len > 0,
    };
    vd_device_add_package(call->device, &installed);
    free(path);
    free(version);
    free(package);
}

struct before {      // the installed version of the package
    int64_t version; // -1: nothing
    char signer[VD_SIGNER_MAX];
};

static struct before
installed_before(struct vd_call *call, struct at_str package)
{
    char *name = at_strndup(package.ptr, package.len);
    struct before before = {.version = -1};
    size_t count;
    struct vd_package *p = vd_device_packages(call->device, name, &count);
    if (count > 0) {
        before.version = p->version_code;
        at_str_cut(before.signer, sizeof(before.signer), at_str(p->signer));
    }
    vd_packages_free(p, count);
    free(name);
    return before;
}

static bool
has_code(struct at_str apk)
{
    struct at_zip zip;
    struct at_zip_entry entry;
    return at_zip_open(apk, &zip, NULL) &&
           at_zip_find(&zip, AT_STR("classes.dex"), &entry, NULL);
}

// Unlike a real device, accept unsigned APKs without code: tests make them by
// hand.
static int
check_signer(struct vd_call *call, struct at_str package, const char *had,
             const char *signer, struct at_str bytes)
{
    if (signer[0] == '\0' && has_code(bytes))
        return fail(call, "INSTALL_PARSE_FAILED_NO_CERTIFICATES",
                    "Failed to collect certificates from "
                    "/data/app/vmdl1830563842.tmp/base.apk: Attempt to get "
                    "length of null array");
    if (had[0] == '\0' || strcmp(had, signer) == 0)
        return 0;
    char *text = at_strfmt("Existing package %.*s signatures do not match "
                           "newer version; ignoring!",
                           AT_STR_ARG(package));
    fail(call, "INSTALL_FAILED_UPDATE_INCOMPATIBLE", text);
    free(text);
    return 1;
}

// Refuse the package as PackageInstaller does, or install it.
static int
install_bytes(struct vd_call *call, const struct words *w, struct at_str bytes)
{
    struct at_apk_info info = AT_APK_INFO_INIT;
    struct at_err err = AT_ERR_INIT;
    char signer[VD_SIGNER_MAX];
    char text[512];
    int status = 0;
    if (vd_device_take_fault(call->device, "install-refused"))
        return fail(call, "INSTALL_FAILED_USER_RESTRICTED",
                    "Install canceled by user");
    if (!at_apk_info_parse(bytes, &info, &err)) {
        status = fail(call, "INSTALL_PARSE_FAILED_NOT_APK",
                      "Failed to parse /data/app/vmdl1830563842.tmp/base.apk:"
                      " Failed to load asset path "
                      "/data/app/vmdl1830563842.tmp/base.apk");
        goto out;
    }
    struct before before = installed_before(call, info.package);
    int64_t have = before.version;
    vd_apk_signer(bytes, signer);
    status = check_signer(call, info.package, before.signer, signer, bytes);
    if (status != 0)
        goto out;
    if (info.test_only && !w->test_only) {
        status = fail(call, "INSTALL_FAILED_TEST_ONLY",
                      "Failed to install test-only apk. Did you forget to add "
                      "-t?");
    } else if (have > info.version_code && !w->downgrade) {
        struct at_buf message = AT_BUF_INIT(sizeof(text));
        at_buf_add_fmt(&message,
                       "Downgrade detected: Update version code %lld is older "
                       "than current %lld",
                       (long long)info.version_code, (long long)have);
        status = fail(call, "INSTALL_FAILED_VERSION_DOWNGRADE",
                      at_buf_text(&message));
        at_buf_deinit(&message);
    } else if (info.split.len == 0) {
        put_apk(call, &info, signer, bytes);
    }

out:
    at_apk_info_deinit(&info);
    return status;
}

int
vd_pm_install(struct vd_call *call)
{
    struct words w = parse(call);
    struct at_buf apk = AT_BUF_INIT(VD_APK_MAX_BYTES);
    struct at_err err = AT_ERR_INIT;
    int status = 1;
    if (w.size < 0 && w.count == 0) {
        vd_errf(call, "Error: must either specify a package size or an APK "
                      "file\n");
        goto out;
    }
    if (w.size >= 0 && w.size > (int64_t)apk.max) {
        fail(call, "INSTALL_FAILED_INSUFFICIENT_STORAGE", "");
        goto out;
    }
    if (w.size >= 0 && !read_stdin(call, w.size, &apk)) {
        fail(call, "INSTALL_FAILED_INVALID_APK", "the stream ended early");
        goto out;
    }
    if (w.size < 0 &&
        !vd_files_read(vd_device_files(call->device), w.rest[0], &apk, &err)) {
        vd_errf(call,
                "Error: Unable to open file: %s\nConsider using a file "
                "under /data/local/tmp/\n",
                w.rest[0]);
        goto out;
    }
    status = install_bytes(call, &w, at_buf_str(&apk));
    if (status == 0)
        vd_outf(call, "Success\n");

out:
    at_buf_deinit(&apk);
    return status;
}

int
vd_pm_install_create(struct vd_call *call)
{
    static const int64_t first = 1830563842;
    char text[32];
    vd_device_condition(call->device, "install.sessions", text, sizeof(text));
    int64_t made = 0;
    if (text[0] && !vd_number(text, 0, 1000000, &made))
        made = 0;
    char *next = at_strfmt("%lld", (long long)made + 1);
    vd_device_set_condition(call->device, "install.sessions", next);
    free(next);
    vd_outf(call, "Success: created install session [%lld]\n",
            (long long)(first + made));
    return 0;
}

// install-write -S SIZE SESSION NAME [-|PATH]
int
vd_pm_install_write(struct vd_call *call)
{
    struct words w = parse(call);
    struct at_buf apk = AT_BUF_INIT(VD_APK_MAX_BYTES);
    struct at_err err = AT_ERR_INIT;
    struct vd_files *files = vd_device_files(call->device);
    int status = 1;
    bool from_file = w.count > 2 && strcmp(w.rest[2], "-") != 0;
    if (strchr(w.rest[1], '/') || w.rest[0][0] == '\0' ||
        w.rest[1][0] == '\0') {
        vd_errf(call, "Error: Invalid name: %s\n", w.rest[1]);
        return 1;
    }
    bool got = from_file ? vd_files_read(files, w.rest[2], &apk, &err)
                         : w.size >= 0 && read_stdin(call, w.size, &apk);
    char *path = at_strfmt("/data/app/vmdl%s.tmp/%s", w.rest[0], w.rest[1]);
    if (got && vd_files_write(files, path, at_buf_str(&apk), &err)) {
        vd_outf(call, "Success: streamed %zu bytes\n", apk.len);
        status = 0;
    } else {
        vd_errf(call, "Error: failed to write; %s\n",
                err.msg[0] ? err.msg : "the stream ended early");
    }
    free(path);
    at_buf_deinit(&apk);
    return status;
}

static char *
session_dir(struct vd_call *call, const struct words *w)
{
    char *path = at_strfmt("/data/app/vmdl%s.tmp", w->rest[0]);
    char *host = vd_files_path(vd_device_files(call->device), "/", path);
    free(path);
    return host;
}

int
vd_pm_install_commit(struct vd_call *call)
{
    struct words w = parse(call);
    char *host = session_dir(call, &w);
    DIR *dir = opendir(host);
    struct dirent *entry;
    int status = 0;
    int count = 0;
    while (dir && status == 0 && (entry = readdir(dir)) != NULL) {
        struct at_buf apk = AT_BUF_INIT(VD_APK_MAX_BYTES);
        struct at_err err = AT_ERR_INIT;
        if (entry->d_name[0] == '.')
            continue;
        char *path =
            at_strfmt("/data/app/vmdl%s.tmp/%s", w.rest[0], entry->d_name);
        count++;
        if (vd_files_read(vd_device_files(call->device), path, &apk, &err))
            status = install_bytes(call, &w, at_buf_str(&apk));
        free(path);
        at_buf_deinit(&apk);
    }
    if (dir)
        closedir(dir);
    if (count == 0)
        status = fail(call, "INSTALL_FAILED_INVALID_APK", "No packages staged");
    else if (status == 0)
        vd_outf(call, "Success\n");
    vd_files_remove_tree(host);
    free(host);
    return status;
}

int
vd_pm_install_abandon(struct vd_call *call)
{
    struct words w = parse(call);
    char *host = session_dir(call, &w);
    vd_files_remove_tree(host);
    free(host);
    vd_outf(call, "Success\n");
    return 0;
}
