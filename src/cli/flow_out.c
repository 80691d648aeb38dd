#include "cli/flow_out.h"

void
at_flow_out_init(struct at_flow_out *out, struct at_invocation *invocation)
{
    out->invocation = invocation;
    pthread_mutex_init(&out->lock, NULL);
}

void
at_flow_out_deinit(struct at_flow_out *out)
{
    pthread_mutex_destroy(&out->lock);
}

void
at_flow_out_event(struct at_flow_out *out, const char *event, json_t *data)
{
    pthread_mutex_lock(&out->lock);
    at_command_run_event(out->invocation->run, event, data);
    pthread_mutex_unlock(&out->lock);
}

void
at_flow_out_artifact(struct at_flow_out *out, const char *type,
                     const char *path, const char *mime)
{
    pthread_mutex_lock(&out->lock);
    at_command_run_add_artifact(out->invocation->run, type, path, mime);
    pthread_mutex_unlock(&out->lock);
}

void
at_flow_out_warning(struct at_flow_out *out, const char *text)
{
    pthread_mutex_lock(&out->lock);
    at_command_run_warning(out->invocation->run, "%s", text);
    pthread_mutex_unlock(&out->lock);
}
