// worker_process.c: workers as processes of this program
#include <stdlib.h>

#include "base/alloc.h"
#include "sys/proc.h"
#include "tester/worker/worker.h"

struct processes {
    struct at_worker_ways ways;
    char *program; // owned
};

static bool
start(void *user, int fd, long *out_id, struct at_err *err)
{
    const struct processes *processes = user;
    const char *const argv[] = {processes->program, "worker", NULL};
    const struct at_proc_opts opts = {.argv = argv};
    return at_proc_start_peer(&opts, fd, out_id, err);
}

static int
end(void *user, long id, int64_t grace_ms)
{
    (void)user;
    return at_proc_end_peer(id, grace_ms);
}

struct at_worker_ways *
at_worker_processes_new(const char *argv0)
{
    struct processes *processes = at_alloc(sizeof(*processes));
    processes->program = at_proc_self(argv0);
    processes->ways = (struct at_worker_ways){start, end, processes};
    return &processes->ways;
}

void
at_worker_processes_free(struct at_worker_ways *ways)
{
    struct processes *processes = ways ? ways->user : NULL;
    if (!processes)
        return;
    free(processes->program);
    free(processes);
}
