// host_db_fuzz.c: any bytes as the database of an app, and any statement: rows
// or an error in time
#include <stdlib.h>

#include "device/android/adb/host_db.h"
#include "sys/clock.h"
#include "tests/fuzz/in_memory.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

// The statement is the first line, the file what follows; without a file the
// last half is its write-ahead log.
int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    struct at_str rest = at_str_n((const char *)data, len);
    struct at_str sql;
    struct at_db_result rows;
    struct at_op op = {at_now_ns() + 5000 * AT_NS_PER_MS, NULL};
    fuzz_use_memory();
    if (!at_str_next_line(&rest, &sql))
        return 0;
    const struct at_host_db db = {
        .main = rest,
        .wal = at_str_skip(rest, rest.len / 2),
    };
    bool ok = at_host_db_query(&op, &db, sql, &rows, NULL);
    if (ok && rows.rows.overflow)
        abort();
    at_buf_deinit(&rows.rows);
    if (at_now_ns() > op.deadline_ns + 5000 * AT_NS_PER_MS)
        abort();
    return 0;
}
