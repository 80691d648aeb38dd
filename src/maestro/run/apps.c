#include "maestro/run/apps.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "maestro/run/act.h"

// The app that a command means, owned by the caller; NULL with err.
static char *
app_of(struct at_maestro_call *call, struct at_err *err)
{
    struct at_str id = call->command->app_id;
    if (id.len > 0)
        return at_strndup(id.ptr, id.len);
    at_maestro_fail_hard(call->run);
    at_fail(err, AT_EUSAGE, "no app is named: add appId to the flow or to %s",
            call->command->name);
    return NULL;
}

static bool
fail_launch(const char *package, const struct at_err *why, struct at_err *err)
{
    enum at_code code = why->code == AT_EDEVICE ? AT_ENOAPP : why->code;
    return at_fail(err, code, "Unable to launch app %s: %s", package, why->msg);
}

// The package under test changes with the app that is launched.
static void
follow(struct at_maestro_runner *run, const char *package)
{
    struct at_device *device = at_app_device(run->app);
    if (strcmp(at_app_package(run->app), package) != 0)
        at_app_set_package(run->app, package);
    if (!at_device_log_mark(run->op, device, run->mark, NULL))
        run->mark[0] = '\0';
    at_device_warm_up(device);
    at_app_mark_launch(run->app);
}

static bool
launch(struct at_maestro_call *call, const char *package, struct at_err *err)
{
    const struct at_maestro_command *command = call->command;
    const struct at_op *op = call->run->op;
    struct at_device *device = at_maestro_device(call);
    struct at_err why = AT_ERR_INIT;
    if (command->clear_state && !at_device_clear(op, device, package, &why))
        return fail_launch(package, &why, err);
    if (command->stop_app && !at_device_stop(op, device, package, &why))
        return fail_launch(package, &why, err);
    follow(call->run, package);
    if (!at_device_launch(op, device, package, &why))
        return fail_launch(package, &why, err);
    at_app_follow(call->run->app, NULL);
    return true;
}

bool
at_maestro_launch(struct at_maestro_call *call, struct at_err *err)
{
    char *package = app_of(call, err);
    bool ok = package && launch(call, package, err);
    free(package);
    return ok;
}

static bool
with_app(struct at_maestro_call *call,
         bool (*act)(const struct at_op *op, struct at_device *device,
                     const char *package, struct at_err *err),
         struct at_err *err)
{
    char *package = app_of(call, err);
    bool ok =
        package && act(call->run->op, at_maestro_device(call), package, err);
    if (ok)
        at_app_mark_stale(call->run->app);
    free(package);
    return ok;
}

bool
at_maestro_stop(struct at_maestro_call *call, struct at_err *err)
{
    return with_app(call, at_device_stop, err);
}

bool
at_maestro_clear(struct at_maestro_call *call, struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    if (with_app(call, at_device_clear, &why))
        return true;
    if (why.code != AT_ENOAPP)
        return at_err_pass(err, &why);
    at_maestro_note(call, "the app is not installed, so there was nothing to "
                          "clear");
    return true;
}
