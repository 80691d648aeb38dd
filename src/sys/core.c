#include "sys/core.h"

#include <sys/resource.h>

// Smaller than any dump. Linux treats 1, unlike 0, as a request to disable
// programs that collect dumps as well (core(5)).
enum { TOO_SMALL = 1 };

void
at_core_forbid(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_CORE, &limit) != 0)
        return;
    limit.rlim_cur = limit.rlim_max > 0 ? TOO_SMALL : 0;
    setrlimit(RLIMIT_CORE, &limit);
}
