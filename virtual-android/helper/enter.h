// enter.h: text into a field: set at once, typed key by key, or pasted
#ifndef VIRTUAL_ANDROID_HELPER_ENTER_H
#define VIRTUAL_ANDROID_HELPER_ENTER_H

#include "virtual-android/helper/api.h"

struct vd_input;

enum vd_enter_method {
    VD_ENTER_AUTO, // the first of these that works
    VD_ENTER_SET,
    VD_ENTER_KEYS,
    VD_ENTER_PASTE,
};

bool vd_enter(struct vd_api *api, const struct vd_input *input,
              struct vd_writer *w, struct vd_refusal *refusal);

#endif
