// table.h: data tables, whose rows become cases; pure
//
// A table is an array of objects, a text for each column: a CSV file with a
// header, or an array of objects in JSON or YAML, whose numbers and booleans
// become texts. A column's name is a name that {{name}} can have. Cells are not
// secret; one may hold {{name}} to name a secret.
#ifndef AT_TESTER_SUITE_TABLE_H
#define AT_TESTER_SUITE_TABLE_H

#include <jansson.h>

#include "agent/scenario.h"
#include "base/err.h"
#include "base/str.h"

// Read a table. The caller owns the result; NULL with AT_EUSAGE or AT_ELIMIT,
// which name the line or row.
json_t *at_table_read_csv(struct at_str text, struct at_err *err);
json_t *at_table_read(const json_t *rows, struct at_err *err);

// Return true if a text of the scenario has {{column}} of one of the rows.
bool at_table_is_used(const json_t *rows, const struct at_scenario *scenario);
// Make *out a copy of the scenario with {{column}} replaced by the row's cell
// in all texts, expectations included. What a cell contains is not replaced
// again. AT_ELIMIT: a text gets too long.
AT_CHECKED bool at_table_apply(const json_t *row,
                               const struct at_scenario *scenario,
                               struct at_scenario *out, struct at_err *err);
// Append what tells the row from others: "ann, 2".
void at_table_label(const json_t *row, struct at_buf *out);

#endif
