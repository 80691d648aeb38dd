// app id: read the id of an .apk or .app
#include "cli/commands.h"

#include "cli/app_file.h"
#include "cli/invocation.h"
#include "wire/json.h"

static bool
run(struct at_invocation *invocation, struct at_err *err)
{
    struct at_app_file file;
    bool ok = at_app_file_find(invocation, &file, err);
    if (ok) {
        at_invocation_set_text(invocation, "platform",
                               invocation->platform->name);
        at_invocation_next(invocation, "keep it", "session", "set", "--app-id",
                           file.id, NULL);
    }
    at_app_file_deinit(&file);
    return ok;
}

static void
print(const json_t *data, struct at_buf *out)
{
    struct at_str id = at_json_get_str(data, "app_id");
    if (id.len > 0)
        at_buf_add_fmt(out, "%.*s\n", AT_STR_ARG(id));
}

const struct at_command at_cli_app_id = {
    .name = "app id",
    .summary = "print the package name or bundle id of an .apk or .app",
    .about = "Read from the file itself (AndroidManifest.xml, Info.plist); no "
             "device is needed.",
    .options = AT_OPTIONS({.name = "--app",
                           .value = "PATH",
                           .help = "the .apk or .app",
                           .absent = "the session's"}),
    .flags = AT_COMMAND_HISTORY,
    .examples = AT_EXAMPLES(
        {"app id --app ./app.apk", "the package name in its manifest"}),
    .run = run,
    .print = print,
};
