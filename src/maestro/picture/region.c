#include "maestro/picture/region.h"

enum { PIXELS_MAX = 1000000 };

struct edge {
    int64_t number;
    bool is_percent;
};

static bool
read_edge(struct at_str *rest, struct edge *out)
{
    struct at_str part;
    if (!at_str_next(rest, ',', &part))
        return false;
    part = at_str_trim(part);
    out->is_percent = at_str_ends(part, AT_STR("%"));
    if (out->is_percent)
        part = at_str_trim(at_str_head(part, part.len - 1));
    return at_str_to_i64(part, 0, out->is_percent ? 100 : PIXELS_MAX,
                         &out->number);
}

static int64_t
pixels(const struct edge *edge, size_t size_px)
{
    return edge->is_percent ? edge->number * (int64_t)size_px / 100
                            : edge->number;
}

static bool
are_in_order(const struct edge *first, const struct edge *second)
{
    return first->is_percent != second->is_percent ||
           first->number < second->number;
}

bool
at_maestro_region_read(struct at_str text, size_t width_px, size_t height_px,
                       struct at_image_part *out)
{
    struct edge edges[4];
    for (size_t i = 0; i < 4; i++) {
        if (!read_edge(&text, &edges[i]))
            return false;
    }
    if (text.len > 0 || !are_in_order(&edges[0], &edges[2]) ||
        !are_in_order(&edges[1], &edges[3]))
        return false;
    *out = (struct at_image_part){.left = pixels(&edges[0], width_px),
                                  .top = pixels(&edges[1], height_px),
                                  .right = pixels(&edges[2], width_px),
                                  .bottom = pixels(&edges[3], height_px)};
    return true;
}

struct at_image_part
at_maestro_region_of_bounds(const struct at_tree *tree, struct at_rect bounds,
                            size_t width_px, size_t height_px)
{
    struct at_rect r = bounds;
    int64_t width = tree->width_px;
    int64_t height = tree->height_px;
    int64_t x = (int64_t)width_px;
    int64_t y = (int64_t)height_px;
    if (tree->source != AT_TREE_OF_AXE || width <= 0 || height <= 0)
        return (struct at_image_part){r.left, r.top, r.right, r.bottom};
    return (struct at_image_part){
        r.left * x / width,
        r.top * y / height,
        (r.right * x + width - 1) / width,
        (r.bottom * y + height - 1) / height,
    };
}
