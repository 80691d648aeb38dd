// calls.c: one call of an emulator: with a token, within a time limit, and sent
// to where it runs now
#include "device/android/grpc/calls.h"

#include <stdio.h>
#include <string.h>

#include "base/limits.h"
#include "device/android/grpc/access.h"
#include "net/grpc_client.h"
#include "sys/cancel.h"
#include "sys/clock.h"

// At most these follow each other: a connection that ended, a restarted
// emulator, a refused token of its file and a refused token of ours.
enum { TRIES_MAX = 5 };

static const struct {
    int64_t max_ms; // a reply that takes longer will not come
    size_t max_reply_bytes;
} limits[] = {
    [AT_EMULATOR_GET_STATUS] = {5000, AT_EMULATOR_STATUS_MAX_BYTES},
    [AT_EMULATOR_SEND_TOUCH] = {1000, AT_KIB},
    [AT_EMULATOR_SEND_KEY] = {5000, AT_KIB},
    [AT_EMULATOR_GET_SHOT] = {15000, AT_SCREENSHOT_MAX_BYTES},
    [AT_EMULATOR_GET_CLIP] = {5000, AT_CLIPBOARD_MAX_BYTES + AT_KIB},
    [AT_EMULATOR_SET_CLIP] = {5000, AT_KIB},
};
_Static_assert(AT_LEN(limits) == AT_EMULATOR_METHOD_COUNT, "a row each");

// The emulator binds only ::1 unless its port was given.
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

void
at_emulator_disconnect(struct at_emulator *emulator)
{
    at_emulator_access_free(emulator->access);
    at_grpc_client_free(emulator->client);
    at_emulator_place_deinit(&emulator->place);
}

// The access points to the place: both stay where they are.
static void
take_place(struct at_emulator *emulator, const struct at_emulator_place *place)
{
    at_emulator_disconnect(emulator);
    emulator->place = *place;
    emulator->client = make_client(place);
    emulator->access = at_emulator_access_new(&emulator->place);
}

bool
at_emulator_connect(struct at_emulator *emulator, struct at_err *err)
{
    struct at_emulator_place place;
    if (!find(emulator->serial, &place, err))
        return false;
    take_place(emulator, &place);
    return true;
}

struct attempt {
    enum at_emulator_method method;
    struct at_grpc_call call;
    enum at_grpc_status status; // AT_GRPC_UNKNOWN: no status came
    // The retries used so far.
    bool reconnected;
    bool signed_anew;
};

// Return whether the status refuses the caller. Tink, which checks signed
// tokens in the emulator, uses the second one.
static bool
is_refused(const struct at_emulator *emulator, const struct attempt *attempt)
{
    return attempt->status == AT_GRPC_UNAUTHENTICATED ||
           (attempt->status == AT_GRPC_INVALID_ARGUMENT &&
            at_emulator_access_signs(emulator->access));
}

// Add what to do if the emulator refuses the caller.
static void
add_advice(const struct at_emulator *emulator, const struct attempt *attempt,
           struct at_err *err)
{
    const char *list = emulator->place.allowlist;
    if (attempt->status == AT_GRPC_PERMISSION_DENIED)
        at_err_add(err,
                   "its allowlist (%s) has to let "
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
    int64_t max_ms = limits[attempt->method].max_ms;
    struct at_err why = AT_ERR_INIT;
    attempt->status = AT_GRPC_UNKNOWN;
    if (!at_emulator_access_token(op, emulator->access, attempt->method,
                                  at_wall_now_ms() / 1000, &call->token, err))
        return false;
    struct at_op narrow = at_op_sub(op, at_now_ns(), max_ms);
    bool ok = at_grpc_client_call(&narrow, emulator->client, call, reply, &why);
    attempt->status = at_grpc_client_status(emulator->client);
    if (ok)
        return true;
    bool may_have_run = why.may_have_run && !is_refused(emulator, attempt);
    // If the method's own time has passed, the caller may continue by another
    // backend.
    if (why.code == AT_ETIMEOUT && at_op_check(op, NULL))
        at_fail(&why, AT_ERPC, "%s: DEADLINE_EXCEEDED: no answer within %d ms",
                strrchr(call->path, '/') + 1, (int)max_ms);
    else
        add_advice(emulator, attempt, &why);
    at_err_pass(err, &why);
    return at_err_set_run(err, may_have_run);
}

// The emulator may have restarted since it was found: usually with another port
// and always with other tokens.
static bool
find_again(struct at_emulator *emulator, struct at_err *err)
{
    struct at_emulator_place place;
    struct at_err why = AT_ERR_INIT;
    if (!find(emulator->serial, &place, &why)) {
        if (err->code == AT_EGRPC)
            *err = why; // more precise than "connection refused"
        return false;
    }
    if (at_emulator_place_eq(&place, &emulator->place)) {
        at_emulator_place_deinit(&place);
        return false;
    }
    take_place(emulator, &place);
    return true;
}

// Return true if another token can be tried. Tokens are signed again only once.
static bool
has_another(struct at_emulator *emulator, struct attempt *attempt)
{
    if (attempt->signed_anew)
        return false;
    attempt->signed_anew = true;
    return at_emulator_access_refused(emulator->access);
}

// Decide whether to send again a call that did nothing.
static bool
may_retry(struct at_emulator *emulator, struct attempt *attempt,
          struct at_err *err)
{
    if (err->may_have_run)
        return false;
    if (attempt->status == AT_GRPC_UNAVAILABLE) {
        bool first = !attempt->reconnected;
        attempt->reconnected = true;
        return first; // the connection ended when the call began
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
    struct at_buf nothing = AT_BUF_INIT(limits[method].max_reply_bytes);
    struct attempt attempt = {
        .method = method,
        .call = {at_emulator_path(method), NULL, at_buf_str(message),
                 limits[method].max_reply_bytes},
    };
    struct at_err why = AT_ERR_INIT;
    int tries = 0;
    bool ok;
    do {
        ok = call_once(op, emulator, &attempt, reply ? reply : &nothing, &why);
    } while (!ok && ++tries < TRIES_MAX && may_retry(emulator, &attempt, &why));
    at_buf_deinit(&nothing);
    if (ok)
        return true;
    at_err_context(&why, "emulator '%s'", emulator->serial);
    return at_err_pass(err, &why);
}
