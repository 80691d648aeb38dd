// follow.h: selects lines of a followed log
//
// Pure: lines in, verdicts out. logcat's lines have only process ids, so this
// records the names of processes: from `ps`, and from the system's "Start proc"
// lines, which also show that an id is reused.
#ifndef AT_DEVICE_ANDROID_PARSE_FOLLOW_H
#define AT_DEVICE_ANDROID_PARSE_FOLLOW_H

#include "device/android/parse/log.h"

struct at_follow_process {
    int64_t pid;
    bool ours;
};

struct at_follow {
    struct at_str package; // borrowed; empty: every process
    struct at_str text;    // borrowed; substring, empty: any
    char level;            // this and above; 0: all
    struct at_log_anr anr;
    struct at_buf newest;                // the newest line seen; owned
    char newest_time[32];                // "" before the first
    bool begun;                          // the lines are new from now on
    bool shown;                          // the previous line was selected
    struct at_follow_process *processes; // owned
    size_t process_count;
};

// newest: the log's last line so far, empty if it had none. The texts of query
// are borrowed until deinit.
void at_follow_init(struct at_follow *follow, const struct at_log_query *query,
                    struct at_str newest);
void at_follow_deinit(struct at_follow *follow);

// Continue after the same log is read again, from the newest line's time on.
void at_follow_restart(struct at_follow *follow);

enum at_follow_verdict {
    AT_FOLLOW_HIDE,
    AT_FOLLOW_SHOW,
    AT_FOLLOW_ASK, // unknown process: pass `ps` to at_follow_learn(), then this
                   // line again
};

enum at_follow_verdict at_follow_take(struct at_follow *follow,
                                      struct at_str text);

// Learn from the output of `ps -A -o PID,NAME`. If it does not have the process
// in question, that is not one of the package.
void at_follow_learn(struct at_follow *follow, struct at_str ps_output,
                     struct at_str pending_line);

#endif
