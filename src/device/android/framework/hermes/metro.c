// metro.c: find the Metro and the target of an app
#include "device/android/framework/hermes/metro.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "base/shell_quote.h"
#include "device/android/framework/runtime/inspector.h"
#include "device/android/framework/hermes/metro_ports.h"
#include "device/android/parse/device_list.h"
#include "sys/clock.h"

enum {
    LIST_MS = 500,   // the port may belong to another program
    DEVICE_MS = 800, // limit for the device's settings, beside the ports
    REVERSE_MAX_BYTES = 16 * 1024,
    COUNT_DIGITS = 4, // length prefix of adb's texts, in hexadecimal digits
};

static bool
is_known(const struct at_source_ground *ground)
{
    return strcmp(ground->framework, "react_native") == 0;
}

bool
at_metro_dial(const struct at_op *op, int port, struct at_conn **out,
              struct at_err *err)
{
    char endpoint[64];
    snprintf(endpoint, sizeof(endpoint), "tcp:127.0.0.1:%d", port);
    return at_conn_open(op, endpoint, out, err);
}

// Ask for the app's packager address in one command. run-as works for
// debuggable builds, and only those have a Metro.
static void
ask_app(const struct at_op *op, const struct at_source_ground *ground,
        struct at_adb_result *result)
{
    struct at_adb_device adb = ground->adb;
    struct at_buf command = AT_BUF_INIT(2 * AT_KIB);
    char path[320];
    snprintf(path, sizeof(path), "shared_prefs/%s_preferences.xml",
             ground->package);
    const char *const words[] = {"run-as", ground->package, "cat", path, NULL};
    at_buf_add_text(&command, "getprop metro.host; ");
    if (at_quote_words(&command, words, NULL) &&
        !at_adb_shell(op, &adb, at_buf_text(&command), result, NULL))
        at_buf_clear(&result->out); // the port is unknown
    at_buf_deinit(&command);
}

static void
ask_reverse(const struct at_op *op, const struct at_source_ground *ground,
            struct at_buf *out)
{
    struct at_conn *conn;
    char piece[AT_KIB];
    size_t len = 0;
    if (!at_adb_open(op, &ground->adb, "reverse:list-forward", &conn, NULL))
        return;
    do {
        if (!at_conn_read(op, conn, piece, sizeof(piece), &len, NULL))
            break;
    } while (len > 0 && at_buf_add(out, piece, len));
    at_conn_free(conn);
}

static void
add_device_ports(const struct at_op *op, const struct at_source_ground *ground,
                 struct at_metro_ports *ports)
{
    struct at_op sub = at_op_sub(op, at_now_ns(), at_scaled_ms(DEVICE_MS));
    struct at_buf reverse = AT_BUF_INIT(REVERSE_MAX_BYTES);
    struct at_adb_result result;
    at_adb_result_init(&result, AT_MIB);
    ask_app(&sub, ground, &result);
    ask_reverse(&sub, ground, &reverse);
    const struct at_metro_said said = {
        .command = at_buf_str(&result.out),
        .reverse = at_str_skip(at_buf_str(&reverse), COUNT_DIGITS),
    };
    at_metro_add_said(ports, &said);
    at_adb_result_deinit(&result);
    at_buf_deinit(&reverse);
}

static void
note_list(const struct at_source_ground *ground, int port, const json_t *list)
{
    struct at_buf line = AT_BUF_INIT(4096);
    at_buf_add_text(&line, "[metro] /json/list returned ");
    at_hermes_describe(list, &line);
    if (port != AT_METRO_PORT)
        at_buf_add_fmt(&line, " (port %d)", port);
    ground->note(ground->user, at_buf_text(&line));
    at_buf_deinit(&line);
}

static void
note_target(const struct at_source_ground *ground,
            const struct at_hermes_target *target)
{
    char line[512];
    if (!is_known(ground)) {
        snprintf(line, sizeof(line),
                 "[metro] override → framework=react_native "
                 "(appId/description/title matched packageName \"%s\")",
                 ground->package);
        ground->note(ground->user, line);
    }
    snprintf(line, sizeof(line), "picked target %s (%s)", target->id,
             target->title);
    ground->note(ground->user, line);
}

// Ask for the parts of Metro's name of our device.
static void
ask_device(const struct at_op *op, const struct at_source_ground *ground,
           struct at_hermes_device *out)
{
    struct at_op sub = at_op_sub(op, at_now_ns(), at_scaled_ms(DEVICE_MS));
    struct at_adb_device adb = ground->adb;
    struct at_adb_result result;
    at_adb_result_init(&result, AT_KIB);
    at_str_cut(out->model, sizeof(out->model), at_str(ground->model));
    if (at_adb_shell(&sub, &adb,
                     "getprop ro.product.model; getprop "
                     "ro.build.version.release; getprop ro.build.version.sdk",
                     &result, NULL))
        at_hermes_device_read(at_buf_str(&result.out), out);
    at_adb_result_deinit(&result);
}

