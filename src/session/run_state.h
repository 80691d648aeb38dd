// run_state.h: the fields of a run, for its own files
#ifndef AT_SESSION_RUN_STATE_H
#define AT_SESSION_RUN_STATE_H

#include "base/buf.h"
#include "session/run.h"
#include "sys/filelock.h"
#include "sys/request_watch.h"

#define AT_RUN_TRACE_PENDING_BYTES (64 * AT_KIB)

// The child that runs now; one at a time.
struct at_run_child {
    bool runs;
    char *tool;              // owned
    char *action;            // owned; "" if not known
    char *log_path;          // owned; NULL without a folder
    struct at_buf part[2];   // the line begun on stdout, on stderr
    struct at_buf log_lines; // not yet in the log
    int64_t began_ns;
    bool is_data; // its stdout is read by us: only its log has it
    size_t lines; // of that
};

struct at_run {
    struct at_run_listener listener;
    char *folder;              // owned; NULL without
    struct at_filelock *trace; // owned; its descriptor writes the trace
    struct at_buf trace_lines; // not yet in it
    bool collects_events;      // in trace_lines, until at_run_flush_trace()
    bool trace_failed;         // the warning was given
    json_t *logs;              // owned; artifacts, like the next
    json_t *announced;
    json_t *warnings;
    size_t log_count;
    size_t output_bytes;         // in "output" events so far
    bool output_ended;           // the limit of such events is reached
    json_t *requests;            // owned; since the last event of an operation
    struct at_buf request_lines; // not yet in their log
    char *requests_log;          // owned; NULL without
    bool requests_begun;
    struct at_request_watch requests_watch;
    struct at_run_child child;
    struct at_proc_listener tools;
    struct at_device_watch watch;
};

#endif
