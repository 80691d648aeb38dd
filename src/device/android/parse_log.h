// parse_log.h: lines of logcat, and which of them a query wants
#ifndef AT_DEVICE_ANDROID_PARSE_LOG_H
#define AT_DEVICE_ANDROID_PARSE_LOG_H

#include "device/device.h"

// Views into the line. pid and tid are -1 where the format has none.
struct at_log_line {
    struct at_str time; // "05-30 11:24:10.193", with a year where it has one
    int64_t pid;
    int64_t tid;
    char level; // V D I W E F
    struct at_str tag;
    struct at_str message; // blanks at its start kept
};

// One line in the format threadtime, time or Android Studio's. false: a
// banner, or the continuation of the line before.
AT_CHECKED bool at_log_parse_line(struct at_str text, struct at_log_line *out);

// Is time (of a line) later than mark ("MM-DD hh:mm:ss.mmm")? A January line
// is later than a mark of December. An empty mark comes before everything.
bool at_log_is_after(struct at_str time, struct at_str mark);

bool at_log_is_level(char level); // one of V D I W E F

// Does a line, whose whole text is text, have that level (0: any) or a higher
// one and hold that substring (empty: any)?
bool at_log_passes(const struct at_log_line *line, struct at_str text,
                   char level, struct at_str needle);

// Does a process of that name belong to package: it, or "package:remote"?
bool at_log_is_of(struct at_str process, struct at_str package);

// What the system says of package when it hangs: "ANR in com.x (…)" and the
// lines "PID: …", "Reason: …" and "Parent: …" after it. Give it the lines of a
// log one after the other; package is borrowed, empty takes none.
struct at_log_anr {
    struct at_str package;
    int64_t pid; // of the system's process, within such a message
    bool within;
};
bool at_log_anr_takes(struct at_log_anr *anr, const struct at_log_line *line);

struct at_log_filter {
    int64_t pid;          // 0: any process; -1: none
    struct at_str anr_of; // lines on the hanging of that package too
    char level;           // this and above; 0: all
    struct at_str text;   // substring, empty: any
    size_t max_lines;
    size_t max_bytes; // 0: AT_LOG_TEXT_MAX_BYTES
};

// The newest matching lines into out->text (bounded by max_bytes),
// lines and omitted; out is set anew, the caller owns it.
void at_log_filter(struct at_str log, const struct at_log_filter *filter,
                   struct at_log_result *out);

// Both logs as one, by the time of their lines; of equal times first's come
// first. A line without a time stays behind the one before it. Stops where out
// is full.
void at_log_merge(struct at_str first, struct at_str second,
                  struct at_buf *out);

// The last line of log that is one, empty: there is none. *out is it, read.
struct at_str at_log_last(struct at_str log, struct at_log_line *out);

// The id that package's process had when it crashed last, 0: none in log.
int64_t at_log_crashed_pid(struct at_str log, struct at_str package);

#endif
