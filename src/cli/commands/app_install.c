// app install: put an .apk or .app on a device
#include "cli/commands.h"

#include <stdlib.h>

#include "cli/app_file.h"
#include "cli/boot.h"
#include "cli/invocation.h"
#include "cli/install.h"
#include "wire/json.h"

static bool
install(struct at_invocation *invocation, const struct at_app_file *file,
        struct at_err *err)
{
    struct at_app *app;
    bool boot = at_arguments_have(invocation->args, "--boot");
    char *id;
    if (!at_install_open_device(invocation, boot, &app, err) ||
        !at_install_app(invocation, app, file->path, &id, err))
        return false;
    const struct at_device *device = at_app_device(app);
    free(id);
    at_invocation_set_text(invocation, "device", device->serial);
    at_invocation_next(invocation, "start it", "app", "launch", "--app-id",
                       file->id, "--platform", invocation->platform->name,
                       "--device", device->serial, NULL);
    return true;
}

static bool
run(struct at_invocation *invocation, struct at_err *err)
{
    struct at_app_file file;
    bool ok = at_app_file_find(invocation, &file, err) &&
              install(invocation, &file, err);
    at_invocation_set(invocation, "installed", json_boolean(ok));
    at_app_file_deinit(&file);
    return ok;
}

static void
print(const json_t *data, struct at_buf *out)
{
    if (json_is_true(json_object_get(data, "installed")))
        at_buf_add_fmt(out, "%.*s is installed on %.*s\n",
                       AT_STR_ARG(at_json_get_str(data, "app_id")),
                       AT_STR_ARG(at_json_get_str(data, "device")));
}

const struct at_command at_cli_app_install = {
    .name = "app install",
    .summary = "install an .apk or .app",
    .options = AT_OPTIONS(
        {.name = "--app",
         .value = "PATH",
         .help = "the .apk or .app; its suffix says the platform",
         .absent = "the session's"},
        {.name = "--boot", .help = "start a device first if none can be used"}),
    .examples = AT_EXAMPLES(
        {"app install --app ./app.apk", "on the device that runs"},
        {"app install --app ./app.apk --boot", "start a device if need be"}),
    .flags = AT_COMMAND_HISTORY | AT_CLI_RUN | AT_CLI_PLATFORM | AT_CLI_TIMEOUT,
    .timeout_ms = AT_BOOT_MS,
    .run = run,
    .print = print,
};
