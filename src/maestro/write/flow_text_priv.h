// flow_text_priv.h: what the parts of the writer share
#ifndef AT_MAESTRO_WRITE_FLOW_TEXT_PRIV_H
#define AT_MAESTRO_WRITE_FLOW_TEXT_PRIV_H

#include "base/buf.h"
#include "base/err.h"
#include "maestro/flow.h"
#include "maestro/read/commands.h"

struct at_maestro_writer {
    struct at_buf *out;
    struct at_err *err;
    struct at_str app_id;
    size_t depth; // indentation, in units of two blanks
    bool is_wrong;
};

// A key and its value, in a command, an element or a condition.
struct at_maestro_entry {
    const struct at_maestro_row *row;
    const struct at_maestro_key *key;
    const void *target;
};

// Keys of the longest command with its element.
enum { AT_MAESTRO_FOUND_MAX = 64 };

struct at_maestro_found {
    struct at_maestro_entry rows[AT_MAESTRO_FOUND_MAX];
    size_t count;
};

// values_text.c: add a key unless its value is absent or the default.
void at_maestro_found_add(struct at_maestro_found *found,
                          const struct at_maestro_row *row,
                          const struct at_maestro_key *key, const void *target);
void at_maestro_found_write(struct at_maestro_writer *writer,
                            const struct at_maestro_found *found);
// Append what comes behind the colon, up to a newline.
void at_maestro_entry_write(struct at_maestro_writer *writer,
                            const struct at_maestro_entry *entry);
void at_maestro_texts_write(struct at_maestro_writer *writer,
                            const struct at_maestro_texts *texts);
void at_maestro_pairs_write(struct at_maestro_writer *writer,
                            const struct at_maestro_pairs *pairs);

// flow_text.c
void at_maestro_indent(const struct at_maestro_writer *writer);
void at_maestro_name_write(struct at_maestro_writer *writer,
                           struct at_str name);
void at_maestro_text_write(struct at_maestro_writer *writer,
                           struct at_str text);
void at_maestro_rows_write(struct at_maestro_writer *writer,
                           const struct at_maestro_commands *commands);

#endif
