#include "cli/install.h"

#include <stdlib.h>

#include "cli/boot.h"
#include "sys/file.h"

// Of several simulators that run, one must be chosen; another one more would
// not help.
static bool
has_usable(const struct at_call *call)
{
    const struct at_platform_call tools = at_call_tools(call);
    struct at_device_list list = {NULL, 0};
    bool usable = false;
    if (call->platform->list(&tools, &list, NULL)) {
        for (size_t i = 0; i < list.count; i++)
            usable = usable || list.entries[i].usable;
    }
    at_device_list_deinit(&list);
    return usable;
}

bool
at_call_open_booted(struct at_call *call, bool boot, struct at_app **out_app,
                    struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    char id[128];
    if (at_call_open(call, out_app, &why))
        return true;
    const char *selector = at_call_selector(call);
    if (!boot || why.code != AT_ENODEV || (!selector && has_usable(call))) {
        if (err)
            *err = why;
        return false;
    }
    struct at_boot_opts opts = {.device = selector, .wait = true};
    return at_call_boot(call, &opts, id, err) &&
           at_call_open(call, out_app, err);
}

bool
at_install_app(struct at_call *call, struct at_app *app, const char *path,
               char **out_id, struct at_err *err)
{
    const struct at_platform *platform = at_host_platform_of(call->host, path);
    *out_id = NULL;
    if (!at_file_exists(path))
        return at_fail(err, AT_EUSAGE, "no file or folder '%s'", path);
    if (platform != call->platform)
        return at_fail(err, AT_EUSAGE, "'%s' is no app for %s, which end in %s",
                       path, call->platform->name, call->platform->app_suffix);
    if (!platform->app_id(path, out_id, err))
        return false;
    at_run_progress(call->run, "installing %s", *out_id);
    bool ok = at_device_install(call->op, at_app_device(app), path, err);
    if (ok) {
        at_call_set_app(call, *out_id, path);
        return true;
    }
    free(*out_id);
    *out_id = NULL;
    return false;
}

bool
at_install_given(struct at_call *call, struct at_app *app, struct at_err *err)
{
    const char *path = at_given_option(call->given, "--app");
    char *id = NULL;
    bool ok = !path || at_install_app(call, app, path, &id, err);
    free(id);
    return ok;
}
