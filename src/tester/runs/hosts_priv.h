// hosts_priv.h: what the modules of hosts share
#ifndef AT_TESTER_RUNS_HOSTS_PRIV_H
#define AT_TESTER_RUNS_HOSTS_PRIV_H

#include <jansson.h>

#include "tester/runs/runs_priv.h"

// Write the id of a document for a name: other characters become '_'.
void at_hosts_key(struct at_str name, char out[AT_STORE_KEY_MAX + 1]);
json_t *at_hosts_words(const struct at_argv *words); // owned by the caller

// Store the document of this host over that of the revision.
AT_CHECKED bool at_hosts_put(struct at_runs *runs, bool draining,
                             int64_t revision, struct at_err *err);
// Return false if another process has the name of this one by now, which then
// takes no runs any more. *out_asked: one asks whether this one is alive.
bool at_hosts_has_name(struct at_runs *runs, bool *out_asked);

// The devices of this host, as their documents; owned by the caller.
json_t *at_hosts_own_devices(const struct at_op *op, struct at_runs *runs);
// Remove the documents of a host and its devices.
void at_hosts_remove(struct at_runs *runs, const char *id);

#endif
