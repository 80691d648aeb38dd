// element.h: the canonical element of the contract, 7.1
#ifndef AT_SESSION_ELEMENT_H
#define AT_SESSION_ELEMENT_H

#include <jansson.h>

#include "base/str.h"
#include "screen/elements.h"

// The elements of one screen share this.
struct at_element_context {
    bool is_ios;
    struct at_str package;   // left out of the elements that have it
    json_t *states[16];      // owned, made when needed, like the next
    json_t *other_selectors; // those of the other platform
};

void at_element_context_deinit(struct at_element_context *context);

// Owned by the caller. A password's value is never in it.
json_t *at_element_json(const struct at_element *element,
                        struct at_element_context *context);

#endif
