#include "flow/trace.h"

#include <stdlib.h>

static void
result_deinit(struct at_step_result *result)
{
    at_buf_deinit(&result->target.with_ref);
    at_buf_deinit(&result->target.plain);
    at_argv_deinit(&result->changes.with_ref);
    at_argv_deinit(&result->changes.plain);
    at_buf_deinit(&result->value);
    at_buf_deinit(&result->hint);
    at_buf_deinit(&result->note);
    at_argv_deinit(&result->events);
    at_buf_deinit(&result->output);
    at_buf_deinit(&result->picture);
    at_argv_deinit(&result->fallbacks);
}

void
at_flow_trace_keep(struct at_flow_trace *trace, size_t count)
{
    while (trace->count > count)
        result_deinit(&trace->results[--trace->count]);
}

void
at_flow_trace_deinit(struct at_flow_trace *trace)
{
    at_flow_trace_keep(trace, 0);
    free(trace->results);
    at_argv_deinit(&trace->changes);
    at_argv_deinit(&trace->events);
    at_buf_deinit(&trace->screen);
    at_buf_deinit(&trace->note);
    *trace = (struct at_flow_trace){.ok = false};
}

struct at_str
at_trace_text(const struct at_flow_trace *trace,
              const struct at_trace_text *text)
{
    return at_buf_str(trace->refs_renewed ? &text->plain : &text->with_ref);
}

const struct at_argv *
at_trace_changes(const struct at_flow_trace *trace,
                 const struct at_trace_changes *changes)
{
    return trace->refs_renewed ? &changes->plain : &changes->with_ref;
}

const char *
at_step_result_idle(const struct at_step_result *result)
{
    bool waited = result->step->action == AT_FLOW_WAIT_FOR_STABLE;
    return waited || result->idle.outcome != AT_IDLE_SETTLED
               ? at_idle_outcome_name(result->idle.outcome)
               : NULL;
}
