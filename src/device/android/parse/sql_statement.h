// sql_statement.h: find the end of an SQL statement
#ifndef AT_DEVICE_ANDROID_PARSE_SQL_STATEMENT_H
#define AT_DEVICE_ANDROID_PARSE_SQL_STATEMENT_H

#include "base/err.h"
#include "base/str.h"

// Fail with AT_EUSAGE if sql has a second statement, whose place and beginning
// are in the message. Blanks, comments and more semicolons after the first
// statement are allowed; semicolons inside a trigger's body do not end it.
AT_CHECKED bool at_sql_check_one(struct at_str sql, struct at_err *err);

#endif
