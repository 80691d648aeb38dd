#include "maestro/run/apps.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "maestro/run/act.h"
#include "maestro/run/permissions.h"

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

// The changes of a permissions: map, in their order.
struct changes {
    struct at_argv names;
    bool *granted; // owned, one for each
};

static void
add_changes(struct changes *changes, const struct at_argv *names, bool granted)
{
    for (size_t i = 0; i < names->count; i++) {
        size_t count = changes->names.count;
        at_argv_add(&changes->names, names->words[i]);
        changes->granted = at_realloc_array(changes->granted, count + 1,
                                            sizeof(*changes->granted));
        changes->granted[count] = granted;
    }
}

static bool
allows(const struct at_maestro_pair *pair)
{
    return at_str_eq_nocase(pair->value, AT_STR("allow"));
}

// "all" means what the app's manifest asks for, and comes first.
static void
collect(struct at_maestro_call *call, const char *package,
        const struct at_maestro_pairs *pairs, struct changes *out)
{
    for (size_t i = 0; i < pairs->count; i++) {
        struct at_argv names = AT_ARGV_INIT;
        bool all = at_str_is(pairs->rows[i].name, "all");
        if (all && at_device_permissions(call->run->op, at_maestro_device(call),
                                         package, &names, NULL))
            add_changes(out, &names, allows(&pairs->rows[i]));
        at_argv_deinit(&names);
    }
    for (size_t i = 0; i < pairs->count; i++) {
        struct at_argv names = AT_ARGV_INIT;
        if (at_str_is(pairs->rows[i].name, "all"))
            continue;
        at_maestro_permission_names(pairs->rows[i].name, &names);
        add_changes(out, &names, allows(&pairs->rows[i]));
        at_argv_deinit(&names);
    }
}

// Maestro passes over a permission that cannot be changed. named: the flow
// names some, so it is worth saying.
static bool
permit(struct at_maestro_call *call, const char *package,
       const struct at_maestro_pairs *pairs, bool named, struct at_err *err)
{
    struct changes changes = {.granted = NULL};
    struct at_err why = AT_ERR_INIT;
    size_t refused = 0;
    collect(call, package, pairs, &changes);
    size_t count = changes.names.count;
    struct at_permission *rows = at_alloc((count + 1) * sizeof(*rows));
    for (size_t i = 0; i < count; i++)
        rows[i] =
            (struct at_permission){changes.names.words[i], changes.granted[i]};
    const struct at_permissions all = {rows, count};
    bool ok = count == 0 ||
              at_device_permit_all(call->run->op, at_maestro_device(call),
                                   package, &all, &refused, &why);
    if (ok && refused > 0 && named)
        at_maestro_note(call,
                        "%zu of %zu permissions were not changed: the "
                        "app does not ask for them, or the user cannot "
                        "grant them",
                        refused, count);
    if (why.code == AT_EUNSUPPORTED && named)
        at_maestro_note(call, "permissions of a simulator are not changed");
    free(rows);
    free(changes.granted);
    at_argv_deinit(&changes.names);
    return ok || why.code == AT_EUNSUPPORTED || at_err_pass(err, &why);
}

static bool
is_default(const struct at_maestro_pairs *pairs)
{
    return pairs->count == 1 && at_str_is(pairs->rows[0].name, "all");
}

static enum at_extra_type
type_of(const struct at_maestro_pair *pair)
{
    int64_t number;
    switch (pair->type) {
    case AT_MAESTRO_PAIR_TEXT:
        break;
    case AT_MAESTRO_PAIR_BOOL:
        return AT_EXTRA_BOOL;
    case AT_MAESTRO_PAIR_WHOLE:
        return at_str_to_i64(pair->value, INT32_MIN, INT32_MAX, &number)
                   ? AT_EXTRA_INT
                   : AT_EXTRA_LONG;
    case AT_MAESTRO_PAIR_REAL:
        return AT_EXTRA_DOUBLE;
    }
    return AT_EXTRA_TEXT;
}

static bool
start(struct at_maestro_call *call, const char *package, struct at_err *err)
{
    const struct at_maestro_pairs *pairs = &call->command->arguments;
    struct at_extra *extras = at_alloc((pairs->count + 1) * sizeof(*extras));
    for (size_t i = 0; i < pairs->count; i++) {
        const struct at_maestro_pair *pair = &pairs->rows[i];
        extras[i].type = type_of(pair);
        extras[i].name = at_arena_dup(&call->arena, pair->name).ptr;
        extras[i].value = at_arena_dup(&call->arena, pair->value).ptr;
    }
    const struct at_extras all = {extras, pairs->count};
    bool ok =
        pairs->count == 0
            ? at_device_launch(call->run->op, at_maestro_device(call), package,
                               err)
            : at_device_launch_with(call->run->op, at_maestro_device(call),
                                    package, &all, err);
    free(extras);
    return ok;
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
    if (!permit(call, package, &command->permissions,
                !is_default(&command->permissions), err))
        return false;
    if (command->stop_app && !at_device_stop(op, device, package, &why))
        return fail_launch(package, &why, err);
    follow(call->run, package);
    if (!start(call, package, &why))
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

bool
at_maestro_kill(struct at_maestro_call *call, struct at_err *err)
{
    if (!with_app(call, at_device_kill, err))
        return false;
    char *package = app_of(call, err);
    int64_t pid = 0;
    if (package &&
        at_device_pid(call->run->op, at_maestro_device(call), package, &pid,
                      NULL) &&
        pid > 0)
        at_maestro_note(call, "the app still runs: only an app in the "
                              "background can be killed; press Home before");
    free(package);
    return true;
}

bool
at_maestro_set_permissions(struct at_maestro_call *call, struct at_err *err)
{
    char *package = app_of(call, err);
    bool ok = package &&
              permit(call, package, &call->command->permissions, true, err);
    free(package);
    return ok;
}
