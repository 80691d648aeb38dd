#include "tester/picture.h"

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
at_picture_must_hide(const struct at_tree *tree,
                     const struct at_secrets *secrets)
{
    return next_hidden(tree->root, tree, secrets) != NULL;
}

// The tree may count in points, of which several pixels are one.
static struct at_image_part
part_of(const struct at_image *image, const struct at_tree *tree,
        struct at_rect r)
{
    int64_t width =
        tree->width_px > 0 ? tree->width_px : (int64_t)image->width_px;
    int64_t height =
        tree->height_px > 0 ? tree->height_px : (int64_t)image->height_px;
    int64_t wide = (int64_t)image->width_px;
    int64_t high = (int64_t)image->height_px;
    return (struct at_image_part){r.left * wide / width, r.top * high / height,
                                  (r.right * wide + width - 1) / width,
                                  (r.bottom * high + height - 1) / height};
}

static void
cover_hidden(struct at_image *image, const struct at_tree *tree,
             const struct at_secrets *secrets)
{
    const struct at_node *node = tree->root;
    while ((node = next_hidden(node, tree, secrets))) {
        at_image_cover(image, part_of(image, tree, node->bounds));
        node = at_node_next(node, tree->root);
    }
}

bool
at_picture_hide(struct at_buf *png, const struct at_tree *tree,
                const struct at_secrets *secrets, struct at_err *err)
{
    struct at_image image = AT_IMAGE_INIT;
    if (tree ? !at_picture_must_hide(tree, secrets) : !secrets)
        return true;
    bool ok = at_png_read(at_buf_str(png), &image, err);
    at_buf_clear(png);
    if (!ok)
        return false;
    if (tree)
        cover_hidden(&image, tree, secrets);
    else
        at_image_cover(&image,
                       (struct at_image_part){0, 0, (int64_t)image.width_px,
                                              (int64_t)image.height_px});
    ok = at_png_write(&image, png, err);
    at_image_deinit(&image);
    return ok;
}
