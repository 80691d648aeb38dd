// log.h: messages for people on stderr, one line per event
//
// Each .c file names its module: #define AT_LOG_MODULE "adb". The message is
// followed by key=value pairs. Never log typed texts, passwords, tokens or
// clipboards, only their lengths. Control bytes are escaped here. AGENTEST_LOG
// sets the level: error, warn (default), info, debug, trace.
// AGENTEST_LOG_FORMAT=json makes each line an object, see log_line.h. If stderr
// is systemd's journal, lines begin with their priority.
#ifndef AT_SYS_LOG_H
#define AT_SYS_LOG_H

#include <stdbool.h>

#include "base/compiler.h"
#include "base/err.h"

enum at_log_level {
    AT_LOG_ERROR,
    AT_LOG_WARN,
    AT_LOG_INFO,
    AT_LOG_DEBUG,
    AT_LOG_TRACE,
};
extern const char *const at_log_level_names[AT_LOG_TRACE + 1];

// Before threads. level_name NULL: the level stays. Also reads the format and
// whether stderr is the journal.
void at_log_init(const char *level_name);
// Set the format for this process and those that it starts, before threads.
// AT_EUSAGE: it is neither "text" nor "json".
AT_CHECKED bool at_log_set_format(const char *format, struct at_err *err);
bool at_log_on(enum at_log_level level);
void at_log_line(enum at_log_level level, const char *module, const char *fmt,
                 ...) AT_PRINTF(3, 4);
// A line for the user that is shown at every threshold, such as an address.
// In text it has no level and no module.
void at_log_say(enum at_log_level level, const char *module, const char *fmt,
                ...) AT_PRINTF(3, 4);

// Name the run and the device that this thread's lines are about, in JSON.
// NULL: none.
void at_log_about(const char *run, const char *device);
// The same for all threads that name none: a process that does one run.
void at_log_about_all(const char *run, const char *device);

#define at_log(level, ...)                                                     \
    (at_log_on(level) ? at_log_line(level, AT_LOG_MODULE, __VA_ARGS__)         \
                      : (void)0)
#define at_log_error(...) at_log(AT_LOG_ERROR, __VA_ARGS__)
#define at_log_warn(...) at_log(AT_LOG_WARN, __VA_ARGS__)
#define at_log_info(...) at_log(AT_LOG_INFO, __VA_ARGS__)
#define at_log_debug(...) at_log(AT_LOG_DEBUG, __VA_ARGS__)

#endif
