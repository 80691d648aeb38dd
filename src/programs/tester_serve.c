// tester_serve.c: serve
#include <stdlib.h>

#include "base/limits.h"
#include "base/wipe.h"
#include "http/token.h"
#include "programs/automation.h"
#include "programs/tester.h"
#include "programs/tester_home.h"
#include "programs/tester_pool.h"
#include "programs/sample.h"
#include "programs/web_files.h"
#include "server/pool_pass.h"
#include "server/server.h"
#include "store/shared.h"
#include "sync/sync.h"
#include "sys/log.h"
#include "telemetry/telemetry.h"
#include "tester/access/tokens.h"
#include "tester/runs/lease.h"
#include "tester/runs/runs.h"

// Listeners to the events of all runs.
struct receivers {
    struct at_server *server;
    struct at_readiness *readiness;
    struct at_telemetry *telemetry;
};

static void
on_event(void *user, const char *run, int64_t index, struct at_str json)
{
    const struct receivers *receivers = user;
    at_telemetry_event(receivers->telemetry, run, index, json);
    at_server_event(receivers->server, run, index, json);
    at_readiness_event(receivers->readiness, run, json);
}

static bool
has_stored_token(struct at_store_db *store)
{
    struct at_tokens *tokens = at_tokens_new(store);
    bool any = at_tokens_refresh(tokens, NULL) && at_tokens_count(tokens) > 0;
    at_tokens_free(tokens);
    return any;
}

enum { DRAIN_MAX_S = 86400, SYNC_S = 30, SYNC_MAX_S = 86400 };

// Without --sync there is none.
static bool
new_sync(struct at_tester_home *home, const struct at_arguments *args,
         struct at_firestore_sync **out, struct at_err *err)
{
    const char *target = at_arguments_option(args, "--sync");
    const char *every = at_arguments_option(args, "--sync-seconds");
    int64_t every_s = SYNC_S;
    if (every && !at_str_to_i64(at_str(every), 1, SYNC_MAX_S, &every_s))
        return at_fail(err, AT_EUSAGE,
                       "--sync-seconds '%s' is not a number from 1 to %d",
                       every, SYNC_MAX_S);
    const struct at_firestore_sync_opts opts = {
        .target = target,
        .every_ms = every_s * 1000,
        .store = home->store,
        .env = {at_env_variable, home->env}};
    return !target || at_firestore_sync_new(&opts, out, err);
}

