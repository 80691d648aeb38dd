#include "tester/tools/image_mask.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "wire/image.h"

static bool
shows_secret(const struct at_node *node, const struct at_secrets *secrets)
{
    const struct at_str texts[] = {node->text,   node->description, node->hint,
                                   node->state,  node->error,       node->pane,
                                   node->tooltip};
    for (size_t i = 0; secrets && i < AT_LEN(texts); i++) {
        if (texts[i].len > 0 && at_secrets_shown(secrets, texts[i]))
            return true;
    }
    return false;
}

static const struct at_node *
next_hidden(const struct at_node *node, const struct at_tree *tree,
            const struct at_secrets *secrets)
{
    while (node && !at_node_has(node, AT_NODE_PASSWORD) &&
           !shows_secret(node, secrets))
        node = at_node_next(node, tree->root);
    return node;
}

bool
at_image_must_mask(const struct at_tree *tree, const struct at_secrets *secrets)
{
    return next_hidden(tree->root, tree, secrets) != NULL;
}

// The tree may count in points, of which several pixels are one.
struct scale {
    int64_t wide_px;
    int64_t high_px;
    int64_t width;
    int64_t height;
};

static struct at_image_part
part_of(const struct scale *s, struct at_rect r)
{
    return (struct at_image_part){
        r.left * s->wide_px / s->width,
        r.top * s->high_px / s->height,
        (r.right * s->wide_px + s->width - 1) / s->width,
        (r.bottom * s->high_px + s->height - 1) / s->height,
    };
}

static size_t
list_parts(const struct scale *scale, const struct at_tree *tree,
           const struct at_secrets *secrets, struct at_image_part **out)
{
    const struct at_node *node = tree->root;
    size_t count = 0;
    while ((node = next_hidden(node, tree, secrets))) {
        if (count % 16 == 0)
            *out = at_realloc_array(*out, count + 16, sizeof(**out));
        (*out)[count++] = part_of(scale, node->bounds);
        node = at_node_next(node, tree->root);
    }
    return count;
}

static bool
cover(struct at_str png, const struct at_tree *tree,
      const struct at_secrets *secrets, struct at_buf *out, struct at_err *err)
{
    static const struct at_image_part all = {0, 0, INT32_MAX, INT32_MAX};
    struct at_image_part *parts = NULL;
    size_t width_px;
    size_t height_px;
    size_t len;
    if (!at_png_check(png, &width_px, &height_px, &len, err))
        return false;
    if (!tree)
        return at_png_cover(png, &all, 1, out, err);
    struct scale scale = {
        (int64_t)width_px, (int64_t)height_px,
        tree->width_px > 0 ? tree->width_px : (int64_t)width_px,
        tree->height_px > 0 ? tree->height_px : (int64_t)height_px};
    size_t count = list_parts(&scale, tree, secrets, &parts);
    bool ok = at_png_cover(png, parts, count, out, err);
    free(parts);
    return ok;
}

bool
at_image_mask(struct at_buf *png, const struct at_tree *tree,
              const struct at_secrets *secrets, struct at_err *err)
{
    struct at_buf covered = AT_BUF_INIT(png->max);
    if (tree ? !at_image_must_mask(tree, secrets) : !secrets)
        return true;
    bool ok = cover(at_buf_str(png), tree, secrets, &covered, err);
    at_buf_deinit(png);
    *png = covered; // empty after a failure
    return ok;
}
