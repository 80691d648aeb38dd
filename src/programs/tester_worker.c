// tester_worker.c: the process that does the runs of a server, which starts it
#include <fcntl.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "base/limits.h"
#include "programs/tester.h"
#include "sys/log.h"
#include "tester/worker/worker.h"

enum { SOCKET_FD = 3 };

// A run that takes all memory ends this process, not the server. meson.build
// says where the limit applies. The hard limit stays: the process of a flow's
// scripts has limits of its own.
static void
limit_memory(void)
{
#ifdef AT_WORKER_MEMORY_LIMITED
    struct rlimit limit;
    if (getrlimit(RLIMIT_DATA, &limit) != 0)
        return;
    if (limit.rlim_max == RLIM_INFINITY ||
        limit.rlim_max > AT_WORKER_MEMORY_MAX_BYTES)
        limit.rlim_cur = AT_WORKER_MEMORY_MAX_BYTES;
    setrlimit(RLIMIT_DATA, &limit);
#endif
}

int
at_tester_worker(void)
{
    const struct at_worker_opts opts = {at_tester_platforms, SOCKET_FD, true};
    struct at_err err = AT_ERR_INIT;
    at_log_init(getenv("AGENTEST_LOG"));
    limit_memory();
    if (fcntl(SOCKET_FD, F_SETFD, FD_CLOEXEC) != 0)
        at_fail(&err, AT_EUSAGE,
                "worker is started by serve and run, which talk to it");
    else if (at_worker_serve(&opts, &err))
        return EXIT_SUCCESS;
    return at_tester_fail(&err);
}
