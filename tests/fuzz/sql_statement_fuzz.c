// sql_statement_fuzz.c: any bytes as SQL
#include <stdlib.h>

#include "base/buf.h"
#include "device/android/parse/sql_statement.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

// One statement stays one with a comment in front and a blank behind.
int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    struct at_str sql = at_str_n((const char *)data, len);
    struct at_buf more = {.max = len + 64};
    bool one = at_sql_check_one(sql, NULL);
    at_buf_add_text(&more, "/* ; */ ");
    at_buf_add_str(&more, sql);
    at_buf_add_char(&more, ' ');
    if (at_sql_check_one(at_buf_str(&more), NULL) != one)
        abort();
    at_buf_deinit(&more);
    return 0;
}
