// dart.c: a Flutter app's Dart VM service
//
// The service listens on the device's loopback and says where in the app's log,
// in builds for debugging and profiling. It is reached through the adb server,
// so no port of this machine is taken; where `flutter run` is attached, it
// redirects to that program on this machine. Frames are known by Flutter's own
// events, which the engine sends some ten times a second; timers cannot be
// known without a compiler.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "base/shell_quote.h"
#include "device/android/framework/dart_words.h"
#include "device/android/framework/source.h"
#include "net/rpc.h"
#include "sys/clock.h"
#include "wire/json.h"

enum {
    ANSWER_MS = 300,
    LOG_MAX_BYTES = 4 * 1024 * 1024,
    QUIET_MS = 200, // without a frame: twice the pause between two events
    ENDLESS_MS = 1000,
};

// Section "Errors" of service.md.
enum { ALREADY_SUBSCRIBED = 103 };

struct dart {
    struct at_rpc *rpc;
    char isolate[64]; // "": to be found anew
    bool counts_requests;
    int64_t began_ns; // of the frames that follow one another; 0: none
    int64_t frame_ns; // the newest
    bool news;
};

static bool
applies(const struct at_sync_app *app)
{
    return strcmp(app->framework, "flutter") == 0;
}

static void
note_frame(struct dart *dart)
{
    int64_t now_ns = at_now_ns();
    if (dart->frame_ns == 0 ||
        now_ns - dart->frame_ns > QUIET_MS * AT_NS_PER_MS)
        dart->began_ns = now_ns;
    dart->frame_ns = now_ns;
}

static void
take_event(void *user, const char *method, const json_t *params)
{
    struct dart *dart = user;
    const json_t *event = json_object_get(params, "event");
    struct at_str stream = at_json_get_str(params, "streamId");
    if (strcmp(method, "streamNotify") != 0)
        return;
    dart->news = true;
    if (at_str_is(stream, "Isolate"))
        dart->isolate[0] = '\0'; // hot restart, or one that ended
    else if (at_str_is(at_json_get_str(event, "extensionKind"),
                       "Flutter.Frame"))
        note_frame(dart);
}

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
    struct at_buf text = AT_BUF_INIT(LOG_MAX_BYTES);
    char command[80];
    int64_t pid;
    if (!find_pid(op, ground, &pid, err))
        return false;
    snprintf(command, sizeof(command),
             "logcat -d -v brief --pid=%lld -s flutter:I", (long long)pid);
    bool ok = run_command(op, ground, command, &text, err);
    if (ok && !at_dart_find_address(at_buf_str(&text), out))
        ok = at_fail(err, AT_ENODEV,
                     "not available: the app's log does not say where its VM "
                     "service listens (a release build, or an old log)");
    at_buf_deinit(&text);
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

// Where `flutter run` is attached its own service has taken over.
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