static bool
read_drain(const struct at_arguments *args, int64_t *out, struct at_err *err)
{
    const char *text = at_arguments_option(args, "--drain-seconds");
    return !text || at_str_to_i64(at_str(text), 0, DRAIN_MAX_S, out) ||
           at_fail(err, AT_EUSAGE,
                   "--drain-seconds '%s' is not a number from 0 to %d", text,
                   DRAIN_MAX_S);
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

// The secrets that let others in.
struct keys {
    struct at_buf token; // clients
    struct at_buf pool;  // other hosts of the pool
};

// A key that can be guessed would let strangers read all files.
static bool
read_pool_key(struct at_buf *out, struct at_err *err)
{
    const struct at_http_token where = {.file =
                                            getenv("AGENTEST_POOL_KEY_FILE"),
                                        .variable = "AGENTEST_POOL_KEY"};
    if (!at_http_token_read(&where, out, err)) {
        at_err_context(err, "the key of the pool");
        return false;
    }
    return out->len == 0 || out->len >= AT_POOL_KEY_MIN_BYTES ||
           at_fail(err, AT_EUSAGE,
                   "AGENTEST_POOL_KEY needs at least %d characters, such as "
                   "those of `openssl rand -hex 32`",
                   AT_POOL_KEY_MIN_BYTES);
}

// Tests shorten it.
static int64_t
lease_of(struct at_env *env)
{
    const char *text = at_env_variable(env, "AGENTEST_LEASE_MS");
    int64_t lease_ms = AT_LEASE_MS;
    if (text && !at_str_to_i64(at_str(text), AT_LEASE_MIN_MS, AT_LEASE_MAX_MS,
                               &lease_ms)) {
        fprintf(stderr,
                "AGENTEST_LEASE_MS is not a number from %d to %d: %d "
                "is used\n",
                AT_LEASE_MIN_MS, AT_LEASE_MAX_MS, AT_LEASE_MS);
        lease_ms = AT_LEASE_MS;
    }
    return lease_ms;
}

// The runs of a server, the devices on view and the server call each other:
// none is released before all have ended.
static bool
serve_runs(struct at_tester_home *home, const struct at_arguments *args,
           const struct keys *keys, int *out_status, struct at_err *err)
{
    const char *http = at_arguments_option(args, "--http");
    const char *web = at_arguments_option(args, "--web");
    int64_t drain_s = 0;
    if (!read_drain(args, &drain_s, err))
        return false;
    struct at_worker_ways *workers = at_worker_processes_new(args->argv0);
    struct at_server *server = at_server_new();
    struct at_views *views = at_views_new(at_tester_platforms);
    struct at_virtual_device *virtual_device =
        at_virtual_device_new(args->argv0, at_tester_platforms);
    struct at_readiness *readiness = at_readiness_new(home->env, home->store);
    struct receivers receivers = {
        server, readiness, at_telemetry_new(at_env_variable, home->env, err)};
    struct at_runs_opts runs_opts = {
        .platforms = at_tester_platforms,
        .store = home->store,
        .env = home->env,
        .reports = home->reports,
        .hints = home->hints,
        .workers = workers,
        .views = views,
        .is_pool = at_tester_pool_wanted(args, home->env),
        .host = at_env_variable(home->env, "AGENTEST_HOST"),
        .url = at_env_variable(home->env, "AGENTEST_URL"),
        .lease_ms = lease_of(home->env),
        .event = on_event,
        .user = &receivers,
    };
    struct at_runs *runs = NULL;
    struct at_automation *automation = at_automation_new(home, err);
    at_store_listen(home->store, at_server_change, server);
    at_store_listen_events(home->store, at_server_pool_event, server);
    struct at_firestore_sync *sync = NULL;
    bool ok = new_sync(home, args, &sync, err) && receivers.telemetry &&
              automation && at_runs_new(&runs_opts, &runs, err) &&
              at_automation_start(automation, runs, err) &&
              (!sync || at_firestore_sync_start(sync, err));
    if (ok) {
        struct at_server_opts opts = {
            .address = at_str(http ? http : "8080"),
            .token = at_buf_str(&keys->token),
            .pool_key = at_buf_str(&keys->pool),
            .runs = runs,
            .host = at_runs_host(runs),
            .store = home->store,
            .views = views,
            .virtual_device = virtual_device,
            .sample = at_sample_json,
            .readiness = readiness,
            .env = home->env,
            .reports = home->reports,
            .drain_ms = drain_s * 1000,
            .web = {at_dashboard_files, at_dashboard_file_count, web},
        };
        if (keys->token.len == 0 && !has_stored_token(home->store))
            open_to_all(views);
        *out_status = at_server_serve(server, &opts);
        at_store_shared_hurry(home->store);
    }
    at_firestore_sync_stop(sync);
    at_automation_stop(automation);
    at_runs_free(runs);
    at_worker_processes_free(workers);
    at_views_free(views);
    at_store_unlisten(home->store);
    at_store_listen_events(home->store, NULL, NULL);
    at_automation_free(automation);
    at_firestore_sync_free(sync);
    at_virtual_device_free(virtual_device);
    at_readiness_free(readiness);
    at_telemetry_free(receivers.telemetry);
    at_server_free(server);
    return ok;
}

static int
start(const struct at_arguments *args)
{
    struct keys keys = {AT_BUF_INIT(AT_HTTP_TOKEN_MAX_BYTES),
                        AT_BUF_INIT(AT_HTTP_TOKEN_MAX_BYTES)};
    struct at_http_token where = {.file =
                                      at_arguments_option(args, "--token-file"),
                                  .variable = "AGENTEST_HTTP_TOKEN"};
    struct at_tester_home home = {0};
    struct at_err err = AT_ERR_INIT;
    int status = AT_TESTER_BROKEN;
    at_log_init(getenv("AGENTEST_LOG"));
    const char *format = at_arguments_option(args, "--log-format");
    bool ok = (!format || at_log_set_format(format, &err)) &&
              at_tester_home_open(args, &home, &err) &&
              at_http_token_read(&where, &keys.token, &err) &&
              read_pool_key(&keys.pool, &err) &&
              serve_runs(&home, args, &keys, &status, &err);
    at_tester_home_close(&home);
    at_wipe_buf(&keys.token);
    at_wipe_buf(&keys.pool);
    return ok ? status : at_tester_fail(&err);
}

const struct at_command at_tester_serve = {
    .name = "serve",
    .summary = "run scenarios for clients of HTTP, several devices at once",
    .about = "It is what `mobile-tester-agent` does without a command.",
    .options = AT_OPTIONS(
        {.name = "--http",
         .value = "[HOST:]PORT",
         .help = "where to listen; port 0: any free one",
         .absent = "127.0.0.1:8080"},
        {.name = "--token-file",
         .value = "FILE",
         .help =
             "clients need the token in FILE's first line; required beyond "
             "this machine; without it every user of this machine can use the "
             "server"},
        {.name = "--drain-seconds",
         .value = "N",
         .help = "after SIGTERM, let the runs end for up to N seconds; "
                 "/readyz is 503 from then on, and a second signal ends it",
         .absent = "0: stop them at once"},
        {.name = "--sync",
         .value = "PROJECT[:DATABASE]",
         .help = "keep scenarios in step with Firestore's testScenarios; "
                 "GOOGLE_APPLICATION_CREDENTIALS names the account's file"},
        {.name = "--sync-seconds",
         .value = "N",
         .help = "look for changes in Firestore every N seconds",
         .absent = "30"},
        {.name = "--log-format",
         .value = "FORMAT",
         .help = "text, or json: each line of the log is an object",
         .absent = "AGENTEST_LOG_FORMAT, or else text"},
        {.name = "--web",
         .value = "DIR",
         .help = "serve the page of this folder instead of the program's"}),
    .examples = AT_EXAMPLES(
        {"serve", "the dashboard and the API, on http://127.0.0.1:8080"},
        {"serve --http 0.0.0.0:8123 --token-file token.txt",
         "for other machines, whose clients need the token"}),
    .flags = AT_COMMAND_DEFAULT | AT_TESTER_HOME,
    .start = start,
};
