// log.h: messages for people on stderr, one line per event
//
// Each .c file names its module: #define AT_LOG_MODULE "adb". The message is
// followed by key=value pairs. Never log typed texts, passwords, tokens or
// clipboards, only their lengths. Control bytes are escaped here. AGENTEST_LOG
// sets the level: error, warn (default), info, debug, trace.
#ifndef AT_SYS_LOG_H
#define AT_SYS_LOG_H

#include <stdbool.h>

#include "base/compiler.h"

enum at_log_level {
    AT_LOG_ERROR,
    AT_LOG_WARN,
    AT_LOG_INFO,
    AT_LOG_DEBUG,
    AT_LOG_TRACE,
};

void at_log_init(const char *level_name); // NULL: warn; before threads
bool at_log_on(enum at_log_level level);
void at_log_line(enum at_log_level level, const char *module, const char *fmt,
                 ...) AT_PRINTF(3, 4);

#define at_log(level, ...)                                                     \
    (at_log_on(level) ? at_log_line(level, AT_LOG_MODULE, __VA_ARGS__)         \
                      : (void)0)
#define at_log_error(...) at_log(AT_LOG_ERROR, __VA_ARGS__)
#define at_log_warn(...) at_log(AT_LOG_WARN, __VA_ARGS__)
#define at_log_info(...) at_log(AT_LOG_INFO, __VA_ARGS__)
#define at_log_debug(...) at_log(AT_LOG_DEBUG, __VA_ARGS__)

#endif
