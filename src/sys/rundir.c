// rundir.c: creates and checks private folders
#include "sys/rundir.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "sys/folder.h"
#include "sys/userdirs.h"

bool
at_rundir_make(const char *path, struct at_err *err)
{
    struct stat st;
    if (mkdir(path, 0700) != 0 && errno != EEXIST)
        return at_fail_sys(err, AT_EIO, errno, "cannot make the directory '%s'",
                           path);
    if (lstat(path, &st) != 0)
        return at_fail_sys(err, AT_EIO, errno, "cannot examine '%s'", path);
    if (S_ISDIR(st.st_mode) && st.st_uid == getuid() &&
        (st.st_mode & (S_IRWXG | S_IRWXO)) == 0)
        return true;
    return at_fail(err, AT_EIO,
                   "'%s' is not a private directory of this user: remove it",
                   path);
}

// In a folder with the sticky bit, this user cannot remove files of others.
static bool
is_squatted(const char *path)
{
    struct stat st;
    return lstat(path, &st) == 0 && st.st_uid != getuid();
}

// Open the folder in this user's home, where others cannot create it.
static char *
open_at_home(struct at_err *err)
{
    char *parent = at_userdirs_home_cache("agentest", err);
    char *path = parent ? at_strfmt("%s/run", parent) : NULL;
    bool ok = path && at_folder_make(parent, err) && at_rundir_make(path, err);
    free(parent);
    if (ok)
        return path;
    free(path);
    return NULL;
}

// Takes ownership of path. Return it or the fallback in the home, created and
// checked.
static char *
open_or_fall_back(char *path, struct at_err *err)
{
    if (at_rundir_make(path, err))
        return path;
    char *other = is_squatted(path) ? open_at_home(NULL) : NULL;
    free(path);
    return other;
}

char *
at_rundir_temporary(struct at_err *err)
{
    const char *tmp = getenv("TMPDIR");
    return open_or_fall_back(at_strfmt("%s/agentest-%ld",
                                       tmp && *tmp ? tmp : "/tmp",
                                       (long)getuid()),
                             err);
}

// A root shell often has its user's variable, but a folder created by root
// there would lock the user out.
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
    if (!is_mine(run))
        return at_rundir_temporary(err);
    return open_or_fall_back(at_strfmt("%s/agentest", run), err);
}

char *
at_rundir_leases(struct at_err *err)
{
    const char *chosen = getenv("AGENTEST_LEASE_DIR");
    return open_or_fall_back(
        chosen && *chosen ? at_strdup(chosen)
                          : at_strfmt("/tmp/agentest-%ld", (long)getuid()),
        err);
}
