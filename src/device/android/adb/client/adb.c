#include "device/android/adb/client/adb.h"

#include <stdio.h>
#include <string.h>

#include "base/alloc.h"

enum { COMMAND_MAX_MS = 600000 };

static bool
is_local_host(struct at_str host)
{
    static const char *const local[] = {"127.0.0.1", "localhost", "::1",
                                        "[::1]"};
    for (size_t i = 0; i < AT_LEN(local); i++) {
        if (at_str_is(host, local[i]))
            return true;
    }
    return false;
}

static bool
set_endpoint(struct at_adb *adb, bool local, struct at_err *err,
             const char *text)
{
    adb->remote = !local;
    if (strlen(text) >= sizeof(adb->endpoint))
        return at_fail(err, AT_EUSAGE,
                       "the address has %zu characters, at most %zu are "
                       "allowed",
                       strlen(text), sizeof(adb->endpoint) - 1);
    at_str_cut(adb->endpoint, sizeof(adb->endpoint), at_str(text));
    return true;
}

static bool
set_tcp(struct at_adb *adb, struct at_str host, struct at_str port,
        struct at_err *err)
{
    int64_t number;
    if (!at_str_to_i64(port, 1, 65535, &number))
        return at_fail(err, AT_EUSAGE, "'%.*s' is not a port from 1 to 65535",
                       AT_STR_ARG(port));
    if (host.len == 0)
        host = AT_STR("127.0.0.1");
    bool bare_ipv6 = host.ptr[0] != '[' && memchr(host.ptr, ':', host.len);
    char *text = at_strfmt(bare_ipv6 ? "tcp:[%.*s]:%d" : "tcp:%.*s:%d",
                           AT_STR_ARG(host), (int)number);
    bool ok = set_endpoint(adb, is_local_host(host), err, text);
    free(text);
    return ok;
}

// Write the endpoint as `adb -L` takes it.
static bool
parse_socket_spec(struct at_adb *adb, const char *spec, struct at_err *err)
{
    struct at_str text = at_str(spec);
    static const struct at_str unix_prefix = AT_STR_ROW("localfilesystem:");
    if (at_str_starts(text, AT_STR("tcp:"))) {
        text = at_str_skip(text, 4);
        const char *colon = strrchr(text.ptr, ':');
        size_t host_len = colon ? (size_t)(colon - text.ptr) : 0;
        return set_tcp(adb, at_str_head(text, host_len),
                       at_str_skip(text, colon ? host_len + 1 : 0), err);
    }
    if (at_str_starts(text, unix_prefix) && text.len > unix_prefix.len) {
        char *endpoint = at_strfmt("unix:%s", spec + unix_prefix.len);
        bool ok = set_endpoint(adb, true, err, endpoint);
        free(endpoint);
        return ok;
    }
    return at_fail(err, AT_EUSAGE,
                   "'%s' is not tcp:PORT, tcp:HOST:PORT or "
                   "localfilesystem:PATH",
                   spec);
}

static const char *
env_or(const char *name, const char *otherwise)
{
    const char *value = getenv(name);
    return value && value[0] ? value : otherwise;
}

static bool
set_command_ms(struct at_adb *adb, struct at_err *err)
{
    const char *text = env_or("AGENTEST_COMMAND_TIMEOUT_MS", "0");
    if (at_str_to_i64(at_str(text), 0, COMMAND_MAX_MS, &adb->command_ms))
        return true;
    return at_fail(err, AT_EUSAGE,
                   "AGENTEST_COMMAND_TIMEOUT_MS: '%s' is not a number of "
                   "milliseconds from 0 to %d",
                   text, COMMAND_MAX_MS);
}

bool
at_adb_init_env(struct at_adb *adb, struct at_err *err)
{
    const char *spec = env_or("ADB_SERVER_SOCKET", NULL);
    *adb = (struct at_adb){.remote = false};
    if (!set_command_ms(adb, err))
        return false;
    if (spec) {
        if (parse_socket_spec(adb, spec, err))
            return true;
        at_err_context(err, "ADB_SERVER_SOCKET");
        return false;
    }
    const char *host = env_or("ANDROID_ADB_SERVER_ADDRESS", "");
    const char *port = env_or("ANDROID_ADB_SERVER_PORT", "5037");
    if (set_tcp(adb, at_str(host), at_str(port), err))
        return true;
    at_err_context(err, "ANDROID_ADB_SERVER_ADDRESS, ANDROID_ADB_SERVER_PORT");
    return false;
}
