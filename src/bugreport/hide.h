// hide.h: texts and JSON as a report may have them; pure
//
// Hidden are the known values, in all forms of agent/guards/secrets.h; what is
// secret by its form (bugreport/patterns.h); members with a secret's name; and
// the home folder, which becomes ~.
#ifndef AT_BUGREPORT_HIDE_H
#define AT_BUGREPORT_HIDE_H

#include <jansson.h>

#include "bugreport/known.h"

struct at_bugreport_hider {
    struct at_secrets *values;  // owned; NULL: none
    struct at_secrets *secrets; // owned; without what was typed; NULL: none
    struct at_str home;         // borrowed; "": none
};

void at_bugreport_hider_init(struct at_bugreport_hider *hider,
                             const struct at_bugreport_known *known,
                             const char *home);
void at_bugreport_hider_deinit(struct at_bugreport_hider *hider);

// Append a text. What it had to hide may make it longer.
void at_bugreport_hide_text(const struct at_bugreport_hider *hider,
                            struct at_str text, struct at_buf *out);
// Return a copy of the value. Owned by the caller.
json_t *at_bugreport_hide_json(const struct at_bugreport_hider *hider,
                               const json_t *json);
// Append a file's content. JSON, and lines of JSON, stay JSON.
void at_bugreport_hide_content(const struct at_bugreport_hider *hider,
                               struct at_str content, struct at_buf *out);

#endif
