#include "cli/flow_print.h"

#include "wire/json.h"

static void
print_flow(const json_t *flow, struct at_buf *out)
{
    const json_t *passed = json_object_get(flow, "passed");
    struct at_str name = at_json_get_str(flow, "name");
    struct at_str error = at_json_get_str(flow, "error");
    json_int_t ms = json_integer_value(json_object_get(flow, "duration_ms"));
    json_int_t shard = json_integer_value(json_object_get(flow, "shard"));
    if (shard > 0)
        at_buf_add_fmt(out, "[shard %d] ", (int)shard);
    at_buf_add_fmt(out, "[%s] %.*s (%llds)",
                   json_is_null(passed)   ? "Not run"
                   : json_is_true(passed) ? "Passed"
                                          : "Failed",
                   AT_STR_ARG(name), (long long)(ms + 500) / 1000);
    if (error.len > 0)
        at_buf_add_fmt(out, " (%.*s)", AT_STR_ARG(error));
    at_buf_add_char(out, '\n');
}

void
at_flow_print(const json_t *data, struct at_buf *out)
{
    const json_t *flows = json_object_get(data, "flows");
    struct at_str report = at_json_get_str(data, "report");
    json_int_t ms = json_integer_value(json_object_get(data, "duration_ms"));
    size_t failed = 0;
    size_t count = 0;
    size_t i;
    json_t *flow;
    json_array_foreach((json_t *)flows, i, flow)
    {
        const json_t *passed = json_object_get(flow, "passed");
        failed += json_is_false(passed);
        count += !json_is_null(passed);
        print_flow(flow, out);
    }
    const char *plural = count == 1 ? "" : "s";
    if (failed > 0)
        at_buf_add_fmt(out, "%zu/%zu Flow%s Failed\n", failed, count, plural);
    else if (count > 0)
        at_buf_add_fmt(out, "%zu/%zu Flow%s Passed in %llds\n", count, count,
                       plural, (long long)(ms + 500) / 1000);
    if (report.len > 0)
        at_buf_add_fmt(out, "report: %.*s\n", AT_STR_ARG(report));
}
