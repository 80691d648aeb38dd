#include "cli/flow_set.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "maestro/collect.h"
#include "sys/file.h"
#include "sys/folder.h"
#include "wire/json.h"

void
at_flow_set_init(struct at_flow_set *set)
{
    *set = (struct at_flow_set){.count = 0};
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
    if (!flow)
        return;
    set->flows = at_realloc_array(set->flows, set->count + 1,
                                  sizeof(const struct at_maestro_flow *));
    set->flows[set->count++] = flow;
}

static void
add_file(struct at_flow_set *set, const char *path)
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

static bool
is_flow_name(struct at_str name)
{
    bool yaml =
        at_str_ends(name, AT_STR(".yaml")) || at_str_ends(name, AT_STR(".yml"));
    return yaml && !at_str_is(name, "config.yaml") &&
           !at_str_is(name, "config.yml");
}

// A file that cannot be read counts: reading it again says why.
static bool
is_flow(const char *path)
{
    struct at_buf text = AT_BUF_INIT(AT_FLOW_TEXT_MAX_BYTES);
    bool ok = !at_file_read(path, &text, NULL) ||
              at_maestro_looks_like_flow(at_buf_str(&text));
    at_buf_deinit(&text);
    return ok;
}

static int
by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool
add_folder(struct at_flow_set *set, const char *path, struct at_err *err)
{
    struct at_folder_list list;
    struct at_argv names = AT_ARGV_INIT;
    struct at_str folder = at_str(path);
    if (!at_folder_list(path, &list, err))
        return false;
    while (folder.len > 1 && folder.ptr[folder.len - 1] == '/')
        folder.len--;
    for (size_t i = 0; i < list.count; i++) {
        struct at_str name = at_str(list.entries[i].name);
        if (!list.entries[i].is_folder && is_flow_name(name))
            at_argv_add_fmt(&names, "%.*s/%s", AT_STR_ARG(folder),
                            list.entries[i].name);
    }
    at_folder_list_deinit(&list);
    if (names.count > 0)
        qsort(names.words, names.count, sizeof(*names.words), by_name);
    bool any = false;
    for (size_t i = 0; i < names.count; i++) {
        if (!is_flow(names.words[i]))
            continue;
        add_file(set, names.words[i]);
        any = true;
    }
    bool ok = any || at_fail(err, AT_EUSAGE, "no flow files in '%s'", path);
    at_argv_deinit(&names);
    return ok;
}

bool
at_flow_set_add(struct at_flow_set *set, const char *path, struct at_err *err)
{
    struct at_maestro_files disk = at_maestro_disk;
    switch (disk.kind(disk.user, path)) {
    case AT_MAESTRO_IS_FILE:
        add_file(set, path);
        return true;
    case AT_MAESTRO_IS_FOLDER:
        return add_folder(set, path, err);
    case AT_MAESTRO_NO_FILE:
        break;
    }
    return at_fail(err, AT_EUSAGE, "no file or folder '%.200s'", path);
}

static bool
has_tag(const struct at_maestro_flow *flow, struct at_str tag)
{
    for (size_t i = 0; i < flow->tags.count; i++) {
        if (at_str_eq(flow->tags.rows[i], tag))
            return true;
    }
    return false;
}

// Return true if the flow has one of the tags of an option; *out_given: any
// were named.
static bool
has_any(const struct at_maestro_flow *flow, const struct at_arguments *args,
        const char *option, bool *out_given)
{
    const char *list;
    bool found = false;
    *out_given = false;
    for (size_t n = 0; (list = at_arguments_nth_option(args, option, n)); n++) {
        struct at_str rest = at_str(list);
        struct at_str tag;
        while (at_str_next(&rest, ',', &tag)) {
            *out_given = true;
            found = found || has_tag(flow, at_str_trim(tag));
        }
    }
    return found;
}

bool
at_flow_set_filter(struct at_flow_set *set, const struct at_arguments *args,
                   struct at_err *err)
{
    size_t kept = 0;
    for (size_t i = 0; i < set->count; i++) {
        bool named;
        bool in = has_any(set->flows[i], args, "--include-tags", &named);
        bool out = has_any(set->flows[i], args, "--exclude-tags", &(bool){0});
        if ((in || !named) && !out)
            set->flows[kept++] = set->flows[i];
    }
    bool any = kept > 0 || set->count == 0;
    set->count = kept;
    return any || at_fail(err, AT_EUSAGE,
                          "no flow is left: the tags exclude all of them");
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
