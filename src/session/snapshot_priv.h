// snapshot_priv.h: what element.c and snapshot.c share
#ifndef AT_SESSION_SNAPSHOT_PRIV_H
#define AT_SESSION_SNAPSHOT_PRIV_H

#include "session/snapshot.h"

// What the elements of one screen have in common.
struct at_element_context {
    bool is_ios;
    struct at_str package;   // goes without saying
    json_t *states[16];      // owned, made when needed, as the next
    json_t *other_selectors; // of the platform that this is not
};

void at_element_context_deinit(struct at_element_context *context);

json_t *at_element_json_in(const struct at_element *element,
                           struct at_element_context *context);

#endif
