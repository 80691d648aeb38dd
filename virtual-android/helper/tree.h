// tree.h: all windows of the screen, node for node: the value of TREE
#ifndef VIRTUAL_ANDROID_HELPER_TREE_H
#define VIRTUAL_ANDROID_HELPER_TREE_H

#include "virtual-android/helper/api.h"

struct vd_tree_options {
    bool compact;
    bool invisible;
    struct at_str package; // borrowed from the request
    int32_t max_nodes;
    int32_t max_depth;
};
bool vd_tree_read(struct vd_fields *fields, struct vd_tree_options *out);
bool vd_put_tree(struct vd_api *api, const struct vd_tree_options *options,
                 struct vd_writer *w, struct vd_refusal *refusal);

// Append the current tree of all windows without waiting; nothing if no window
// has content.
void vd_tree_look(struct vd_api *api, struct at_buf *out);

#endif
