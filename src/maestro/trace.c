#include "maestro/trace.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

const char *
at_maestro_outcome_name(enum at_maestro_outcome outcome)
{
    static const char *const names[] = {
        [AT_MAESTRO_RUNNING] = "RUNNING", [AT_MAESTRO_COMPLETED] = "COMPLETED",
        [AT_MAESTRO_WARNED] = "WARNED",   [AT_MAESTRO_SKIPPED] = "SKIPPED",
        [AT_MAESTRO_FAILED] = "FAILED",
    };
    return names[outcome];
}

struct at_maestro_step *
at_maestro_trace_add(struct at_maestro_trace *trace)
{
    if (trace->count == trace->capacity) {
        trace->capacity = trace->capacity ? trace->capacity * 2 : 32;
        trace->steps = at_realloc_array(trace->steps, trace->capacity,
                                        sizeof(*trace->steps));
    }
    struct at_maestro_step *step = &trace->steps[trace->count];
    *step = (struct at_maestro_step){.sequence = (uint32_t)trace->count};
    trace->count++;
    return step;
}

void
at_maestro_step_note(struct at_maestro_step *step, const char *text)
{
    char *old = step->note;
    step->note = old ? at_strfmt("%s; %s", old, text) : at_strdup(text);
    free(old);
}

void
at_maestro_step_artifact(struct at_maestro_step *step, const char *type,
                         const char *path)
{
    step->artifacts = at_realloc_array(
        step->artifacts, step->artifact_count + 1, sizeof(*step->artifacts));
    step->artifacts[step->artifact_count++] =
        (struct at_maestro_artifact){at_strdup(type), at_strdup(path)};
}

const struct at_maestro_step *
at_maestro_trace_failed(const struct at_maestro_trace *trace)
{
    return trace->failed >= 0 ? &trace->steps[trace->failed] : NULL;
}

bool
at_maestro_is_verdict(enum at_code code)
{
    return code == AT_ENOTFOUND || code == AT_EASSERT || code == AT_ENOAPP ||
           code == AT_ECRASH;
}

void
at_maestro_flow_title(const struct at_maestro_flow *flow, char *out,
                      size_t capacity)
{
    struct at_str name = flow->name;
    if (!name.ptr) {
        const char *slash = strrchr(flow->file, '/');
        name = at_str(slash ? slash + 1 : flow->file);
        for (size_t i = name.len; i > 1; i--) {
            if (name.ptr[i - 1] == '.') {
                name = at_str_head(name, i - 1);
                break;
            }
        }
    }
    at_str_cut(out, capacity, name);
}

void
at_maestro_trace_deinit(struct at_maestro_trace *trace)
{
    for (size_t i = 0; i < trace->count; i++) {
        struct at_maestro_step *step = &trace->steps[i];
        free(step->description);
        free(step->note);
        free(step->error);
        for (size_t k = 0; k < step->artifact_count; k++) {
            free(step->artifacts[k].type);
            free(step->artifacts[k].path);
        }
        free(step->artifacts);
    }
    free(trace->steps);
    free(trace->video);
    free(trace->video_error);
    *trace = (struct at_maestro_trace)AT_MAESTRO_TRACE_INIT;
}
