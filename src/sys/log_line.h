// log_line.h: one entry of the log as a line of text or of JSON; pure
#ifndef AT_SYS_LOG_LINE_H
#define AT_SYS_LOG_LINE_H

#include <stddef.h>
#include <stdint.h>

#include "base/str.h"
#include "sys/log.h"

enum { AT_LOG_LINE_MAX = 20 * 1024 };

struct at_log_entry {
    enum at_log_level level;
    bool is_said; // for people, whatever the level: text has no level
    const char *module;
    struct at_str message; // with its key=value pairs
    int64_t time_ms;       // since 1970
    const char *host;      // this and the next two: "" or NULL: not known
    const char *run;
    const char *device;
    bool for_journal; // begins with the priority, as systemd wants it
};

// Write a line with its '\n', cut if necessary, and return its length. Text:
// "warn adb: message". Control bytes become '?'.
size_t at_log_line_text(const struct at_log_entry *entry,
                        char out[AT_LOG_LINE_MAX]);
// JSON: {"time","level","module","message","host","run","device"}, then the
// pairs at the end of the message, which leave it, as members of those names.
size_t at_log_line_json(const struct at_log_entry *entry,
                        char out[AT_LOG_LINE_MAX]);

#endif
