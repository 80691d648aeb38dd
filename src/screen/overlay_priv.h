// overlay_priv.h: the two ways of merging, for overlay.c
#ifndef AT_SCREEN_OVERLAY_PRIV_H
#define AT_SCREEN_OVERLAY_PRIV_H

#include "screen/overlay.h"

// Return true if the element lacks a name that people could know it by.
bool at_overlay_is_nameless(const struct at_node *node);

int64_t at_overlay_area(struct at_rect rect);
// Return the overlap of two rectangles relative to their union: 0 to 1000.
int64_t at_overlay_likeness(struct at_rect a, struct at_rect b);
// Return true if all sides of a are within slack_px of those of b.
bool at_overlay_near(struct at_rect a, struct at_rect b, int32_t slack_px);

// Return true if the element and the item share an id or a label.
bool at_overlay_same_words(const struct at_node *node,
                           const struct at_overlay_item *item);
struct at_rect at_overlay_moved(struct at_rect rect, int32_t dx, int32_t dy);

// Find the frame's position of a floating overlay among the tree's elements.
// Return false if nothing fits.
bool at_overlay_place(struct at_node *const *elements, size_t count,
                      const struct at_overlay *overlay, int32_t *out_left_px,
                      int32_t *out_top_px);

// Name elements of the tree, which need not be finished again.
void at_overlay_name(struct at_tree *tree, const struct at_overlay *overlay,
                     struct at_overlay_merged *out);

// Add elements to a reopened tree.
void at_overlay_graft(struct at_tree *tree, const struct at_overlay *overlay,
                      struct at_overlay_merged *out);

#endif
