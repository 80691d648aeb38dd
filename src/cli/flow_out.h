// flow_out.h: what running flows tell their command, from several threads
//
// A command's run is used by one thread at a time; this has the lock.
#ifndef AT_CLI_FLOW_OUT_H
#define AT_CLI_FLOW_OUT_H

#include <pthread.h>

#include "cli/invocation.h"

struct at_flow_out {
    struct at_invocation *invocation;
    pthread_mutex_t lock;
};

void at_flow_out_init(struct at_flow_out *out,
                      struct at_invocation *invocation);
void at_flow_out_deinit(struct at_flow_out *out);

// Take data over, as at_command_run_event() does.
void at_flow_out_event(struct at_flow_out *out, const char *event,
                       json_t *data);
void at_flow_out_artifact(struct at_flow_out *out, const char *type,
                          const char *path, const char *mime);
void at_flow_out_warning(struct at_flow_out *out, const char *text);

#endif
