// device screenshot: write the screen to a PNG file
#include "cli/commands.h"

#include <stdlib.h>

#include "base/limits.h"
#include "cli/invocation.h"
#include "cli/picture.h"
#include "sys/file.h"
#include "sys/path.h"
#include "wire/image.h"
#include "wire/json.h"

// Return the path of the file, owned by the caller; NULL with err.
static char *
write_png(struct at_invocation *invocation, struct at_str png,
          struct at_err *err)
{
    const char *out = at_arguments_option(invocation->args, "--out");
    if (!out)
        return at_command_run_write_artifact(invocation->run, "screenshot",
                                             "screenshot.png", "image/png", png,
                                             err)
                   ? at_command_run_artifact_path(invocation->run,
                                                  "screenshot.png", err)
                   : NULL;
    if (!at_file_write(out, png, err))
        return NULL;
    char *path = at_path_real(out, err);
    if (path)
        at_command_run_add_artifact(invocation->run, "screenshot", path,
                                    "image/png");
    return path;
}

static bool
save(struct at_invocation *invocation, const struct at_buf *image,
     struct at_err *err)
{
    size_t width, height, len;
    if (!at_png_check(at_buf_str(image), &width, &height, &len, err)) {
        at_err_context(err, "the device's screenshot");
        return false;
    }
    char *path =
        write_png(invocation, at_str_head(at_buf_str(image), len), err);
    if (!path)
        return false;
    at_invocation_set_text(invocation, "path", path);
    at_invocation_set(invocation, "width", json_integer((json_int_t)width));
    at_invocation_set(invocation, "height", json_integer((json_int_t)height));
    at_invocation_set(invocation, "bytes", json_integer((json_int_t)len));
    free(path);
    at_picture_warn(invocation, at_buf_str(image));
    return true;
}

static bool
run(struct at_invocation *invocation, struct at_err *err)
{
    struct at_app *app;
    struct at_buf image = AT_BUF_INIT(AT_SCREENSHOT_MAX_BYTES);
    bool ok =
        at_invocation_open(invocation, &app, err) &&
        at_device_screenshot(invocation->op, at_app_device(app), &image, err) &&
        save(invocation, &image, err);
    at_buf_deinit(&image);
    return ok;
}

static void
print(const json_t *data, struct at_buf *out)
{
    struct at_str path = at_json_get_str(data, "path");
    json_int_t width = json_integer_value(json_object_get(data, "width"));
    json_int_t height = json_integer_value(json_object_get(data, "height"));
    if (path.len > 0)
        at_buf_add_fmt(out, "%.*s (%lld x %lld)\n", AT_STR_ARG(path),
                       (long long)width, (long long)height);
}

const struct at_command at_cli_device_screenshot = {
    .name = "device screenshot",
    .summary = "write the screen to a PNG file",
    .options =
        AT_OPTIONS({.name = "--out",
                    .value = "PATH",
                    .help = "the file to write",
                    .absent = "artifacts/screenshot.png in the run's folder"}),
    .examples = AT_EXAMPLES(
        {"device screenshot", "into the run's folder; its path is printed"},
        {"device screenshot --out ./screen.png", "to a file of your own"}),
    .flags = AT_COMMAND_HISTORY | AT_CLI_RUN | AT_CLI_PLATFORM,
    .run = run,
    .print = print,
};
