// fields.h: a request's members by type and range
//
// Each getter takes its member; va_fields_done() refuses what nobody took, so
// that a misspelt name is an answer and not a default. The first refusal
// stays and the getters go on with defaults: take all, look once.
#ifndef VIRTUAL_ANDROID_HELPER_FIELDS_H
#define VIRTUAL_ANDROID_HELPER_FIELDS_H

#include <jansson.h>

#include "base/str.h"
#include "virtual-android/helper/refusal.h"

enum { VA_FIELDS_MAX = 12, VA_NEEDED = INT32_MIN };

struct va_fields {
    json_t *object; // borrowed
    const char *where;
    struct va_refusal *refusal; // borrowed
    const char *taken[VA_FIELDS_MAX];
    size_t count;
};

// One JSON object, or nothing, which is an empty one. The caller owns it; NULL
// where body is refused.
json_t *va_body_parse(struct at_str body, struct va_refusal *refusal);

// value is borrowed; what is no object is refused. where names it in messages.
struct va_fields va_fields_of(json_t *value, const char *where,
                              struct va_refusal *refusal);
bool va_has(const struct va_fields *fields, const char *name);
json_t *va_take(struct va_fields *fields, const char *name); // or NULL

struct va_range {
    int32_t min;
    int32_t max;
};
// fallback VA_NEEDED: it must be there.
int32_t va_take_int(struct va_fields *fields, const char *name,
                    struct va_range range, int32_t fallback);
double va_take_number(struct va_fields *fields, const char *name, double min,
                      double max, double fallback);
bool va_take_bool(struct va_fields *fields, const char *name);
// fallback NULL: it must be there. Valid as long as the object is.
struct at_str va_take_text(struct va_fields *fields, const char *name,
                           const char *fallback);
// The number of one of the words, up to NULL; the first is the default.
size_t va_take_word(struct va_fields *fields, const char *name,
                    const char *const *words);
// NULL where it is refused.
json_t *va_take_list(struct va_fields *fields, const char *name,
                     struct va_range length);
bool va_fields_done(struct va_fields *fields);

#endif
