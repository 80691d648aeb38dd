// run_priv.h: what run.c and tools.c share
#ifndef AT_SESSION_RUN_PRIV_H
#define AT_SESSION_RUN_PRIV_H

#include "base/buf.h"
#include "session/run.h"
#include "sys/filelock.h"

// The child that runs now; one at a time.
struct at_run_child {
    bool runs;
    char *tool;              // owned
    char *action;            // owned; "" where nothing is known
    char *log_path;          // owned; NULL without a folder
    struct at_buf part[2];   // the line begun on stdout, on stderr
    struct at_buf log_lines; // not yet in the log
    int64_t began_ns;
};

struct at_run {
    struct at_run_listener listener;
    char *folder;              // owned; NULL without
    struct at_filelock *trace; // owned; its descriptor writes the trace
    struct at_buf trace_lines; // not yet in it
    bool holds_trace;          // collect there until at_run_flush_trace()
    bool trace_failed;         // said once
    json_t *logs;              // owned; artifacts, as the next
    json_t *said;
    json_t *warnings;
    size_t log_count;
    size_t output_bytes; // in "output" events so far
    bool output_ended;   // no more of them
    struct at_run_child child;
    struct at_proc_listener tools;
    struct at_device_watch watch;
};

void at_run_flush_trace(struct at_run *run);

// tools.c
void at_run_tools_init(struct at_run *run);
void at_run_tools_deinit(struct at_run *run);

#endif
