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

struct at_log_filter {
    int64_t pid;        // 0: any process
    char level;         // this and above; 0: all
    struct at_str text; // substring, empty: any
    size_t max_lines;
    size_t max_bytes; // 0: AT_LOG_TEXT_MAX_BYTES
};

// The newest matching lines into out->text (bounded by max_bytes),
// lines and omitted; out is set anew, the caller owns it.
void at_log_filter(struct at_str log, const struct at_log_filter *filter,
                   struct at_log_result *out);

// The id that package's process had when it crashed last, 0: none in log.
int64_t at_log_crashed_pid(struct at_str log, struct at_str package);

#endif
