// head.h: a request's first line and the fields that matter here; pure
#ifndef VIRTUAL_ANDROID_HELPER_HEAD_H
#define VIRTUAL_ANDROID_HELPER_HEAD_H

#include "base/str.h"
#include "virtual-android/helper/refusal.h"

enum { VD_HEAD_MAX_BYTES = 8192, VD_BODY_MAX_BYTES = 262144 };

struct vd_head {
    struct at_str method; // borrowed from the text, as the next two are
    struct at_str path;
    struct at_str authorization; // "" if absent
    bool keep_alive;
    size_t body_len;
};

// Return the head's end in bytes, after its blank line; 0: not there yet.
size_t vd_head_end(struct at_str bytes);
// text is the head without its blank line.
bool vd_head_parse(struct at_str text, struct vd_head *out,
                   struct vd_refusal *refusal);

#endif
