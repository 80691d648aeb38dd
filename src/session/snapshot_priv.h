// snapshot_priv.h: what element.c and snapshot.c share
#ifndef AT_SESSION_SNAPSHOT_PRIV_H
#define AT_SESSION_SNAPSHOT_PRIV_H

#include "session/snapshot.h"

struct at_element_context {
    bool is_ios;
    struct at_str package; // goes without saying
};

json_t *at_element_json_in(const struct at_element *element,
                           const struct at_element_context *context);

#endif
