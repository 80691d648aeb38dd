// draft.c: checks a scenario, and adds missing members
#include "server/draft.h"

#include "agent/scenario.h"
#include "base/compiler.h"
#include "wire/json.h"

static const char *const needed[] = {"goal", "packageName", "steps"};

static bool
is_blank(const json_t *value)
{
    return !value || json_is_null(value) ||
           (json_is_string(value) &&
            at_str_trim(at_json_str(value)).len == 0) ||
           (json_is_array(value) && json_array_size(value) == 0);
}

static bool
is_blank_step(const json_t *step)
{
    return is_blank(at_scenario_step_text(step));
}

// Empty steps are dropped.
static json_t *
without_blanks(const json_t *json)
{
    json_t *copy = json_copy((json_t *)(uintptr_t)json);
    const json_t *steps = json_object_get(json, "steps");
    if (!json_is_array(steps))
        return copy;
    json_t *kept = json_array();
    for (size_t i = 0; i < json_array_size(steps); i++) {
        if (!is_blank_step(json_array_get(steps, i)))
            json_array_append(kept, json_array_get(steps, i));
    }
    at_json_set(copy, "steps", kept);
    return copy;
}

json_t *
at_draft_read(const json_t *json, struct at_err *err)
{
    struct at_scenario scenario;
    json_t *out = NULL;
    bool blank[AT_LEN(needed)] = {0};
    json_t *filled = without_blanks(json);
    for (size_t i = 0; json_is_object(filled) && i < AT_LEN(needed); i++) {
        bool list = i == AT_LEN(needed) - 1;
        blank[i] = is_blank(json_object_get(filled, needed[i]));
        if (blank[i])
            at_json_set(filled, needed[i],
                        list ? json_pack("[s]", "-") : json_string("-"));
    }
    if (at_scenario_read(filled, &scenario, err))
        out = at_scenario_json(&scenario);
    at_scenario_deinit(&scenario);
    for (size_t i = 0; out && i < AT_LEN(needed); i++) {
        bool list = i == AT_LEN(needed) - 1;
        if (blank[i])
            at_json_set(out, needed[i], list ? json_array() : json_string(""));
    }
    json_decref(filled);
    return out;
}

json_t *
at_draft_missing(const json_t *scenario)
{
    json_t *missing = json_array();
    for (size_t i = 0; i < AT_LEN(needed); i++) {
        if (is_blank(json_object_get(scenario, needed[i])))
            json_array_append_new(missing, json_string(needed[i]));
    }
    return missing;
}
