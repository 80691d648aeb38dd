// inputs.h: one input, read and checked, ready to be done
#ifndef VIRTUAL_ANDROID_HELPER_INPUTS_H
#define VIRTUAL_ANDROID_HELPER_INPUTS_H

#include "virtual-android/helper/api.h"
#include "virtual-android/helper/look.h"
#include "virtual-android/model/device_input.h"

struct vd_input_type;
struct vd_input {
    const struct vd_input_type *type;
    struct vd_finger fingers[VD_FINGERS_MAX];
    struct vd_touch touch;
    int32_t count; // number of taps or keys
    int32_t interval_ms;
    int32_t hold_ms;
    int32_t keycode;
    int32_t meta;
    bool long_press;
    double value;       // slider value
    struct at_str text; // borrowed from the request
    bool has_expected;  // the field must hold it afterwards
    struct at_str expected;
    bool replace;
    size_t method; // enum vd_enter_method
    bool has_place;
    struct at_point at;
    bool has_target; // the element that it is meant for
    struct vd_target target;
};

// name NULL: the member "type" says it. out points into itself: do not copy it.
bool vd_action_read(struct vd_fields *fields, const char *name,
                    struct vd_input *out);
// Perform it and write its result to w. The caller has locked api->inputs.
bool vd_action_do(struct vd_api *api, const struct vd_input *input,
                  struct vd_writer *w, struct vd_refusal *refusal);

#endif
