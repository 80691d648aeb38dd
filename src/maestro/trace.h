// trace.h: what a run of a flow did, as values
//
// One step for each execution of a command, in the order in which they began:
// a command in a loop has one for each round. Reports are written from this
// alone.
#ifndef AT_MAESTRO_TRACE_H
#define AT_MAESTRO_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "maestro/flow.h"

enum at_maestro_outcome {
    AT_MAESTRO_RUNNING,
    AT_MAESTRO_COMPLETED,
    AT_MAESTRO_WARNED,  // failed, but optional: the flow went on
    AT_MAESTRO_SKIPPED, // its condition was false
    AT_MAESTRO_FAILED,
};

// A file that a step has left.
struct at_maestro_artifact {
    char *type; // "screenshot", "hierarchy", "recording", "log", "diff"
    char *path;
};

struct at_maestro_step {
    const struct at_maestro_command *command; // borrowed from the flow
    struct at_maestro_place place;
    char *description; // the label, or the command in Maestro's words; owned
    enum at_maestro_outcome outcome;
    uint32_t sequence; // from 0
    uint32_t depth;    // 0: a command of the flow itself
    int64_t began_ms;  // since 1970
    int64_t duration_ms;
    char *note;  // what Maestro would not say; owned, NULL: nothing
    char *error; // owned, NULL unless WARNED or FAILED
    enum at_code code;
    struct at_maestro_artifact *artifacts; // owned
    size_t artifact_count;
};

struct at_maestro_trace {
    const struct at_maestro_flow *flow; // borrowed
    struct at_maestro_step *steps;      // owned
    size_t count;
    size_t capacity;
    ptrdiff_t failed; // the innermost step that ended the flow; -1: none
    bool passed;
    struct at_err err; // why it has not
    int64_t began_ms;  // since 1970
    int64_t duration_ms;
    char *video;       // recording of all of it, owned; NULL: none
    char *video_error; // why there is none, or only a part; owned, NULL: fine
};

#define AT_MAESTRO_TRACE_INIT                                                  \
    {                                                                          \
        .failed = -1                                                           \
    }

// "COMPLETED", "WARNED", …
const char *at_maestro_outcome_name(enum at_maestro_outcome outcome);

// Append a running step, which is valid until the next one is appended.
struct at_maestro_step *at_maestro_trace_add(struct at_maestro_trace *trace);
// Add a sentence to a step's note.
void at_maestro_step_note(struct at_maestro_step *step, const char *text);
void at_maestro_step_artifact(struct at_maestro_step *step, const char *type,
                              const char *path);
// NULL: no step has ended the flow.
const struct at_maestro_step *at_maestro_trace_failed(
    const struct at_maestro_trace *trace);
// Return true for what is the app's or the flow's fault, which Maestro's
// optional and retry cover. Other codes are trouble of the device, a script or
// this machine.
bool at_maestro_is_verdict(enum at_code code);
// The flow's name, or its file's without folder and extension.
void at_maestro_flow_title(const struct at_maestro_flow *flow, char *out,
                           size_t capacity);
void at_maestro_trace_deinit(struct at_maestro_trace *trace);

#endif
