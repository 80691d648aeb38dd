// flow_devices.h: the devices of a command that runs flows
#ifndef AT_CLI_FLOW_DEVICES_H
#define AT_CLI_FLOW_DEVICES_H

#include "cli/flow_queue.h"
#include "cli/flow_set.h"
#include "flow/app/app.h"
#include "sys/lock.h"

enum { AT_FLOW_DEVICES_MAX = 64 };

struct at_flow_device {
    struct at_app *app;
    bool is_own;           // app and lease are owned; otherwise the pool's
    struct at_lock *lease; // may be NULL
};

struct at_flow_devices {
    enum at_flow_sharing sharing;
    struct at_flow_device rows[AT_FLOW_DEVICES_MAX];
    size_t count;
};

// Open those that --devices, or a list behind --device, names, or as many
// connected ones as --shard-split or --shard-all want, and otherwise the only
// one, as other commands do; no more than there is work for. AT_EUSAGE if the
// options contradict each other or the flows' order, AT_ENODEV if there are too
// few devices. Close it in either case.
AT_CHECKED bool at_flow_devices_open(struct at_invocation *invocation,
                                     const struct at_flow_set *set,
                                     struct at_flow_devices *out,
                                     struct at_err *err);
// Open one more, which a flow names; with the lease, which is waited for.
AT_CHECKED bool at_flow_devices_add(struct at_invocation *invocation,
                                    const char *selector,
                                    struct at_flow_devices *devices,
                                    struct at_err *err);
void at_flow_devices_close(struct at_flow_devices *devices);

#endif
