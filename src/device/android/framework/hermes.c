// hermes.c: React Native's runtime, through Metro's inspector proxy
//
// Facts: npm @react-native/dev-middleware, the inspector proxy; it runs on this
// machine, so nothing of this goes through the device. A second debugger throws
// out the first, except where the target shares debugging.
#include <stdio.h>
#include <string.h>

#include "device/android/framework/inspector.h"
#include "device/android/framework/metro.h"
#include "device/android/framework/names.h"
#include "device/android/framework/source.h"

enum {
    ANSWER_MS = 1000,
    ASK_AGAIN_MS = 30,    // of a runtime that does not tell
    TELLS_AGAIN_MS = 250, // of one that does: an event may be lost
    NAMES_MS = 100,
    NAMES_HOLD_MS = 3000,
};

static bool
applies(const struct at_sync_app *app)
{
    return app->framework[0] == '\0' ||
           strcmp(app->framework, "react_native") == 0;
}

static bool
attach(const struct at_op *op, const struct at_source_ground *ground,
       void **out_state, struct at_err *err)
{
    struct at_metro_found metro;
    struct at_conn *conn;
    struct at_inspector *inspector;
    struct at_pending_list pending = {0};
    char host[64];
    char origin[80];
    if (!at_metro_find(op, ground, &metro, err) ||
        !at_metro_dial(op, metro.port, &conn, err))
        return false;
    snprintf(host, sizeof(host), "localhost:%d", metro.port);
    snprintf(origin, sizeof(origin), "http://%s", host);
    const struct at_websocket_dial dial = {
        .target = metro.target.path,
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

static bool
read(const struct at_op *op, void *state, const struct at_overlay_wish *wish,
     struct at_overlay **out, struct at_err *err)
{
    return at_names_read(op, state, wish, out, err) || explain(state, err);
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
    .serves = at_names_serves,
    .read = read,
    .detach = detach,
    .again_ms = again_ms,
    .answer_ms = ANSWER_MS,
    .read_ms = NAMES_MS,
    .holds_ms = NAMES_HOLD_MS,
};
