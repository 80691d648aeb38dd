// image_shrink.c: area averaging
//
// The loops are simple and run over whole rows so that compilers can vectorise
// them: a screenshot has ten million bytes.
#include <string.h>

#include "base/alloc.h"
#include "wire/image_rows.h"

enum {
    CHANNELS = 4,
    WEIGHT_BITS = 15, // the weights of a result pixel sum to 1 << 15
    PART_BITS = 8,    // fraction bits of a column's mean
};

#define WEIGHT_ONE (UINT64_C(1) << WEIGHT_BITS)

// The source pixels that contribute to a result pixel along one side.
struct span {
    size_t first;
    size_t count;
    const uint16_t *weights;
};

// Put both sides on a common grid of from * to steps: a source pixel spans to
// steps, a result pixel spans from. Each weight is the difference of two
// rounded sums, so the weights add up to exactly one.
static size_t
write_weights(size_t index, size_t from, size_t to, uint16_t *out)
{
    uint64_t start = (uint64_t)index * from;
    uint64_t end = start + from;
    uint64_t before = 0;
    size_t count = 0;
    for (uint64_t at = start; at < end;) {
        uint64_t next = (at / to + 1) * to;
        at = next < end ? next : end;
        uint64_t sum = ((at - start) * WEIGHT_ONE + from / 2) / from;
        out[count++] = (uint16_t)(sum - before);
        before = sum;
    }
    return count;
}

// Return a span for each pixel of the result's side. The caller owns it and
// *out_all, which holds the weights.
static struct span *
make_spans(size_t from, size_t to, uint16_t **out_all)
{
    struct span *spans = at_realloc_array(NULL, to, sizeof(*spans));
    uint16_t *weights = at_realloc_array(NULL, from + 2 * to, sizeof(*weights));
    *out_all = weights;
    for (size_t i = 0; i < to; i++) {
        size_t count = write_weights(i, from, to, weights);
        size_t first = (size_t)((uint64_t)i * from / to);
        spans[i] = (struct span){first, count, weights};
        weights += count;
    }
    return spans;
}

struct at_shrinker {
    size_t count; // values in a source row
    struct span *columns;
    struct span *rows;
    uint16_t *weights[2]; // owned by rows and columns
    uint32_t *sums;       // column sums of the source rows so far
    uint32_t *means;
    size_t y;     // next source row
    size_t out_y; // current result row
    struct at_image *out;
};

static void
add_row(uint32_t *restrict sums, const unsigned char *restrict row,
        size_t count, uint16_t weight)
{
    for (size_t i = 0; i < count; i++)
        sums[i] += (uint32_t)(row[i] * weight);
}

static void
set_row(uint32_t *restrict sums, const unsigned char *restrict row,
        size_t count, uint16_t weight)
{
    for (size_t i = 0; i < count; i++)
        sums[i] = (uint32_t)(row[i] * weight);
}

// Compute column means with PART_BITS fraction bits.
static void
mean_columns(uint32_t *restrict means, const uint32_t *restrict sums,
             size_t count)
{
    enum { DROP = WEIGHT_BITS - PART_BITS };
    for (size_t i = 0; i < count; i++)
        means[i] = (sums[i] + (1u << (DROP - 1))) >> DROP;
}

// Pack two channels into one word: a mean has 16 bits and the weights 15, so
// neither half carries into the other, in either byte order.
static uint64_t
two_of(const uint32_t *means)
{
    uint64_t two;
    memcpy(&two, means, sizeof(two));
    return two;
}

static void
put_two(uint64_t two, unsigned char *out)
{
    enum { DROP = WEIGHT_BITS + PART_BITS };
    uint32_t sum[2];
    memcpy(sum, &two, sizeof(two));
    out[0] = (unsigned char)((sum[0] + (1u << (DROP - 1))) >> DROP);
    out[1] = (unsigned char)((sum[1] + (1u << (DROP - 1))) >> DROP);
}

static void
put_row(const uint32_t *restrict means, const struct span *spans,
        size_t width_px, unsigned char *restrict out)
{
    for (size_t x = 0; x < width_px; x++, out += CHANNELS) {
        const uint32_t *from = means + spans[x].first * CHANNELS;
        const uint16_t *weights = spans[x].weights;
        uint64_t first = two_of(from) * weights[0];
        uint64_t second = two_of(from + 2) * weights[0];
        for (size_t i = 1; i < spans[x].count; i++) {
            from += CHANNELS;
            first += two_of(from) * weights[i];
            second += two_of(from + 2) * weights[i];
        }
        put_two(first, out);
        put_two(second, out + 2);
    }
}

struct at_shrinker *
at_shrinker_new(size_t width_px, size_t height_px, size_t to_width_px,
                size_t to_height_px, struct at_image *out)
{
    struct at_shrinker *shrinker = at_alloc(sizeof(*shrinker));
    size_t count = width_px * CHANNELS;
    at_assert(to_width_px <= width_px && to_height_px <= height_px);
    at_image_init(out, to_width_px, to_height_px);
    shrinker->count = count;
    shrinker->columns =
        make_spans(width_px, to_width_px, &shrinker->weights[0]);
    shrinker->rows = make_spans(height_px, to_height_px, &shrinker->weights[1]);
    shrinker->sums = at_realloc_array(NULL, count, sizeof(uint32_t));
    shrinker->means = at_realloc_array(NULL, count, sizeof(uint32_t));
    shrinker->out = out;
    return shrinker;
}

// Add a source row, which may belong to two result rows.
void
at_shrinker_row(struct at_shrinker *shrinker, const unsigned char *row)
{
    struct at_image *out = shrinker->out;
    while (shrinker->out_y < out->height_px) {
        const struct span *span = &shrinker->rows[shrinker->out_y];
        size_t at = shrinker->y - span->first;
        (at == 0 ? set_row : add_row)(shrinker->sums, row, shrinker->count,
                                      span->weights[at]);
        if (at + 1 < span->count)
            break;
        mean_columns(shrinker->means, shrinker->sums, shrinker->count);
        put_row(shrinker->means, shrinker->columns, out->width_px,
                out->pixels + shrinker->out_y * out->width_px * CHANNELS);
        shrinker->out_y++;
        if (shrinker->out_y == out->height_px ||
            shrinker->rows[shrinker->out_y].first > shrinker->y)
            break;
    }
    shrinker->y++;
}

void
at_shrinker_free(struct at_shrinker *shrinker)
{
    free(shrinker->columns);
    free(shrinker->rows);
    free(shrinker->weights[0]);
    free(shrinker->weights[1]);
    free(shrinker->sums);
    free(shrinker->means);
    free(shrinker);
}

void
at_image_shrink(const struct at_image *image, size_t width_px, size_t height_px,
                struct at_image *out)
{
    struct at_shrinker *shrinker = at_shrinker_new(
        image->width_px, image->height_px, width_px, height_px, out);
    for (size_t y = 0; y < image->height_px; y++)
        at_shrinker_row(shrinker,
                        image->pixels + y * image->width_px * CHANNELS);
    at_shrinker_free(shrinker);
}
