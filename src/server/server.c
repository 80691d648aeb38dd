// server.c: starts and stops the server and its parts
#define AT_LOG_MODULE "server"
#include "server/server.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "agent/run/run_record.h"
#include "base/alloc.h"
#include "base/limits.h"
#include "server/figures.h"
#include "server/server_priv.h"
#include "sys/clock.h"
#include "sys/log.h"
#include "sys/notify.h"
#include "sys/stop.h"

enum { END_MS = 3000, SALT_BYTES = 32 };

static bool is_over(void *user);

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
    at_http_exchanges_init(&server->exchanges, &at_exchange_ops, server);
    server->exchanges.is_over = is_over;
    at_logins_init(&server->logins);
    at_client_errors_init(&server->client_errors);
    at_heard_init(&server->heard);
    at_fetched_init(&server->fetched);
    at_health_init(&server->health);
    return server;
}

void
at_server_free(struct at_server *server)
{
    if (!server)
        return;
    at_hub_free(server->hub);
    at_cancel_free(server->cancel);
    at_http_exchanges_deinit(&server->exchanges);
    at_logins_deinit(&server->logins);
    at_client_errors_deinit(&server->client_errors);
    at_heard_deinit(&server->heard);
    at_fetched_deinit(&server->fetched);
    at_health_deinit(&server->health);
    at_tokens_free(server->tokens);
    free(server);
}

void
at_server_event(void *server, const char *run, int64_t index,
                struct at_str json)
{
    struct at_server *own = server;
    if (at_heard_note(&own->heard, run, index))
        at_hub_publish(own->hub, run, index, json);
    if (atomic_load(&own->health.draining)) // it may have been the last one
        at_http_exchanges_wake(&own->exchanges);
}

void
at_server_pool_event(void *server, const char *run, int64_t index,
                     struct at_str json)
{
    struct at_server *own = server;
    if (at_heard_note(&own->heard, run, index))
        at_hub_publish(own->hub, run, index, json);
}

void
at_server_change(void *server, const struct at_store_change *change)
{
    struct at_server *own = server;
    at_changes_publish(own->hub, change);
    at_callers_note(own, change);
}

struct at_logins *
at_server_logins(struct at_server *server)
{
    return &server->logins;
}

struct at_client_errors *
at_server_client_errors(struct at_server *server)
{
    return &server->client_errors;
}

struct at_health *
at_server_health(struct at_server *server)
{
    return &server->health;
}

size_t
at_server_readers(struct at_server *server)
{
    return at_hub_readers(server->hub);
}

