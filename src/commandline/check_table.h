// check_table.h: what a doctor found: rows of checks, and how many of each
// level
#ifndef AT_COMMANDLINE_CHECK_TABLE_H
#define AT_COMMANDLINE_CHECK_TABLE_H

#include <jansson.h>

#include "base/buf.h"
#include "device/check.h"

struct at_check_table {
    json_t *rows; // an array, owned
    int levels[AT_CHECK_MISSING + 1];
    const char *first_failed; // name of the first that is bad or missing
};

struct at_check_table at_check_table_new(void);
void at_check_table_deinit(struct at_check_table *table);

// Append {"check","level","text","remedy"} and count it.
void at_check_table_add(struct at_check_table *table,
                        const struct at_check *check);
// Append a check of this level, text and remedy.
void at_check_table_add_text(struct at_check_table *table, const char *name,
                             enum at_check_level level, const char *text,
                             const char *remedy);
// Count a check whose row the caller appends.
void at_check_table_count(struct at_check_table *table,
                          const struct at_check *check);
// Append a line for each row, and a second one for a remedy.
void at_check_rows_write(const json_t *rows, struct at_buf *out);

#endif
