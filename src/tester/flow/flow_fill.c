#include "tester/flow/flow_fill.h"

#include <string.h>

#include "agent/scenario_flow.h"
#include "base/limits.h"
#include "maestro/run/describe.h"
#include "maestro/trace.h"
#include "maestro/workspace.h"
#include "tester/flow/flow_files.h"
#include "wire/json.h"

enum { LISTS = 3 };

// The lists of commands that are steps, in the order in which they run.
static const struct {
    size_t offset;
    const char *prefix;
} lists[LISTS] = {
    {offsetof(struct at_maestro_flow, on_start), "onFlowStart: "},
    {offsetof(struct at_maestro_flow, commands), ""},
    {offsetof(struct at_maestro_flow, on_complete), "onFlowComplete: "},
};

static const struct at_maestro_commands *
list_of(const struct at_maestro_flow *flow, size_t list)
{
    return (const void *)((const char *)flow + lists[list].offset);
}

size_t
at_flow_step_count(const struct at_maestro_flow *flow)
{
    size_t count = 0;
    for (size_t i = 0; i < LISTS; i++)
        count += list_of(flow, i)->count;
    return count;
}

size_t
at_flow_step_of(const struct at_maestro_flow *flow,
                const struct at_maestro_command *command)
{
    size_t before = 0;
    for (size_t i = 0; i < LISTS; i++) {
        const struct at_maestro_commands *list = list_of(flow, i);
        for (size_t k = 0; k < list->count; k++) {
            if (&list->rows[k] == command)
                return before + k;
        }
        before += list->count;
    }
    return SIZE_MAX;
}

static json_t *
step_text(const struct at_maestro_command *command, const char *prefix)
{
    struct at_buf words = AT_BUF_INIT(AT_SCENARIO_TEXT_MAX_BYTES);
    at_buf_add_text(&words, prefix);
    if (command->label.ptr)
        at_buf_add_str(&words, at_utf8_head(command->label,
                                            AT_SCENARIO_TEXT_MAX_BYTES / 2));
    else
        at_maestro_describe(command, &words);
    struct at_str whole = at_str_trim(at_buf_str(&words));
    // A step is never empty.
    json_t *text = at_json_text(whole.len > 0 ? whole : at_str(command->name));
    at_buf_deinit(&words);
    return text;
}

static json_t *
steps_of(const struct at_maestro_flow *flow)
{
    json_t *steps = json_array();
    for (size_t i = 0; i < LISTS; i++) {
        const struct at_maestro_commands *list = list_of(flow, i);
        for (size_t k = 0; k < list->count; k++)
            json_array_append_new(steps,
                                  step_text(&list->rows[k], lists[i].prefix));
    }
    return steps;
}

static json_t *
tags_of(const struct at_maestro_flow *flow)
{
    json_t *tags = json_array();
    for (size_t i = 0; i < flow->tags.count && i < AT_SCENARIO_LIST_MAX; i++)
        json_array_append_new(
            tags, at_json_text(at_utf8_head(flow->tags.rows[i],
                                            AT_SCENARIO_WORD_MAX_BYTES)));
    return tags;
}

static json_t *
problem_json(const struct at_maestro_problem *problem)
{
    json_t *json = json_object();
    at_json_set_text(json, "file",
                     problem->place.file ? problem->place.file : "");
    at_json_set(json, "line", json_integer(problem->place.line));
    at_json_set(json, "column", json_integer(problem->place.column));
    at_json_set_text(json, "severity",
                     at_maestro_severity_names[problem->severity]);
    at_json_set(json, "text", at_json_text(problem->text));
    if (problem->hint.len > 0)
        at_json_set(json, "hint", at_json_text(problem->hint));
    return json;
}

