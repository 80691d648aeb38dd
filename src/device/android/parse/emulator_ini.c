// emulator_ini.c: the emulator's pid_N.ini
#include "device/android/parse/emulator_ini.h"

#include <stddef.h>

#include "base/limits.h"

// A key and its destination: a view or, if port is set, a number.
static const struct {
    const char *key;
    bool is_port;
    size_t offset;
} rows[] = {
    {"grpc.allowlist", false, offsetof(struct at_emulator_ini, allowlist)},
    {"grpc.jwk_active", false, offsetof(struct at_emulator_ini, jwk_active)},
    {"grpc.jwks", false, offsetof(struct at_emulator_ini, jwks)},
    {"grpc.port", true, offsetof(struct at_emulator_ini, grpc_port)},
    {"grpc.server_cert", false, offsetof(struct at_emulator_ini, cert)},
    {"grpc.token", false, offsetof(struct at_emulator_ini, token)},
    {"port.serial", true, offsetof(struct at_emulator_ini, console_port)},
};

static bool
take_value(size_t row, struct at_str value, struct at_emulator_ini *out,
           struct at_err *err)
{
    void *place = (char *)out + rows[row].offset;
    int64_t port;
    if (!rows[row].is_port) {
        *(struct at_str *)place = value;
        return true;
    }
    if (!at_str_to_i64(value, 1, 65535, &port))
        return at_fail(err, AT_EPROTO, "%s='%.*s' is not a port", rows[row].key,
                       AT_STR_ARG(at_utf8_head(value, 40)));
    *(int *)place = (int)port;
    return true;
}

static bool
take_line(struct at_str line, struct at_emulator_ini *out, struct at_err *err)
{
    struct at_str key;
    if (!at_str_has(line, AT_STR("=")) || !at_str_next(&line, '=', &key))
        return true;
    for (size_t i = 0; i < AT_LEN(rows); i++)
        if (at_str_is(at_str_trim(key), rows[i].key))
            return take_value(i, at_str_trim(line), out, err);
    return true;
}

// Allow only visible ASCII: other characters could begin another header.
static bool
is_token(struct at_str text)
{
    for (size_t i = 0; i < text.len; i++)
        if (text.ptr[i] <= ' ' || text.ptr[i] > '~')
            return false;
    return text.len <= AT_EMULATOR_TOKEN_MAX_BYTES;
}

bool
at_emulator_ini_parse(struct at_str text, struct at_emulator_ini *out,
                      struct at_err *err)
{
    struct at_str line;
    *out = (struct at_emulator_ini){0};
    while (at_str_next_line(&text, &line))
        if (!take_line(line, out, err))
            return false;
    return is_token(out->token) ||
           at_fail(err, AT_EPROTO,
                   "grpc.token has characters that no token "
                   "has, or too many");
}

long
at_emulator_ini_pid(struct at_str file_name)
{
    static const struct at_str head = AT_STR_ROW("pid_");
    static const struct at_str tail = AT_STR_ROW(".ini");
    int64_t pid;
    if (file_name.len < head.len + tail.len ||
        !at_str_starts(file_name, head) || !at_str_ends(file_name, tail))
        return 0;
    struct at_str number =
        at_str_skip(at_str_head(file_name, file_name.len - tail.len), head.len);
    return at_str_to_i64(number, 1, INT32_MAX, &pid) ? (long)pid : 0;
}
