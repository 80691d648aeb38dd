#include "cli/commands/doctor_flows.h"

#include <inttypes.h>
#include <stdlib.h>

#include "cli/flow_script.h"
#include "maestro/collect.h"
#include "maestro/config.h"
#include "maestro/migrate/remarks.h"
#include "maestro/workspace.h"
#include "wire/json.h"

enum { PLACES_MAX = 20 }; // printed of one difference

// The flows of a project by their verdict.
struct verdicts {
    size_t flows;
    size_t counts[AT_MAESTRO_EFFECT_FAILS + 1];
    size_t refused; // Maestro refuses them too
};

static json_t *
row_of(struct at_maestro_place place, const char *verdict)
{
    json_t *row = json_object();
    at_json_set_text(row, "file", place.file);
    at_json_set(row, "line",
                place.line > 0 ? json_integer(place.line) : json_null());
    at_json_set(row, "column",
                place.line > 0 ? json_integer(place.column) : json_null());
    at_json_set_text(row, "verdict", verdict);
    return row;
}

static json_t *
text_or_null(struct at_str text)
{
    return text.len > 0 ? at_json_text(text) : json_null();
}

static json_t *
remark_row(const struct at_maestro_remark *remark)
{
    const struct at_maestro_difference *difference = remark->difference;
    json_t *row =
        row_of(remark->place, at_maestro_effect_names[difference->effect]);
    at_json_set_text(row, "difference", difference->name);
    at_json_set(row, "subject", at_json_text(remark->subject));
    at_json_set(row, "detail", text_or_null(remark->detail));
    at_json_set_text(row, "maestro", difference->maestro);
    at_json_set_text(row, "here", difference->here);
    at_json_set_text(row, "why", difference->why);
    at_json_set(row, "hint", text_or_null(at_str(difference->hint)));
    return row;
}

static json_t *
refused_row(const struct at_maestro_problem *problem)
{
    json_t *row = row_of(problem->place, "refused");
    at_json_set(row, "detail", at_json_text(problem->text));
    at_json_set(row, "hint", text_or_null(problem->hint));
    return row;
}

static void
leave(struct at_invocation *invocation, const struct verdicts *verdicts,
      const struct at_maestro_problems *problems,
      const struct at_maestro_remarks *remarks)
{
    json_t *rows = json_array();
    for (size_t i = 0; i < problems->count; i++) {
        if (problems->rows[i].severity == AT_MAESTRO_ERROR)
            json_array_append_new(rows, refused_row(&problems->rows[i]));
    }
    for (size_t i = 0; i < remarks->count; i++)
        json_array_append_new(rows, remark_row(&remarks->rows[i]));
    at_invocation_set(invocation, "places", rows);
    at_invocation_set(
        invocation, "project",
        json_pack("{s:I, s:I, s:I, s:I, s:I, s:I, s:I}", "flows",
                  (json_int_t)verdicts->flows, "same",
                  (json_int_t)verdicts->counts[AT_MAESTRO_EFFECT_SAME],
                  "differ",
                  (json_int_t)verdicts->counts[AT_MAESTRO_EFFECT_DIFFERS],
                  "fail", (json_int_t)verdicts->counts[AT_MAESTRO_EFFECT_FAILS],
                  "refused", (json_int_t)verdicts->refused, "warnings",
                  (json_int_t)problems->counts[AT_MAESTRO_WARNING], "oddities",
                  (json_int_t)problems->counts[AT_MAESTRO_ODDITY]));
}

// A folder's config.yaml decides what runs; with an error nothing does.
static bool
read_config(struct at_maestro_workspace *ws, const char *folder,
            struct at_maestro_problems *problems)
{
    struct at_maestro_config config;
    char *path = at_maestro_find_config(&ws->files, folder);
    bool ok = !path || at_maestro_config_read(ws, path, &config, problems);
    free(path);
    return ok;
}

static bool
judge(struct at_invocation *invocation, const char *path,
      const struct verdicts *verdicts, bool config_is_good, struct at_err *err)
{
    size_t same = verdicts->counts[AT_MAESTRO_EFFECT_SAME];
    if (!config_is_good)
        return at_fail(err, AT_EASSERT, "the folder's config.yaml is wrong");
    if (same < verdicts->flows)
        return at_fail(err, AT_EASSERT,
                       "%zu of %zu %s not run as in Maestro, or can't run: the "
                       "list has each place",
                       verdicts->flows - same, verdicts->flows,
                       verdicts->flows == 1 ? "flow does" : "flows do");
    at_invocation_next(invocation, "run them", "test", path, NULL);
    return true;
}

static bool
check_engine(struct at_invocation *invocation, bool is_needed,
             struct at_err *err)
{
    char *program = is_needed ? at_flow_script_find() : NULL;
    at_invocation_set(invocation, "needs_engine", json_boolean(is_needed));
    bool ok = !is_needed || program ||
              at_fail(err, AT_ENOTOOL,
                      "the flows have scripts, and agentest-script is not "
                      "installed: put it beside mobile-dev-agent");
    free(program);
    return ok;
}

