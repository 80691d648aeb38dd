// quiet.h: waits until no event comes and the tree stays the same
//
// Some toolkits send no events for what they draw, so a tree is read early in
// the quiet time and compared with the one at its end. If the app in front has
// reported what it drew, the last tree is read earlier.
#ifndef VIRTUAL_ANDROID_HELPER_QUIET_H
#define VIRTUAL_ANDROID_HELPER_QUIET_H

#include "virtual-android/helper/idle.h"
#include "virtual-android/helper/tree.h"

// The newest tree, or why it could not be read.
struct vd_dump {
    struct at_buf tree; // owned
    bool has_tree;
    struct vd_refusal refusal;
    int32_t count; // number of trees read, and the time it took
    int64_t last_ns;
    int64_t all_ns;
};

void vd_dump_deinit(struct vd_dump *dump);
// Returns false if the process was killed.
bool vd_dump_read(struct vd_api *api, const struct vd_tree_options *options,
                  struct vd_dump *io);
// Wait, write the members of IDLE, and leave the newest tree in dump. Returns
// false if the process was killed.
bool vd_quiet_wait(struct vd_api *api, const struct vd_idle *idle,
                   const struct vd_tree_options *options, uint64_t seq,
                   struct vd_writer *w, struct vd_dump *dump);

#endif
