// jsonc_scan.h: JSON with comments and trailing commas, by offsets
//
// The first half of jsonc_edit: where things are in the text. Nothing is
// allocated and nothing is changed.
#ifndef AT_WIRE_JSONC_SCAN_H
#define AT_WIRE_JSONC_SCAN_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "base/str.h"

struct at_jsonc_scan {
    struct at_str text;
    size_t at;
    size_t depth;
};

// A member of an object by offsets: its key, its value and the end of that, and
// the comma behind it.
struct at_jsonc_member {
    size_t key;
    size_t value;
    size_t end;
    size_t comma;
    bool has_comma;
};

struct at_jsonc_object {
    size_t open;  // the offset of its brace
    size_t close; // the offset of the other one
    size_t count; // number of members
    struct at_jsonc_member last;
    bool is_found;
    struct at_jsonc_member found;  // the last one with the key
    bool has_before;               // found has one before it
    struct at_jsonc_member before; // the one before found
};

// Advance behind blanks and comments, or behind a value. They fail with
// AT_EUSAGE and the place.
AT_CHECKED bool at_jsonc_skip_blank(struct at_jsonc_scan *scan,
                                    struct at_err *err);
AT_CHECKED bool at_jsonc_skip_value(struct at_jsonc_scan *scan,
                                    struct at_err *err);
// Read the object at scan->at, which must be its brace, and look for a key.
AT_CHECKED bool at_jsonc_read_object(struct at_jsonc_scan *scan,
                                     struct at_str key,
                                     struct at_jsonc_object *out,
                                     struct at_err *err);
// Check the whole text, whose value may be absent. *out_value is the value's
// offset, or the length of text.
AT_CHECKED bool at_jsonc_check(struct at_str text, size_t *out_value,
                               struct at_err *err);
// Return the offset behind the value, of a checked text.
size_t at_jsonc_value_end(struct at_str text, size_t value);

#endif
