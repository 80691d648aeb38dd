// serving.c: the parts of a server, made and released in order
#include "programs/serving.h"

#include "base/alloc.h"
#include "programs/automation.h"
#include "programs/sample.h"
#include "programs/tester.h"
#include "programs/web_files.h"
#include "server/server.h"
#include "store/shared.h"
#include "sync/sync.h"
#include "sys/log.h"
#include "telemetry/telemetry.h"
#include "tester/copies/copies.h"
#include "tester/access/tokens.h"
#include "tester/runs/runs.h"

// All are owned; NULL: not made.
struct serving {
    const struct at_serving_opts *opts;
    struct at_worker_ways *workers;
    struct at_server *server;
    struct at_views *views;
    struct at_virtual_device *virtual_device;
    struct at_readiness *readiness;
    struct at_telemetry *telemetry;
    struct at_copies *copies;
    struct at_automation *automation;
    struct at_firestore_sync *sync; // only with --sync
    struct at_runs *runs;
};

static void
on_event(void *user, const char *run, int64_t index, struct at_str json)
{
    const struct serving *serving = user;
    at_telemetry_event(serving->telemetry, run, index, json);
    at_server_event(serving->server, run, index, json);
    at_readiness_event(serving->readiness, run, json);
}

// Parts that listen to the store are made before it has other users.
static bool
make_parts(struct serving *serving, struct at_err *err)
{
    const struct at_serving_opts *opts = serving->opts;
    struct at_tester_home *home = opts->home;
    const struct at_firestore_sync_opts sync = {
        .target = opts->sync,
        .every_ms = opts->sync_every_ms,
        .store = home->store,
        .env = {at_env_variable, home->env}};
    serving->workers = at_worker_processes_new(opts->argv0);
    serving->server = at_server_new();
    serving->views = at_views_new(at_tester_platforms);
    serving->virtual_device =
        at_virtual_device_new(opts->argv0, at_tester_platforms);
    serving->readiness = at_readiness_new(home->env, home->store);
    serving->telemetry = at_telemetry_new(at_env_variable, home->env, err);
    if (!serving->telemetry)
        return false;
    const struct at_copies_opts copies = {opts->artifacts_s3, at_env_variable,
                                          home->env, home->store,
                                          home->reports};
    if (opts->artifacts_s3 && !at_copies_new(&copies, &serving->copies, err))
        return false;
    if (serving->copies)
        at_store_listen(home->store, at_copies_changed, serving->copies);
    serving->automation = at_automation_new(home, err);
    at_store_listen(home->store, at_server_change, serving->server);
    at_store_listen_events(home->store, at_server_pool_event, serving->server);
    return serving->automation &&
           (!opts->sync || at_firestore_sync_new(&sync, &serving->sync, err));
}

static bool
start_runs(struct serving *serving, struct at_err *err)
{
    const struct at_serving_opts *opts = serving->opts;
    struct at_tester_home *home = opts->home;
    const struct at_runs_opts runs = {
        .platforms = at_tester_platforms,
        .store = home->store,
        .env = home->env,
        .reports = home->reports,
        .hints = home->hints,
        .workers = serving->workers,
        .views = serving->views,
        .is_pool = opts->is_pool,
        .host = opts->host,
        .url = opts->url,
        .lease_ms = opts->lease_ms,
        .event = on_event,
        .user = serving,
    };
    return at_runs_new(&runs, &serving->runs, err) &&
           (!serving->copies ||
            at_copies_start(serving->copies, at_runs_host(serving->runs),
                            err)) &&
           at_automation_start(serving->automation, serving->runs, err) &&
           (!serving->sync || at_firestore_sync_start(serving->sync, err));
}

static bool
has_stored_token(struct at_store_db *store)
{
    struct at_tokens *tokens = at_tokens_new(store);
    bool any = at_tokens_refresh(tokens, NULL) && at_tokens_count(tokens) > 0;
    at_tokens_free(tokens);
    return any;
}

static void
open_to_all(struct at_views *views)
{
    at_views_open_to_all(views);
    at_log_say(AT_LOG_WARN, "server",
               "every user of this machine can use this server, its devices "
               "and its models, as an admin; --token-file, or "
               "mobile-tester-agent tokens add, closes it");
}

// Serve until a signal.
static int
serve(struct serving *serving)
{
    const struct at_serving_opts *opts = serving->opts;
    struct at_tester_home *home = opts->home;
    const struct at_server_opts server = {
        .address = at_str(opts->http ? opts->http : "8080"),
        .token = opts->token,
        .pool_key = opts->pool_key,
        .runs = serving->runs,
        .host = at_runs_host(serving->runs),
        .store = home->store,
        .views = serving->views,
        .virtual_device = serving->virtual_device,
        .sample = at_sample_json,
        .readiness = serving->readiness,
        .env = home->env,
        .reports = home->reports,
        .copies = serving->copies,
        .drain_ms = opts->drain_ms,
        .web = {at_dashboard_files, at_dashboard_file_count, opts->web},
    };
    if (opts->token.len == 0 && !has_stored_token(home->store))
        open_to_all(serving->views);
    int status = at_server_serve(serving->server, &server);
    at_store_shared_hurry(home->store);
    return status;
}

// The runs, the devices on view and the server call each other: none is
// released before all have ended.
static void
release(struct serving *serving)
{
    struct at_store_db *store = serving->opts->home->store;
    at_firestore_sync_stop(serving->sync);
    at_automation_stop(serving->automation);
    at_copies_stop(serving->copies);
    at_runs_free(serving->runs);
    at_worker_processes_free(serving->workers);
    at_views_free(serving->views);
    at_store_unlisten(store);
    at_store_listen_events(store, NULL, NULL);
    at_automation_free(serving->automation);
    at_copies_free(serving->copies);
    at_firestore_sync_free(serving->sync);
    at_virtual_device_free(serving->virtual_device);
    at_readiness_free(serving->readiness);
    at_telemetry_free(serving->telemetry);
    at_server_free(serving->server);
}

bool
at_serving_run(const struct at_serving_opts *opts, int *out_status,
               struct at_err *err)
{
    struct serving serving = {.opts = opts};
    bool ok = make_parts(&serving, err) && start_runs(&serving, err);
    if (ok)
        *out_status = serve(&serving);
    release(&serving);
    return ok;
}
