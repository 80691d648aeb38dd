// app install: put an .apk or .app on a device
#include "cli/commands.h"

#include <stdlib.h>

#include "cli/app_file.h"
#include "cli/boot.h"
#include "cli/call.h"
#include "cli/install.h"
#include "wire/json.h"

static const struct at_option options[] = {
    {.name = "--app",
     .value = "PATH",
     .help = "the .apk or .app; its end says the platform",
     .absent = "the session's"},
    {.name = "--boot", .help = "start a device first where none can be used"},
    {0},
};

static bool
install(struct at_call *call, const struct at_app_file *file,
        struct at_err *err)
{
    struct at_app *app;
    bool boot = at_given_has(call->given, "--boot");
    char *id;
    if (!at_call_open_booted(call, boot, &app, err) ||
        !at_install_app(call, app, file->path, &id, err))
        return false;
    const struct at_device *device = at_app_device(app);
    free(id);
    at_call_set_text(call, "device", device->serial);
    at_call_next(call, "start it", "app", "launch", "--app-id", file->id,
                 "--platform", call->platform->name, "--device", device->serial,
                 NULL);
    return true;
}

static bool
run(struct at_call *call, struct at_err *err)
{
    struct at_app_file file;
    bool ok = at_call_app_file(call, &file, err) && install(call, &file, err);
    at_call_set(call, "installed", json_boolean(ok));
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

static const struct at_example examples[] = {
    {"app install --app ./app.apk", "on the device that runs"},
    {"app install --app ./app.apk --boot", "with a device started if need be"},
    {0},
};

const struct at_command at_command_app_install = {
    .name = "app install",
    .summary = "install an .apk or .app",
    .options = options,
    .examples = examples,
    .flags = AT_COMMAND_RUN | AT_COMMAND_PLATFORM | AT_COMMAND_TIMEOUT,
    .timeout_ms = AT_BOOT_MS,
    .run = run,
    .print = print,
};
