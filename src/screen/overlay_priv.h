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

// Give names to elements of the tree, which need not be finished again.
void at_overlay_name(struct at_tree *tree, const struct at_overlay *overlay,
                     struct at_overlay_merged *out);

// Add elements to a reopened tree.
void at_overlay_graft(struct at_tree *tree, const struct at_overlay *overlay,
                      struct at_overlay_merged *out);

#endif
