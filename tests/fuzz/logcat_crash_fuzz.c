// logcat_crash_fuzz.c: any bytes as a log; what is found was in it
#include <stdlib.h>

#include "base/limits.h"
#include "device/android/parse/crash.h"
#include "device/android/parse/log.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    struct at_str log = at_str_n((const char *)data, len);
    struct at_log_filter filter = {.level = 'I', .max_lines = 3};
    struct at_log_result lines;
    struct at_crash crash = {0};
    at_log_filter(log, &filter, &lines);
    if (lines.lines > 3 || lines.text.len > len + 3 ||
        lines.text.len > AT_LOG_TEXT_MAX_BYTES)
        abort();
    at_buf_deinit(&lines.text);
    if (at_crash_parse(log, at_str_n(NULL, 0), at_str_n(NULL, 0), &crash) &&
        !at_str_has(log, at_str(crash.exception)))
        abort();
    return 0;
}
