// run_events.h: the events of a run, for its trace and its listener
#ifndef AT_SESSION_RUN_EVENTS_H
#define AT_SESSION_RUN_EVENTS_H

#include <jansson.h>

#include "base/compiler.h"

struct at_run;

// Gets each event: {"type":"event","ts":…,"event":…,"data":…}, borrowed.
struct at_run_listener {
    void (*event)(void *user, const json_t *event);
    void *user;
};

// event: "spawn", "output", "artifact", "progress", "warning", "error". Takes
// data over. A trace that cannot be written (a full disk) ends with a warning;
// the listener still gets what follows.
void at_run_event(struct at_run *run, const char *event, json_t *data);
// {"message": …}; a warning is stored for at_run_warnings() too.
void at_run_progress(struct at_run *run, const char *fmt, ...) AT_PRINTF(2, 3);
void at_run_warning(struct at_run *run, const char *fmt, ...) AT_PRINTF(2, 3);
// All warnings so far: an array of strings. Borrowed.
const json_t *at_run_warnings(const struct at_run *run);

// Write the events collected while run->collects_events to the trace.
void at_run_flush_trace(struct at_run *run);

#endif
