// nodes.h: the faults of a client that stays connected: old nodes, or none
#ifndef VIRTUAL_ANDROID_HELPER_NODES_H
#define VIRTUAL_ANDROID_HELPER_NODES_H

#include "virtual-android/helper/api.h"

// Before each tree.
void vd_nodes_forget(struct vd_api *api);
// Returns false, with nothing written, where the cache does not serve.
bool vd_nodes_put_cached(struct vd_api *api, struct vd_writer *w);
// Put a tree that was read into the cache.
void vd_nodes_keep(struct vd_api *api, struct at_str tree);
// No tree could be read. Returns true if that has been so for long, and the
// connection was renewed.
bool vd_nodes_renew(struct vd_api *api);
int32_t vd_nodes_renewals(struct vd_api *api); // so far

#endif
