// fields.h: a request's members by type and range
//
// Each getter takes its member; vd_fields_done() refuses members that were not
// taken, so a misspelt name is an error rather than a default. After the first
// refusal the getters return defaults: take all members, then check once.
#ifndef VIRTUAL_ANDROID_HELPER_FIELDS_H
#define VIRTUAL_ANDROID_HELPER_FIELDS_H

#include <jansson.h>

#include "base/str.h"
#include "virtual-android/helper/refusal.h"

enum { VD_FIELDS_MAX = 12, VD_NEEDED = INT32_MIN };

struct vd_fields {
    json_t *object; // borrowed
    const char *where;
    struct vd_refusal *refusal; // borrowed
    const char *taken[VD_FIELDS_MAX];
    size_t count;
};

// Parse one JSON object; an empty body is an empty object. The caller owns it;
// NULL if body is refused.
json_t *vd_body_parse(struct at_str body, struct vd_refusal *refusal);

// value is borrowed; anything but an object is refused. where names it in
// messages.
struct vd_fields vd_fields_of(json_t *value, const char *where,
                              struct vd_refusal *refusal);
bool vd_has(const struct vd_fields *fields, const char *name);
json_t *vd_take(struct vd_fields *fields, const char *name); // NULL if absent

struct vd_range {
    int32_t min;
    int32_t max;
};
// fallback VD_NEEDED: it is required.
int32_t vd_take_int(struct vd_fields *fields, const char *name,
                    struct vd_range range, int32_t fallback);
// fallback NAN: it is required.
double vd_take_number(struct vd_fields *fields, const char *name, double min,
                      double max, double fallback);
bool vd_take_bool(struct vd_fields *fields, const char *name);
// fallback NULL: it is required. The text is valid as long as the object.
struct at_str vd_take_text(struct vd_fields *fields, const char *name,
                           const char *fallback);
// The index of the value in words, a list up to NULL; the first is the default.
size_t vd_take_word(struct vd_fields *fields, const char *name,
                    const char *const *words);
// Returns NULL if it is refused.
json_t *vd_take_list(struct vd_fields *fields, const char *name,
                     struct vd_range length);
bool vd_fields_done(struct vd_fields *fields);

#endif
