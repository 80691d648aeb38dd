#include "cli/flow_json.h"

#include "cli/error_name.h"
#include "wire/json.h"

static void
set_text(json_t *row, const char *name, const char *text)
{
    at_json_set(row, name, text ? at_json_text(at_str(text)) : json_null());
}

static json_t *
place(const struct at_maestro_place *at)
{
    json_t *row = json_object();
    at_json_set_text(row, "file", at->file);
    at_json_set(row, "line", json_integer(at->line));
    at_json_set(row, "column", json_integer(at->column));
    return row;
}

static json_t *
artifacts(const struct at_maestro_step *step)
{
    json_t *rows = json_array();
    for (size_t i = 0; i < step->artifact_count; i++) {
        json_t *row = json_object();
        at_json_set_text(row, "type", step->artifacts[i].type);
        at_json_set_text(row, "path", step->artifacts[i].path);
        json_array_append_new(rows, row);
    }
    return rows;
}

json_t *
at_flow_json_step(const struct at_maestro_step *step)
{
    json_t *row = json_object();
    at_json_set(row, "sequence", json_integer(step->sequence));
    at_json_set(row, "depth", json_integer(step->depth));
    at_json_set_text(row, "command",
                     at_maestro_kind_names[step->command->kind]);
    at_json_set_text(row, "description", step->description);
    at_json_set_text(row, "outcome", at_maestro_outcome_name(step->outcome));
    at_json_set(row, "began_ms", json_integer(step->began_ms));
    at_json_set(row, "duration_ms", json_integer(step->duration_ms));
    at_json_set(row, "place", place(&step->place));
    set_text(row, "note", step->note);
    set_text(row, "error", step->error);
    if (step->error)
        at_json_set_text(row, "code", at_error_name(step->code));
    if (step->artifact_count > 0)
        at_json_set(row, "artifacts", artifacts(step));
    return row;
}

static void
set_head(json_t *row, const struct at_maestro_trace *trace)
{
    char title[256];
    at_maestro_flow_title(trace->flow, title, sizeof(title));
    at_json_set_text(row, "name", title);
    at_json_set_text(row, "file", trace->flow->file);
    at_json_set(row, "passed", json_boolean(trace->passed));
    at_json_set(row, "began_ms", json_integer(trace->began_ms));
    at_json_set(row, "duration_ms", json_integer(trace->duration_ms));
    set_text(row, "error", trace->passed ? NULL : trace->err.msg);
    if (!trace->passed)
        at_json_set_text(row, "code", at_error_name(trace->err.code));
}

static void
set_counts(json_t *row, const struct at_maestro_trace *trace)
{
    json_int_t counts[AT_MAESTRO_FAILED + 1] = {0};
    for (size_t i = 0; i < trace->count; i++)
        counts[trace->steps[i].outcome]++;
    at_json_set(row, "steps",
                json_pack("{sI sI sI sI}", "completed",
                          counts[AT_MAESTRO_COMPLETED], "warned",
                          counts[AT_MAESTRO_WARNED], "skipped",
                          counts[AT_MAESTRO_SKIPPED], "failed",
                          counts[AT_MAESTRO_FAILED]));
}

json_t *
at_flow_json_trace(const struct at_maestro_trace *trace)
{
    json_t *row = json_object();
    json_t *steps = json_array();
    set_head(row, trace);
    for (size_t i = 0; i < trace->count; i++)
        json_array_append_new(steps, at_flow_json_step(&trace->steps[i]));
    at_json_set(row, "steps", steps);
    return row;
}

json_t *
at_flow_json_row(const struct at_maestro_trace *trace)
{
    json_t *row = json_object();
    const struct at_maestro_step *failed = at_maestro_trace_failed(trace);
    set_head(row, trace);
    set_counts(row, trace);
    at_json_set(row, "failed_step",
                failed ? at_flow_json_step(failed) : json_null());
    return row;
}
