// crash.c: has the app under test died?
#include "flow/app.h"

#include <stdio.h>
#include <string.h>

#include "base/buf.h"

static void
set_from_dialog(const struct at_app *app, const struct at_dialog *dialog,
                struct at_crash *out)
{
    *out = (struct at_crash){.anr = dialog->kind == AT_DIALOG_ANR};
    at_str_cut(out->process, sizeof(out->process), at_str(at_app_package(app)));
    at_str_cut(out->message, sizeof(out->message), dialog->title);
}

// The log knows who died; where it cannot be read the dialog must do, and
// without a dialog the process is gone or not.
bool
at_app_crashed(const struct at_op *op, struct at_app *app, const char *mark,
               struct at_crash *out_crash, bool *out_crashed,
               struct at_err *err)
{
    struct at_err log_err = AT_ERR_INIT;
    struct at_device *device = at_app_device(app);
    const char *package = at_app_package(app);
    const struct at_tree *tree = at_app_tree(app);
    int64_t pid = 1;

    *out_crashed = false;
    *out_crash = (struct at_crash){0};
    if (!tree || !*package)
        return true;
    struct at_dialog dialog = at_tree_dialog(tree);
    if (!at_dialog_is_death(dialog.kind) &&
        !at_package_is_launcher(tree->front_package))
        return true;
    bool log_read = at_device_crash(op, device, package, mark ? mark : "",
                                    out_crash, &log_err);
    *out_crashed = log_read && out_crash->found;
    if (log_err.code == AT_ECANCELED || log_err.code == AT_ENODEV) {
        if (err)
            *err = log_err;
        return false;
    }
    if (*out_crashed)
        return true;
    set_from_dialog(app, &dialog, out_crash);
    *out_crashed = !log_read && at_dialog_is_death(dialog.kind);
    if (!*out_crashed && at_device_pid(op, device, package, &pid, NULL))
        *out_crashed = pid == 0;
    return true;
}

bool
at_app_fail_crash(const struct at_app *app, const struct at_crash *crash,
                  struct at_err *err)
{
    const char *package = *at_app_package(app) ? at_app_package(app) : "app";
    struct at_buf text = AT_BUF_INIT(AT_ERR_MSG_MAX);

    at_buf_add_fmt(&text, "%s %s", package,
                   crash->anr ? "does not respond (ANR)" : "crashed");
    if (crash->exception[0])
        at_buf_add_fmt(&text, ": %s", crash->exception);
    if (crash->message[0])
        at_buf_add_fmt(&text, ": %s", crash->message);
    if (!crash->exception[0] && !crash->message[0])
        at_buf_add_text(&text, ": its process is gone, and the log has no "
                               "exception of it");
    for (size_t i = 0; i < AT_LEN(crash->frames) && crash->frames[i][0]; i++)
        at_buf_add_fmt(&text, "%s%s", i ? ", " : "; at ", crash->frames[i]);
    at_fail(err, AT_ECRASH, "%s", at_buf_text(&text));
    at_buf_deinit(&text);
    return false;
}