// Return true if our device is the only one connected.
static bool
is_alone(const struct at_op *op, const struct at_source_ground *ground)
{
    struct at_op sub = at_op_sub(op, at_now_ns(), at_scaled_ms(DEVICE_MS));
    struct at_buf text = AT_BUF_INIT(AT_ADB_REPLY_MAX_BYTES);
    struct at_android_list list = {0};
    if (at_adb_query(&sub, &ground->adb.adb, "host:devices-l", &text, NULL))
        at_android_list_read(at_buf_str(&text), &list);
    bool alone = at_android_count_usable(&list) == 1;
    at_android_list_deinit(&list);
    at_buf_deinit(&text);
    return alone;
}

static bool
fail_elsewhere(const struct at_source_ground *ground,
               const struct at_hermes_device *device, const json_t *list,
               int port, struct at_err *err)
{
    struct at_buf names = AT_BUF_INIT(AT_ERR_MSG_MAX / 2);
    at_hermes_describe_devices(list, ground->package, &names);
    at_fail(err, AT_ENOTFOUND,
            "Metro on port %d lists %s on %s, which may be another device "
            "(%s - %s - API %s): start the app here, or give this device a "
            "Metro of its own (RCT_METRO_PORT)",
            port, ground->package, at_buf_text(&names), device->model,
            device->release, device->api);
    at_buf_deinit(&names);
    return false;
}

// The device's name is only asked for if Metro lists its app.
static bool
pick(const struct at_op *op, const struct at_source_ground *ground,
     const json_t *list, struct at_metro_found *found, struct at_err *err)
{
    struct at_hermes_device device = {.model = ""};
    enum at_hermes_found where =
        at_hermes_pick(list, ground->package, &device, &found->target);
    if (where == AT_HERMES_ABSENT)
        return at_fail(err, AT_ENOTFOUND,
                       "Metro on port %d lists no target of %s", found->port,
                       ground->package);
    ask_device(op, ground, &device);
    where = at_hermes_pick(list, ground->package, &device, &found->target);
    return where == AT_HERMES_OURS ||
           (where == AT_HERMES_PERHAPS && is_alone(op, ground)) ||
           fail_elsewhere(ground, &device, list, found->port, err);
}

static bool
try_port(const struct at_op *op, const struct at_source_ground *ground,
         struct at_metro_found *found, struct at_err *err)
{
    struct at_op sub = at_op_sub(op, at_now_ns(), at_scaled_ms(LIST_MS));
    struct at_conn *conn;
    char host[64];
    json_t *list;
    snprintf(host, sizeof(host), "localhost:%d", found->port);
    if (!at_metro_dial(&sub, found->port, &conn, err) ||
        !at_inspector_list(&sub, conn, host, "/json/list", &list, err))
        return false;
    note_list(ground, found->port, list);
    bool ok = pick(op, ground, list, found, err);
    json_decref(list);
    if (ok)
        note_target(ground, &found->target);
    return ok;
}

// Rank failures of ports by what they reveal: a Metro without the app, then
// another server, then nothing.
static int
weight(const struct at_err *why)
{
    return why->code == AT_ENODEV ? 0 : why->code == AT_ENOTFOUND ? 2 : 1;
}

// Metro may be started later, or again, so known React Native apps try again.
static bool
fail(const struct at_source_ground *ground, const struct at_metro_ports *ports,
     const struct at_err *worst, struct at_err *err)
{
    struct at_buf tried = AT_BUF_INIT(512);
    at_metro_describe(ports, &tried);
    enum at_code code = is_known(ground) ? AT_ENODEV : AT_EUNSUPPORTED;
    if (weight(worst) == 0)
        at_fail(err, code,
                "not available: no Metro on port %s (a release build, or "
                "Metro is not running)",
                at_buf_text(&tried));
    else if (weight(worst) == 2)
        at_fail(err, AT_ENODEV, "%s (tried: %s)", worst->msg,
                at_buf_text(&tried));
    else
        at_err_pass(err, worst);
    at_buf_deinit(&tried);
    return false;
}

static bool
try_from(const struct at_op *op, const struct at_source_ground *ground,
         const struct at_metro_ports *ports, size_t *at,
         struct at_metro_found *out, struct at_err *worst)
{
    for (; *at < ports->count; (*at)++) {
        struct at_err why = AT_ERR_INIT;
        out->port = ports->ports[*at];
        if (try_port(op, ground, out, &why))
            return true;
        if (worst->code == AT_OK || weight(&why) > weight(worst))
            *worst = why;
    }
    return false;
}

// React Native's own tools read RCT_METRO_PORT. The device's ports are tried
// only if that does not help.
bool
at_metro_find(const struct at_op *op, const struct at_source_ground *ground,
              struct at_metro_found *out, struct at_err *err)
{
    const char *given = getenv("RCT_METRO_PORT");
    struct at_metro_ports ports = {0};
    struct at_err worst = AT_ERR_INIT;
    size_t at = 0;
    int64_t port = 0;
    if (given && at_str_to_i64(at_str(given), 1, UINT16_MAX, &port))
        at_metro_add_port(&ports, (uint16_t)port, "RCT_METRO_PORT");
    if (try_from(op, ground, &ports, &at, out, &worst))
        return true;
    if (is_known(ground))
        add_device_ports(op, ground, &ports);
    if (is_known(ground) || port == 0)
        at_metro_add_port(&ports, AT_METRO_PORT, "its default");
    return try_from(op, ground, &ports, &at, out, &worst) ||
           fail(ground, &ports, &worst, err);
}
