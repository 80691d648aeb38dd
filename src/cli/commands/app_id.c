// app id: which app an .apk or .app is
#include "cli/commands.h"

#include "cli/app_file.h"
#include "cli/call.h"
#include "wire/json.h"

static const struct at_option options[] = {
    {.name = "--app",
     .value = "PATH",
     .help = "the .apk or .app",
     .absent = "the session's"},
    {0},
};

static bool
run(struct at_call *call, struct at_err *err)
{
    struct at_app_file file;
    bool ok = at_call_app_file(call, &file, err);
    if (ok) {
        at_call_set_text(call, "platform", call->platform->name);
        at_call_next(call, "keep it", "session", "set", "--app-id", file.id,
                     NULL);
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

static const struct at_example examples[] = {
    {"app id --app ./app.apk", "the package name in its manifest"},
    {0},
};

const struct at_command at_command_app_id = {
    .name = "app id",
    .summary = "the package name or bundle id that an .apk or .app says",
    .about = "Read from the file itself (AndroidManifest.xml, Info.plist); no "
             "device is needed.",
    .options = options,
    .examples = examples,
    .run = run,
    .print = print,
};
