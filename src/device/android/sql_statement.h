// sql_statement.h: where an SQL statement ends
#ifndef AT_DEVICE_ANDROID_SQL_STATEMENT_H
#define AT_DEVICE_ANDROID_SQL_STATEMENT_H

#include "base/err.h"
#include "base/str.h"

// AT_EUSAGE where sql holds a second statement: its place and beginning are in
// the message. Blanks, comments and more semicolons after the first one are
// fine; the semicolons inside a trigger's body do not end it.
AT_CHECKED bool at_sql_check_one(struct at_str sql, struct at_err *err);

#endif
