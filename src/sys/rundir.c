// rundir.c: make and check a private folder
#include "sys/rundir.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"

bool
at_rundir_make(const char *path, struct at_err *err)
{
    struct stat st;
    if (mkdir(path, 0700) != 0 && errno != EEXIST)
        return at_fail_sys(err, AT_EIO, errno, "cannot make the directory '%s'",
                           path);
    if (lstat(path, &st) != 0)
        return at_fail_sys(err, AT_EIO, errno, "cannot look at '%s'", path);
    if (S_ISDIR(st.st_mode) && st.st_uid == getuid() &&
        (st.st_mode & (S_IRWXG | S_IRWXO)) == 0)
        return true;
    return at_fail(err, AT_EIO,
                   "'%s' is not a private directory of this user: remove it",
                   path);
}

char *
at_rundir_temporary(void)
{
    const char *tmp = getenv("TMPDIR");
    return at_strfmt("%s/agentest-%ld", tmp && *tmp ? tmp : "/tmp",
                     (long)getuid());
}

// A root shell often has its user's: what root makes there locks the user out.
static bool
is_mine(const char *path)
{
    struct stat st;
    return path && *path && stat(path, &st) == 0 && S_ISDIR(st.st_mode) &&
           st.st_uid == getuid();
}

char *
at_rundir_open(struct at_err *err)
{
    const char *run = getenv("XDG_RUNTIME_DIR");
    char *path =
        is_mine(run) ? at_strfmt("%s/agentest", run) : at_rundir_temporary();
    if (at_rundir_make(path, err))
        return path;
    free(path);
    return NULL;
}
