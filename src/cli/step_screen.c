#include "cli/step_screen.h"

#include <string.h>

#include "base/limits.h"
#include "screen/listed.h"
#include "session/snapshot.h"
#include "wire/json.h"

const char *const at_show_names[] = {
    [AT_SHOW_DIFF] = "diff",
    [AT_SHOW_NONE] = "none",
    [AT_SHOW_TREE] = "tree",
    NULL,
};

enum at_show
at_show_of(const struct at_arguments *args)
{
    const char *name = at_arguments_option(args, "--show");
    size_t i = 0;
    while (name && at_show_names[i] && strcmp(at_show_names[i], name) != 0)
        i++;
    return name && at_show_names[i] ? (enum at_show)i : AT_SHOW_DIFF;
}

static const char *const fates[] = {
    [AT_DIFF_APPEARED] = "appeared",
    [AT_DIFF_CHANGED] = "changed",
    [AT_DIFF_WENT] = "went",
};

void
at_step_screen_prepare(struct at_app *app)
{
    at_app_device(app)->keep_source = true;
}

static json_t *
line_json(const struct at_diff_change *change)
{
    struct at_buf line = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
    json_t *json = json_object();
    at_listed_write(change->node, NULL, &line);
    at_json_set_text(json, "ref", change->ref + 1); // without the @
    if (change->was.len > 0)
        at_json_set(json, "was", at_json_text(change->was));
    at_json_set(json, "line", at_json_text(at_buf_str(&line)));
    at_buf_deinit(&line);
    return json;
}

static void
note_change(void *user, const struct at_diff_change *change)
{
    json_t *list = json_object_get(user, fates[change->fate]);
    if (change->ref[0] && json_array_size(list) < AT_SNAPSHOT_KEPT_MAX)
        json_array_append_new(list, line_json(change));
}

// Without a previous snapshot everything counts as new.
static void
write_first(struct at_app *app, json_t *diff, struct at_buf *out)
{
    const struct at_tree *tree = at_app_tree(app);
    struct at_ref_table *refs = at_app_refs(app);
    struct at_elements elements;
    at_elements_init(&elements, tree, false);
    at_elements_fill_refs(&elements, tree, refs);
    at_elements_write_tree(&elements, tree, out);
    for (size_t i = 0; i < elements.count; i++) {
        const struct at_diff_change change = {
            .fate = AT_DIFF_APPEARED,
            .node = elements.rows[i].node,
            .ref = at_ref_table_name(refs, i),
        };
        if (at_elements_shows(&elements, i))
            note_change(diff, &change);
    }
    at_elements_deinit(&elements);
}

static json_t *
write_diff(struct at_app *app)
{
    struct at_buf text = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
    struct at_diff_result result = {.whole = true};
    json_t *diff = json_object();
    const struct at_diff_opts opts = {.changed = note_change, .user = diff};
    for (size_t fate = AT_DIFF_APPEARED; fate < AT_LEN(fates); fate++)
        at_json_set(diff, fates[fate], json_array());
    if (!at_app_write_diff(app, &opts, &text, &result))
        write_first(app, diff, &text);
    at_json_set(diff, "whole", json_boolean(result.whole));
    at_json_set(diff, "truncated",
                json_boolean(result.truncated || text.overflow));
    at_json_set_text(diff, "text", at_buf_text(&text));
    at_buf_deinit(&text);
    return diff;
}

// The whole list, by the numbers that the difference has given.
static json_t *
write_tree(struct at_app *app)
{
    const struct at_tree *tree = at_app_tree(app);
    struct at_buf text = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
    struct at_elements elements;
    at_elements_init(&elements, tree, false);
    at_elements_take_numbers(&elements, at_app_refs(app));
    at_elements_write_tree(&elements, tree, &text);
    json_t *json = at_json_text(at_buf_str(&text));
    at_elements_deinit(&elements);
    at_buf_deinit(&text);
    return json;
}

static bool
keep(struct at_invocation *invocation, struct at_app *app, const json_t *before,
     struct at_err *err)
{
    const struct at_tree *tree = at_app_tree(app);
    char front[256];
    at_str_cut(front, sizeof(front), tree->front_package);
    struct at_snapshot_info info = {
        .platform = invocation->platform->name,
        .device_id = at_app_device(app)->serial,
        .app_id = *front ? front : at_invocation_app_id(invocation),
        .tree = tree,
        .refs = at_app_refs(app),
    };
    info.source = at_app_source(app, &info.source_format);
    info.overlays = at_app_overlays(app);
    info.before = before;
    info.typed = at_app_typed(app);
    json_t *snapshot = at_snapshot_json(&info);
    bool ok = at_snapshot_keep(invocation->store, snapshot, &info, err);
    json_decref(snapshot);
    return ok;
}

bool
at_step_screen_leave(struct at_invocation *invocation, struct at_app *app,
                     enum at_show show)
{
    struct at_err err = AT_ERR_INIT;
    const char *format;
    if (!at_app_is_current(app) || at_app_source(app, &format).len == 0)
        return false;
    json_t *before = NULL;
    bool known =
        at_app_shown_tree(app) &&
        at_store_read(invocation->store, AT_STORE_SNAPSHOT, &before, NULL);
    json_t *diff = write_diff(app);
    bool ok = keep(invocation, app, known ? before : NULL, &err);
    json_decref(before);
    if (ok && show == AT_SHOW_DIFF)
        at_invocation_set(invocation, "diff", json_incref(diff));
    else if (ok && show == AT_SHOW_TREE)
        at_invocation_set(invocation, "tree", write_tree(app));
    else if (!ok)
        at_command_run_warning(invocation->run,
                               "the refs of the screen could not be kept: %s",
                               err.msg);
    json_decref(diff);
    return ok;
}

bool
at_step_screen_print(const json_t *data, struct at_buf *out)
{
    const json_t *diff = json_object_get(data, "diff");
    struct at_str tree = at_json_get_str(data, "tree");
    if (tree.len > 0)
        return at_buf_add_str(out, tree);
    bool any = json_is_true(json_object_get(diff, "whole"));
    for (size_t fate = AT_DIFF_APPEARED; fate < AT_LEN(fates); fate++)
        any = any || json_array_size(json_object_get(diff, fates[fate])) > 0;
    if (any)
        at_buf_add_str(out, at_json_get_str(diff, "text"));
    return any;
}
