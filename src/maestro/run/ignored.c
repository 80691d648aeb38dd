#include "maestro/run/ignored.h"

#include "base/alloc.h"
#include "maestro/picture/region.h"
#include "maestro/run/look.h"

static void
add(struct at_maestro_ignored *ignored, struct at_image_part part)
{
    struct at_image_part *rows = (struct at_image_part *)ignored->parts;
    rows = at_realloc_array(rows, ignored->count + 1, sizeof(*rows));
    rows[ignored->count++] = part;
    ignored->parts = rows;
}

static void
add_node(struct at_maestro_ignored *ignored, const struct at_maestro_node *node)
{
    add(ignored,
        (struct at_image_part){node->bounds.left, node->bounds.top,
                               node->bounds.right, node->bounds.bottom});
}

// All elements that match, unless the selector asks for one of them.
static void
add_found(struct at_maestro_ignored *ignored,
          const struct at_maestro_selector *selector,
          const struct at_maestro_found *found)
{
    for (size_t i = 0; i < found->count && !selector->index.ptr; i++)
        add_node(ignored, found->matches[i]);
    if (selector->index.ptr)
        add_node(ignored, found->chosen);
}

static bool
look_for(struct at_maestro_call *call,
         const struct at_maestro_selector *selector,
         struct at_maestro_ignored *ignored, struct at_err *err)
{
    struct at_maestro_target target;
    struct at_err why = AT_ERR_INIT;
    bool found = at_maestro_look(call, selector, 0, &target, &why);
    if (found)
        add_found(ignored, selector, &target.found);
    else if (why.code == AT_ENOTFOUND)
        at_maestro_note(call, "nothing to ignore: %s", why.msg);
    at_maestro_target_deinit(&target);
    return found || why.code == AT_ENOTFOUND || at_err_pass(err, &why);
}

bool
at_maestro_ignored_look(struct at_maestro_call *call,
                        struct at_maestro_ignored *out, struct at_err *err)
{
    const struct at_maestro_selectors *all = &call->command->ignored;
    *out = (struct at_maestro_ignored){NULL, 0};
    for (size_t i = 0; i < all->count; i++) {
        if (!look_for(call, &all->rows[i], out, err))
            return false;
    }
    return true;
}

// An element, which is in units of its tree until here, in pixels of the cut.
static struct at_image_part
part_within(const struct at_tree *tree, const struct at_image_part *element,
            const struct at_maestro_cut *cut)
{
    const struct at_rect bounds = {
        (int32_t)element->left, (int32_t)element->top, (int32_t)element->right,
        (int32_t)element->bottom};
    struct at_image_part part = at_maestro_region_of_bounds(
        tree, bounds, cut->screen_width_px, cut->screen_height_px);
    return (struct at_image_part){part.left - cut->left, part.top - cut->top,
                                  part.right - cut->left,
                                  part.bottom - cut->top};
}

bool
at_maestro_ignored_finish(struct at_maestro_call *call,
                          const struct at_image *picture,
                          const struct at_maestro_cut *cut,
                          struct at_maestro_ignored *ignored,
                          struct at_err *err)
{
    const struct at_maestro_texts *texts = &call->command->ignored_regions;
    struct at_image_part *rows = (struct at_image_part *)ignored->parts;
    const struct at_tree *tree = at_app_tree(call->run->app);
    for (size_t i = 0; tree && i < ignored->count; i++)
        rows[i] = part_within(tree, &rows[i], cut);
    for (size_t i = 0; i < texts->count; i++) {
        struct at_image_part part;
        if (!at_maestro_region_read(texts->rows[i], picture->width_px,
                                    picture->height_px, &part)) {
            at_maestro_fail_hard(call->run);
            return at_fail(err, AT_EUSAGE, "'%.*s' is not a region",
                           AT_STR_ARG(texts->rows[i]));
        }
        add(ignored, part);
    }
    return true;
}
