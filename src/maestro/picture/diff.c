#include "maestro/picture/diff.h"

#include <string.h>

#include "base/alloc.h"

enum { CELL_PX = 24, FRAME_PX = 6, BYTES = 4 };

// The picture in cells, each with whether a pixel in it differs.
struct grid {
    unsigned char *cells; // 1: differs, 2: in a region
    size_t width;
    size_t height;
    size_t *stack; // cells to visit
};

static const unsigned char red[] = {0xd0, 0x10, 0x20, 0xff};
static const unsigned char grey[] = {0xb0, 0xb0, 0xb0, 0xff};

static void
mark(const struct at_image *expected, const struct at_image *actual,
     struct at_maestro_ignored ignored, struct grid *grid)
{
    for (size_t y = 0; y < expected->height_px; y++) {
        for (size_t x = 0; x < expected->width_px; x++) {
            size_t at = (y * expected->width_px + x) * BYTES;
            if (at_maestro_pixel_differs(&expected->pixels[at],
                                         &actual->pixels[at]) &&
                !at_maestro_ignores(ignored, x, y))
                grid->cells[y / CELL_PX * grid->width + x / CELL_PX] = 1;
        }
    }
}

static void
visit(struct grid *grid, size_t x, size_t y, size_t *depth)
{
    size_t cell = y * grid->width + x;
    if (x >= grid->width || y >= grid->height || grid->cells[cell] != 1)
        return;
    grid->cells[cell] = 2;
    grid->stack[(*depth)++] = cell;
}

static void
cover(struct at_image_part *part, size_t x, size_t y)
{
    int64_t left = (int64_t)x * CELL_PX;
    int64_t top = (int64_t)y * CELL_PX;
    if (part->right == 0)
        *part = (struct at_image_part){left, top, left, top};
    part->left = left < part->left ? left : part->left;
    part->top = top < part->top ? top : part->top;
    part->right = left + CELL_PX > part->right ? left + CELL_PX : part->right;
    part->bottom = top + CELL_PX > part->bottom ? top + CELL_PX : part->bottom;
}

// Join the cells around one to a region.
static void
fill(struct grid *grid, size_t x, size_t y, struct at_image_part *part)
{
    size_t depth = 0;
    visit(grid, x, y, &depth);
    while (depth > 0) {
        size_t cell = grid->stack[--depth];
        size_t cx = cell % grid->width;
        size_t cy = cell / grid->width;
        cover(part, cx, cy);
        // beyond the left and upper edges the index wraps and is refused
        for (size_t i = 0; i < 9; i++)
            visit(grid, cx + i % 3 - 1, cy + i / 3 - 1, &depth);
    }
}

static void
trim(struct at_image_part *part, const struct at_image *image)
{
    if (part->right > (int64_t)image->width_px)
        part->right = (int64_t)image->width_px;
    if (part->bottom > (int64_t)image->height_px)
        part->bottom = (int64_t)image->height_px;
}

void
at_maestro_picture_regions(const struct at_image *expected,
                           const struct at_image *actual,
                           struct at_maestro_ignored ignored,
                           struct at_maestro_regions *out)
{
    struct grid grid = {.width = expected->width_px / CELL_PX + 1,
                        .height = expected->height_px / CELL_PX + 1};
    size_t count = grid.width * grid.height;
    *out = (struct at_maestro_regions){.count = 0};
    grid.cells = at_alloc(count);
    grid.stack = at_alloc(count * sizeof(*grid.stack));
    mark(expected, actual, ignored, &grid);
    for (size_t i = 0; i < count; i++) {
        if (grid.cells[i] != 1)
            continue;
        if (out->count < AT_MAESTRO_REGIONS_MAX)
            out->count++;
        fill(&grid, i % grid.width, i / grid.width, &out->rows[out->count - 1]);
        trim(&out->rows[out->count - 1], expected);
    }
    free(grid.stack);
    free(grid.cells);
}

static void
paint(struct at_image *image, int64_t x, int64_t y)
{
    if (x < 0 || y < 0 || (uint64_t)x >= image->width_px ||
        (uint64_t)y >= image->height_px)
        return;
    memcpy(&image->pixels[((size_t)y * image->width_px + (size_t)x) * BYTES],
           red, BYTES);
}

// Draw a frame around a part, outside of it where the picture has room.
static void
frame(struct at_image *image, const struct at_image_part *part)
{
    int64_t left = part->left - FRAME_PX;
    int64_t top = part->top - FRAME_PX;
    int64_t right = part->right + FRAME_PX;
    int64_t bottom = part->bottom + FRAME_PX;
    for (int64_t y = top; y < bottom; y++) {
        bool edge = y < part->top || y >= part->bottom;
        for (int64_t x = left; x < right; x++) {
            if (edge || x < part->left || x >= part->right)
                paint(image, x, y);
        }
    }
}

static void
draw_pixel(const unsigned char *expected, const unsigned char *actual,
           bool ignored, unsigned char *out)
{
    if (ignored) {
        memcpy(out, grey, BYTES);
        return;
    }
    if (at_maestro_pixel_differs(expected, actual)) {
        memcpy(out, red, BYTES);
        return;
    }
    for (int i = 0; i < 3; i++)
        out[i] = (unsigned char)(170 + actual[i] / 3);
    out[3] = 0xff;
}

void
at_maestro_picture_diff(const struct at_image *expected,
                        const struct at_image *actual,
                        struct at_maestro_ignored ignored, struct at_image *out)
{
    struct at_maestro_regions regions;
    at_image_init(out, actual->width_px, actual->height_px);
    for (size_t y = 0; y < actual->height_px; y++) {
        for (size_t x = 0; x < actual->width_px; x++) {
            size_t at = (y * actual->width_px + x) * BYTES;
            draw_pixel(&expected->pixels[at], &actual->pixels[at],
                       at_maestro_ignores(ignored, x, y), &out->pixels[at]);
        }
    }
    at_maestro_picture_regions(expected, actual, ignored, &regions);
    for (size_t i = 0; i < regions.count; i++)
        frame(out, &regions.rows[i]);
}
