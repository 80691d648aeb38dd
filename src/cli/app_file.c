#include "cli/app_file.h"

#include <stdlib.h>
#include <string.h>

#include "sys/file.h"
#include "sys/path.h"

void
at_app_file_deinit(struct at_app_file *file)
{
    free(file->path);
    free(file->id);
    *file = (struct at_app_file){0};
}

static bool
choose_platform(struct at_invocation *invocation, const char *path,
                struct at_err *err)
{
    const struct at_platform *platform =
        at_device_pool_platform_for(invocation->pool, path);
    const char *asked = at_arguments_option(invocation->args, "--platform");
    if (!platform)
        return at_fail(err, AT_EUSAGE,
                       "'%.200s' is not an app: Android apps end in .apk, "
                       "those for the iOS simulator in .app",
                       path);
    if (asked && strcmp(asked, platform->name) != 0)
        return at_fail(err, AT_EUSAGE,
                       "'%.200s' is an app for %s, and --platform says %s",
                       path, platform->name, asked);
    invocation->platform = platform;
    return true;
}

bool
at_app_file_find(struct at_invocation *invocation, struct at_app_file *out,
                 struct at_err *err)
{
    const char *path = at_arguments_option(invocation->args, "--app");
    *out = (struct at_app_file){0};
    if (!path)
        path = at_invocation_default(invocation, "app");
    if (!path)
        return at_fail(err, AT_EUSAGE,
                       "which app? add --app PATH, or store it with `session "
                       "set --app PATH`");
    if (!choose_platform(invocation, path, err))
        return false;
    if (!at_file_exists(path))
        return at_fail(err, AT_EUSAGE, "no file or folder '%.200s'", path);
    out->path = at_path_real(path, err);
    if (!out->path || !invocation->platform->app_id(out->path, &out->id, err))
        return false;
    at_invocation_set_app(invocation, out->id, out->path);
    at_invocation_set_text(invocation, "app_id", out->id);
    at_invocation_set_text(invocation, "app_path", out->path);
    return true;
}
