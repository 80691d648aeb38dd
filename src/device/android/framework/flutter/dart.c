// dart.c: a Flutter app's Dart VM service
//
// Frames are known by Flutter's own events, which the engine sends some ten
// times a second. Timers cannot be known: no request lists them, and to look
// for them by a compiler would cost more than the frames that they bring.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "device/android/framework/flutter/dart_open.h"
#include "device/android/framework/flutter/dart_read.h"
#include "device/android/framework/flutter/dart_words.h"
#include "device/android/framework/source.h"
#include "sys/clock.h"
#include "wire/json.h"

enum {
    ANSWER_MS = 300,
    READ_MS = 700, // a debug build prints a large tree in half a second
    READ_MAX_MS = 1500,
    QUIET_MS = 200, // without a frame: twice the pause between two events
    ENDLESS_MS = 1000,
};

// Section "Errors" of service.md.
enum {
    NO_METHOD = -32601,
    ALREADY_SUBSCRIBED = 103,
    NOT_RUNNABLE = 105, // it has been started and cannot answer yet
};

static const char log_requests[] = "ext.dart.io.httpEnableTimelineLogging";
static const char profile_requests[] = "ext.dart.io.getHttpProfile";
static const char first_frame_sent[] =
    "ext.flutter.didSendFirstFrameRasterizedEvent";

