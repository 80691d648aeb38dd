// layout.h: placing nodes: columns, rows, frames, and scrolling
#ifndef VIRTUAL_ANDROID_MODEL_LAYOUT_H
#define VIRTUAL_ANDROID_MODEL_LAYOUT_H

#include <stdbool.h>

#include "screen/tree.h" // at_point, at_rect

struct vd_node;
struct vd_window;

void vd_layout(struct vd_window *window, struct at_rect area);
struct at_rect vd_rect_clip(struct at_rect a, struct at_rect b);
bool vd_rect_empty(struct at_rect rect);
bool vd_rect_has(struct at_rect rect, struct at_point at);
int32_t vd_scroll_max(const struct vd_node *node);
bool vd_node_shown(const struct vd_node *node);

#endif
