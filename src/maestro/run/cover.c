#include "maestro/run/cover.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "maestro/picture/region.h"
#include "wire/image.h"

static bool
shows_secret(const struct at_maestro_scope *scope, const struct at_node *node,
             bool said_only)
{
    const struct at_str texts[] = {node->text,   node->description, node->hint,
                                   node->state,  node->error,       node->pane,
                                   node->tooltip};
    for (size_t i = 0; i < AT_LEN(texts); i++) {
        if (at_maestro_scope_shows(scope, texts[i], said_only))
            return true;
    }
    return false;
}

static bool
cover(const struct at_maestro_scope *scope, const struct at_tree *tree,
      bool said_only, struct at_buf *png, struct at_err *err)
{
    struct at_buf covered = AT_BUF_INIT(png->max);
    struct at_image_part *parts = NULL;
    size_t count = 0;
    size_t width_px;
    size_t height_px;
    size_t len;
    bool ok = at_png_check(at_buf_str(png), &width_px, &height_px, &len, err);
    for (const struct at_node *node = ok ? tree->root : NULL; node;
         node = at_node_next(node, tree->root)) {
        if (!shows_secret(scope, node, said_only))
            continue;
        parts = at_realloc_array(parts, count + 1, sizeof(*parts));
        parts[count++] = at_maestro_region_of_bounds(tree, node->bounds,
                                                     width_px, height_px);
    }
    if (ok && count > 0) {
        ok = at_png_cover(at_buf_str(png), parts, count, &covered, err);
        at_buf_deinit(png);
        *png = covered; // empty after a failure
    }
    free(parts);
    return ok;
}

bool
at_maestro_cover(struct at_maestro_call *call, const struct at_op *op,
                 bool said_only, struct at_buf *png, struct at_err *err)
{
    struct at_app *app = call->run->app;
    const struct at_maestro_scope *scope = call->run->opts->scope;
    struct at_err why = AT_ERR_INIT;
    if (!at_maestro_scope_has_secrets(scope, said_only) || png->len == 0)
        return true;
    bool known = (at_app_tree(app) && at_app_is_current(app)) ||
                 at_app_read_now(op, app, &why);
    if (known && cover(scope, at_app_tree(app), said_only, png, &why))
        return true;
    at_buf_clear(png);
    at_maestro_note(call,
                    "no picture is kept, because it might show a secret: "
                    "%s",
                    why.msg);
    return at_err_pass(err, &why);
}
