// overlay_priv.h: the two kinds of merging, for overlay.c
#ifndef AT_SCREEN_OVERLAY_PRIV_H
#define AT_SCREEN_OVERLAY_PRIV_H

#include "screen/overlay.h"

// Has the element no name that a person could know it by?
bool at_overlay_is_nameless(const struct at_node *node);

int64_t at_overlay_area(struct at_rect rect);
// How far two places are the same: 0 to 1000, their common part of both.
int64_t at_overlay_likeness(struct at_rect a, struct at_rect b);
// Are all sides of a within slack_px of b's?
bool at_overlay_near(struct at_rect a, struct at_rect b, int32_t slack_px);

// Do the element and the item have an id or a label in common?
bool at_overlay_same_words(const struct at_node *node,
                           const struct at_overlay_item *item);
struct at_rect at_overlay_moved(struct at_rect rect, int32_t dx, int32_t dy);

// An overlay that floats, among the elements of a tree: find where its frame
// is. False: nothing fits.
bool at_overlay_place(struct at_node *const *elements, size_t count,
                      const struct at_overlay *overlay, int32_t *out_left_px,
                      int32_t *out_top_px);

// Give names to elements of the tree, which need not be finished again.
void at_overlay_name(struct at_tree *tree, const struct at_overlay *overlay,
                     struct at_overlay_merged *out);

// Add elements to a reopened tree.
void at_overlay_graft(struct at_tree *tree, const struct at_overlay *overlay,
                      struct at_overlay_merged *out);

#endif
