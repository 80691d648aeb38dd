// rows.h: the rows of a list, from a query, from items or by number
#ifndef VIRTUAL_ANDROID_MODEL_ROWS_H
#define VIRTUAL_ANDROID_MODEL_ROWS_H

enum { VD_ROWS_MAX = 5000 };

struct vd_device;
struct vd_node;
struct vd_window;

// Replace the rows that the list has.
void vd_rows_fill(struct vd_device *device, struct vd_window *window,
                  struct vd_node *list);

#endif
