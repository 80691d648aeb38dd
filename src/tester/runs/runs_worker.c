// runs_worker.c: the worker of a lane, from its start to its end
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/alloc.h"
#include "sys/fds.h"
#include "sys/log.h"
#include "tester/runs/runs_job.h"
#include "tester/runs/runs_priv.h"

#define AT_LOG_MODULE "runs"

enum { END_MS = 2000, STATUS_SIGNAL = 128 };

static bool
start(const struct at_worker_ways *ways, struct at_runs_worker *worker,
      struct at_err *err)
{
    int fds[2];
    if (!at_fds_pair(fds, err))
        return false;
    bool ok = ways->start(ways->user, fds[1], &worker->id, err);
    close(fds[1]);
    if (!ok)
        close(fds[0]);
    if (!ok || at_worker_link_init(&worker->link, fds[0], err))
        return ok;
    at_worker_link_deinit(&worker->link);
    (void)ways->end(ways->user, worker->id, 0);
    return false;
}

bool
at_runs_worker_start(struct at_runs_lane *lane, struct at_err *err)
{
    if (lane->worker)
        return true;
    struct at_runs_worker *worker = at_alloc(sizeof(*worker));
    if (start(lane->runs->opts.workers, worker, err)) {
        lane->worker = worker;
        return true;
    }
    free(worker);
    at_err_context(err, "cannot start a worker");
    return false;
}

static void
write_reason(int status, const char *why, struct at_buf *out)
{
    if (why)
        at_buf_add_fmt(out, "the worker was killed: %s", why);
    else if (status > STATUS_SIGNAL)
        at_buf_add_fmt(out, "the worker ended (signal %d)",
                       status - STATUS_SIGNAL);
    else
        at_buf_add_fmt(out, "the worker ended (exit status %d)", status);
}

void
at_runs_worker_end(struct at_runs_lane *lane, const char *why,
                   struct at_buf *out_reason)
{
    const struct at_worker_ways *ways = lane->runs->opts.workers;
    struct at_runs_worker *worker = lane->worker;
    if (!worker)
        return;
    shutdown(worker->link.fd, SHUT_RDWR); // its sign to leave
    int status = ways->end(ways->user, worker->id, why ? 0 : END_MS);
    if (out_reason)
        write_reason(status, why, out_reason);
    at_worker_link_deinit(&worker->link);
    free(worker);
    lane->worker = NULL;
}