// More steps than a scenario has are an error of the flow.
static bool
check_steps(const struct at_maestro_flow *flow, json_t *problems)
{
    size_t count = at_flow_step_count(flow);
    char text[160];
    if (count > 0 && count <= AT_SCENARIO_STEPS_MAX)
        return true;
    if (count == 0)
        snprintf(text, sizeof(text), "the flow has no commands");
    else
        snprintf(text, sizeof(text),
                 "the flow has %zu commands at its top level; at most %zu can "
                 "be shown as steps",
                 count, AT_SCENARIO_STEPS_MAX);
    json_t *json =
        json_pack("{s:s, s:i, s:i, s:s, s:s}", "file", flow->file, "line", 0,
                  "column", 0, "severity", "error", "text", text);
    if (count > 0)
        at_json_set_text(json, "hint",
                         "move some of them to a file, and run it by runFlow");
    json_array_append_new(problems, json);
    return false;
}

static void
set_members(json_t *scenario, const struct at_maestro_flow *flow, bool may_run)
{
    char title[AT_SCENARIO_WORD_MAX_BYTES];
    at_maestro_flow_title(flow, title, sizeof(title));
    at_json_set(scenario, "name", at_json_text(at_str(title)));
    at_json_set(scenario, "goal", at_json_text(at_str(title)));
    at_json_set(
        scenario, "packageName",
        at_json_text(at_utf8_head(flow->app_id, AT_CLASS_NAME_MAX_BYTES)));
    at_json_set(scenario, "tags", tags_of(flow));
    at_json_set(scenario, "steps", may_run ? steps_of(flow) : json_array());
}

// Nothing can be said of a file that is not YAML: it keeps its name.
static void
set_unread(json_t *scenario, const char *file)
{
    const char *slash = strrchr(file, '/');
    json_t *name = at_json_text(at_str(slash ? slash + 1 : file));
    at_json_set(scenario, "name", json_incref(name));
    at_json_set(scenario, "goal", name);
    at_json_set(scenario, "steps", json_array());
}

static void
read_into(json_t *scenario, const json_t *flow, json_t *problems)
{
    struct at_flow_files files = {.flow = flow, .folder = ""};
    const struct at_maestro_files reader = at_flow_files_reader(&files);
    const char *file = json_string_value(json_object_get(flow, "file"));
    const struct at_maestro_flow *read = NULL;
    struct at_maestro_workspace ws;
    struct at_maestro_problems found = {0};
    at_maestro_workspace_init(&ws, &reader, NULL);
    bool may_run = at_maestro_read(&ws, file, &read, &found);
    at_maestro_problems_sort(&found);
    for (size_t i = 0; i < found.count; i++)
        json_array_append_new(problems, problem_json(&found.rows[i]));
    if (read && may_run)
        may_run = check_steps(read, problems);
    if (read)
        set_members(scenario, read, may_run);
    else
        set_unread(scenario, file);
    at_maestro_problems_deinit(&found);
    at_maestro_workspace_deinit(&ws);
}

bool
at_flow_fill(json_t *scenario, json_t *out_problems, struct at_err *err)
{
    const json_t *flow = json_object_get(scenario, "flow");
    if (!flow || json_is_null(flow))
        return true;
    json_t *checked = at_scenario_flow_read(flow, err);
    json_t *problems = out_problems ? json_incref(out_problems) : json_array();
    if (checked)
        read_into(scenario, checked, problems);
    json_decref(problems);
    json_decref(checked);
    return checked != NULL;
}

bool
at_flow_fill_to_run(json_t *scenario, struct at_err *err)
{
    json_t *problems = json_array();
    bool ok = at_flow_fill(scenario, problems, err);
    for (size_t i = 0; ok && i < json_array_size(problems); i++) {
        const json_t *one = json_array_get(problems, i);
        struct at_str hint = at_json_get_str(one, "hint");
        if (!at_str_is(at_json_get_str(one, "severity"), "error"))
            continue;
        ok = at_fail(err, AT_EUSAGE, "%.*s:%d:%d: %.*s%s%.*s",
                     AT_STR_ARG(at_json_get_str(one, "file")),
                     (int)json_integer_value(json_object_get(one, "line")),
                     (int)json_integer_value(json_object_get(one, "column")),
                     AT_STR_ARG(at_json_get_str(one, "text")),
                     hint.len > 0 ? "; " : "", AT_STR_ARG(hint));
    }
    json_decref(problems);
    return ok;
}
