// run_state.h: the fields of a run, for its files
#ifndef AT_SESSION_RUN_STATE_H
#define AT_SESSION_RUN_STATE_H

#include "base/buf.h"
#include "base/limits.h"
#include "session/run.h"
#include "sys/filelock.h"
#include "sys/request_watch.h"

#define AT_RUN_TRACE_PENDING_BYTES (64 * AT_KIB)

// The running child; one at a time.
struct at_command_run_child {
    bool runs;
    char *tool;              // owned
    char *action;            // owned; "" if unknown
    char *log_path;          // owned; NULL without a folder
    struct at_buf part[2];   // incomplete line on stdout and stderr
    struct at_buf log_lines; // unwritten lines
    int64_t began_ns;
    bool is_data; // we parse its stdout, so that is only in its log
    size_t lines; // number of lines of that output
};

struct at_command_run {
    struct at_command_run_listener listener;
    char *folder;              // owned; NULL: none
    struct at_filelock *trace; // owned; writes the trace
    struct at_buf trace_lines; // unwritten lines
    bool collects_events;      // in trace_lines, until flushed
    bool trace_failed;         // the warning was issued
    json_t *logs;              // owned, as is announced; artifacts
    json_t *announced;
    json_t *warnings;
    size_t log_count;
    size_t output_bytes;         // total in "output" events so far
    bool output_ended;           // the limit for such events is reached
    json_t *requests;            // owned; since the last event for an operation
    struct at_buf request_lines; // unwritten log lines
    char *requests_log;          // owned; NULL without a folder
    bool requests_begun;
    struct at_request_watch requests_watch;
    struct at_command_run_child child;
    struct at_proc_listener tools;
    struct at_device_watch watch;
};

#endif
