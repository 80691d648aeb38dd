// emulator.c: an emulator's control service: found, called, found again
#include "device/android/emulator/emulator.h"

#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "device/android/emulator/calls.h"
#include "device/android/emulator/messages.h"
#include "net/grpc_client.h"
#include "sys/cancel.h"
#include "sys/clock.h"

#define SERVICE "/android.emulation.control.EmulatorController/"

static const struct {
    const char *path;
    int64_t max_ms; // an answer that takes longer is not coming
    size_t max_reply_bytes;
} methods[] = {
    [AT_EMULATOR_GET_STATUS] = {SERVICE "getStatus", 5000,
                                AT_EMULATOR_STATUS_MAX_BYTES},
    [AT_EMULATOR_SEND_TOUCH] = {SERVICE "sendTouch", 1000, AT_KIB},
    [AT_EMULATOR_SEND_KEY] = {SERVICE "sendKey", 5000, AT_KIB},
    [AT_EMULATOR_GET_SHOT] = {SERVICE "getScreenshot", 15000,
                              AT_SCREENSHOT_MAX_BYTES},
    [AT_EMULATOR_GET_CLIP] = {SERVICE "getClipboard", 5000,
                              AT_CLIPBOARD_MAX_BYTES + AT_KIB},
    [AT_EMULATOR_SET_CLIP] = {SERVICE "setClipboard", 5000, AT_KIB},
};
_Static_assert(AT_LEN(methods) == AT_EMULATOR_METHOD_COUNT, "a row each");

// The emulator binds ::1 alone unless it was told a port.
static struct at_grpc_client *
make_client(const struct at_emulator_place *place)
{
    char v6[32];
    char v4[32];
    const char *endpoints[] = {v6, v4, NULL};

    snprintf(v6, sizeof(v6), "tcp:[::1]:%d", place->grpc_port);
    snprintf(v4, sizeof(v4), "tcp:127.0.0.1:%d", place->grpc_port);
    return at_grpc_client_new(endpoints);
}

static bool
find(const char *serial, struct at_emulator_place *out, struct at_err *err)
{
    struct at_emulator_roots roots;
    at_emulator_roots_init(&roots);
    bool ok = at_emulator_find_grpc(&roots, serial, out, err);
    at_emulator_roots_deinit(&roots);
    return ok;
}

static bool
is_same_place(const struct at_emulator_place *a,
              const struct at_emulator_place *b)
{
    return a->grpc_port == b->grpc_port &&
           at_str_eq(at_str(a->token), at_str(b->token));
}

static bool
call_once(const struct at_op *op, struct at_emulator *emulator,
          const struct at_grpc_call *call, int64_t max_ms, struct at_buf *reply,
          struct at_err *err)
{
    struct at_op narrow = at_op_sub(op, at_now_ns(), max_ms);
    struct at_err why = AT_ERR_INIT;
    bool ok = at_grpc_client_call(&narrow, emulator->client, call, reply, &why);

    emulator->touched = at_grpc_client_last(emulator->client).may_have_run;
    if (ok)
        return true;
    // Whose time was it? The caller's may go on elsewhere.
    if (why.code == AT_ETIMEOUT && at_op_check(op, NULL))
        return at_fail(err, AT_ERPC,
                       "%s: DEADLINE_EXCEEDED: no answer within %d ms",
                       strrchr(call->path, '/') + 1, (int)max_ms);
    if (err)
        *err = why;
    return false;
}

// The emulator may have been started anew since it was found: with another
// port as a rule, and always with another token.
static bool
find_again(struct at_emulator *emulator, struct at_err *err)
{
    struct at_emulator_place place;
    struct at_err why = AT_ERR_INIT;

    if (!find(emulator->serial, &place, &why)) {
        if (err && err->code == AT_EGRPC)
            *err = why; // it says more than "connection refused"
        return false;
    }
    if (is_same_place(&place, &emulator->place)) {
        at_emulator_place_deinit(&place);
        return false;
    }
    at_grpc_client_free(emulator->client);
    at_emulator_place_deinit(&emulator->place);
    emulator->place = place;
    emulator->client = make_client(&place);
    return true;
}