struct dart {
    struct at_rpc *rpc;
    char isolate[64]; // "": to be found
    bool named;       // its name proves it the app's; otherwise another may be
    bool met;         // the fields below are known
    bool counts_requests;
    char quiet_us[24];       // when the app said that no request was under way
    bool awaits_first_frame; // it has not shown anything yet
    bool paused;      // a debugger stopped it: its extensions do not answer
    int64_t began_ns; // start of the current run of frames; 0: none
    int64_t frame_ns; // the newest
    bool news;
    struct at_dart_reader reader;
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

// dart:io registers its extensions before main(), Flutter during it. Requests
// refused while they were missing are sent again; a program that never
// registers them is not waited for.
static void
take_extension(struct dart *dart, struct at_str name)
{
    if (at_str_is(name, profile_requests) || at_str_is(name, first_frame_sent))
        dart->met = false;
    at_dart_reader_take_extension(&dart->reader, name);
}

static void
take_isolate_event(struct dart *dart, const json_t *event)
{
    struct at_str kind = at_json_get_str(event, "kind");
    bool own = at_dart_is_about(event, dart->isolate);
    bool begins =
        at_str_is(kind, "IsolateStart") || at_str_is(kind, "IsolateRunnable");
    if ((own && at_str_is(kind, "IsolateExit")) ||
        (begins && !dart->named && at_dart_is_main_event(event)))
        dart->isolate[0] = '\0';
    if (own && at_str_is(kind, "ServiceExtensionAdded"))
        take_extension(dart, at_json_get_str(event, "extensionRPC"));
}

static void
take_extension_event(struct dart *dart, const json_t *event)
{
    struct at_str kind = at_json_get_str(event, "extensionKind");
    if (!at_dart_is_about(event, dart->isolate))
        return;
    if (at_str_is(kind, "Flutter.Frame"))
        note_frame(dart);
    if (at_str_is(kind, "Flutter.Frame") ||
        at_str_is(kind, "Flutter.FirstFrame"))
        dart->awaits_first_frame = false;
}

static void
take_debug_event(struct dart *dart, const json_t *event)
{
    enum at_dart_pause pause = at_dart_pause_of(event);
    if (pause != AT_DART_NO_PAUSE && at_dart_is_about(event, dart->isolate))
        dart->paused = pause == AT_DART_PAUSED;
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
        take_isolate_event(dart, event);
    else if (at_str_is(stream, "Extension"))
        take_extension_event(dart, event);
    else if (at_str_is(stream, "Debug"))
        take_debug_event(dart, event);
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

// Call a method of the isolate. False only if the connection is lost; *out is
// NULL if the service refuses or the isolate has ended.
static bool
ask_isolate(const struct at_op *op, struct dart *dart, const char *method,
            json_t *params, json_t **out, struct at_err *err)
{
    *out = NULL;
    if (!at_rpc_call(op, dart->rpc, method, params, out, err))
        return at_rpc_refused(dart->rpc) != 0;
    if (at_dart_is_sentinel(*out)) {
        dart->isolate[0] = '\0';
        json_decref(*out);
        *out = NULL;
    }
    return true;
}

// A paused isolate does not answer extensions.
static bool
find_pause(const struct at_op *op, struct dart *dart, struct at_err *err)
{
    json_t *event;
    if (!ask_isolate(op, dart, "getIsolatePauseEvent", isolate_params(dart),
                     &event, err))
        return false;
    dart->paused = at_dart_pause_of(event) == AT_DART_PAUSED;
    json_decref(event);
    return true;
}

static bool
can_answer(const struct dart *dart)
{
    return dart->isolate[0] && !dart->paused &&
           at_rpc_refused(dart->rpc) != NOT_RUNNABLE;
}

static bool
count_requests(const struct at_op *op, struct dart *dart, struct at_err *err)
{
    json_t *params = isolate_params(dart);
    json_t *result;
    at_json_set_text(params, "enabled", "true");
    if (!ask_isolate(op, dart, log_requests, params, &result, err))
        return false;
    dart->counts_requests = result != NULL;
    json_decref(result);
    return true;
}

static bool
find_first_frame(const struct at_op *op, struct dart *dart, struct at_err *err)
{
    json_t *result;
    if (!ask_isolate(op, dart, first_frame_sent, isolate_params(dart), &result,
                     err))
        return false;
    dart->awaits_first_frame =
        at_str_is(at_json_get_str(result, "enabled"), "false");
    json_decref(result);
    return true;
}

static bool
find_isolate(const struct at_op *op, struct dart *dart, struct at_err *err)
{
    json_t *vm;
    if (!at_rpc_call(op, dart->rpc, "getVM", NULL, &vm, err))
        return false;
    const char *id = at_dart_main_isolate(vm, &dart->named);
    at_str_cut(dart->isolate, sizeof(dart->isolate), at_str(id ? id : ""));
    json_decref(vm);
    at_dart_reader_forget(&dart->reader);
    dart->met = false;
    dart->counts_requests = false;
    dart->quiet_us[0] = '\0';
    dart->awaits_first_frame = false;
    dart->paused = false;
    return true;
}

// Ask the isolate for its extensions and state, unless it cannot answer now:
// then met stays false.
static bool
learn(const struct at_op *op, struct dart *dart, struct at_err *err)
{
    if (!find_pause(op, dart, err))
        return false;
    if (!can_answer(dart))
        return true;
    // An extension that arrives during these questions resets it.
    dart->met = true;
    bool ok = count_requests(op, dart, err) &&
              (!can_answer(dart) || find_first_frame(op, dart, err));
    dart->met = dart->met && ok && can_answer(dart);
    return ok;
}

// An isolate that ends or is paused before it has answered waits for a later
// question.
static bool
meet_isolate(const struct at_op *op, struct dart *dart, struct at_err *err)
{
    return (dart->isolate[0] || find_isolate(op, dart, err)) &&
           (!dart->isolate[0] || learn(op, dart, err));
}

// An event reports the end of the pause.
static bool
is_to_be_met(const struct dart *dart)
{
    return !dart->isolate[0] || (!dart->met && !dart->paused);
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
    if (!at_dart_open(op, ground, &ws, err))
        return false;
    struct dart *dart = at_alloc(sizeof(*dart));
    const struct at_rpc_events events = {take_event, dart};
    dart->rpc = at_rpc_new(ws, AT_RPC_JSON2, &events);
    dart->reader = (struct at_dart_reader){.rpc = dart->rpc,
                                           .isolate = dart->isolate,
                                           .note = ground->note,
                                           .user = ground->user};
    if (!listen(op, dart, "Isolate", err) ||
        !listen(op, dart, "Extension", err) ||
        !listen(op, dart, "Debug", err) || !meet_isolate(op, dart, err)) {
        detach(dart);
        return false;
    }
    if (dart->isolate[0] == '\0') {
        detach(dart);
        return at_fail(err, AT_ENODEV, "the app has no isolate yet");
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
    int64_t quiet_ms = at_scaled_ms(QUIET_MS);
    if (dart->frame_ns == 0 || since_ms >= quiet_ms ||
        out->count == AT_SYNC_PENDING_MAX)
        return;
    bool endless = now_ns - dart->began_ns > ENDLESS_MS * AT_NS_PER_MS;
    struct at_pending *item = &out->items[out->count++];
    *item = (struct at_pending){.source = at_source_dart.name,
                                .id = "frames",
                                .due_ms = quiet_ms - since_ms,
                                .endless = endless};
    snprintf(item->text, sizeof(item->text), "%s",
             endless ? "animation without end" : "1 animation");
}

static void
add_item(struct at_pending_list *out, const char *id, const char *text,
         bool endless)
{
    if (out->count == AT_SYNC_PENDING_MAX)
        return;
    struct at_pending *item = &out->items[out->count++];
    *item = (struct at_pending){
        .source = at_source_dart.name, .due_ms = -1, .endless = endless};
    snprintf(item->id, sizeof(item->id), "%s", id);
    snprintf(item->text, sizeof(item->text), "%s", text);
}

// The profile has every request since the app's start. Requests that ended
// before the app was quiet are not listed again.
static void
note_quiet(struct dart *dart, const json_t *profile)
{
    const json_t *now_us = json_object_get(profile, "timestamp");
    if (json_is_integer(now_us))
        snprintf(dart->quiet_us, sizeof(dart->quiet_us), "%lld",
                 (long long)json_integer_value(now_us));
}

static bool
add_requests(const struct at_op *op, struct dart *dart,
             struct at_pending_list *out, struct at_err *err)
{
    json_t *params = isolate_params(dart);
    json_t *profile;
    if (dart->quiet_us[0])
        at_json_set_text(params, "updatedSince", dart->quiet_us);
    if (!ask_isolate(op, dart, profile_requests, params, &profile, err))
        return false;
    if (at_rpc_refused(dart->rpc) == NO_METHOD)
        dart->counts_requests = false;
    at_dart_add_requests(profile, out);
    if (out->count == 0)
        note_quiet(dart, profile);
    json_decref(profile);
    return true;
}

// The answer also brings every event that was sent before it.
static bool
ask(const struct at_op *op, void *state, struct at_pending_list *out,
    struct at_err *err)
{
    struct dart *dart = state;
    if (is_to_be_met(dart) && !meet_isolate(op, dart, err))
        return false;
    dart->news = false;
    bool extends = dart->counts_requests && dart->isolate[0] && !dart->paused;
    if (!(extends ? add_requests(op, dart, out, err)
                  : call(op, dart, "getVersion", NULL, err)))
        return false;
    if (dart->paused)
        add_item(out, "paused", "paused by a debugger", true);
    else if (!dart->isolate[0] || !dart->met)
        add_item(out, "restart", "the app's restart", false);
    else if (dart->awaits_first_frame)
        add_item(out, "first-frame", "the first frame", false);
    if (!dart->paused)
        add_frames(dart, out);
    return true;
}

static bool
serves(const struct at_overlay_query *query)
{
    return query->flutter;
}

static bool
read_once(const struct at_op *op, struct dart *dart,
          const struct at_overlay_query *query, struct at_overlay **out,
          struct at_err *err)
{
    bool gone;
    *out = NULL;
    if (is_to_be_met(dart) && !meet_isolate(op, dart, err))
        return false;
    if (!dart->met || dart->paused)
        return true;
    if (!at_dart_read(op, &dart->reader, query, out, &gone, err))
        return false;
    if (gone)
        dart->isolate[0] = '\0';
    return true;
}

// A restart may only be noticed by the answer.
static bool
read_semantics(const struct at_op *op, void *state,
               const struct at_overlay_query *query, struct at_overlay **out,
               struct at_err *err)
{
    struct dart *dart = state;
    bool ok = read_once(op, dart, query, out, err) &&
              (dart->isolate[0] || read_once(op, dart, query, out, err));
    if (ok && !*out)
        *out = at_overlay_new_lack(at_source_dart.name, query->canvas,
                                   dart->paused ? "is paused by a debugger"
                                                : "has no semantics of it");
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
    const struct dart *dart = state;
    return dart->counts_requests || !dart->met ? 30 : 250;
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
    .serves = serves,
    .reads = "what Flutter draws",
    .read = read_semantics,
    .detach = detach,
    .again_ms = again_ms,
    .answer_ms = ANSWER_MS,
    .read_max_ms = READ_MAX_MS,
    .read_ms = READ_MS,
    .holds_ms = READ_MAX_MS,
    .holds_once = true,
};
