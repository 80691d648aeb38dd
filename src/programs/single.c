// single.c: several programs in one executable (meson's -Dsingle_program)
//
// The name by which it is started says which one runs: a link to it, or, where
// packages keep no links, its first word. Any other name is agentest.
#include "programs/single.h"

#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"

static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
} programs[] = {
    {"agentest", at_main_agentest},
    {"agentest-fetch", at_main_agentest_fetch},
    {"mobile-dev-agent", at_main_mobile_dev_agent},
    {"mobile-tester-agent", at_main_mobile_tester_agent},
    {"virtual-android", at_main_virtual_android},
};

static const char *
last_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

// Return the program's place in the table, or its length.
static size_t
find(const char *name)
{
    size_t at = 0;
    while (at < AT_LEN(programs) && strcmp(programs[at].name, name) != 0)
        at++;
    return at;
}

int
main(int argc, char **argv)
{
    size_t at = argc > 0 ? find(last_part(argv[0])) : 0;
    if (at == AT_LEN(programs))
        at = 0;
    size_t named = at == 0 && argc > 1 ? find(argv[1]) : AT_LEN(programs);
    if (named == AT_LEN(programs))
        return programs[at].run(argc, argv);
    // The named program's own words, as if its name in this folder started it.
    int folder_len = (int)(last_part(argv[0]) - argv[0]);
    argv[1] = at_strfmt("%.*s%s", folder_len, argv[0], argv[1]);
    return programs[named].run(argc - 1, argv + 1);
}
