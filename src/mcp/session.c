// session.c: one device, one app
#include "mcp/session.h"

#include <string.h>

#include "base/alloc.h"
#include "device/device.h"
#include "flow/app.h"
#include "flow/args.h"
#include "mcp/session_priv.h"

struct at_session *
at_session_new(at_session_open *open)
{
    struct at_session *session = at_alloc(sizeof(*session));
    session->open = open;
    return session;
}

static void
close_app(struct at_session *session)
{
    at_app_free(session->app);
    session->app = NULL;
}

void
at_session_free(struct at_session *session)
{
    if (!session)
        return;
    close_app(session);
    at_device_free(session->before);
    free(session->package);
    free(session);
}

// A device that knows one way only is reached that way.
static bool
choose_backend(const struct at_op *op, const struct at_session *session,
               struct at_device *device, struct at_err *err)
{
    struct at_str name = at_str(session->backend);
    if (!session->package)
        return true;
    if (AT_DEVICE_OFFERS(device, use_backend))
        return at_device_use_backend(op, device,
                                     name.len > 0 ? name : AT_STR("auto"), err);
    return !at_str_is(name, "grpc") ||
           at_fail(err, AT_EGRPC,
                   "no gRPC: this device has one backend; use backend \"auto\" "
                   "or \"adb\"");
}

static bool
open_app(const struct at_op *op, struct at_session *session, struct at_err *err)
{
    struct at_device *device;
    if (!session->open(op, session->serial, &device, err))
        return false;
    at_str_cut(session->serial, sizeof(session->serial),
               at_str(device->serial));
    if (!choose_backend(op, session, device, err)) {
        at_device_free(device);
        return false;
    }
    session->app = at_app_new(device, session->package);
    return true;
}

void
at_session_forget(struct at_session *session)
{
    at_shelf_clear(session);
    close_app(session);
    at_device_free(session->before);
    session->before = NULL;
    free(session->package);
    session->package = NULL;
    session->serial[0] = '\0';
    session->backend[0] = '\0';
    at_sessions_unclaim(session);
}

const char *
at_session_handle(const struct at_session *session)
{
    return session->package ? session->handle : "";
}

static bool
has_helper(const struct at_device *device)
{
    struct at_backend_state states[AT_DEVICE_BACKENDS_MAX];
    size_t count = at_device_backends(device, states);
    for (size_t i = 0; i < count; i++) {
        if (states[i].up && strcmp(states[i].name, "helper") == 0)
            return true;
    }
    return false;
}

// What the session before had brought up on the device is not brought up again.
static void
go_on_with_device(const struct at_op *op, struct at_session *session)
{
    struct at_device *device = session->before;
    session->before = NULL;
    if (!device || strcmp(device->serial, session->serial) != 0 ||
        !has_helper(device) || !choose_backend(op, session, device, NULL)) {
        at_device_free(device);
        return;
    }
    device->fallbacks = (struct at_fallbacks){.count = 0};
    device->input_by = NULL;
    close_app(session);
    session->app = at_app_new(device, session->package);
}

bool
at_session_connect(const struct at_op *op, struct at_session *session,
                   const struct at_session_want *want, struct at_app **out_app,
                   struct at_err *err)
{
    struct at_device *before =
        session->app ? at_app_take_device(session->app) : NULL;
    at_session_forget(session);
    if (want->serial.len >= sizeof(session->serial)) {
        at_device_free(before);
        return at_fail(err, AT_EUSAGE, "deviceId is longer than %zu bytes",
                       sizeof(session->serial) - 1);
    }
    session->before = before;
    at_str_cut(session->serial, sizeof(session->serial), want->serial);
    at_str_cut(session->backend, sizeof(session->backend), want->backend);
    session->package = at_strndup(want->package.ptr, want->package.len);
    if (!open_app(op, session, err) ||
        !at_sessions_claim(op, session, want->steal, err)) {
        at_session_forget(session);
        return false;
    }
    go_on_with_device(op, session);
    *out_app = session->app;
    return true;
}

bool
at_session_device(const struct at_op *op, struct at_session *session,
                  struct at_app **out_app, struct at_err *err)
{
    if (!session->app && !open_app(op, session, err))
        return false;
    *out_app = session->app;
    return true;
}

static bool
no_app(struct at_err *err)
{
    return at_fail(err, AT_EUSAGE,
                   "no app is connected: call agentest_connect with its "
                   "packageName first");
}

bool
at_session_app(const struct at_op *op, struct at_session *session,
               struct at_app **out_app, struct at_err *err)
{
    if (!session->package)
        return no_app(err);
    return at_session_device(op, session, out_app, err);
}

bool
at_session_adopt(const struct at_op *op, struct at_session *session,
                 const char *package, struct at_app **out_app,
                 struct at_err *err)
{
    if (!at_session_device(op, session, out_app, err) ||
        !at_sessions_claim(op, session, false, err))
        return false;
    char *mine = at_strdup(package);
    free(session->package);
    session->package = mine;
    at_app_set_package(*out_app, mine);
    return true;
}

bool
at_session_package(const struct at_session *session, const json_t *args,
                   char **out_package, struct at_err *err)
{
    struct at_str given = at_args_str(args, "packageName");
    *out_package = NULL;
    if (given.len > 0)
        *out_package = at_strndup(given.ptr, given.len);
    else if (session->package)
        *out_package = at_strdup(session->package);
    else
        return no_app(err);
    return true;
}

void
at_session_note_failure(void *arg, const struct at_err *err)
{
    struct at_session *session = arg;
    if (err->code != AT_ENODEV)
        return;
    close_app(session);
    if (!session->package)
        session->serial[0] = '\0'; // nobody has asked for this device
}
