// hierarchy.h: a screen as Maestro writes it to screen-hierarchy/; pure
#ifndef AT_MAESTRO_REPORT_HIERARCHY_H
#define AT_MAESTRO_REPORT_HIERARCHY_H

#include "base/buf.h"
#include "maestro/lookup/view.h"

// Append a text without its secrets.
typedef void at_maestro_mask_fn(const void *user, struct at_str text,
                                struct at_buf *out);

// Append {"attributes": {…}, "children": […], "clickable", "enabled", …}, with
// masked texts.
void at_maestro_hierarchy_json(const struct at_maestro_view *view,
                               at_maestro_mask_fn *mask, const void *user,
                               struct at_buf *out);

#endif
