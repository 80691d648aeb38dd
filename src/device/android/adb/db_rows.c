// db_rows.c: rows of a query, bounded
#include "device/android/adb/db_rows.h"

#include "base/limits.h"

void
at_db_rows_init(struct at_db_result *out, const char *engine)
{
    *out = (struct at_db_result){
        .rows = AT_BUF_INIT(AT_DB_ROWS_MAX_BYTES),
        .engine = engine,
    };
}

void
at_db_rows_add(struct at_db_result *out, struct at_str row)
{
    size_t room = out->rows.max - out->rows.len;
    if (out->row_count == 0 && row.len + 1 > room)
        row = at_utf8_head(row, room - 1);
    if (out->omitted_rows > 0 || row.len + 1 > room) {
        out->omitted_rows++;
        return;
    }
    at_buf_add_str(&out->rows, row);
    at_buf_add_char(&out->rows, '\n');
    out->row_count++;
}

void
at_db_rows_add_lines(struct at_db_result *out, struct at_str output)
{
    struct at_str line;
    while (at_str_next(&output, '\n', &line))
        at_db_rows_add(out, line);
}
