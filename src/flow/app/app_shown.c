// app_shown.c: the screen that the client knows, and differences from it
#include "base/alloc.h"
#include "flow/app/app_priv.h"

// Note that the text of generation is replaced. Its screen is remembered as
// long as its refs are.
static void
note_shown(struct at_app *app, uint32_t generation)
{
    struct at_tree_snapshot *newest = at_app_tree_snapshot(app);
    struct at_tree_snapshot *last = app->shown;
    if (last && at_ref_table_keeps(app->refs, generation))
        at_visits_add(&app->visits, app->refs, generation, last);
    else
        at_tree_snapshot_release(last);
    app->shown = newest;
    app->revisits = false;
}

static void
go_back(struct at_app *app, struct at_visit *visit)
{
    struct at_visit last = {at_ref_table_generation(app->refs), app->shown};
    at_ref_table_go_back(app->refs, visit->generation);
    app->shown = visit->snapshot;
    at_visits_replace(&app->visits, visit, &last);
    app->revisits = true;
}

void
at_app_revisit(struct at_app *app)
{
    const struct at_tree *shown = at_app_shown_tree(app);
    const struct at_tree *tree = at_app_tree(app);
    if (!shown || !tree || !at_app_advice(app)->revisits)
        return;
    struct at_visit *visit =
        at_visits_find(&app->visits, app->refs, tree, shown);
    if (visit)
        go_back(app, visit);
}

bool
at_app_revisit_since(struct at_app *app, const char *fingerprint)
{
    struct at_visit *visit =
        at_visits_find_fingerprint(&app->visits, app->refs, fingerprint);
    if (visit)
        go_back(app, visit);
    return visit != NULL;
}

void
at_app_write_tree(struct at_app *app, const struct at_compact_opts *opts,
                  struct at_buf *out, struct at_compact_result *result)
{
    const struct at_compact_opts all = {0};
    const struct at_tree *tree = at_app_tree(app);
    at_assert(tree);
    uint32_t last = at_ref_table_generation(app->refs);
    at_compact_write(tree, opts ? opts : &all, out, app->refs, result);
    note_shown(app, last);
}

const struct at_tree *
at_app_shown_tree(const struct at_app *app)
{
    return at_tree_snapshot_tree(app->shown);
}

struct at_ref_table *
at_app_show(struct at_app *app, struct at_tree *tree)
{
    const struct at_snapshot shown = {.tree = tree};
    at_tree_snapshot_release(app->shown);
    at_visits_deinit(&app->visits);
    app->shown = at_tree_snapshot_new(&shown);
    at_ref_table_clear(app->refs);
    return app->refs;
}

bool
at_app_write_diff(struct at_app *app, const struct at_diff_opts *opts,
                  struct at_buf *out, struct at_diff_result *result)
{
    struct at_diff_opts all = opts ? *opts : (struct at_diff_opts){0};
    const struct at_tree *before = at_app_shown_tree(app);
    const struct at_tree *tree = at_app_tree(app);
    if (!before || !tree)
        return false;
    uint32_t last = at_ref_table_generation(app->refs);
    all.revisits = app->revisits;
    at_diff_write(before, tree, &all, app->refs, out, result);
    note_shown(app, last);
    return true;
}
