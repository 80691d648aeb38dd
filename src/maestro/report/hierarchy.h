// hierarchy.h: a screen as Maestro writes it to screen-hierarchy/; pure
#ifndef AT_MAESTRO_REPORT_HIERARCHY_H
#define AT_MAESTRO_REPORT_HIERARCHY_H

#include "base/buf.h"
#include "maestro/lookup/view.h"
#include "maestro/mask.h"

// Append {"attributes": {…}, "children": […], "clickable", "enabled", …}.
void at_maestro_hierarchy_json(const struct at_maestro_view *view,
                               const struct at_maestro_masking *masking,
                               struct at_buf *out);

#endif
