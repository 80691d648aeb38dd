#include "mcp/tools/steps.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "mcp/args.h"

static bool
read_step(const json_t *json, size_t index, struct at_flow_step *out,
          struct at_err *err)
{
    char where[32];
    char place[96];
    enum at_flow_action action;
    snprintf(where, sizeof(where), "steps[%zu]", index);
    if (!json_is_object(json))
        return at_fail(err, AT_EUSAGE,
                       "%s: a step must be an object like {\"action\": "
                       "\"tap\", \"target\": {\"ref\": \"@b1\"}}",
                       where);
    if (!at_flow_action_find(at_args_str(json, "action"), where, &action, err))
        return false;
    const struct at_step_row *row = &at_step_rows[action];
    snprintf(place, sizeof(place), "%s (%s)", where, row->name);
    if (!at_args_check(row->args, json, place, err))
        return false;
    *out = (struct at_flow_step)AT_FLOW_STEP_INIT(action);
    at_args_read(row->args, json, out);
    return true;
}

bool
at_steps_read(const json_t *json, struct at_flow *out, struct at_err *err)
{
    size_t count = json_array_size(json); // 0 if it is not an array
    bool ok = at_flow_check_count(count, err);
    *out = (struct at_flow){.count = ok ? count : 0};
    out->steps = at_alloc((out->count + 1) * sizeof(*out->steps));
    for (size_t i = 0; ok && i < count; i++)
        ok = read_step(json_array_get(json, i), i, &out->steps[i], err);
    if (!ok)
        at_err_context(err, "no step has run");
    else if (at_flow_check(out, err))
        return true;
    free(out->steps);
    *out = (struct at_flow){.steps = NULL};
    return false;
}
