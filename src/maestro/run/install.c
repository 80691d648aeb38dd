#include "maestro/run/install.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "maestro/run/remains.h"
#include "sys/file.h"

// Remove the app that the file holds, with its data.
static bool
remove_app(struct at_maestro_call *call, const char *path, struct at_err *err)
{
    struct at_maestro_runner *run = call->run;
    struct at_err why = AT_ERR_INIT;
    char *id = NULL;
    if (!run->opts->app_id)
        return at_fail(err, AT_EUNSUPPORTED,
                       "keepData: false isn't supported here");
    bool ok =
        run->opts->app_id(path, &id, err) &&
        (at_device_uninstall(run->op, at_maestro_device(call), id, &why) ||
         why.code == AT_ENOAPP || at_err_pass(err, &why));
    free(id);
    return ok;
}

bool
at_maestro_install(struct at_maestro_call *call, struct at_err *err)
{
    struct at_maestro_runner *run = call->run;
    const struct at_maestro_command *command = call->command;
    const char *name = at_arena_dup(&call->arena, command->path).ptr;
    // The reader has found a file without variables in its name.
    bool found = !at_str_has(call->written->path, AT_STR("${"));
    char *path = found || name[0] == '/'
                     ? at_strdup(name)
                     : at_maestro_beside(command->place.file, name);
    bool ok = at_maestro_may_read(call, path) ||
              at_fail(err, AT_EUSAGE, "there is no app '%s'", path);
    ok = ok && (command->keep_data || remove_app(call, path, err)) &&
         at_device_install(run->op, at_maestro_device(call), path, err);
    at_app_mark_stale(run->app);
    free(path);
    return ok;
}
