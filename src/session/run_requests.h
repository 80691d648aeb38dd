// run_requests.h: a run's requests, for its trace and a separate log
#ifndef AT_SESSION_RUN_REQUESTS_H
#define AT_SESSION_RUN_REQUESTS_H

#include <jansson.h>

struct at_command_run;

void at_command_run_requests_init(struct at_command_run *run);
// Also writes the rest of the log.
void at_command_run_requests_deinit(struct at_command_run *run);

// Take the requests since the last call: an array of texts, NULL if it is
// empty. Owned by the caller.
json_t *at_command_run_requests_take(struct at_command_run *run);

#endif
