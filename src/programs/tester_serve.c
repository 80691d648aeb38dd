// tester_serve.c: serve
#include <stdio.h>
#include <stdlib.h>

#include "base/limits.h"
#include "base/wipe.h"
#include "http/token.h"
#include "programs/serving.h"
#include "programs/tester.h"
#include "programs/tester_home.h"
#include "programs/tester_pool.h"
#include "server/pool_pass.h"
#include "sys/log.h"
#include "tester/runs/hosts.h"
#include "tester/runs/lease.h"

enum { DRAIN_MAX_S = 86400, SYNC_S = 30, SYNC_MAX_S = 86400 };

static bool
read_seconds(const struct at_arguments *args, const char *option, int64_t min,
             int64_t max, int64_t *out, struct at_err *err)
{
    const char *text = at_arguments_option(args, option);
    return !text || at_str_to_i64(at_str(text), min, max, out) ||
           at_fail(err, AT_EUSAGE, "%s '%s' is not a number from %lld to %lld",
                   option, text, (long long)min, (long long)max);
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
    const struct at_http_token where = {.what = "key",
                                        .file =
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

// An empty variable is as good as none.
static const char *
given(struct at_env *env, const char *variable)
{
    const char *text = at_env_variable(env, variable);
    return text && text[0] ? text : NULL;
}

static bool
check_host(const char *name, const char *url, struct at_err *err)
{
    return (!name || at_hosts_check_name(name, err)) &&
           (!url || at_hosts_check_url(url, err));
}

static bool
serve(struct at_tester_home *home, const struct at_arguments *args,
      const struct keys *keys, int *out_status, struct at_err *err)
{
    int64_t drain_s = 0;
    int64_t sync_s = SYNC_S;
    const char *host = given(home->env, "AGENTEST_HOST");
    const char *url = given(home->env, "AGENTEST_URL");
    const char *s3 = at_arguments_option(args, "--artifacts-s3");
    if (!check_host(host, url, err) ||
        !read_seconds(args, "--drain-seconds", 0, DRAIN_MAX_S, &drain_s, err) ||
        !read_seconds(args, "--sync-seconds", 1, SYNC_MAX_S, &sync_s, err))
        return false;
    const struct at_serving_opts opts = {
        .home = home,
        .argv0 = args->argv0,
        .http = at_arguments_option(args, "--http"),
        .web = at_arguments_option(args, "--web"),
        .token = at_buf_str(&keys->token),
        .pool_key = at_buf_str(&keys->pool),
        .drain_ms = drain_s * 1000,
        .host = host,
        .url = url,
        .is_pool = at_tester_pool_wanted(args, home->env),
        .lease_ms = lease_of(home->env),
        .artifacts_s3 = s3 ? s3 : given(home->env, "AGENTEST_ARTIFACTS_S3"),
        .sync = at_arguments_option(args, "--sync"),
        .sync_every_ms = sync_s * 1000,
    };
    return at_serving_run(&opts, out_status, err);
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
              serve(&home, args, &keys, &status, &err);
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
        {.name = "--artifacts-s3",
         .value = "URL",
         .help = "copy the files of runs that ended to "
                 "https://HOST[:PORT]/BUCKET[/PREFIX]; AWS_ACCESS_KEY_ID and "
                 "AWS_SECRET_ACCESS_KEY are the account",
         .absent = "AGENTEST_ARTIFACTS_S3"},
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
