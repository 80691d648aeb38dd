// head.h: a request's first line and the fields that matter here; pure
#ifndef VIRTUAL_ANDROID_HELPER_HEAD_H
#define VIRTUAL_ANDROID_HELPER_HEAD_H

#include "base/str.h"
#include "virtual-android/helper/refusal.h"

enum { VA_HEAD_MAX_BYTES = 8192, VA_BODY_MAX_BYTES = 262144 };

struct va_head {
    struct at_str method; // borrowed from the text, as the next two are
    struct at_str path;
    struct at_str authorization; // "" where there is none
    bool keep_alive;
    size_t body_len;
};

// Where the head in bytes ends, behind its blank line; 0: not yet.
size_t va_head_end(struct at_str bytes);
// text is a head without its blank line.
bool va_head_parse(struct at_str text, struct va_head *out,
                   struct va_refusal *refusal);

#endif
