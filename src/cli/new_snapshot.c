#include "cli/new_snapshot.h"

#include <string.h>

#include "base/limits.h"
#include "base/quote.h"
#include "cli/last_snapshot.h"
#include "report/trace_json.h"
#include "screen/detect.h"
#include "screen/loading.h"
#include "screen/gaps.h"
#include "screen/listed.h"
#include "session/snapshot.h"
#include "sys/clock.h"
#include "wire/json.h"

// The file for each format that a screen is read from.
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
keep_source(struct at_invocation *invocation,
            const struct at_snapshot_info *info, struct at_err *err)
{
    for (size_t i = 0; i < AT_LEN(sources); i++) {
        if (strcmp(sources[i].format, info->source_format) == 0)
            return at_command_run_write_artifact(
                invocation->run, "ui_source", sources[i].file, sources[i].mime,
                info->source, err);
    }
    return at_fail(err, AT_EUNSUPPORTED,
                   "this device's backend does not keep the source of a "
                   "screen, so refs could not be found again");
}

static void
warn_dialog(struct at_invocation *invocation, const struct at_dialog *dialog)
{
    at_command_run_warning(
        invocation->run, "a %s dialog is in front (%s, %s): answer it first",
        at_dialog_kind_name(dialog->kind), AT_NAME(dialog->package),
        AT_QUOTED(at_utf8_head(dialog->title, 100)));
}

static void
warn_loading(struct at_invocation *invocation, const struct at_node *node)
{
    struct at_buf line = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
    struct at_buf shown = AT_BUF_INIT(AT_KIB);
    at_listed_write(node, NULL, &line);
    at_quote_cut(at_buf_str(&line), 100, &shown);
    at_command_run_warning(invocation->run,
                           "something is still loading (%s): this may not be "
                           "all of the screen",
                           at_buf_text(&shown));
    at_buf_deinit(&shown);
    at_buf_deinit(&line);
}

static void
warn_gaps(struct at_invocation *invocation, const struct at_tree *tree)
{
    struct at_buf gaps = AT_BUF_INIT(AT_KIB);
    if (at_gaps_write(tree, &gaps))
        at_command_run_warning(invocation->run,
                               "this is not the whole screen: %s",
                               at_buf_text(&gaps));
    at_buf_deinit(&gaps);
}

static void
warn_of(struct at_invocation *invocation, struct at_app *app)
{
    const struct at_tree *tree = at_app_tree(app);
    struct at_dialog dialog = at_tree_dialog(tree);
    const struct at_node *loading = at_tree_loading(tree, NULL);
    if (dialog.kind != AT_DIALOG_NONE)
        warn_dialog(invocation, &dialog);
    else
        at_invocation_tell_front(invocation, app);
    if (loading)
        warn_loading(invocation, loading);
    warn_gaps(invocation, tree);
}

static void
leave_events(struct at_invocation *invocation, struct at_app *app)
{
    struct at_argv events = AT_ARGV_INIT;
    at_journal_tell(at_app_journal(app), at_now_ns(), &events);
    if (events.count > 0)
        at_invocation_set(invocation, "events", at_json_texts(&events));
    at_argv_deinit(&events);
}

// before: the last snapshot, whose numbers the refs continue; NULL: from 1.
static bool
keep(struct at_invocation *invocation, struct at_new_snapshot *fresh,
     bool only_interactive, const json_t *before, struct at_err *err)
{
    const struct at_tree *tree = at_app_tree(fresh->app);
    char front[256];
    at_str_cut(front, sizeof(front), tree->front_package);
    struct at_snapshot_info info = {
        .platform = invocation->platform->name,
        .device_id = at_app_device(fresh->app)->serial,
        .app_id = *front ? front : NULL, // what is claimed is not known
        .tree = tree,
        .only_interactive = only_interactive,
        .refs = before ? at_app_refs(fresh->app) : NULL,
        .before = before,
    };
    info.source = at_app_source(fresh->app, &info.source_format);
    info.overlays = at_app_overlays(fresh->app);
    info.typed = at_app_typed(fresh->app);
    fresh->snapshot = at_snapshot_json(&info);
    return keep_source(invocation, &info, err) &&
           at_snapshot_keep(invocation->store, fresh->snapshot, &info, err);
}

static bool
read_screen(struct at_invocation *invocation, struct at_app *app,
            struct at_err *err)
{
    at_app_device(app)->keep_source = true;
    if (!at_app_read_now(invocation->op, app, err))
        return false;
    at_history_compare(invocation->op, at_app_history(app), app);
    leave_events(invocation, app);
    warn_of(invocation, app);
    return true;
}

bool
at_new_snapshot_take(struct at_invocation *invocation, bool only_interactive,
                     struct at_new_snapshot *out, struct at_err *err)
{
    *out = (struct at_new_snapshot){0};
    if (!at_invocation_open(invocation, &out->app, err) ||
        !read_screen(invocation, out->app, err))
        return false;
    at_elements_init(&out->elements, at_app_tree(out->app), only_interactive);
    return keep(invocation, out, only_interactive, NULL, err);
}

// The difference itself is not printed: it only numbers the refs.
static json_t *
continue_numbers(struct at_invocation *invocation, struct at_new_snapshot *out)
{
    struct at_buf text = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
    struct at_diff_result result;
    json_t *before = NULL;
    if (at_app_shown_tree(out->app) &&
        at_store_read(invocation->store, AT_STORE_SNAPSHOT, &before, NULL) &&
        before && at_app_write_diff(out->app, NULL, &text, &result))
        at_elements_take_numbers(&out->elements, at_app_refs(out->app));
    at_buf_deinit(&text);
    return before;
}

bool
at_new_snapshot_continue(struct at_invocation *invocation,
                         struct at_new_snapshot *out, struct at_err *err)
{
    *out = (struct at_new_snapshot){0};
    if (!at_last_snapshot_open(invocation, NULL, &out->app, err) ||
        !read_screen(invocation, out->app, err))
        return false;
    at_elements_init(&out->elements, at_app_tree(out->app), false);
    json_t *before = continue_numbers(invocation, out);
    bool ok = keep(invocation, out, false, before, err);
    json_decref(before);
    return ok;
}

void
at_new_snapshot_deinit(struct at_new_snapshot *fresh)
{
    at_elements_deinit(&fresh->elements);
    json_decref(fresh->snapshot);
    fresh->snapshot = NULL;
}