static bool
open_service(const struct at_op *op, const struct at_source_ground *ground,
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

static bool
call(const struct at_op *op, struct dart *dart, const char *method,
     json_t *params, struct at_err *err)
{
    json_t *result;
    bool ok = at_rpc_call(op, dart->rpc, method, params, &result, err);
    json_decref(result);
    return ok;
}

static json_t *
isolate_params(const struct dart *dart)
{
    json_t *params = json_object();
    at_json_set_text(params, "isolateId", dart->isolate);
    return params;
}

static bool
listen(const struct at_op *op, struct dart *dart, const char *stream,
       struct at_err *err)
{
    json_t *params = json_object();
    at_json_set_text(params, "streamId", stream);
    return call(op, dart, "streamListen", params, err) ||
           at_rpc_refused(dart->rpc) == ALREADY_SUBSCRIBED;
}

// A refusal is the service's word; anything else is the connection's end.
static bool
may_refuse(struct dart *dart, bool ok)
{
    return ok || at_rpc_refused(dart->rpc) != 0;
}

// Find the app's isolate, have it count its requests and build its semantics.
static bool
meet_isolate(const struct at_op *op, struct dart *dart, struct at_err *err)
{
    json_t *vm;
    if (!at_rpc_call(op, dart->rpc, "getVM", NULL, &vm, err))
        return false;
    const char *id = at_dart_main_isolate(vm);
    at_str_cut(dart->isolate, sizeof(dart->isolate), at_str(id ? id : ""));
    json_decref(vm);
    if (!id)
        return at_fail(err, AT_ENODEV, "the app has no isolate yet");
    json_t *logging = isolate_params(dart);
    at_json_set_text(logging, "enabled", "true");
    dart->counts_requests =
        call(op, dart, "ext.dart.io.httpEnableTimelineLogging", logging, err);
    return may_refuse(dart, dart->counts_requests) &&
           may_refuse(dart,
                      call(op, dart,
                           "ext.flutter.debugDumpSemanticsTreeInTraversalOrder",
                           isolate_params(dart), err));
}

static void
detach(void *state)
{
    struct dart *dart = state;
    at_rpc_free(dart->rpc);
    free(dart);
}

static bool
attach(const struct at_op *op, const struct at_source_ground *ground,
       void **out_state, struct at_err *err)
{
    struct at_websocket *ws;
    if (!open_service(op, ground, &ws, err))
        return false;
    struct dart *dart = at_alloc(sizeof(*dart));
    const struct at_rpc_events events = {take_event, dart};
    dart->rpc = at_rpc_new(ws, AT_RPC_JSON2, &events);
    if (!listen(op, dart, "Isolate", err) ||
        !listen(op, dart, "Extension", err) || !meet_isolate(op, dart, err)) {
        detach(dart);
        return false;
    }
    ground->note(ground->user, "connected to the Dart VM service");
    *out_state = dart;
    return true;
}

static void
add_frames(const struct dart *dart, struct at_pending_list *out)
{
    int64_t now_ns = at_now_ns();
    int64_t since_ms = (now_ns - dart->frame_ns) / AT_NS_PER_MS;
    if (dart->frame_ns == 0 || since_ms >= QUIET_MS ||
        out->count == AT_SYNC_PENDING_MAX)
        return;
    bool endless = now_ns - dart->began_ns > ENDLESS_MS * AT_NS_PER_MS;
    struct at_pending *item = &out->items[out->count++];
    *item = (struct at_pending){.source = at_source_dart.name,
                                .id = "frames",
                                .due_ms = QUIET_MS - since_ms,
                                .endless = endless};
    snprintf(item->text, sizeof(item->text), "%s",
             endless ? "animation without end" : "1 animation");
}

static bool
add_requests(const struct at_op *op, struct dart *dart,
             struct at_pending_list *out, struct at_err *err)
{
    json_t *profile;
    if (!at_rpc_call(op, dart->rpc, "ext.dart.io.getHttpProfile",
                     isolate_params(dart), &profile, err)) {
        dart->isolate[0] = '\0'; // it may have gone
        return at_rpc_refused(dart->rpc) != 0;
    }
    at_dart_add_requests(profile, out);
    json_decref(profile);
    return true;
}

// The answer also brings every event that was sent before it.
static bool
ask(const struct at_op *op, void *state, struct at_pending_list *out,
    struct at_err *err)
{
    struct dart *dart = state;
    if (dart->isolate[0] == '\0' && !meet_isolate(op, dart, err) &&
        at_rpc_refused(dart->rpc) == 0)
        return false;
    dart->news = false;
    bool ok = dart->counts_requests && dart->isolate[0]
                  ? add_requests(op, dart, out, err)
                  : call(op, dart, "getVersion", NULL, err);
    if (ok)
        add_frames(dart, out);
    return ok;
}

static int
fd(const void *state)
{
    return at_rpc_fd(((const struct dart *)state)->rpc);
}

static bool
has(const void *state)
{
    const struct dart *dart = state;
    return dart->news || at_rpc_has(dart->rpc);
}

static bool
take(const struct at_op *op, void *state, bool *out_news, struct at_err *err)
{
    struct dart *dart = state;
    bool ok = (dart->news && !at_rpc_has(dart->rpc)) ||
              at_rpc_take(op, dart->rpc, err);
    *out_news = dart->news;
    dart->news = false;
    return ok;
}

// Requests end without an event.
static int64_t
again_ms(const void *state)
{
    return ((const struct dart *)state)->counts_requests ? 30 : 250;
}

const struct at_sync_source at_source_dart = {
    .name = "dart_vm",
    .tag = "dart-vm",
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
