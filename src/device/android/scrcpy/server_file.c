// server_file.c: see server_file.h
#include "device/android/scrcpy/server_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/hex.h"
#include "base/limits.h"
#include "base/sha256.h"
#include "sys/file.h"
#include "sys/path.h"
#include "sys/proc.h"
#include "wire/zip.h"

#define NAME "scrcpy-server"

static const char *const usual[] = {
    "/usr/share/scrcpy/" NAME,
    "/usr/local/share/scrcpy/" NAME,
    "/opt/homebrew/share/scrcpy/" NAME,
    "/opt/local/share/scrcpy/" NAME,
    "/home/linuxbrew/.linuxbrew/share/scrcpy/" NAME,
    "/snap/scrcpy/current/usr/local/share/scrcpy/" NAME,
};

// Relative to the program's folder: an unpacked release, and an installation
// with its own prefix.
static const char *const beside[] = {"/" NAME, "/../share/scrcpy/" NAME};

static char *
find_beside_program(void)
{
    char *program = at_proc_find("scrcpy");
    char *real = program ? at_path_real(program, NULL) : NULL;
    char *slash = real ? strrchr(real, '/') : NULL;
    char *found = NULL;
    if (slash)
        *slash = '\0';
    for (size_t i = 0; slash && !found && i < AT_LEN(beside); i++) {
        char *path = at_strfmt("%s%s", real, beside[i]);
        if (at_file_exists(path))
            found = path;
        else
            free(path);
    }
    free(real);
    free(program);
    return found;
}

static char *
none(struct at_err *err, const char *why)
{
    at_fail(err, AT_EUNSUPPORTED, "%s", why);
    if (err)
        err->sys = ENOENT;
    return NULL;
}

static char *
find(struct at_err *err)
{
    const char *named = getenv("SCRCPY_SERVER_PATH");
    char *path = NULL;
    if (named && named[0])
        return at_strdup(named);
    if (named)
        return none(err, "SCRCPY_SERVER_PATH is empty, so scrcpy is not used");
    path = find_beside_program();
    for (size_t i = 0; !path && i < AT_LEN(usual); i++)
        if (at_file_exists(usual[i]))
            path = at_strdup(usual[i]);
    return path ? path
                : none(err, "scrcpy is not on this machine: install it, or set "
                            "SCRCPY_SERVER_PATH to its file '" NAME "'");
}

static bool
is_dex(struct at_str name)
{
    return at_str_starts(name, AT_STR("classes")) &&
           at_str_ends(name, AT_STR(".dex"));
}

static bool
read_version(struct at_scrcpy_file *file, struct at_err *err)
{
    struct at_zip zip;
    struct at_zip_entry entry;
    size_t at = 0;
    bool found = false;
    if (!at_zip_open(at_buf_str(&file->bytes), &zip, err))
        return false;
    while (!found && at_zip_next(&zip, &at, &entry)) {
        struct at_buf dex = AT_BUF_INIT(AT_SCRCPY_FILE_MAX_BYTES);
        found = is_dex(entry.name) && at_zip_read(&zip, &entry, &dex, NULL) &&
                at_scrcpy_version_find(at_buf_str(&dex), file->version);
        at_buf_deinit(&dex);
    }
    return found ||
           at_fail(err, AT_EUNSUPPORTED, "it does not contain a version");
}

static void
write_hash(struct at_scrcpy_file *file)
{
    unsigned char hash[AT_SHA256_BYTES];
    at_sha256(at_buf_str(&file->bytes), hash);
    at_hex_write(hash, sizeof(hash), file->sha256);
}

bool
at_scrcpy_file_find(struct at_scrcpy_file *out, struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    *out = (struct at_scrcpy_file){
        .bytes = AT_BUF_INIT(AT_SCRCPY_FILE_MAX_BYTES),
    };
    out->path = find(err);
    if (!out->path)
        return false;
    if (!at_file_read(out->path, &out->bytes, &why) || !read_version(out, &why))
        return at_fail(err, AT_EUNSUPPORTED,
                       "'%s' is not a server of scrcpy: %s", out->path,
                       why.msg);
    write_hash(out);
    return at_scrcpy_dialect_of(out->version, &out->dialect, err);
}

void
at_scrcpy_file_deinit(struct at_scrcpy_file *file)
{
    free(file->path);
    at_buf_deinit(&file->bytes);
    *file = (struct at_scrcpy_file){0};
}
