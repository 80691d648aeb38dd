// save.c: artefacts that are too large for a reply become files
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "mcp/tools/reply.h"
#include "sys/clock.h"
#include "sys/file.h"

static bool
make_dir(const char *path, struct at_err *err)
{
    if (mkdir(path, 0700) != 0 && errno != EEXIST)
        return at_fail_sys(err, AT_EIO, errno,
                           "cannot make the output directory '%s'", path);
    return true;
}

// The temporary directory is everybody's: somebody else may have made ours.
static bool
check_private(const char *path, struct at_err *err)
{
    struct stat st;
    if (lstat(path, &st) != 0)
        return at_fail_sys(err, AT_EIO, errno, "cannot look at '%s'", path);
    if (S_ISDIR(st.st_mode) && st.st_uid == getuid() &&
        (st.st_mode & (S_IRWXG | S_IRWXO)) == 0)
        return true;
    return at_fail(err, AT_EIO,
                   "'%s' is not a private directory of this user: remove it "
                   "or set AGENTEST_OUTPUT_DIR",
                   path);
}

static bool
open_dir(char **out_dir, struct at_err *err)
{
    const char *chosen = getenv("AGENTEST_OUTPUT_DIR");
    if (chosen && *chosen) {
        *out_dir = at_strdup(chosen);
        return make_dir(chosen, err);
    }
    const char *tmp = getenv("TMPDIR");
    *out_dir = at_strfmt("%s/agentest-%ld", tmp && *tmp ? tmp : "/tmp",
                         (long)getuid());
    return make_dir(*out_dir, err) && check_private(*out_dir, err);
}

bool
at_reply_save(const char *name, const char *ext, struct at_str bytes,
              char **out_path, struct at_err *err)
{
    char *dir = NULL;
    *out_path = NULL;
    bool ok = open_dir(&dir, err);
    if (ok) {
        *out_path = at_strfmt("%s/%s-%lld.%s", dir, name,
                              (long long)at_wall_now_ms(), ext);
        ok = at_file_write(*out_path, bytes, err);
    }
    if (!ok) {
        free(*out_path);
        *out_path = NULL;
    }
    free(dir);
    return ok;
}
