// suite.h: what a run of several flows came to, as values that reports are
// written from
#ifndef AT_MAESTRO_REPORT_SUITE_H
#define AT_MAESTRO_REPORT_SUITE_H

#include "base/buf.h"
#include "maestro/trace.h"
#include "maestro/workspace.h"

enum at_maestro_end {
    AT_MAESTRO_PASSED,
    AT_MAESTRO_NOT_PASSED, // the app or the flow is wrong
    AT_MAESTRO_TROUBLE,    // the device, a script or this machine was
    AT_MAESTRO_NOT_RUN,    // an earlier flow of flowsOrder failed
};

// All is borrowed.
struct at_maestro_result {
    const struct at_maestro_trace *trace;
    enum at_maestro_end end;
    const char *device; // NULL: it has not run
    int shard;          // from 1; 0: not sharded
    const char *folder; // begins the paths of its files; NULL: none
};

struct at_maestro_suite {
    const char *name;
    const struct at_maestro_result *rows;
    size_t count;
    int64_t offset_ms; // local time less UTC
    const char *cwd;   // files below it are named relative to it; NULL: none
    const struct at_maestro_files *files; // reads what flows left; NULL: none
};

// How a flow ended that has run, or was lost before it could.
enum at_maestro_end at_maestro_end_of(const struct at_maestro_trace *trace);

// Append the reason, "[shard 2] " before it, and what kind of trouble it was.
void at_maestro_reason(const struct at_maestro_result *result,
                       struct at_buf *out);

// Return path as reports name it.
struct at_str at_maestro_short_path(const struct at_maestro_suite *suite,
                                    const char *path);

#endif
