// logtime.h: the times that logcat -T and -t take
#ifndef VIRTUAL_ANDROID_COMMANDS_LOGTIME_H
#define VIRTUAL_ANDROID_COMMANDS_LOGTIME_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"

// "MM-DD hh:mm:ss.mmm" of now_ms's year, "YYYY-MM-DD hh:mm:ss.mmm" or
// "SECONDS.mmm" since 1970; UTC, as the device's clock. The fraction may be
// absent.
AT_CHECKED bool vd_log_time_parse(struct at_str text, int64_t now_ms,
                                  int64_t *out_ms);

#endif
