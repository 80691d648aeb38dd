// roles.c: roles in their order
#include "tester/access/roles.h"

const char *const at_access_names[AT_ACCESSES + 1] = {"none", "read",  "run",
                                                      "edit", "admin", NULL};

enum at_access
at_access_find(struct at_str name)
{
    for (int role = AT_ACCESS_READ; role < AT_ACCESSES; role++) {
        if (at_str_is(name, at_access_names[role]))
            return (enum at_access)role;
    }
    return AT_ACCESS_NONE;
}

bool
at_access_may(enum at_access has, enum at_access needs)
{
    if (needs <= AT_ACCESS_NONE || needs >= AT_ACCESSES)
        needs = AT_ACCESS_ADMIN;
    return has < AT_ACCESSES && has >= needs;
}
