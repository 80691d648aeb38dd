// flow check: find what is wrong in flow files before anything runs
// flow schema: the JSON Schema of flow files
#include "cli/commands.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/limits.h"
#include "cli/invocation.h"
#include "maestro/collect.h"
#include "maestro/config.h"
#include "maestro/read/schema.h"
#include "maestro/workspace.h"
#include "wire/json.h"

static json_t *
problem_row(const struct at_maestro_problem *problem)
{
    json_t *row = json_object();
    at_json_set_text(row, "file", problem->place.file);
    at_json_set(row, "line",
                problem->place.line > 0 ? json_integer(problem->place.line)
                                        : json_null());
    at_json_set(row, "column",
                problem->place.line > 0 ? json_integer(problem->place.column)
                                        : json_null());
    at_json_set_text(row, "severity",
                     at_maestro_severity_names[problem->severity]);
    at_json_set(row, "text", at_json_text(problem->text));
    at_json_set(row, "hint",
                problem->hint.len > 0 ? at_json_text(problem->hint)
                                      : json_null());
    return row;
}

static void
set_count(struct at_invocation *invocation, const char *name, size_t count)
{
    at_invocation_set(invocation, name, json_integer((json_int_t)count));
}

static void
leave(struct at_invocation *invocation,
      const struct at_maestro_problems *problems)
{
    bool strict = at_arguments_have(invocation->args, "--strict");
    json_t *rows = json_array();
    for (size_t i = 0; i < problems->count; i++) {
        if (strict || problems->rows[i].severity != AT_MAESTRO_ODDITY)
            json_array_append_new(rows, problem_row(&problems->rows[i]));
    }
    at_invocation_set(invocation, "problems", rows);
    at_invocation_set(invocation, "strict", json_boolean(strict));
    set_count(invocation, "errors", problems->counts[AT_MAESTRO_ERROR]);
    set_count(invocation, "warnings", problems->counts[AT_MAESTRO_WARNING]);
    set_count(invocation, "oddities", problems->counts[AT_MAESTRO_ODDITY]);
}

// Paths below the current folder are not to leave it.
static const char *
root_of(const struct at_argv *paths)
{
    for (size_t i = 0; i < paths->count; i++) {
        struct at_str path = at_str(paths->words[i]);
        if (at_str_starts(path, AT_STR("/")) ||
            at_str_starts(path, AT_STR("..")))
            return NULL;
    }
    return ".";
}

// Check the config.yaml of each folder that is named.
static bool
check_configs(struct at_invocation *invocation, struct at_maestro_workspace *ws,
              struct at_maestro_problems *problems)
{
    const char *path;
    bool ok = true;
    for (size_t i = 0; (path = at_arguments_at(invocation->args, i)); i++) {
        struct at_maestro_config config;
        char *file = at_maestro_find_config(&ws->files, path);
        ok = (!file || at_maestro_config_read(ws, file, &config, problems)) &&
             ok;
        free(file);
    }
    return ok;
}

static bool
check(struct at_invocation *invocation, const struct at_argv *paths,
      struct at_err *err)
{
    struct at_maestro_workspace ws;
    struct at_maestro_problems problems = {0};
    const struct at_maestro_flow *flow;
    size_t wrong = 0;
    at_maestro_workspace_init(&ws, &at_maestro_disk, root_of(paths));
    bool configs = check_configs(invocation, &ws, &problems);
    for (size_t i = 0; i < paths->count; i++)
        wrong += !at_maestro_read(&ws, paths->words[i], &flow, &problems);
    at_maestro_problems_sort(&problems);
    leave(invocation, &problems);
    set_count(invocation, "flows", paths->count);
    set_count(invocation, "wrong_flows", wrong);
    at_maestro_problems_deinit(&problems);
    at_maestro_workspace_deinit(&ws);
    if (wrong == 0 && !configs)
        return at_fail(err, AT_EASSERT, "the folder's config.yaml is wrong");
    return wrong == 0 ||
           at_fail(err, AT_EASSERT, "%zu of %zu %s can't run", wrong,
                   paths->count, paths->count == 1 ? "flow" : "flows");
}

static bool
run_check(struct at_invocation *invocation, struct at_err *err)
{
    struct at_maestro_collected found = {.paths = AT_ARGV_INIT};
    const char *path;
    bool ok = true;
    for (size_t i = 0; ok && (path = at_arguments_at(invocation->args, i)); i++)
        ok = at_maestro_collect(path, &found, err);
    if (ok && found.paths.count == 0)
        ok = at_fail(err, AT_EUSAGE, "there are no flow files");
    if (ok) {
        set_count(invocation, "skipped", found.skipped);
        ok = check(invocation, &found.paths, err);
    }
    at_argv_deinit(&found.paths);
    return ok;
}

