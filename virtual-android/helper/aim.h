// aim.h: an input that is meant for an element finds it before it begins
#ifndef VIRTUAL_ANDROID_HELPER_AIM_H
#define VIRTUAL_ANDROID_HELPER_AIM_H

#include "virtual-android/helper/api.h"
#include "virtual-android/helper/look.h"

// Find where the finger's way lies now; a way that stays in its place is a
// touch of one point. False, with nothing touched: refused, or the process was
// killed.
bool vd_aim_finger(struct vd_api *api, const struct vd_target *target,
                   struct at_point *from, struct at_point *to,
                   struct vd_refusal *refusal);
// Find a place of the field that is meant.
bool vd_aim_field(struct vd_api *api, const struct vd_target *target,
                  struct at_point *out, struct vd_refusal *refusal);

#endif
