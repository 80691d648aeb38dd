// proc_find.c: finds programs
#define _XOPEN_SOURCE 700 // realpath()
#include <string.h>

#include "base/alloc.h"
#include "base/str.h"
#include "sys/file.h"
#include "sys/proc.h"

char *
at_proc_find(const char *name)
{
    if (strchr(name, '/'))
        return at_strdup(name);
    struct at_str rest = at_str(getenv("PATH"));
    struct at_str folder;
    while (at_str_next(&rest, ':', &folder)) {
        char *path = at_strfmt("%.*s/%s", AT_STR_ARG(folder), name);
        if (folder.len > 0 && at_file_is_executable(path))
            return path;
        free(path);
    }
    return NULL;
}

// A name without a folder says nothing if the parent has another PATH.
static char *
find_self(const char *argv0)
{
    char *real = strchr(argv0, '/') ? NULL : realpath("/proc/self/exe", NULL);
    return real ? real : at_proc_find(argv0);
}

char *
at_proc_self(const char *argv0)
{
    char *found = find_self(argv0);
    char *real = found ? realpath(found, NULL) : NULL;
    free(found);
    return real ? real : at_strdup(argv0);
}
