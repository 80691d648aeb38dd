// field.h: effects of typing and keys on a field
#ifndef VIRTUAL_ANDROID_MODEL_FIELD_H
#define VIRTUAL_ANDROID_MODEL_FIELD_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"

struct vd_device;
struct vd_node;
struct vd_window;

// The focused field, or NULL if it takes no text. window may be NULL.
struct vd_node *vd_field_focused(struct vd_window *window);
// Insert at the cursor. Returns false without a focused field.
bool vd_field_insert(struct vd_device *device, struct vd_window *window,
                     struct at_str text);
// Replace the whole content, as far as the field's filters allow. Returns false
// if the field takes no text this way.
bool vd_field_set_text(struct vd_device *device, struct vd_window *window,
                       struct vd_node *node, struct at_str text);
// Set a slider's value, 0 to 100, as accessibility does. Returns false if it
// takes none.
bool vd_field_set_progress(struct vd_device *device, struct vd_window *window,
                           struct vd_node *node, int32_t progress);
void vd_field_new_line(struct vd_device *device, struct vd_window *window);

// Keys; without a focused field they have no effect.
void vd_field_delete_left(struct vd_device *device, struct vd_window *window);
void vd_field_delete_right(struct vd_device *device, struct vd_window *window);
void vd_field_clear(struct vd_device *device, struct vd_window *window);
void vd_field_move_left(struct vd_device *device, struct vd_window *window);
void vd_field_move_right(struct vd_device *device, struct vd_window *window);
void vd_field_move_home(struct vd_device *device, struct vd_window *window);
void vd_field_move_end(struct vd_device *device, struct vd_window *window);

#endif
