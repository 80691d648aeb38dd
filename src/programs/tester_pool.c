#include "programs/tester_pool.h"

#include <stdio.h>

#include "base/alloc.h"
#include "store/shared.h"
#include "sys/file.h"

static const char *
given(const struct at_arguments *args, struct at_env *env, const char *option,
      const char *variable)
{
    const char *value = at_arguments_option(args, option);
    if (!value)
        value = at_env_variable(env, variable);
    return value && value[0] ? value : NULL;
}

static const char *
url(const struct at_arguments *args, struct at_env *env)
{
    return given(args, env, "--nats", "AGENTEST_NATS_URL");
}

bool
at_tester_pool_wanted(const struct at_arguments *args, struct at_env *env)
{
    return url(args, env) != NULL;
}

static bool
check_file(const char *option, const char *file, struct at_err *err)
{
    return !file || at_file_exists(file) ||
           at_fail(err, AT_EUSAGE, "%s: there is no file '%s'", option, file);
}

static bool
check(const struct at_bus_opts *opts, struct at_err *err)
{
    if (!check_file("--nats-creds", opts->creds_file, err) ||
        !check_file("--nats-ca", opts->ca_file, err) ||
        !check_file("--nats-cert", opts->cert_file, err) ||
        !check_file("--nats-key", opts->key_file, err))
        return false;
    return !opts->cert_file == !opts->key_file ||
           at_fail(err, AT_EUSAGE,
                   "--nats-cert and --nats-key belong together: give both");
}

bool
at_tester_pool_open(const struct at_arguments *args, struct at_env *env,
                    const char *file, struct at_store_db **out,
                    struct at_err *err)
{
    enum { REPLICAS_MAX = 5 };
    const char *wish = at_arguments_option(args, "--nats-replicas");
    int64_t replicas = 0;
    if (wish && !at_str_to_i64(at_str(wish), 1, REPLICAS_MAX, &replicas))
        return at_fail(err, AT_EUSAGE, "--nats-replicas is 1, 3 or 5, not '%s'",
                       wish);
    const struct at_bus_opts opts = {
        .urls = url(args, env),
        .name = "mobile-tester-agent",
        .creds_file = given(args, env, "--nats-creds", "AGENTEST_NATS_CREDS"),
        .user = at_env_variable(env, "AGENTEST_NATS_USER"),
        .password = at_env_variable(env, "AGENTEST_NATS_PASSWORD"),
        .token = at_env_variable(env, "AGENTEST_NATS_TOKEN"),
        .ca_file = given(args, env, "--nats-ca", "AGENTEST_NATS_CA"),
        .cert_file = given(args, env, "--nats-cert", "AGENTEST_NATS_CERT"),
        .key_file = given(args, env, "--nats-key", "AGENTEST_NATS_KEY"),
        .replicas = (int)replicas,
    };
    return at_bus_is_built(err) && check(&opts, err) &&
           at_store_shared_open(file, &opts, out, err);
}

bool
at_tester_pool_check(struct at_store_db *store, struct at_check *out)
{
    struct at_store_shared_state state;
    *out = (struct at_check){.name = "bus", .level = AT_CHECK_OK};
    if (!at_store_shared_state(store, &state))
        return false;
    if (!state.bus.connected) {
        out->level = AT_CHECK_BAD;
        at_str_cut(out->text, sizeof(out->text), at_str(state.bus.why));
        return true;
    }
    snprintf(out->text, sizeof(out->text), "'%s' answers, %d %s of the store",
             state.bus.url, state.replicas,
             state.replicas == 1 ? "copy" : "copies");
    if (state.replicas == 1) {
        out->level = AT_CHECK_WARN;
        at_str_cut(out->remedy, sizeof(out->remedy),
                   at_str("its disk is the only one: a cluster of three nodes "
                          "keeps three copies"));
    }
    return true;
}
