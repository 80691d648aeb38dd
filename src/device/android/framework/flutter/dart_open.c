// dart_open.c: find the VM service, and connect to it
//
// The service listens on the device's loopback and prints its address to the
// app's log, in builds for debugging and profiling. It is reached through the
// adb server, so no port of this machine is taken; if `flutter run` is
// attached, it redirects to that program on this machine.
#include "device/android/framework/flutter/dart_open.h"

#include <stdio.h>

#include "base/limits.h"
#include "base/shell_quote.h"
#include "device/android/framework/flutter/dart_words.h"
#include "net/rpc.h"

enum { LOG_MAX_BYTES = 4 * 1024 * 1024 };

// Run a command on the device and append what it prints.
static bool
run_command(const struct at_op *op, const struct at_source_ground *ground,
            const char *command, struct at_buf *out, struct at_err *err)
{
    struct at_adb_device adb = ground->adb;
    struct at_adb_result result;
    at_adb_result_init(&result, LOG_MAX_BYTES);
    bool ok = at_adb_shell(op, &adb, command, &result, err) &&
              at_buf_add_str(out, at_buf_str(&result.out));
    at_adb_result_deinit(&result);
    return ok;
}

static bool
find_pid(const struct at_op *op, const struct at_source_ground *ground,
         int64_t *out_pid, struct at_err *err)
{
    struct at_buf command = AT_BUF_INIT(AT_KIB);
    struct at_buf text = AT_BUF_INIT(LOG_MAX_BYTES);
    const char *words[] = {"pidof", "-s", ground->package, NULL};
    bool ok = at_quote_words(&command, words, err) &&
              run_command(op, ground, at_buf_text(&command), &text, err);
    if (ok &&
        !at_str_to_i64(at_str_trim(at_buf_str(&text)), 1, INT32_MAX, out_pid))
        ok = at_fail(err, AT_ENODEV, "%s does not run", ground->package);
    at_buf_deinit(&text);
    at_buf_deinit(&command);
    return ok;
}

static bool
find_address(const struct at_op *op, const struct at_source_ground *ground,
             struct at_dart_address *out, struct at_err *err)
{
    struct at_buf command = AT_BUF_INIT(AT_KIB);
    struct at_buf text = AT_BUF_INIT(LOG_MAX_BYTES);
    char of_pid[32];
    int64_t pid;
    if (!find_pid(op, ground, &pid, err))
        return false;
    snprintf(of_pid, sizeof(of_pid), "--pid=%lld", (long long)pid);
    // The device picks the lines: a log may exceed the size limit.
    const char *words[] = {
        "logcat", "-d",        "-v", "brief", of_pid, "-e", at_dart_log_pattern,
        "-s",     "flutter:I", NULL,
    };
    bool ok = at_quote_words(&command, words, err) &&
              run_command(op, ground, at_buf_text(&command), &text, err);
    if (ok && !at_dart_find_address(at_buf_str(&text), out))
        ok = at_fail(err, AT_ENODEV,
                     "not available: the app's log does not say where its VM "
                     "service listens (a release build, or an old log)");
    at_buf_deinit(&text);
    at_buf_deinit(&command);
    return ok;
}

static bool
dial_device(const struct at_op *op, const struct at_source_ground *ground,
            const struct at_dart_address *address, struct at_conn **out,
            struct at_err *err)
{
    char service[32];
    snprintf(service, sizeof(service), "tcp:%d", address->port);
    return at_adb_open(op, &ground->adb, service, out, err);
}

static bool
shake_hands(const struct at_op *op, struct at_conn *conn,
            const struct at_dart_address *address, char location[256],
            struct at_websocket **out, struct at_err *err)
{
    char host[96];
    snprintf(host, sizeof(host), "%s:%d", address->host, address->port);
    const struct at_websocket_dial dial = {
        .target = address->path,
        .host = host,
        .message_max_bytes = AT_RPC_MESSAGE_MAX_BYTES,
        .out_location = location,
        .location_cap = 256,
    };
    return at_websocket_open(op, conn, &dial, out, err);
}

// An attached `flutter run` replaces the VM service by its own.
static bool
follow_redirect(const struct at_op *op, const struct at_source_ground *ground,
                const char *location, struct at_websocket **out,
                struct at_err *err)
{
    struct at_dart_address address;
    struct at_conn *conn;
    char endpoint[32];
    char again[256];
    if (!at_dart_read_address(at_str(location), &address) ||
        !at_dart_is_loopback(&address))
        return at_fail(err, AT_EPROTO,
                       "the VM service redirects to another machine");
    ground->note(ground->user, "the VM service is flutter's own: redirected");
    snprintf(endpoint, sizeof(endpoint), "tcp:127.0.0.1:%d", address.port);
    return at_conn_open(op, endpoint, &conn, err) &&
           shake_hands(op, conn, &address, again, out, err);
}

bool
at_dart_open(const struct at_op *op, const struct at_source_ground *ground,
             struct at_websocket **out, struct at_err *err)
{
    struct at_dart_address address;
    struct at_conn *conn;
    struct at_err why = AT_ERR_INIT;
    char location[256];
    *out = NULL;
    if (!find_address(op, ground, &address, err) ||
        !dial_device(op, ground, &address, &conn, err))
        return false;
    if (shake_hands(op, conn, &address, location, out, &why))
        return true;
    return location[0] ? follow_redirect(op, ground, location, out, err)
                       : at_err_pass(err, &why);
}
