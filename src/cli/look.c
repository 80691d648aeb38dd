#include "cli/look.h"

#include <string.h>

#include "base/limits.h"
#include "screen/detect.h"
#include "screen/gaps.h"
#include "screen/listed.h"
#include "session/snapshot.h"

// What a screen was read from, as a file of the run.
static const struct {
    const char *format;
    const char *file;
    const char *mime;
} sources[] = {
    {"uiautomator", "ui_dump.xml", "application/xml"},
    {"axe", "ui_snapshot.raw.json", "application/json"},
    {"helper", "ui_tree.raw.json", "application/json"},
};

static bool
keep_source(struct at_call *call, const struct at_snapshot_info *info,
            struct at_err *err)
{
    for (size_t i = 0; i < AT_LEN(sources); i++) {
        if (strcmp(sources[i].format, info->source_format) == 0)
            return at_run_write_artifact(call->run, "ui_source",
                                         sources[i].file, sources[i].mime,
                                         info->source, err);
    }
    return at_fail(err, AT_EUNSUPPORTED,
                   "this device's backend does not keep what a screen was "
                   "read from, so refs could not be found again");
}

static void
warn_dialog(struct at_call *call, const struct at_dialog *dialog)
{
    at_run_warning(
        call->run, "a %s dialog is in front (%.*s, \"%.*s\"): answer it first",
        at_dialog_kind_name(dialog->kind), AT_STR_ARG(dialog->package),
        AT_STR_ARG(at_utf8_head(dialog->title, 100)));
}

static void
warn_loading(struct at_call *call, const struct at_node *node)
{
    struct at_buf line = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
    at_listed_write(node, NULL, &line);
    at_run_warning(call->run,
                   "something still loads (%.*s): this may not be "
                   "all of the screen",
                   AT_STR_ARG(at_utf8_head(at_buf_str(&line), 100)));
    at_buf_deinit(&line);
}

static void
warn_gaps(struct at_call *call, const struct at_tree *tree)
{
    struct at_buf gaps = AT_BUF_INIT(AT_KIB);
    if (at_gaps_write(tree, &gaps))
        at_run_warning(call->run, "this is not the whole screen: %s",
                       at_buf_text(&gaps));
    at_buf_deinit(&gaps);
}

static void
warn_of(struct at_call *call, struct at_app *app)
{
    const struct at_tree *tree = at_app_tree(app);
    struct at_dialog dialog = at_tree_dialog(tree);
    const struct at_node *loading = at_tree_loading(tree);
    if (dialog.kind != AT_DIALOG_NONE)
        warn_dialog(call, &dialog);
    else if (!at_app_is_front(app, tree))
        at_run_warning(call->run, "%.*s is in front, not %s",
                       AT_STR_ARG(tree->front_package), at_app_package(app));
    if (loading)
        warn_loading(call, loading);
    warn_gaps(call, tree);
}

static bool
keep(struct at_call *call, struct at_look *look, bool only_interactive,
     struct at_err *err)
{
    const struct at_tree *tree = at_app_tree(look->app);
    char front[256];
    at_str_cut(front, sizeof(front), tree->front_package);
    struct at_snapshot_info info = {
        .platform = call->platform->name,
        .device_id = at_app_device(look->app)->serial,
        .app_id = *front ? front : at_call_app_id(call),
        .tree = tree,
        .only_interactive = only_interactive,
    };
    info.source = at_app_source(look->app, &info.source_format);
    look->snapshot = at_snapshot_json(&info);
    return keep_source(call, &info, err) &&
           at_snapshot_keep(call->store, look->snapshot, &info, err);
}

bool
at_look(struct at_call *call, bool only_interactive, struct at_look *out,
        struct at_err *err)
{
    *out = (struct at_look){0};
    if (!at_call_open(call, &out->app, err))
        return false;
    at_app_device(out->app)->keep_source = true;
    if (!at_app_snapshot(call->op, out->app, err))
        return false;
    warn_of(call, out->app);
    at_elements_init(&out->elements, at_app_tree(out->app), only_interactive);
    return keep(call, out, only_interactive, err);
}

void
at_look_deinit(struct at_look *look)
{
    at_elements_deinit(&look->elements);
    json_decref(look->snapshot);
    look->snapshot = NULL;
}
