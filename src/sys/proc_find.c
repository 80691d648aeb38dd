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

// Return the path of name in the folder of real if that's a link to real,
// otherwise NULL. Owned by the caller.
static char *
find_name_beside(const char *name, const char *real)
{
    int folder_len = (int)(strrchr(real, '/') - real);
    char *named = at_strfmt("%.*s/%s", folder_len, real, name);
    char *again = realpath(named, NULL);
    bool is_same = again && strcmp(again, real) == 0;
    free(again);
    if (is_same)
        return named;
    free(named);
    return NULL;
}

char *
at_proc_self(const char *argv0)
{
    const char *slash = strrchr(argv0, '/');
    char *found = find_self(argv0);
    char *real = found ? realpath(found, NULL) : NULL;
    char *named =
        real ? find_name_beside(slash ? slash + 1 : argv0, real) : NULL;
    free(found);
    if (named)
        free(real);
    else
        named = real;
    return named ? named : at_strdup(argv0);
}
