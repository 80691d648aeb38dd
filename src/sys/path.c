#define _XOPEN_SOURCE 700 // realpath()

#include "sys/path.h"

#include <errno.h>
#include <stdlib.h>

#include "base/alloc.h"

char *
at_path_real(const char *path, struct at_err *err)
{
    char *real = realpath(path, NULL);
    if (!real)
        at_fail_sys(err, AT_EIO, errno, "'%.200s'", path);
    return real;
}

char *
at_path_absolute(const char *path)
{
    char *here = path[0] == '/' ? NULL : realpath(".", NULL);
    char *whole = here ? at_strfmt("%s/%s", here, path) : at_strdup(path);
    free(here);
    return whole;
}
