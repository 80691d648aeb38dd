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
choose_platform(struct at_call *call, const char *path, struct at_err *err)
{
    const struct at_platform *platform = at_host_platform_of(call->host, path);
    const char *asked = at_given_option(call->given, "--platform");
    if (!platform)
        return at_fail(err, AT_EUSAGE,
                       "'%.200s' is no app: an Android app ends in .apk, one "
                       "for the iOS simulator in .app",
                       path);
    if (asked && strcmp(asked, platform->name) != 0)
        return at_fail(err, AT_EUSAGE,
                       "'%.200s' is an app for %s, and --platform says %s",
                       path, platform->name, asked);
    call->platform = platform;
    return true;
}

bool
at_call_app_file(struct at_call *call, struct at_app_file *out,
                 struct at_err *err)
{
    const char *path = at_given_option(call->given, "--app");
    *out = (struct at_app_file){0};
    if (!path)
        path = at_call_default(call, "app");
    if (!path)
        return at_fail(err, AT_EUSAGE,
                       "which app? add --app PATH, or keep it with `session "
                       "set --app PATH`");
    if (!choose_platform(call, path, err))
        return false;
    if (!at_file_exists(path))
        return at_fail(err, AT_EUSAGE, "no file or folder '%.200s'", path);
    out->path = at_path_real(path, err);
    if (!out->path || !call->platform->app_id(out->path, &out->id, err))
        return false;
    at_call_set_app(call, out->id, out->path);
    at_call_set_text(call, "app_id", out->id);
    at_call_set_text(call, "app_path", out->path);
    return true;
}
