#include "flow/app/front.h"

#include "base/limits.h"
#include "base/quote.h"
#include "screen/detect.h"

static bool
write_dialog(enum at_dialog_kind kind, struct at_buf *out)
{
    static const char *const words[] = {
        [AT_DIALOG_PERMISSION] = "a permission dialog",
        [AT_DIALOG_CRASH] = "a crash dialog",
        [AT_DIALOG_ANR] = "a dialog that says that an app does not respond",
        [AT_DIALOG_SYSTEM] = "a system dialog",
    };
    return at_buf_add_text(out, words[kind]);
}

bool
at_front_write(const struct at_tree *tree, struct at_buf *out)
{
    enum at_dialog_kind dialog = at_tree_dialog(tree).kind;
    struct at_str front = tree->front_package;
    if (dialog != AT_DIALOG_NONE)
        return write_dialog(dialog, out);
    if (at_tree_is_locked(tree))
        return at_buf_add_text(out, "the lock screen");
    if (at_package_is_launcher(front))
        return at_buf_add_text(out, "the launcher");
    if (front.len > 0)
        return at_buf_add_text(out, AT_NAME(front));
    return tree->app_name.len > 0 &&
           at_buf_add_text(out, AT_NAME(tree->app_name));
}

void
at_front_copy(char *out, size_t capacity, const struct at_tree *tree)
{
    struct at_buf text = AT_BUF_INIT(AT_KIB);
    if (!at_front_write(tree, &text))
        at_buf_add_text(&text, "another app");
    at_str_cut(out, capacity, at_buf_str(&text));
    at_buf_deinit(&text);
}
