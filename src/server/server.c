// server.c: the parts of the server put together, from its start to its end
#define AT_LOG_MODULE "server"
#include "server/server.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "agent/run/run_record.h"
#include "base/alloc.h"
#include "base/hex.h"
#include "base/limits.h"
#include "http/listen.h"
#include "server/server_priv.h"
#include "sys/clock.h"
#include "sys/log.h"
#include "sys/random.h"
#include "sys/stop.h"

enum { WATCH_MS = 1000, END_MS = 3000, SALT_BYTES = 32 };

struct at_server *
at_server_new(void)
{
    struct at_server *server = at_alloc(sizeof(*server));
    server->hub = at_hub_new(&(struct at_hub_opts){
        .events_max = AT_HUB_EVENTS_MAX,
        .bytes_max = AT_HUB_BYTES_MAX,
        .readers_max = AT_SERVER_READERS_MAX,
        .silence_ms = AT_HTTP_SILENCE_MAX_MS,
        .stall_ms = AT_HUB_STALL_MS,
    });
    server->wake_fds[0] = server->wake_fds[1] = -1;
    pthread_mutex_init(&server->lock, NULL);
    at_logins_init(&server->logins);
    return server;
}

void
at_server_free(struct at_server *server)
{
    if (!server)
        return;
    at_hub_free(server->hub);
    at_cancel_free(server->cancel);
    for (size_t i = 0; i < AT_LEN(server->wake_fds); i++) {
        if (server->wake_fds[i] >= 0)
            close(server->wake_fds[i]);
    }
    at_logins_deinit(&server->logins);
    pthread_mutex_destroy(&server->lock);
    free(server);
}

void
at_server_event(void *server, const char *run, int64_t index,
                struct at_str json)
{
    struct at_server *own = server;
    at_hub_publish(own->hub, run, index, json);
}

struct at_logins *
at_server_logins(struct at_server *server)
{
    return &server->logins;
}

size_t
at_server_readers(struct at_server *server)
{
    return at_hub_readers(server->hub);
}

size_t
at_server_requests(struct at_server *server)
{
    size_t count = 0;
    pthread_mutex_lock(&server->lock);
    for (const struct at_exchange *exchange = server->first; exchange;
         exchange = exchange->next)
        count++;
    pthread_mutex_unlock(&server->lock);
    return count;
}

static bool
read_events(void *user, const struct at_store_reading *wanted)
{
    struct at_server *server = user;
    struct at_err err = AT_ERR_INIT;
    if (server->opts.store->ops->events(server->opts.store, wanted, &err))
        return true;
    at_log_warn("events of a run: %s", err.msg);
    return false;
}

// The store says so when all events are in it.
static bool
has_ended(void *user, const char *run)
{
    struct at_server *server = user;
    struct at_store_db *store = server->opts.store;
    struct at_store_doc doc = {0};
    if (!store->ops->get(store, AT_STORE_RUN, at_str(run), &doc, NULL))
        return true; // it was removed
    bool ended = at_run_record_state(doc.json) == AT_RUN_STATE_ENDED;
    at_store_doc_deinit(&doc);
    return ended;
}

static bool
check_address(const struct at_server_opts *opts,
              const struct at_http_listen *listen, struct at_err *err)
{
    if (listen->loopback || opts->token.len > 0)
        return true;
    return at_fail(err, AT_EUSAGE,
                   "%s is open to other machines: give a token "
                   "(--token-file), or listen on 127.0.0.1",
                   listen->address);
}

static bool
listen_and_serve(struct at_server *server, struct at_err *err)
{
    struct at_http_listen listen;
    if (!at_http_listen(server->opts.address, &listen, err))
        return false;
    server->policy = (struct at_http_policy){.token = server->opts.token,
                                             .any_host = !listen.loopback,
                                             .own_pages = true};
    if (!check_address(&server->opts, &listen, err)) {
        close(listen.fd);
        return false;
    }
    at_stop_take(server->wake_fds[1]);
    if (!at_http_daemon_start(&server->daemon, listen.fd))
        return at_fail(err, AT_EIO, "the HTTP server does not start");
    fprintf(stderr, "listening on http://%s\n", listen.address);
    return true;
}

static bool
start(struct at_server *server, const struct at_server_opts *opts,
      struct at_err *err)
{
    struct at_hub_source source = {read_events, has_ended, server};
    server->opts = *opts;
    if (!at_web_check(&opts->web, err))
        return false;
    if (!at_stop_pipe(server->wake_fds))
        return at_fail_sys(err, AT_EIO, errno, "no pipe for the server");
    server->cancel = at_cancel_new(NULL, err);
    if (!server->cancel || !at_hub_start(server->hub, &source, err))
        return false;
    server->workers = at_workers_new(&(struct at_workers_limits){
        AT_SERVER_WORKERS_MAX, AT_SERVER_WAITING_MAX, AT_SERVER_QUEUE_MAX});
    at_http_daemon_init(&server->daemon, opts->limits);
    server->daemon.on_request = at_exchange_on_request;
    server->daemon.on_completed = at_exchange_on_completed;
    server->daemon.user = server;
    at_http_bodies_init(&server->bodies, server->daemon.limits.bodies_bytes);
    return listen_and_serve(server, err);
}

static void
watch(struct at_server *server)
{
    struct pollfd fd = {server->wake_fds[0], POLLIN, 0};
    while (!at_stop_asked()) {
        if (poll(&fd, 1, WATCH_MS) > 0)
            at_stop_drain(fd.fd);
        at_exchange_watch(server);
        at_http_connections_cut_late(&server->daemon.connections, at_now_ns());
    }
}

// Runs are stopped, so that who waits for one gets its answer; what is not over
// by then is cancelled.
static void
finish(struct at_server *server)
{
    struct pollfd fd = {server->wake_fds[0], POLLIN, 0};
    struct at_op op = {at_now_ns() + END_MS * AT_NS_PER_MS, NULL};
    at_http_daemon_quiesce(&server->daemon);
    (void)!at_runs_stop(server->opts.runs, NULL, NULL);
    at_hub_stop(server->hub);
    at_views_stop(server->opts.views);
    while (at_server_requests(server) > 0 &&
           poll(&fd, 1, at_op_left_ms(&op, at_now_ns())) > 0)
        at_stop_drain(fd.fd);
    at_cancel_fire(server->cancel);
    at_workers_free(server->workers);
    at_exchange_release_all(server);
    at_http_daemon_stop(&server->daemon);
}

int
at_server_serve(struct at_server *server, const struct at_server_opts *opts)
{
    struct at_err err = AT_ERR_INIT;
    if (!start(server, opts, &err)) {
        at_log_error("%s", err.msg);
        at_workers_free(server->workers);
        at_hub_stop(server->hub);
        return err.code == AT_EUSAGE ? 2 : 1;
    }
    watch(server);
    finish(server);
    return 0;
}
