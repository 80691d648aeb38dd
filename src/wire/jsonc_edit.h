// jsonc_edit.h: changes one entry of a JSON file, and not a byte more
//
// The text may have comments and trailing commas, as editors write them; a
// strict JSON file stays one. New lines have the file's own indentation and
// line ends.
#ifndef AT_WIRE_JSONC_EDIT_H
#define AT_WIRE_JSONC_EDIT_H

#include "wire/entry_edit.h"

// Append text with the entry put into it. Text that has it already is appended
// unchanged. An empty text becomes a file with the entry alone. Fails with
// AT_EUSAGE and the place if text is not JSON, or if a part of the path is not
// an object.
AT_CHECKED bool at_jsonc_put(struct at_str text, const struct at_entry *entry,
                             struct at_buf *out, struct at_err *err);
// Append text without the entry, and without the comma that goes with it.
AT_CHECKED bool at_jsonc_drop(struct at_str text, const struct at_entry *entry,
                              struct at_buf *out, struct at_err *err);

#endif
