// sql.h: whether a statement of SQL only reads; pure
#ifndef AT_MAESTRO_SQL_H
#define AT_MAESTRO_SQL_H

#include <stdbool.h>

#include "base/str.h"

// Return true for a statement that can't change a database: SELECT, VALUES, or
// WITH without a word that writes. Others may be harmless, too, but an
// assertion has no use for them.
bool at_maestro_sql_reads(struct at_str sql);

#endif
