// hosts.h: the hosts of a pool and their devices, as documents of the store
//
// A host stores {"name","url","version","schema","platforms","models",
// "secrets","draining","startedAt","holder"} and renews it; it counts as gone
// once it has been silent for AT_HOSTS_GONE_MS. Its devices are documents of
// their own: {"host","id","platform","name","kind","os","state","usable",
// "caps","run","held"}.
#ifndef AT_TESTER_RUNS_HOSTS_H
#define AT_TESTER_RUNS_HOSTS_H

#include <jansson.h>

#include "agent/run/run_record.h"
#include "base/err.h"
#include "base/op.h"

enum { AT_HOSTS_RENEW_MS = 20000, AT_HOSTS_GONE_MS = 60000 };

struct at_runs;

// Check what AGENTEST_HOST and AGENTEST_URL have; AT_EUSAGE says what is valid.
AT_CHECKED bool at_hosts_check_name(const char *name, struct at_err *err);
AT_CHECKED bool at_hosts_check_url(const char *url, struct at_err *err);

// Store the document of this host for the first time. AT_EUSAGE: another one
// that is alive has its name. An earlier process of the same folder that was
// killed is known by its lock; others are asked, for some seconds at most.
AT_CHECKED bool at_hosts_take_name(struct at_runs *runs, struct at_err *err);

// Return false with AT_EUSAGE if a host of the pool is too old or too new for
// this one. One of the same name is an earlier process of this one.
AT_CHECKED bool at_hosts_fit(struct at_runs *runs, struct at_err *err);
// Renew the document of this host, take up whether it drains, and remove hosts
// that are gone, as far as this one has followed the store since followed_ms
// (0: it has not).
AT_CHECKED bool at_hosts_renew(struct at_runs *runs, int64_t followed_ms,
                               struct at_err *err);
// The document of this host has changed: see whether it drains.
void at_hosts_take_up(struct at_runs *runs);
// Store what has changed of this host's devices.
void at_hosts_renew_devices(const struct at_op *op, struct at_runs *runs);
// This host leaves: remove its documents.
void at_hosts_leave(struct at_runs *runs);

// Return true if another host has a device, a model and the secrets for a run.
bool at_hosts_can(struct at_runs *runs, const struct at_run_record *record);

// The hosts as /api/v1 shows them; owned by the caller. NULL with err.
json_t *at_hosts_json(const struct at_op *op, struct at_runs *runs,
                      struct at_err *err);
// Let a host take no more runs, or let it take them again. AT_ENOTFOUND.
AT_CHECKED bool at_hosts_drain(struct at_runs *runs, struct at_str id,
                               bool draining, struct at_err *err);

#endif