// Is it worth asking once more, after a call that did nothing?
static bool
may_ask_again(struct at_emulator *emulator, struct at_err *err)
{
    enum at_grpc_status status = at_grpc_client_last(emulator->client).status;

    if (emulator->touched)
        return false;
    if (status == AT_GRPC_UNAVAILABLE)
        return true; // the connection ended as the call began
    return (err->code == AT_EGRPC || status == AT_GRPC_UNAUTHENTICATED) &&
           find_again(emulator, err);
}

bool
at_emulator_call(const struct at_op *op, struct at_emulator *emulator,
                 enum at_emulator_method method, const struct at_buf *message,
                 struct at_buf *reply, struct at_err *err)
{
    struct at_buf nothing = AT_BUF_INIT(methods[method].max_reply_bytes);
    struct at_grpc_call call = {methods[method].path, emulator->place.token,
                                at_buf_str(message),
                                methods[method].max_reply_bytes};
    struct at_err why = AT_ERR_INIT;
    int64_t max_ms = methods[method].max_ms;

    if (!reply)
        reply = &nothing;
    bool ok = call_once(op, emulator, &call, max_ms, reply, &why);
    if (!ok && may_ask_again(emulator, &why)) {
        call.token = emulator->place.token; // perhaps of another emulator
        ok = call_once(op, emulator, &call, max_ms, reply, &why);
    }
    at_buf_deinit(&nothing);
    if (!ok) {
        at_err_context(&why, "emulator '%s'", emulator->serial);
        if (err)
            *err = why;
    }
    return ok;
}

bool
at_emulator_open(const struct at_op *op, const char *serial,
                 struct at_emulator **out, struct at_err *err)
{
    struct at_emulator_place place;

    *out = NULL;
    if (!find(serial, &place, err))
        return false;
    struct at_emulator *emulator = at_alloc(sizeof(*emulator));
    at_str_cut(emulator->serial, sizeof(emulator->serial), at_str(serial));
    emulator->place = place;
    emulator->client = make_client(&place);
    if (!at_emulator_status(op, emulator, &emulator->status, err)) {
        at_emulator_free(emulator);
        return false;
    }
    emulator->screen = (struct at_turned){emulator->status.width_px,
                                          emulator->status.height_px, 0};
    *out = emulator;
    return true;
}

void
at_emulator_free(struct at_emulator *emulator)
{
    if (!emulator)
        return;
    (void)!at_emulator_lift(emulator, NULL); // nothing, as a rule
    at_grpc_client_free(emulator->client);
    at_emulator_place_deinit(&emulator->place);
    free(emulator);
}

bool
at_emulator_untouched(const struct at_emulator *emulator)
{
    return !emulator->touched;
}

bool
at_emulator_status(const struct at_op *op, struct at_emulator *emulator,
                   struct at_emulator_status *out, struct at_err *err)
{
    struct at_buf nothing = AT_BUF_INIT(0);
    struct at_buf reply = AT_BUF_INIT(AT_EMULATOR_STATUS_MAX_BYTES);
    bool ok = at_emulator_call(op, emulator, AT_EMULATOR_GET_STATUS, &nothing,
                               &reply, err) &&
              at_emulator_read_status(at_buf_str(&reply), out, err);
    at_buf_deinit(&reply);
    return ok;
}

bool
at_emulator_screenshot(const struct at_op *op, struct at_emulator *emulator,
                       const struct at_emulator_shot_ask *ask,
                       struct at_emulator_shot *out, struct at_err *err)
{
    struct at_buf message = AT_BUF_INIT(AT_KIB);
    struct at_buf reply = AT_BUF_INIT(AT_SCREENSHOT_MAX_BYTES);
    bool ok;

    *out = (struct at_emulator_shot){.bytes = AT_BUF_INIT(0)};
    ok = at_emulator_write_shot(ask, &message) &&
         at_emulator_call(op, emulator, AT_EMULATOR_GET_SHOT, &message, &reply,
                          err) &&
         at_emulator_read_shot(at_buf_str(&reply), out, err);
    at_buf_deinit(&reply);
    at_buf_deinit(&message);
    return ok;
}

void
at_emulator_set_screen(struct at_emulator *emulator,
                       const struct at_turned *screen)
{
    emulator->screen = *screen;
}
