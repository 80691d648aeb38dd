// hermes.c: React Native's runtime, through Metro's inspector proxy
//
// Facts: npm @react-native/dev-middleware, the inspector proxy; it runs on this
// machine, and once it is found nothing goes through the device. A second
// debugger disconnects the first, unless the target shares debugging.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "device/android/framework/runtime/inspector.h"
#include "device/android/framework/hermes/metro.h"
#include "device/android/framework/hermes/names.h"
#include "device/android/framework/source.h"
#include "device/android/parse/info.h"

enum {
    ANSWER_MS = 1000,
    ASK_AGAIN_MS = 30,    // poll of a runtime that sends no events
    TELLS_AGAIN_MS = 250, // poll of one that does: an event may be lost
    NAMES_MS = 100,
    NAMES_HOLD_MS = 3000,
};

struct hermes {
    struct at_inspector *inspector; // owned
    struct at_adb_device adb;
    int32_t dpi; // asked for only if the app does not know; 0: not yet
    void (*note)(void *user, const char *text);
    void *user;
    char told[200]; // the newest reason for having no names, not repeated
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
    struct hermes *hermes = at_alloc(sizeof(*hermes));
    hermes->inspector = inspector;
    hermes->adb = ground->adb;
    hermes->note = ground->note;
    hermes->user = ground->user;
    *out_state = hermes;
    return true;
}

// Another debugger took the target: say so rather than how the connection
// ended.
static bool
explain(const struct hermes *hermes, struct at_err *err)
{
    const char *reason;
    if (at_inspector_closed(hermes->inspector, &reason) &&
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
    struct hermes *hermes = state;
    return at_inspector_ask(op, hermes->inspector, out, err) ||
           explain(hermes, err);
}

static int
fd(const void *state)
{
    const struct hermes *hermes = state;
    return at_inspector_fd(hermes->inspector);
}

static bool
has(const void *state)
{
    const struct hermes *hermes = state;
    return at_inspector_has(hermes->inspector);
}

static int64_t
again_ms(const void *state)
{
    const struct hermes *hermes = state;
    return at_inspector_tells(hermes->inspector) ? TELLS_AGAIN_MS
                                                 : ASK_AGAIN_MS;
}

static bool
take(const struct at_op *op, void *state, bool *out_news, struct at_err *err)
{
    struct hermes *hermes = state;
    return at_inspector_take(op, hermes->inspector, out_news, err) ||
           explain(hermes, err);
}

// React Native's own number is exact; a runtime without it is rare.
static void
ask_density(const struct at_op *op, struct hermes *hermes)
{
    struct at_adb_result result;
    struct at_device_info info = {0};
    at_adb_result_init(&result, AT_KIB);
    if (at_adb_shell(op, &hermes->adb, "wm density", &result, NULL))
        at_info_parse(at_buf_str(&result.out), &info);
    hermes->dpi = info.density_dpi;
    at_adb_result_deinit(&result);
}

static bool
read_names(const struct at_op *op, struct hermes *hermes,
           const struct at_overlay_query *query, struct at_overlay **out,
           struct at_err *err)
{
    struct at_overlay_query mine = *query;
    if (mine.density_dpi == 0)
        mine.density_dpi = hermes->dpi;
    bool ok = at_names_read(op, hermes->inspector, &mine, out, err);
    if (ok && *out && (*out)->scale == 0 && mine.density_dpi == 0) {
        ask_density(op, hermes);
        mine.density_dpi = hermes->dpi;
        at_overlay_free(*out);
        ok = at_names_read(op, hermes->inspector, &mine, out, err);
    }
    return ok;
}

static void
note_nameless(struct hermes *hermes, const struct at_err *why)
{
    char text[sizeof(hermes->told)];
    char line[sizeof(text) + 16];
    at_str_cut(text, sizeof(text), at_str(why->msg));
    if (strcmp(text, hermes->told) == 0)
        return;
    memcpy(hermes->told, text, sizeof(text));
    snprintf(line, sizeof(line), "no names: %s", text);
    hermes->note(hermes->user, line);
}

// The script runs among the app's words and code. Its result may be useless
// while the runtime still answers; if the connection is broken, the next
// question notices.
static bool
read(const struct at_op *op, void *state, const struct at_overlay_query *query,
     struct at_overlay **out, struct at_err *err)
{
    struct hermes *hermes = state;
    struct at_err why = AT_ERR_INIT;
    if (read_names(op, hermes, query, out, &why))
        return true;
    bool useless = why.code == AT_EPROTO || why.code == AT_EDEVICE ||
                   why.code == AT_ELIMIT;
    if (useless)
        note_nameless(hermes, &why);
    return useless || at_err_pass(err, &why) || explain(hermes, err);
}

static void
detach(void *state)
{
    struct hermes *hermes = state;
    at_inspector_free(hermes->inspector);
    free(hermes);
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
    .reads = "the names of React's components",
    .names_only = true,
    .read = read,
    .detach = detach,
    .again_ms = again_ms,
    .answer_ms = ANSWER_MS,
    .read_ms = NAMES_MS,
    .holds_ms = NAMES_HOLD_MS,
};