size_t
at_server_requests(struct at_server *server)
{
    return at_http_exchanges_count(&server->exchanges);
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

// The store marks the end after all events.
static bool
has_ended(void *user, const char *run)
{
    struct at_server *server = user;
    struct at_store_db *store = server->opts.store;
    struct at_store_doc doc = {0};
    if (!store->ops->get(store, AT_STORE_RUN, at_str(run), &doc, NULL))
        return true; // the run was removed
    bool ended = at_run_record_state(doc.json) == AT_RUN_STATE_ENDED;
    at_store_doc_deinit(&doc);
    return ended;
}

static bool
start(struct at_server *server, const struct at_server_opts *opts,
      struct at_err *err)
{
    struct at_hub_source source = {read_events, has_ended, server};
    server->opts = *opts;
    at_figures_begin();
    server->tokens = at_tokens_new(opts->store);
    if (!at_dashboard_check(&opts->web, err) ||
        !at_tokens_refresh(server->tokens, err))
        return false;
    bool has_tokens = at_tokens_count(server->tokens) > 0;
    atomic_store(&server->closed, opts->token.len > 0 || has_tokens);
    server->cancel = at_cancel_new(NULL, err);
    if (!server->cancel || !at_hub_start(server->hub, &source, err))
        return false;
    server->devices =
        at_devices_news_new(&(struct at_op){AT_NEVER_NS, server->cancel},
                            server->hub, opts->runs, err);
    if (!server->devices)
        return false;
    server->workers = at_workers_new(&(struct at_workers_limits){
        AT_SERVER_WORKERS_MAX, AT_SERVER_WAITING_MAX, AT_SERVER_QUEUE_MAX});
    return at_http_exchanges_start(&server->exchanges,
                                   &(struct at_http_start){
                                       .address = opts->address,
                                       .token = opts->token,
                                       .has_tokens = has_tokens,
                                       .token_from =
                                           "--token-file, or "
                                           "mobile-tester-agent tokens add",
                                       .path = "",
                                       .limits = opts->limits,
                                       .own_pages = true,
                                   },
                                   err);
}

// Stop the runs, which answers their clients, and cancel the other requests.
static void
finish(struct at_server *server)
{
    struct pollfd fd = {server->exchanges.wake_fds[0], POLLIN, 0};
    struct at_op op = {at_now_ns() + END_MS * AT_NS_PER_MS, NULL};
    at_http_daemon_quiesce(&server->exchanges.daemon);
    at_runs_end(server->opts.runs);
    at_hub_stop(server->hub);
    at_views_stop(server->opts.views);
    while (at_server_requests(server) > 0 &&
           poll(&fd, 1, at_op_left_ms(&op, at_now_ns())) > 0)
        at_stop_drain(fd.fd);
    at_cancel_fire(server->cancel);
    at_workers_free(server->workers);
    at_devices_news_free(server->devices);
    at_http_exchanges_stop(&server->exchanges);
}

static bool
has_running(struct at_runs *runs)
{
    struct at_runs_counts counts;
    at_runs_count(runs, &counts);
    return counts.running > 0;
}

// A round of the watch: tell the watchdog that this thread is alive, and end a
// drain that is complete or has taken too long.
static bool
is_over(void *user)
{
    struct at_server *server = user;
    int64_t now_ns = at_now_ns();
    int64_t every_ms = at_notify_watchdog_ms();
    if (every_ms > 0 &&
        now_ns - server->notified_ns >= every_ms * AT_NS_PER_MS / 2) {
        at_notify("WATCHDOG=1");
        server->notified_ns = now_ns;
    }
    return server->drain_until_ns > 0 && (now_ns >= server->drain_until_ns ||
                                          !has_running(server->opts.runs));
}

// /readyz says first that the server ends, so that no new client comes.
static void
drain(struct at_server *server)
{
    int64_t drain_ms = server->opts.drain_ms;
    atomic_store(&server->health.draining, true);
    at_notify("STOPPING=1\nSTATUS=waiting for the runs to end");
    if (at_stop_signal() != SIGTERM || drain_ms <= 0)
        return;
    at_log_say(AT_LOG_INFO, AT_LOG_MODULE,
               "ending: waiting up to %lld s for the runs; a second signal "
               "stops them",
               (long long)(drain_ms / 1000));
    at_runs_drain(server->opts.runs);
    at_stop_take(server->exchanges.wake_fds[1]); // forgets the first signal
    server->drain_until_ns = at_now_ns() + drain_ms * AT_NS_PER_MS;
    at_http_exchanges_watch(&server->exchanges);
}

int
at_server_serve(struct at_server *server, const struct at_server_opts *opts)
{
    struct at_err err = AT_ERR_INIT;
    if (!start(server, opts, &err)) {
        at_log_error("%s", err.msg);
        if (server->cancel)
            at_cancel_fire(server->cancel);
        at_devices_news_free(server->devices);
        at_workers_free(server->workers);
        at_hub_stop(server->hub);
        return err.code == AT_EUSAGE ? 2 : 1;
    }
    at_notify("READY=1\nSTATUS=serving");
    at_http_exchanges_watch(&server->exchanges);
    drain(server);
    finish(server);
    return 0;
}
