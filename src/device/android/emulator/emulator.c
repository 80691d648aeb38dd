// emulator.c: an emulator's control service: found, called, found again
#include "device/android/emulator/emulator.h"

#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "device/android/emulator/access.h"
#include "device/android/emulator/calls.h"
#include "device/android/emulator/messages.h"
#include "net/grpc_client.h"
#include "sys/cancel.h"
#include "sys/clock.h"

// A connection that ended, an emulator that was started anew, a token of its
// file and one of ours that were refused: more does not come together.
enum { TRIES_MAX = 5 };

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

const char *
at_emulator_path(enum at_emulator_method method)
{
    return methods[method].path;
}

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

// The access of a place points to it: both stay where they are.
static void
take_place(struct at_emulator *emulator, const struct at_emulator_place *place)
{
    at_emulator_access_free(emulator->access);
    at_grpc_client_free(emulator->client);
    at_emulator_place_deinit(&emulator->place);
    emulator->place = *place;
    emulator->client = make_client(place);
    emulator->access = at_emulator_access_new(&emulator->place);
}

// One call with all that it may take to be let in.
struct attempt {
    enum at_emulator_method method;
    struct at_grpc_call call;
    enum at_grpc_status status; // AT_GRPC_UNKNOWN where none came
    // Has it been tried again already, and after what?
    bool reconnected;
    bool signed_anew;
};

// Does the status say that the caller was not let in? Tink, which checks signed
// tokens in the emulator, says it by the other of the two.
static bool
is_refused(const struct at_emulator *emulator, const struct attempt *attempt)
{
    return attempt->status == AT_GRPC_UNAUTHENTICATED ||
           (attempt->status == AT_GRPC_INVALID_ARGUMENT &&
            at_emulator_access_signs(emulator->access));
}

// What to do where the emulator does not let the caller in.
static void
add_advice(const struct at_emulator *emulator, const struct attempt *attempt,
           struct at_err *err)
{
    const char *list = emulator->place.allowlist;

    if (attempt->status == AT_GRPC_PERMISSION_DENIED)
        at_err_add(err,
                   "its list of who may call what (%s) has to let "
                   "android-studio call %s; -grpc-allowlist FILE starts it "
                   "with another",
                   list ? list : "emulator_access.json", attempt->call.path);
    else if (is_refused(emulator, attempt) &&
             at_emulator_access_signs(emulator->access))
        at_err_add(err,
                   "it lists the key that this was signed with; restart it, "
                   "or start it with -grpc-use-token");
}

static bool
call_once(const struct at_op *op, struct at_emulator *emulator,
          struct attempt *attempt, struct at_buf *reply, struct at_err *err)
{
    struct at_grpc_call *call = &attempt->call;
    int64_t max_ms = methods[attempt->method].max_ms;
    struct at_err why = AT_ERR_INIT;

    emulator->touched = false;
    attempt->status = AT_GRPC_UNKNOWN;
    if (!at_emulator_access_token(op, emulator->access, attempt->method,
                                  at_wall_now_ms() / 1000, &call->token, err))
        return false;
    struct at_op narrow = at_op_sub(op, at_now_ns(), max_ms);
    bool ok = at_grpc_client_call(&narrow, emulator->client, call, reply, &why);
    struct at_grpc_last last = at_grpc_client_last(emulator->client);
    attempt->status = last.status;
    emulator->touched = last.may_have_run && !is_refused(emulator, attempt);
    if (ok)
        return true;
    // Whose time was it? The caller's may go on elsewhere.
    if (why.code == AT_ETIMEOUT && at_op_check(op, NULL))
        return at_fail(err, AT_ERPC,
                       "%s: DEADLINE_EXCEEDED: no answer within %d ms",
                       strrchr(call->path, '/') + 1, (int)max_ms);
    add_advice(emulator, attempt, &why);
    if (err)
        *err = why;
    return false;
}

// The emulator may have been started anew since it was found: with another
// port as a rule, and always with other tokens.
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
    if (at_emulator_place_eq(&place, &emulator->place)) {
        at_emulator_place_deinit(&place);
        return false;
    }
    take_place(emulator, &place);
    return true;
}

// The token was refused: is there another? Tokens are signed anew once.
static bool
has_another(struct at_emulator *emulator, struct attempt *attempt)
{
    if (attempt->signed_anew)
        return false;
    attempt->signed_anew = true;
    return at_emulator_access_refused(emulator->access);
}

// Is it worth asking once more, after a call that did nothing?
static bool
may_ask_again(struct at_emulator *emulator, struct attempt *attempt,
              struct at_err *err)
{
    if (emulator->touched)
        return false;
    if (attempt->status == AT_GRPC_UNAVAILABLE) {
        bool first = !attempt->reconnected;
        attempt->reconnected = true;
        return first; // the connection ended as the call began
    }
    if (err->code == AT_EGRPC)
        return find_again(emulator, err);
    return is_refused(emulator, attempt) &&
           (find_again(emulator, err) || has_another(emulator, attempt));
}

bool
at_emulator_call(const struct at_op *op, struct at_emulator *emulator,
                 enum at_emulator_method method, const struct at_buf *message,
                 struct at_buf *reply, struct at_err *err)
{
    struct at_buf nothing = AT_BUF_INIT(methods[method].max_reply_bytes);
    struct attempt attempt = {
        .method = method,
        .call = {methods[method].path, NULL, at_buf_str(message),
                 methods[method].max_reply_bytes},
    };
    struct at_err why = AT_ERR_INIT;
    int tries = 0;
    bool ok;

    do {
        ok = call_once(op, emulator, &attempt, reply ? reply : &nothing, &why);
    } while (!ok && ++tries < TRIES_MAX &&
             may_ask_again(emulator, &attempt, &why));
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
    take_place(emulator, &place);
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
    at_emulator_access_free(emulator->access);
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
