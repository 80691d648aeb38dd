// run_json.h: a run as the API shows it
#ifndef AT_SERVER_RUN_JSON_H
#define AT_SERVER_RUN_JSON_H

#include "server/call.h"
#include "tester/runs/runs.h"

// Both are owned by the caller.
json_t *at_run_json(struct at_server_call *call,
                    const struct at_store_doc *doc);
json_t *at_run_open_json(const struct at_runs_open *open);

// flows.c. Return true if the run has made a recording that is still there,
// which can be exported as a flow.
bool at_run_has_recording(struct at_server_call *call,
                          const struct at_store_doc *doc);

#endif
