// overlay_items.c: list of an overlay's elements
#include "base/alloc.h"
#include "base/buf.h"
#include "screen/overlay.h"

struct at_overlay *
at_overlay_new(enum at_overlay_kind kind, const char *source)
{
    struct at_overlay *overlay = at_alloc(sizeof(*overlay));
    overlay->kind = kind;
    overlay->source = source;
    overlay->arena = (struct at_arena)AT_ARENA_INIT;
    return overlay;
}

struct at_overlay *
at_overlay_new_lack(const char *source, struct at_rect under, const char *lacks)
{
    struct at_overlay *overlay = at_overlay_new(AT_OVERLAY_ELEMENTS, source);
    overlay->under = under;
    overlay->lacks = lacks;
    return overlay;
}

void
at_overlay_free(struct at_overlay *overlay)
{
    while (overlay) {
        struct at_overlay *next = overlay->next;
        at_arena_deinit(&overlay->arena);
        free(overlay);
        overlay = next;
    }
}

struct at_overlay_item *
at_overlay_add(struct at_overlay *overlay)
{
    if (overlay->count == AT_OVERLAY_MAX_ITEMS)
        return NULL;
    struct at_overlay_item *item =
        at_arena_alloc(&overlay->arena, sizeof(*item));
    *item = (struct at_overlay_item){.next = NULL};
    if (overlay->last)
        overlay->last->next = item;
    else
        overlay->first = item;
    overlay->last = item;
    overlay->count++;
    return item;
}

void
at_overlay_describe(const struct at_overlay *overlay,
                    const struct at_overlay_merged *merged,
                    const char *fingerprint, struct at_buf *out)
{
    at_buf_add_fmt(out,
                   "[fiber] snapshot fingerprint=%s density=%.4g offsetY=%d "
                   "fibers=%zu→%zu stageA=%zu stageB=%zu → %zu labels",
                   fingerprint, overlay->scale, (int)merged->top_px,
                   overlay->walked, overlay->count, merged->by_words,
                   merged->labelled - merged->by_words, merged->labelled);
    if (overlay->cut)
        at_buf_add_text(out, ", cut: the screen has more");
}