static struct at_str
text_of(const json_t *row, const char *name)
{
    return at_json_get_str(row, name);
}

static void
print_problem(const json_t *row, struct at_buf *out)
{
    json_int_t line = json_integer_value(json_object_get(row, "line"));
    at_buf_add_str(out, text_of(row, "file"));
    if (line > 0)
        at_buf_add_fmt(
            out, ":%" PRIi64 ":%" PRIi64, (int64_t)line,
            (int64_t)json_integer_value(json_object_get(row, "column")));
    at_buf_add_fmt(out, ": %.*s: %.*s\n", AT_STR_ARG(text_of(row, "severity")),
                   AT_STR_ARG(text_of(row, "text")));
    if (text_of(row, "hint").len > 0)
        at_buf_add_fmt(out, "  hint: %.*s\n", AT_STR_ARG(text_of(row, "hint")));
}

static void
print_count(const json_t *data, const char *name, const char *one,
            const char *many, struct at_buf *out)
{
    json_int_t count = json_integer_value(json_object_get(data, name));
    at_buf_add_fmt(out, "%" PRIi64 " %s", (int64_t)count,
                   count == 1 ? one : many);
}

static void
print_check(const json_t *data, struct at_buf *out)
{
    size_t i;
    json_t *row;
    if (!json_object_get(data, "problems"))
        return;
    json_array_foreach(json_object_get(data, "problems"), i, row)
        print_problem(row, out);
    print_count(data, "flows", "flow", "flows", out);
    at_buf_add_text(out, ": ");
    print_count(data, "errors", "error", "errors", out);
    at_buf_add_text(out, ", ");
    print_count(data, "warnings", "warning", "warnings", out);
    if (json_integer_value(json_object_get(data, "oddities")) > 0) {
        at_buf_add_text(out, ", ");
        print_count(data, "oddities", "oddity", "oddities", out);
        if (!json_is_true(json_object_get(data, "strict")))
            at_buf_add_text(out, " (--strict lists them)");
    }
    if (json_integer_value(json_object_get(data, "skipped")) > 0) {
        at_buf_add_text(out, "; ");
        print_count(data, "skipped", "YAML file is not a flow",
                    "YAML files are not flows", out);
    }
    at_buf_add_char(out, '\n');
}

static bool
run_schema(struct at_invocation *invocation, struct at_err *err)
{
    struct at_buf page = AT_BUF_INIT(AT_MIB);
    bool ok = true;
    if (!at_arguments_have(invocation->args, "--markdown")) {
        at_invocation_set(invocation, "schema", at_maestro_schema());
        return true;
    }
    if (!at_maestro_reference(&page))
        ok = at_fail(err, AT_ELIMIT, "the page is too long");
    at_invocation_set(invocation, "page", at_json_text(at_buf_str(&page)));
    at_buf_deinit(&page);
    return ok;
}

static void
print_schema(const json_t *data, struct at_buf *out)
{
    const json_t *schema = json_object_get(data, "schema");
    if (schema)
        at_maestro_schema_write(schema, out);
    else
        at_buf_add_str(out, text_of(data, "page"));
}

const struct at_command at_cli_flow_check = {
    .name = "flow check",
    .summary = "find what is wrong in Maestro flows, without a device",
    .about =
        "Reads the flows with their subflows and scripts, and lists all "
        "mistakes with their place\nand the right form. A folder means all "
        "flows in it and below it, and its config.yaml.\nWarnings and oddities "
        "do not fail.",
    .positionals = AT_POSITIONALS({.name = "PATH",
                                   .help = "a flow file, or a folder of them",
                                   .repeats = true,
                                   .is_file = true}),
    .options = AT_OPTIONS(
        {.name = "--strict",
         .help = "also list what depends on something odd in Maestro"}),
    .examples = AT_EXAMPLES(
        {"flow check .maestro", "all flows of a folder"},
        {"flow check --strict login.yaml", "one flow, with what is odd in it"}),
    .flags = AT_COMMAND_HISTORY | AT_CLI_NO_SESSION,
    .run = run_check,
    .print = print_check,
};

const struct at_command at_cli_flow_schema = {
    .name = "flow schema",
    .summary = "print the JSON Schema of a flow's commands, for editors",
    .about = "An editor that has it completes commands and keys, and marks "
             "wrong ones. docs/flows.md\nsays how to set it up.",
    .options = AT_OPTIONS({.name = "--markdown",
                           .help = "a table of all commands and keys instead"}),
    .examples = AT_EXAMPLES({"flow schema", "on stdout"}),
    .flags = AT_COMMAND_HISTORY | AT_CLI_NO_SESSION,
    .run = run_schema,
    .print = print_schema,
};
