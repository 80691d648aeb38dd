#include "cli/flow_set.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "wire/json.h"

void
at_flow_set_init(struct at_flow_set *set)
{
    *set = (struct at_flow_set){.continues = true};
    at_maestro_workspace_init(&set->workspace, &at_maestro_disk, NULL);
}

void
at_flow_set_deinit(struct at_flow_set *set)
{
    free(set->flows);
    at_argv_deinit(&set->env);
    at_maestro_problems_deinit(&set->problems);
    at_maestro_workspace_deinit(&set->workspace);
}

static void
add(struct at_flow_set *set, const struct at_maestro_flow *flow, bool may_run)
{
    set->broken = set->broken || !may_run;
    for (size_t i = 0; flow && i < set->count; i++) {
        if (set->flows[i] == flow)
            return; // named twice
    }
    if (!flow)
        return;
    set->flows = at_realloc_array(set->flows, set->count + 1,
                                  sizeof(const struct at_maestro_flow *));
    set->flows[set->count++] = flow;
}

void
at_flow_set_add_file(struct at_flow_set *set, const char *path)
{
    const struct at_maestro_flow *flow = NULL;
    bool ok = at_maestro_read(&set->workspace, path, &flow, &set->problems);
    add(set, flow, ok);
}

void
at_flow_set_add_text(struct at_flow_set *set, const char *path,
                     struct at_str text, const char *app_id)
{
    const struct at_maestro_flow *flow = NULL;
    bool ok = at_maestro_read_text(&set->workspace, path, text, app_id, &flow,
                                   &set->problems);
    add(set, flow, ok);
}

static json_t *
problem_json(const struct at_maestro_problem *problem)
{
    json_t *row = json_object();
    at_json_set_text(row, "file", problem->place.file);
    at_json_set(row, "line", json_integer(problem->place.line));
    at_json_set(row, "column", json_integer(problem->place.column));
    at_json_set_text(row, "severity",
                     at_maestro_severity_names[problem->severity]);
    at_json_set(row, "text", at_json_text(problem->text));
    at_json_set(row, "hint", at_json_text(problem->hint));
    return row;
}

static void
report(struct at_invocation *invocation,
       const struct at_maestro_problem *problem, struct at_err *err)
{
    struct at_buf words = AT_BUF_INIT(AT_ERR_MSG_MAX);
    at_maestro_problem_write(problem, &words);
    if (problem->severity == AT_MAESTRO_WARNING)
        at_command_run_warning(invocation->run, "%s", at_buf_text(&words));
    else if (problem->severity == AT_MAESTRO_ERROR && err->code == AT_OK)
        at_fail(err, AT_EUSAGE, "%s", at_buf_text(&words));
    at_buf_deinit(&words);
}

bool
at_flow_set_check(struct at_invocation *invocation, struct at_flow_set *set,
                  struct at_err *err)
{
    const struct at_maestro_problems *problems = &set->problems;
    struct at_err why = AT_ERR_INIT;
    json_t *rows = json_array();
    at_maestro_problems_sort(&set->problems);
    for (size_t i = 0; i < problems->count; i++) {
        report(invocation, &problems->rows[i], &why);
        if (problems->rows[i].severity != AT_MAESTRO_ODDITY)
            json_array_append_new(rows, problem_json(&problems->rows[i]));
    }
    at_invocation_set(invocation, "problems", rows);
    if (!set->broken)
        return true;
    size_t more = problems->counts[AT_MAESTRO_ERROR];
    if (more > 1)
        at_err_add(&why, "%zu more errors: `flow check` lists them", more - 1);
    invocation->exit_status = 1;
    return at_err_pass(err, &why);
}
