// db_rows.h: a query's rows as text, within their bound
#ifndef AT_DEVICE_ANDROID_VIA_ADB_DB_ROWS_H
#define AT_DEVICE_ANDROID_VIA_ADB_DB_ROWS_H

#include "device/device.h"

void at_db_rows_init(struct at_db_result *out, const char *engine);

// Append a row (without line end). From the first one that does not fit on,
// rows are only counted; a first row that is too long alone is cut.
void at_db_rows_add(struct at_db_result *out, struct at_str row);

// The rows in the output of the sqlite3 program, a line each.
void at_db_rows_add_lines(struct at_db_result *out, struct at_str output);

#endif
