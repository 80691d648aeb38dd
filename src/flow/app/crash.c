#include "flow/app/crash.h"

#include "base/buf.h"
#include "base/quote.h"
#include "flow/app/front.h"
#include "screen/detect.h"

static enum at_app_state
state_of(bool front, const struct at_tree *tree)
{
    if (at_dialog_is_death(at_tree_dialog(tree).kind))
        return AT_APP_DEATH_SHOWN;
    if (front)
        return AT_APP_FRONT;
    return at_package_is_launcher(tree->front_package) ? AT_APP_LEFT
                                                       : AT_APP_COVERED;
}

enum at_app_state
at_app_state(const struct at_app *app, const struct at_tree *tree)
{
    return tree ? state_of(at_app_is_front(app, tree), tree) : AT_APP_UNSEEN;
}

enum at_app_state
at_package_state(const char *package, const struct at_tree *tree)
{
    if (!tree)
        return AT_APP_UNSEEN;
    return state_of(tree->front_package.len == 0 ||
                        at_str_is(tree->front_package, package),
                    tree);
}

enum at_app_state
at_app_state_now(const struct at_app *app)
{
    return at_app_is_current(app) ? at_app_state(app, at_app_tree(app))
                                  : AT_APP_UNSEEN;
}

bool
at_app_state_is_gone(enum at_app_state state)
{
    return state == AT_APP_DEATH_SHOWN || state == AT_APP_LEFT;
}

bool
at_app_log_has_crash(const struct at_op *op, struct at_app *app,
                     const char *package, const char *mark,
                     struct at_crash *out)
{
    *out = (struct at_crash){0};
    return *package &&
           at_device_crash(op, at_app_device(app), package, mark, out, NULL) &&
           out->found;
}

static void
set_from_dialog(const char *package, const struct at_dialog *dialog,
                struct at_crash *out)
{
    *out = (struct at_crash){.anr = dialog->kind == AT_DIALOG_ANR};
    at_str_cut(out->process, sizeof(out->process), at_str(package));
    at_str_cut(out->message, sizeof(out->message), dialog->title);
}

static bool
has_no_process(const struct at_op *op, struct at_app *app, const char *package)
{
    int64_t pid = 1;
    return at_device_pid(op, at_app_device(app), package, &pid, NULL) &&
           pid == 0;
}

bool
at_app_find_crash(const struct at_op *op, struct at_app *app,
                  const char *package, const char *mark, struct at_crash *out,
                  struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    const struct at_tree *tree = at_app_tree(app);
    *out = (struct at_crash){0};
    if (!*package || !at_app_state_is_gone(at_package_state(package, tree)))
        return true;
    bool log_read =
        at_device_crash(op, at_app_device(app), package, mark, out, &why);
    if (why.code == AT_ECANCELED || why.code == AT_ENODEV)
        return at_err_pass(err, &why);
    if (log_read && out->found)
        return true;
    struct at_dialog dialog = at_tree_dialog(tree);
    bool shown = at_dialog_is_death(dialog.kind);
    bool tested = at_str_is(at_str(package), at_app_package(app));
    set_from_dialog(package, &dialog, out);
    out->found = (!log_read && shown) ||
                 ((tested || shown) && has_no_process(op, app, package));
    return true;
}

// Append the front window. The app's own window may be older than the crash.
static void
write_front(const struct at_app *app, const char *package, struct at_buf *out)
{
    char front[256];
    const struct at_tree *tree = at_app_tree(app);
    if (!at_app_is_current(app) ||
        at_package_state(package, tree) == AT_APP_FRONT)
        return;
    at_front_copy(front, sizeof(front), tree);
    at_buf_add_fmt(out, "; %s is in front", front);
}

bool
at_app_fail_crash(const struct at_app *app, const char *package,
                  const struct at_crash *crash, struct at_err *err)
{
    struct at_buf text = AT_BUF_INIT(AT_ERR_MSG_MAX);
    at_buf_add_fmt(&text, "%s %s", package,
                   crash->anr ? "does not respond (ANR)" : "crashed");
    if (crash->exception[0])
        at_buf_add_fmt(&text, ": %s", AT_NAME(at_str(crash->exception)));
    if (crash->message[0])
        at_buf_add_fmt(&text, ": %s", AT_QUOTED(at_str(crash->message)));
    if (!crash->exception[0] && !crash->message[0])
        at_buf_add_text(&text, ": its process is gone, and the log has no "
                               "exception of it");
    for (size_t i = 0; i < AT_LEN(crash->frames) && crash->frames[i][0]; i++)
        at_buf_add_fmt(&text, "%s%s", i ? ", " : "; at ", crash->frames[i]);
    write_front(app, package, &text);
    at_fail(err, AT_ECRASH, "%s", at_buf_text(&text));
    at_buf_deinit(&text);
    return false;
}
