// enter.h: text into a field: set at once, or typed key by key
#ifndef VIRTUAL_ANDROID_HELPER_ENTER_H
#define VIRTUAL_ANDROID_HELPER_ENTER_H

#include "virtual-android/helper/api.h"

struct vd_input;

enum vd_enter_method { VD_ENTER_AUTO, VD_ENTER_SET, VD_ENTER_KEYS };

bool vd_enter(struct vd_api *api, const struct vd_input *input,
              struct vd_writer *w, struct vd_refusal *refusal);

#endif
