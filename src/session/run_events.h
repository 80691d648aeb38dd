// run_events.h: a run's events, for its trace and its listener
#ifndef AT_SESSION_RUN_EVENTS_H
#define AT_SESSION_RUN_EVENTS_H

#include <jansson.h>

#include "base/compiler.h"

struct at_command_run;

// Receives each event: {"type":"event","ts":…,"event":…,"data":…}, borrowed.
struct at_command_run_listener {
    void (*event)(void *user, const json_t *event);
    void *user;
};

// Emit an event: "spawn", "output", "artifact", "progress", "warning", "error".
// Takes ownership of data. If the trace cannot be written (a full disk), it
// ends with a warning; the listener still receives later events.
void at_command_run_event(struct at_command_run *run, const char *event,
                          json_t *data);
// Emit {"message": …}; warnings are also stored for at_command_run_warnings().
void at_command_run_progress(struct at_command_run *run, const char *fmt, ...)
    AT_PRINTF(2, 3);
void at_command_run_warning(struct at_command_run *run, const char *fmt, ...)
    AT_PRINTF(2, 3);
// Return all warnings so far as an array of strings. Borrowed.
const json_t *at_command_run_warnings(const struct at_command_run *run);
// Forget the warnings from that index on: they are told, and no longer true.
void at_command_run_forget_warnings(struct at_command_run *run, size_t from);

// Write the events collected in run->collects_events mode to the trace.
void at_command_run_flush_trace(struct at_command_run *run);

#endif
