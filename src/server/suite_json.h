// suite_json.h: suite runs as the API shows them
#ifndef AT_SERVER_SUITE_JSON_H
#define AT_SERVER_SUITE_JSON_H

#include "server/call.h"
#include "store/store.h"

// Return a suite run for lists: without its cases. Owned by the caller.
json_t *at_suite_run_entry(struct at_store_db *store,
                           const struct at_store_doc *doc);
// Answer with a suite run and all of its cases; with its address if it is new.
void at_suite_run_reply(struct at_server_call *call, unsigned status,
                        const char *id);

#endif
