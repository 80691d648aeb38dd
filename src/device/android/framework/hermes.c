// hermes.c: React Native's runtime, through Metro's inspector proxy
//
// Facts: npm @react-native/dev-middleware, the inspector proxy; it runs on this
// machine, so nothing of this goes through the device. A second debugger throws
// out the first, except where the target shares debugging.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "device/android/framework/hermes_target.h"
#include "device/android/framework/inspector.h"
#include "device/android/framework/source.h"
#include "sys/clock.h"

enum {
    METRO_PORT = 8081, // its default
    LIST_MS = 500,     // what listens there may not be Metro
    ANSWER_MS = 1000,
    ASK_AGAIN_MS = 30,    // of a runtime that does not tell
    TELLS_AGAIN_MS = 250, // of one that does: an event may be lost
};

static bool
applies(const struct at_sync_app *app)
{
    return app->framework[0] == '\0' ||
           strcmp(app->framework, "react_native") == 0;
}

// RCT_METRO_PORT is what React Native's own tools read.
static int
metro_port(void)
{
    const char *text = getenv("RCT_METRO_PORT");
    int64_t port;
    bool given = text && at_str_to_i64(at_str(text), 1, UINT16_MAX, &port);
    return given ? (int)port : METRO_PORT;
}

// Metro may be started later, or again: an app that is known to be React
// Native's is tried again. Nothing but the port is asked for any other.
static bool
dial_metro(const struct at_op *op, const struct at_source_ground *ground,
           int port, struct at_conn **out, struct at_err *err)
{
    char endpoint[64];
    struct at_err why = AT_ERR_INIT;
    bool known = strcmp(ground->framework, "react_native") == 0;
    snprintf(endpoint, sizeof(endpoint), "tcp:127.0.0.1:%d", port);
    if (at_conn_open(op, endpoint, out, &why))
        return true;
    if (why.code != AT_ENODEV)
        return at_err_pass(err, &why);
    return at_fail(err, known ? AT_ENODEV : AT_EUNSUPPORTED,
                   "not available: no Metro on port %d (a release build, or "
                   "Metro is not running)",
                   port);
}

static void
note_list(const struct at_source_ground *ground, const json_t *list)
{
    struct at_buf line = AT_BUF_INIT(4096);
    at_buf_add_text(&line, "metro discovery returned ");
    at_hermes_describe(list, &line);
    ground->note(ground->user, at_buf_text(&line));
    at_buf_deinit(&line);
}

static void
note_target(const struct at_source_ground *ground,
            const struct at_hermes_target *target)
{
    char line[512];
    if (strcmp(ground->framework, "react_native") != 0) {
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

static bool
find_target(const struct at_op *op, const struct at_source_ground *ground,
            int port, struct at_hermes_target *out, struct at_err *err)
{
    struct at_op sub = at_op_sub(op, at_now_ns(), LIST_MS);
    struct at_conn *conn;
    char host[64];
    json_t *list;
    snprintf(host, sizeof(host), "localhost:%d", port);
    if (!dial_metro(&sub, ground, port, &conn, err) ||
        !at_inspector_list(&sub, conn, host, "/json/list", &list, err))
        return false;
    note_list(ground, list);
    bool found = at_hermes_pick(list, ground->package, ground->model, out);
    json_decref(list);
    if (!found)
        return at_fail(err, AT_ENODEV, "Metro on port %d lists no target of %s",
                       port, ground->package);
    note_target(ground, out);
    return true;
}

static bool
attach(const struct at_op *op, const struct at_source_ground *ground,
       void **out_state, struct at_err *err)
{
    int port = metro_port();
    struct at_hermes_target target;
    struct at_conn *conn;
    struct at_inspector *inspector;
    struct at_pending_list pending = {0};
    char host[64];
    char origin[80];
    snprintf(host, sizeof(host), "localhost:%d", port);
    snprintf(origin, sizeof(origin), "http://%s", host);
    if (!find_target(op, ground, port, &target, err) ||
        !dial_metro(op, ground, port, &conn, err))
        return false;
    const struct at_websocket_dial dial = {
        .target = target.path,
        .host = host,
        .origin = origin, // proxies from 0.85 on refuse without
        .message_max_bytes = AT_RPC_MESSAGE_MAX_BYTES,
    };
    if (!at_inspector_open(op, conn, &dial, at_source_hermes.name, &inspector,
                           err))
        return false;
    // The probe counts from now on, not from the first wait.
    if (!at_inspector_ask(op, inspector, &pending, err)) {
        at_inspector_free(inspector);
        return false;
    }
    ground->note(ground->user, "connected and Runtime.enable acked");
    *out_state = inspector;
    return true;
}

// Another debugger took the target: say so rather than how the connection
// ended.
static bool
explain(const struct at_inspector *inspector, struct at_err *err)
{
    const char *reason;
    if (at_inspector_closed(inspector, &reason) &&
        strstr(reason, "NEW_DEBUGGER_OPENED"))
        return at_fail(err, AT_EBUSY,
                       "another debugger has taken the app's JavaScript; it is "
                       "left to that");
    return false;
}

static bool
ask(const struct at_op *op, void *state, struct at_pending_list *out,
    struct at_err *err)
{
    return at_inspector_ask(op, state, out, err) || explain(state, err);
}

static int
fd(const void *state)
{
    return at_inspector_fd(state);
}

static bool
has(const void *state)
{
    return at_inspector_has(state);
}

static int64_t
again_ms(const void *state)
{
    return at_inspector_tells(state) ? TELLS_AGAIN_MS : ASK_AGAIN_MS;
}

static bool
take(const struct at_op *op, void *state, bool *out_news, struct at_err *err)
{
    return at_inspector_take(op, state, out_news, err) || explain(state, err);
}

static void
detach(void *state)
{
    at_inspector_free(state);
}

const struct at_sync_source at_source_hermes = {
    .name = "hermes",
    .tag = "hermes",
    .applies = applies,
    .attach = attach,
    .ask = ask,
    .fd = fd,
    .has = has,
    .take = take,
    .detach = detach,
    .again_ms = again_ms,
    .answer_ms = ANSWER_MS,
};
