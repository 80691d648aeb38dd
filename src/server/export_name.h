// export_name.h: the names of downloaded files; pure
#ifndef AT_SERVER_EXPORT_NAME_H
#define AT_SERVER_EXPORT_NAME_H

#include <jansson.h>

#include "base/buf.h"

// Append a Content-Disposition for a run's document: its title, verdict and day
// as 'attachment; filename="apples-in-the-cart-FAIL-2026-11-27.html"'. Letters
// of all scripts are kept for browsers that read filename*; nothing in a title
// is a path, an ending, or a character that hides or turns others.
void at_export_name_write(const json_t *run, struct at_str ending,
                          struct at_buf *out);

#endif
