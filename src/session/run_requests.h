// run_requests.h: the requests of a run, for its trace and a log of their own
#ifndef AT_SESSION_RUN_REQUESTS_H
#define AT_SESSION_RUN_REQUESTS_H

#include <jansson.h>

struct at_run;

void at_run_requests_init(struct at_run *run);
// Write the rest of the log, too.
void at_run_requests_deinit(struct at_run *run);

// Take the requests since the last call: an array of texts, NULL if there are
// none. Owned by the caller.
json_t *at_run_requests_take(struct at_run *run);

#endif
