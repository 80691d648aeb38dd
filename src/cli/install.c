#include "cli/install.h"

#include <stdlib.h>

#include "cli/boot.h"
#include "sys/file.h"

bool
at_install_open_device(struct at_invocation *invocation, bool boot,
                       struct at_app **out_app, struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    char id[128];
    if (at_invocation_open(invocation, out_app, &why))
        return true;
    if (!boot || why.code != AT_ENODEV)
        return at_err_pass(err, &why);
    struct at_boot_opts opts = {.device = at_invocation_selector(invocation),
                                .wait = true};
    return at_boot_device(invocation, &opts, id, err) &&
           at_invocation_open(invocation, out_app, err);
}

bool
at_install_app(struct at_invocation *invocation, struct at_app *app,
               const char *path, char **out_id, struct at_err *err)
{
    const struct at_platform *platform =
        at_device_pool_platform_for(invocation->pool, path);
    *out_id = NULL;
    if (!at_file_exists(path))
        return at_fail(err, AT_EUSAGE, "no file or folder '%s'", path);
    if (platform != invocation->platform)
        return at_fail(
            err, AT_EUSAGE, "'%s' is not an app for %s, whose apps end in %s",
            path, invocation->platform->name, invocation->platform->app_suffix);
    if (!platform->app_id(path, out_id, err))
        return false;
    at_command_run_progress(invocation->run, "installing %s", *out_id);
    bool ok = at_device_install(invocation->op, at_app_device(app), path, err);
    if (ok) {
        at_invocation_set_app(invocation, *out_id, path);
        return true;
    }
    free(*out_id);
    *out_id = NULL;
    return false;
}

bool
at_install_argument(struct at_invocation *invocation, struct at_app *app,
                    struct at_err *err)
{
    const char *path = at_arguments_option(invocation->args, "--app");
    char *id = NULL;
    bool ok = !path || at_install_app(invocation, app, path, &id, err);
    free(id);
    return ok;
}
