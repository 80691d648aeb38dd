#include "session/root_folder.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/str.h"

#ifndef PATH_MAX
#define PATH_MAX 4096
#endif

// Make the path absolute, because the live process has another working
// directory.
static char *
absolute(struct at_str path, struct at_err *err)
{
    char here[PATH_MAX];
    if (path.ptr[0] == '/')
        return at_strndup(path.ptr, path.len);
    if (getcwd(here, sizeof(here)))
        return at_strfmt("%s/%.*s", here, AT_STR_ARG(path));
    at_fail_sys(err, AT_EIO, errno,
                "'%.*s' is relative, and the working directory is gone",
                AT_STR_ARG(path));
    return NULL;
}

char *
at_root_folder_find(const char *variable,
                    char *(*by_rules)(const char *program, struct at_err *err),
                    struct at_err *err)
{
    struct at_str path = at_str(getenv(variable));
    if (path.len == 0)
        return by_rules(AT_SESSION_PROGRAM, err);
    while (path.len > 1 && path.ptr[path.len - 1] == '/')
        path.len--;
    return absolute(path, err);
}
