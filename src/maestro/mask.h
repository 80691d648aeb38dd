// mask.h: reports without the secrets of a flow; pure
#ifndef AT_MAESTRO_MASK_H
#define AT_MAESTRO_MASK_H

#include <jansson.h>

#include "base/buf.h"

// What masks texts.
struct at_maestro_masking {
    // Append a text without its secrets, which is no longer than the text.
    void (*mask)(const void *user, struct at_str text, struct at_buf *out);
    const void *user;
};

// Mask all texts of the values in json; names of members stay as they are.
void at_maestro_mask_json(const struct at_maestro_masking *masking,
                          json_t *json);

#endif
