#include "tests/unit/flow/flow_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "mcp/tools/flow_trace.h"
#include "mcp/tools/steps.h"
#include "tests/unit/screen/advice.h"

void
flow_init(struct flow_run *run, const struct fake_frame *frames, size_t count)
{
    *run = (struct flow_run){.op = {AT_NEVER_NS, NULL}};
    fake_init(&run->fake, frames, count);
    run->app = at_app_new(&run->fake.base, "com.ex", &test_advice);
}

void
flow_deinit(struct flow_run *run)
{
    json_decref(run->trace);
    free(run->dump);
    at_app_free(run->app);
    fake_deinit(&run->fake);
}

void
flow_see(struct flow_run *run)
{
    struct at_buf text = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
    struct at_compact_result result;
    at_assert(at_app_read_now(&run->op, run->app, NULL));
    at_app_write_tree(run->app, NULL, &text, &result);
    at_buf_deinit(&text);
}

static json_t *
parse(const char *steps)
{
    char *text = at_strdup(steps);
    for (char *c = text; *c; c++) {
        if (*c == '\'')
            *c = '"';
    }
    json_t *json = json_loads(text, 0, NULL);
    free(text);
    at_assert(json);
    return json;
}

void
flow_go(struct flow_run *run, const char *steps)
{
    flow_go_with(run, steps, NULL);
}

void
flow_go_with(struct flow_run *run, const char *steps,
             const struct at_flow_opts *opts)
{
    json_t *json = parse(steps);
    struct at_flow flow;
    struct at_flow_trace trace;
    int before = run->fake.dumps;
    json_decref(run->trace);
    free(run->dump);
    run->err = (struct at_err)AT_ERR_INIT;
    at_assert(at_steps_read(json, &flow, NULL));
    for (size_t i = 0; run->focused && i < flow.count; i++)
        flow.steps[i].target =
            (struct at_selector){.index = -1, .focused = true};
    run->ok = at_flow_run(&run->op, run->app, &flow, opts, &trace, &run->err);
    run->dumps = run->fake.dumps - before;
    run->trace = at_trace_json(&trace, json, AT_TRACE_WHOLE);
    at_flow_trace_deinit(&trace);
    free(flow.steps);
    run->dump = json_dumps(run->trace, JSON_INDENT(1));
    if (getenv("FLOW_PRINT"))
        puts(run->dump);
    json_decref(json);
}

const json_t *
flow_step(const struct flow_run *run, size_t index)
{
    return json_array_get(json_object_get(run->trace, "results"), index);
}

const char *
flow_text(const struct flow_run *run, size_t index, const char *name)
{
    const char *text =
        json_string_value(json_object_get(flow_step(run, index), name));
    return text ? text : "";
}
