// log.h: read lines of logcat and filter them
#ifndef AT_DEVICE_ANDROID_PARSE_LOG_H
#define AT_DEVICE_ANDROID_PARSE_LOG_H

#include "device/facts.h"

// Views into the line. pid and tid are -1 if the format has none.
struct at_log_line {
    struct at_str time; // may include the year
    int64_t pid;
    int64_t tid;
    char level; // V D I W E F
    struct at_str tag;
    struct at_str message; // including leading blanks
};

// Read one line in the format threadtime, time or Android Studio's. Returns
// false for a banner, and for the continuation of the line before.
AT_CHECKED bool at_log_parse_line(struct at_str text, struct at_log_line *out);

// Return whether a line's time is later than mark ("MM-DD hh:mm:ss.mmm"). A
// line of January is later than a mark of December. An empty mark is before
// everything.
bool at_log_is_after(struct at_str time, struct at_str mark);

bool at_log_is_level(char level); // one of V D I W E F

// Return whether a line, whose whole text is text, has that level (0: any) or a
// higher one, and contains that substring (empty: any).
bool at_log_passes(const struct at_log_line *line, struct at_str text,
                   char level, struct at_str needle);

// Return whether a process of that name belongs to package: "package" or
// "package:remote".
bool at_log_is_of(struct at_str process, struct at_str package);

// The system's messages about package when it hangs: "ANR in com.x (…)" and the
// lines "PID: …", "Reason: …" and "Parent: …" after it. Pass it the lines of a
// log one by one; package is borrowed, an empty one matches nothing.
struct at_log_anr {
    struct at_str package;
    int64_t pid; // process of the system, during such a message
    bool within;
};
bool at_log_anr_takes(struct at_log_anr *anr, const struct at_log_line *line);

struct at_log_filter {
    int64_t pid;         // 0: any process; -1: no process
    const int64_t *pids; // other ones besides; borrowed
    size_t pid_count;
    struct at_str anr_of; // include lines about the hanging of that package
    char level;           // this and above; 0: all
    struct at_str text;   // substring, empty: any
    struct at_str since;  // only lines after this mark; empty: all
    size_t max_lines;
    size_t max_bytes; // 0: AT_LOG_TEXT_MAX_BYTES
};

// Write the latest matching lines to out->text (at most max_bytes), lines and
// omitted. out is initialised; the caller owns it.
void at_log_filter(struct at_str log, const struct at_log_filter *filter,
                   struct at_log_result *out);

// Merge both logs by the time of their lines; if times are equal, those of
// first come first.
void at_log_merge(struct at_str first, struct at_str second,
                  struct at_buf *out);

// Return the last valid line of log, or an empty view; *out is its parsed form.
struct at_str at_log_last(struct at_str log, struct at_log_line *out);

// The id that package's process had when it crashed last, 0: none in log.
int64_t at_log_crashed_pid(struct at_str log, struct at_str package);

#endif
