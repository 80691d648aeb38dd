#include "programs/tester_pool.h"

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
