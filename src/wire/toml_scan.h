// toml_scan.h: TOML statement by statement, by offsets
//
// The first half of toml_edit: where headers, keys and values are in the text.
// Values are checked by their shape only (strings, lists, inline tables,
// words); a key that is defined twice is not a fault here.
#ifndef AT_WIRE_TOML_SCAN_H
#define AT_WIRE_TOML_SCAN_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/str.h"

enum { AT_TOML_PARTS_MAX = 32 };

enum at_toml_kind { AT_TOML_TABLE, AT_TOML_LIST_TABLE, AT_TOML_KEY };

// A header or a key with its value.
struct at_toml_item {
    enum at_toml_kind kind;
    size_t line;                     // offset of its first line
    size_t end;                      // offset behind its last line
    size_t key;                      // offset of its key
    size_t parts[AT_TOML_PARTS_MAX]; // offsets of the key's parts
    size_t part_count;
    size_t table_parts; // parts of the table that the key belongs to
    size_t value;       // the offset of a key's value
    size_t value_end;
};

// A path is its parts, each followed by a NUL.
struct at_toml {
    struct at_str text;
    size_t at;
    size_t depth;
    struct at_buf table; // path of the current table
    size_t table_parts;
    struct at_buf path; // path of the last item
};

void at_toml_init(struct at_toml *toml, struct at_str text);
void at_toml_deinit(struct at_toml *toml);
// Read the next item; *out_done is true at the end. Fails with AT_EUSAGE and
// the place.
AT_CHECKED bool at_toml_next(struct at_toml *toml, struct at_toml_item *out,
                             bool *out_done, struct at_err *err);

// A member of an inline table by offsets.
struct at_toml_member {
    size_t key;
    size_t key_end;
    size_t value;
    size_t end;
    size_t comma;
    bool has_comma;
};

struct at_toml_inline {
    size_t open;
    size_t close;
    size_t count;
    struct at_toml_member last;
    bool is_found;
    struct at_toml_member found;
    bool has_before;
    struct at_toml_member before;
    bool is_dotted; // the name is there as the first part of a longer key
};

// Read the inline table at toml->at, and look for a name.
AT_CHECKED bool at_toml_read_inline(struct at_toml *toml, struct at_str name,
                                    struct at_toml_inline *out,
                                    struct at_err *err);
// Advance behind a value.
AT_CHECKED bool at_toml_skip_value(struct at_toml *toml, struct at_err *err);
// Advance behind blanks, comments and line ends.
AT_CHECKED bool at_toml_skip_space(struct at_toml *toml, struct at_err *err);
// Append the text of the string at an offset of checked text; false if it is
// not a string. *out_end is the offset behind it.
bool at_toml_string(struct at_str text, size_t at, struct at_buf *out,
                    size_t *out_end);

#endif
