// db_rows.h: a query's rows as text, within a bound
#ifndef AT_DEVICE_ANDROID_ADB_DB_ROWS_H
#define AT_DEVICE_ANDROID_ADB_DB_ROWS_H

#include "device/device.h"

void at_db_rows_init(struct at_db_result *out, const char *engine);

// Append a row, which has no line end. After the first row that does not fit,
// rows are only counted; if even the first row does not fit, it is cut.
void at_db_rows_add(struct at_db_result *out, struct at_str row);

// Append the rows in the output of the sqlite3 program, one a line.
void at_db_rows_add_lines(struct at_db_result *out, struct at_str output);

#endif
