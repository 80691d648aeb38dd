// flow_priv.h: the parts of a flow's run, for its own files
#ifndef AT_TESTER_FLOW_FLOW_PRIV_H
#define AT_TESTER_FLOW_FLOW_PRIV_H

#include "base/argv.h"
#include "maestro/run/run.h"
#include "maestro/workspace.h"
#include "tester/flow/flow_files.h"
#include "tester/flow/flow_run.h"
#include "tester/tools/runner.h"
#include "tester/worker/start.h"

struct at_flow_scripts;

struct at_flow_job {
    const struct at_run_opts *opts;
    struct at_run_outcome *out;
    struct at_op op; // ends with the run's minutes
    struct at_tool_runner *runner;
    struct at_start_changes changes; // if opts has no room for them
    char *root;                      // the flow's files on this disk; owned
    char *remains;                   // what commands leave; owned
    struct at_flow_files files;
    struct at_maestro_workspace ws;
    const struct at_maestro_flow *flow; // NULL: it could not be read
    struct at_maestro_scope *scope;     // owned
    struct at_flow_scripts *scripts;    // owned
    struct at_argv env;                 // "NAME=value"; wiped at the end
    struct at_maestro_trace trace;
    size_t step;         // the open one, or the one that ended last
    size_t pictures;     // saved
    bool open;           // step has not ended
    bool failed;         // a command of the flow itself has; hooks may follow
    enum at_run_end cut; // what had cut the flow short then
};

// flow_events.c: what the runner tells, as events of the run.
void at_flow_job_send(const struct at_flow_job *job,
                      struct at_run_event *event);
void at_flow_job_log(const struct at_flow_job *job, struct at_str text);
void at_flow_job_began(void *user, const struct at_maestro_step *step);
void at_flow_job_ended(void *user, const struct at_maestro_step *step);
// The run is over: steps that were not reached, or were cut off, get their
// verdicts. judged: the flow has a verdict.
void at_flow_job_close_steps(struct at_flow_job *job, bool judged);

// flow_remains.c: keep what a command has left, with secrets covered. out_path
// gets the path of its first picture below the run's folder, or "".
void at_flow_job_keep(struct at_flow_job *job,
                      const struct at_maestro_step *step, char *out_path,
                      size_t capacity);

// flow_scripts.c: the script process of the flow, which starts when needed.
struct at_flow_scripts *at_flow_scripts_new(struct at_flow_job *job);
void at_flow_scripts_free(struct at_flow_scripts *scripts); // or NULL

// Return a text without the folder in which the flow's files lie on this disk.
// Owned by the caller.
char *at_flow_job_shown(const struct at_flow_job *job, struct at_str text);

#endif
