// run_json.h: a run as the API shows it
#ifndef AT_SERVER_RUN_JSON_H
#define AT_SERVER_RUN_JSON_H

#include "server/call.h"

// Owned by the caller.
json_t *at_run_json(struct at_server_call *call,
                    const struct at_store_doc *doc);

#endif
