// toml_edit.h: changes one table of a TOML file, and not a byte more
//
// The table may be written as [a.b], as keys a.b.c, or inline as b = {…}; its
// form stays. A new one is a [table] at the end of the file.
#ifndef AT_WIRE_TOML_EDIT_H
#define AT_WIRE_TOML_EDIT_H

#include "wire/entry_edit.h"

// Append text with the entry put into it, as at_jsonc_put() does. Fails with
// AT_EUSAGE and the place if text is not TOML, or if the path is a list.
AT_CHECKED bool at_toml_put(struct at_str text, const struct at_entry *entry,
                            struct at_buf *out, struct at_err *err);
// Append text without the table and those below it.
AT_CHECKED bool at_toml_drop(struct at_str text, const struct at_entry *entry,
                             struct at_buf *out, struct at_err *err);

#endif
