#include "base/alloc.h"
#include "device/android/framework/flutter/dart_semantics.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

static void
check_item(const struct at_overlay *overlay, const struct at_overlay_item *item,
           uint32_t deepest)
{
    struct at_rect seen = at_rect_intersect(item->bounds, overlay->under);
    at_assert(!at_rect_empty(item->bounds));
    at_assert(at_rect_eq(seen, item->bounds));
    at_assert(item->depth <= deepest);
    at_assert(item->class_name.len > 0);
    at_assert(at_utf8_valid(item->label) && at_utf8_valid(item->text));
    at_assert(at_utf8_valid(item->hint) && at_utf8_valid(item->id));
    at_assert(at_utf8_valid(item->state));
    if (item->flags & AT_NODE_PASSWORD)
        at_assert(item->text.len == 0 && item->state.len == 0);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    struct at_dart_dump dump;
    struct at_overlay *overlay = at_overlay_new(AT_OVERLAY_ELEMENTS, "dart_vm");
    uint32_t deepest = 0;
    overlay->under = (struct at_rect){0, 40, 1080, 2340};
    at_dart_dump_read(at_str_n((const char *)data, len), &dump);
    at_assert(dump.count <= AT_DART_NODES_MAX);
    at_assert(!dump.off || !dump.root);
    at_dart_semantics_add(&dump, overlay);
    at_assert(overlay->count <= dump.count);
    for (const struct at_overlay_item *it = overlay->first; it; it = it->next) {
        check_item(overlay, it, deepest);
        deepest = it->depth + 1;
    }
    at_overlay_free(overlay);
    at_dart_dump_deinit(&dump);
    return 0;
}