static bool
look(struct at_invocation *invocation, const char *path,
     const struct at_argv *files, struct at_err *err)
{
    struct at_maestro_workspace ws;
    struct at_maestro_problems problems = {0};
    struct at_maestro_remarks remarks = {0};
    struct verdicts verdicts = {.flows = files->count};
    at_maestro_workspace_init(&ws, &at_maestro_disk, NULL);
    bool config_is_good = read_config(&ws, path, &problems);
    for (size_t i = 0; i < files->count; i++) {
        const struct at_maestro_flow *flow;
        if (!at_maestro_read(&ws, files->words[i], &flow, &problems))
            verdicts.refused++;
        else
            verdicts.counts[at_maestro_remarks_add(&remarks, flow)]++;
    }
    at_maestro_problems_sort(&problems);
    at_maestro_remarks_finish(&remarks);
    leave(invocation, &verdicts, &problems, &remarks);
    bool ok = check_engine(invocation, remarks.needs_engine, err) &&
              judge(invocation, path, &verdicts, config_is_good, err);
    at_maestro_remarks_deinit(&remarks);
    at_maestro_problems_deinit(&problems);
    at_maestro_workspace_deinit(&ws);
    return ok;
}

bool
at_doctor_flows(struct at_invocation *invocation, const char *path,
                struct at_err *err)
{
    struct at_maestro_collected found = {.paths = AT_ARGV_INIT};
    bool ok = at_maestro_collect(path, &found, err);
    if (ok && found.paths.count == 0)
        ok = at_fail(err, AT_EUSAGE, "there are no flow files in '%s'", path);
    ok = ok && look(invocation, path, &found.paths, err);
    at_argv_deinit(&found.paths);
    return ok;
}

static json_int_t
count_of(const json_t *project, const char *name)
{
    return json_integer_value(json_object_get(project, name));
}

static void
print_counts(const json_t *project, struct at_buf *out)
{
    static const struct {
        const char *name;
        const char *words;
    } rows[] = {
        {"differ", "may end otherwise"},
        {"fail", "can't run here"},
        {"refused", "can't run in Maestro either"},
    };
    at_buf_add_fmt(out, "%" PRIi64 " of %" PRIi64 " flows run as in Maestro",
                   (int64_t)count_of(project, "same"),
                   (int64_t)count_of(project, "flows"));
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        json_int_t count = count_of(project, rows[i].name);
        if (count > 0)
            at_buf_add_fmt(out, ", %" PRIi64 " %s", (int64_t)count,
                           rows[i].words);
    }
    at_buf_add_char(out, '\n');
}

static struct at_str
text_of(const json_t *row, const char *name)
{
    return at_json_get_str(row, name);
}

static void
print_place(const json_t *row, struct at_buf *out)
{
    struct at_str detail = text_of(row, "detail");
    json_int_t line = count_of(row, "line");
    at_buf_add_text(out, "  ");
    at_buf_add_str(out, text_of(row, "file"));
    if (line > 0)
        at_buf_add_fmt(out, ":%" PRIi64 ":%" PRIi64, (int64_t)line,
                       (int64_t)count_of(row, "column"));
    at_buf_add_fmt(
        out, ": %.*s\n",
        AT_STR_ARG(detail.len > 0 ? detail : text_of(row, "subject")));
}

// The places that Maestro refuses as well, each with its own hint.
static void
print_refused(const json_t *places, struct at_buf *out)
{
    const char *before = "\nrefused, as in Maestro\n";
    size_t i;
    json_t *row;
    json_array_foreach((json_t *)places, i, row)
    {
        struct at_str hint = text_of(row, "hint");
        if (!at_str_is(text_of(row, "verdict"), "refused"))
            continue;
        at_buf_add_text(out, before);
        print_place(row, out);
        if (hint.len > 0)
            at_buf_add_fmt(out, "    hint: %.*s\n", AT_STR_ARG(hint));
        before = "";
    }
}

// The places of one difference, below what is to be said of it.
static void
print_difference(const json_t *places,
                 const struct at_maestro_difference *difference,
                 struct at_buf *out)
{
    size_t count = 0;
    size_t i;
    json_t *row;
    json_array_foreach((json_t *)places, i, row)
    {
        if (!at_str_is(text_of(row, "difference"), difference->name))
            continue;
        if (count == 0) {
            at_buf_add_fmt(
                out, "\n%s: %s\n  in Maestro: %s\n  here: %s, because %s\n",
                difference->effect == AT_MAESTRO_EFFECT_FAILS
                    ? "can't run here"
                    : "may end otherwise",
                difference->subject, difference->maestro, difference->here,
                difference->why);
            if (difference->hint)
                at_buf_add_fmt(out, "  hint: %s\n", difference->hint);
        }
        if (count++ < PLACES_MAX)
            print_place(row, out);
    }
    if (count > PLACES_MAX)
        at_buf_add_fmt(out, "  and %zu more places: --json has all\n",
                       count - PLACES_MAX);
}

bool
at_doctor_flows_print(const json_t *data, struct at_buf *out)
{
    const json_t *project = json_object_get(data, "project");
    const json_t *places = json_object_get(data, "places");
    if (!project)
        return false;
    print_counts(project, out);
    print_refused(places, out);
    for (int id = 0; id < AT_MAESTRO_DIFF_FOUND; id++)
        print_difference(places, &at_maestro_differences[id], out);
    json_int_t odd =
        count_of(project, "warnings") + count_of(project, "oddities");
    if (odd > 0)
        at_buf_add_fmt(out,
                       "\n%" PRIi64 " %s as surprising here as in Maestro: "
                       "`flow check --strict` lists %s\n",
                       (int64_t)odd, odd == 1 ? "place is" : "places are",
                       odd == 1 ? "it" : "them");
    return true;
}
