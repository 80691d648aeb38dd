// element.h: the canonical element of the contract, 7.1
#ifndef AT_SESSION_ELEMENT_H
#define AT_SESSION_ELEMENT_H

#include <jansson.h>

#include "base/str.h"
#include "screen/elements.h"

// Data common to the elements of one screen.
struct at_element_context {
    bool is_ios;
    struct at_str package;   // omitted in elements of this package
    json_t *states[16];      // owned, created on demand, like other_selectors
    json_t *other_selectors; // selectors of the other platform
};

void at_element_context_deinit(struct at_element_context *context);

// Owned by the caller. Never contains a password's value.
json_t *at_element_json(const struct at_element *element,
                        struct at_element_context *context);

#endif
