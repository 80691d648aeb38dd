// flow_one.h: runs one flow on one device, and keeps its files
#ifndef AT_CLI_FLOW_ONE_H
#define AT_CLI_FLOW_ONE_H

#include "cli/flow_out.h"
#include "cli/flow_queue.h"
#include "flow/app/app.h"

// Shared by all flows of a command.
struct at_flow_setting {
    struct at_flow_out *out;
    const char *const *env; // "NAME=value", up to NULL; or NULL
    const char *root;       // folder of their files
    bool names_device;      // in events: there are several
    bool records;           // a video of each flow
    bool keeps_all_videos;  // also of flows that passed
};

// Run the job to its end, with an event for each step, and fill its trace. A
// failed flow is a result; false means that its files can't be kept.
AT_CHECKED bool at_flow_one_run(const struct at_flow_setting *setting,
                                const struct at_op *op, struct at_app *app,
                                struct at_flow_job *job, struct at_err *err);

// Return true if the device can't be reached, which a trace that isn't a
// verdict leaves open.
bool at_flow_one_is_lost(const struct at_op *op, struct at_app *app,
                         const struct at_maestro_trace *trace);

#endif
