#include "cli/install.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "sys/file.h"

static void
on_progress(void *user, const char *text)
{
    at_run_progress(user, "%s", text);
}

// The entry that may be started: the one that selector names, else the only
// one. NULL with err.
static const struct at_device_entry *
choose(const struct at_device_list *list, const char *selector,
       struct at_err *err)
{
    const struct at_device_entry *found = NULL;
    struct at_buf names = AT_BUF_INIT(AT_ERR_MSG_MAX / 2);
    size_t count = 0;
    for (size_t i = 0; i < list->count; i++) {
        const struct at_device_entry *entry = &list->entries[i];
        if (!entry->bootable)
            continue;
        if (selector && (strcmp(entry->id, selector) == 0 ||
                         strcmp(entry->name, selector) == 0)) {
            at_buf_deinit(&names);
            return entry;
        }
        at_buf_add_fmt(&names, "%s%s", count++ ? ", " : "", entry->id);
        found = entry;
    }
    if (count != 1 || selector)
        at_fail(err, AT_ENODEV, "no device runs, and %s%s",
                count == 0 ? "none can be started" : "one must be chosen: ",
                at_buf_text(&names));
    at_buf_deinit(&names);
    return count == 1 && !selector ? found : NULL;
}

// A simulator is started by its selector, an emulator by its AVD's name.
static bool
boot_one(struct at_call *call, struct at_err *err)
{
    const struct at_platform_call tools = at_call_tools(call);
    const char *selector = at_call_selector(call);
    struct at_boot_opts opts = {
        .wait = true,
        .progress = on_progress,
        .user = call->run,
    };
    struct at_device_list list = {NULL, 0};
    char id[128];
    char *log = at_run_next_log(call->run, "emulator", "boot");
    opts.log_path = log;
    bool ok = call->platform->boot && call->platform->list(&tools, &list, err);
    const struct at_device_entry *entry =
        ok ? choose(&list, selector, err) : NULL;
    if (entry && strcmp(entry->kind, "avd") == 0)
        opts.avd = entry->id;
    else if (entry)
        opts.device = entry->id;
    ok = entry && call->platform->boot(&tools, &opts, id, err);
    at_device_list_deinit(&list);
    free(log);
    return ok;
}

bool
at_call_open_booted(struct at_call *call, bool boot, struct at_app **out_app,
                    struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    if (at_call_open(call, out_app, &why))
        return true;
    bool none = why.code == AT_ENODEV;
    if (!boot || !none || !call->platform) {
        if (err)
            *err = why;
        return false;
    }
    return boot_one(call, err) && at_call_open(call, out_app, err);
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
