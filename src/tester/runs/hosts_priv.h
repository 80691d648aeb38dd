// hosts_priv.h: what the modules of hosts share
#ifndef AT_TESTER_RUNS_HOSTS_PRIV_H
#define AT_TESTER_RUNS_HOSTS_PRIV_H

#include <jansson.h>

#include "tester/runs/runs_priv.h"

// Write the id of a document for a name: other characters become '_'.
void at_hosts_key(struct at_str name, char out[AT_STORE_KEY_MAX + 1]);
json_t *at_hosts_words(const struct at_argv *words); // owned by the caller

// The devices of this host, as their documents; owned by the caller.
json_t *at_hosts_own_devices(const struct at_op *op, struct at_runs *runs);
// Remove the documents of a host and its devices.
void at_hosts_remove(struct at_runs *runs, const char *id);

#endif
