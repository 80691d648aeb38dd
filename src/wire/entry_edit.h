// entry_edit.h: an entry to put into somebody's configuration file
//
// The editors of formats (jsonc_edit, toml_edit) share the entry, and strings
// as JSON and TOML both write them.
#ifndef AT_WIRE_ENTRY_EDIT_H
#define AT_WIRE_ENTRY_EDIT_H

#include "base/buf.h"
#include "base/err.h"
#include "base/str.h"

enum { AT_ENTRY_PATH_MAX = 6 };

// A member of the entry: a string, or a list of strings.
struct at_entry_member {
    struct at_str name;
    bool is_list;
    bool even_empty; // an empty list is written, too
    struct at_str text;
    const struct at_str *items;
    size_t count;
};

// All is borrowed.
struct at_entry {
    const struct at_str *path; // "mcpServers", "agentest"
    size_t path_count;         // 1 to AT_ENTRY_PATH_MAX
    const struct at_entry_member *members;
    size_t member_count;
    // An entry of the file without this member is of another kind (a server
    // with a URL, say) and is replaced as a whole. In others, only the members
    // above change.
    struct at_str mark;
};

// Return true if a new entry has the member.
bool at_entry_writes(const struct at_entry_member *member);

// Fail with "line L, column C: …", where columns count characters from 1.
bool at_entry_fail(struct at_err *err, struct at_str text, size_t at,
                   const char *fmt, ...) AT_PRINTF(4, 5);

// Return the length of a byte order mark at the start of text: 0 or 3.
size_t at_entry_bom(struct at_str text);
// Return the line end that text uses first, "\n" if it has none.
struct at_str at_entry_newline(struct at_str text);
// Return the offset of the line that has the byte.
size_t at_entry_line(struct at_str text, size_t at);
// Return the blanks at the beginning of the byte's line.
struct at_str at_entry_indent(struct at_str text, size_t at);
// Return the offset behind blanks and tabs.
size_t at_entry_skip_blanks(struct at_str text, size_t at);
// Append text with the bytes from to to replaced.
void at_entry_splice(struct at_str text, size_t from, size_t to,
                     struct at_str with, struct at_buf *out);

// Append a string in double quotes, and a list of them.
void at_entry_write_string(struct at_str text, struct at_buf *out);
void at_entry_write_value(const struct at_entry_member *member,
                          const char *comma, struct at_buf *out);
// Append the text of a string without its quotes. It was checked: only escapes
// of JSON and TOML are in it.
void at_entry_read_string(struct at_str inside, struct at_buf *out);

#endif
