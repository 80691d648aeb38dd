// tester_runs.c: runs list, show, import, export
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "base/quote.h"
#include "programs/print.h"
#include "programs/tester.h"
#include "programs/tester_audit.h"
#include "programs/tester_docs.h"
#include "programs/tester_file.h"
#include "programs/tester_html.h"
#include "sys/clock.h"
#include "sys/file.h"
#include "sys/log.h"
#include "tester/report/report.h"
#include "tester/runs/runs.h"
#include "wire/json.h"

#define AT_LOG_MODULE "runs"

static const char *const run_verdicts[] = {"PASS", "FAIL", "UNVERIFIED", NULL};

static bool
has_open(struct at_store_db *store)
{
    static const char *const open[] = {"queued", "running"};
    bool found = false;
    for (size_t i = 0; i < AT_LEN(open) && !found; i++) {
        const struct at_store_query query = {
            .kind = AT_STORE_RUN, .state = at_str(open[i]), .limit = 1};
        struct at_store_list list = {0};
        if (store->ops->list(store, &query, &list, NULL))
            found = list.count > 0;
        at_store_list_deinit(&list);
    }
    return found;
}

// A killed process leaves its runs as they were: end them, as the next server
// would.
static void
settle(const struct at_tester_home *home)
{
    const struct at_runs_opts opts = {.platforms = at_tester_platforms,
                                      .store = home->store,
                                      .env = home->env,
                                      .reports = home->reports,
                                      .hints = home->hints};
    struct at_runs *runs = NULL;
    struct at_err err = AT_ERR_INIT;
    if (!has_open(home->store))
        return;
    if (!at_runs_new(&opts, &runs, &err))
        at_log_warn("runs that were cut off are shown as running: %s", err.msg);
    at_runs_free(runs);
}

// The verdict of a run that has one, else its state.
static struct at_str
result_of(const json_t *document)
{
    struct at_str verdict = at_json_get_str(document, "verdict");
    return verdict.len > 0 ? verdict : at_json_get_str(document, "state");
}

static bool
write_line(const struct at_tester_home *home, const struct at_store_doc *doc,
           struct at_buf *out, struct at_err *err)
{
    struct at_str name = at_json_get_str(doc->json, "name");
    struct at_str goal = at_json_get_str(doc->json, "goal");
    struct at_str began = at_json_get_str(doc->json, "startedAt");
    (void)home, (void)err;
    if (began.len == 0)
        began = at_json_get_str(doc->json, "queuedAt");
    at_buf_add_fmt(out, "%s  %-16.*s  %-10.*s  ", doc->id,
                   AT_STR_ARG(at_str_head(began, 16)),
                   AT_STR_ARG(result_of(doc->json)));
    at_line_write(at_json_get_str(doc->json, "device"), out);
    at_buf_add_text(out, "  ");
    at_line_write(at_utf8_head(name.len ? name : goal, 60), out);
    at_buf_add_char(out, '\n');
    return true;
}

static struct at_str
asked(const struct at_invocation *invocation, const char *option)
{
    return at_str(at_arguments_option(invocation->args, option));
}

static bool
read_time(const struct at_invocation *invocation, const char *option,
          int64_t *out_ms, struct at_err *err)
{
    const char *text = at_arguments_option(invocation->args, option);
    return !text || at_wall_read_day(at_str(text), out_ms) ||
           at_fail(err, AT_EUSAGE,
                   "%s '%s' is not a time: give a day (2026-02-04), or "
                   "2026-02-04T10:11:12Z",
                   option, text);
}

static bool
list(struct at_invocation *invocation, struct at_err *err)
{
    struct at_store_query query = {
        .kind = AT_STORE_RUN,
        .scenario = asked(invocation, "--scenario"),
        .state = asked(invocation, "--state"),
        .verdict = asked(invocation, "--verdict"),
        .profile = asked(invocation, "--profile"),
        .device = asked(invocation, "--device"),
        .tag = asked(invocation, "--tag"),
        .text = asked(invocation, "--text"),
    };
    if (!read_time(invocation, "--since", &query.since_ms, err) ||
        !read_time(invocation, "--until", &query.until_ms, err))
        return false;
    settle(&invocation->home);
    return at_docs_list(invocation, &query, write_line, err);
}

static void
write_member(const json_t *document, const char *title, const char *name,
             struct at_buf *out)
{
    struct at_str text = at_json_get_str(document, name);
    if (text.len == 0)
        return;
    at_buf_add_fmt(out, "%-10s ", title);
    at_line_write(text, out);
    at_buf_add_char(out, '\n');
}

static bool
write_run(const struct at_tester_home *home, const struct at_store_doc *doc,
          struct at_buf *out, struct at_err *err)
{
    const json_t *run = doc->json;
    (void)err;
    at_buf_add_fmt(out, "%-10s %s\n", "run:", doc->id);
    write_member(run, "goal:", "goal", out);
    write_member(run, "app:", "packageName", out);
    write_member(run, "device:", "device", out);
    write_member(run, "model:", "profile", out);
    write_member(run, "began:", "startedAt", out);
    write_member(run, "ended:", "endedAt", out);
    write_member(run, "state:", "state", out);
    write_member(run, "verdict:", "verdict", out);
    write_member(run, "reason:", "reason", out);
    char *folder = at_strfmt("%s/%s", home->reports, doc->id);
    if (at_file_exists(folder))
        at_buf_add_fmt(out, "%-10s %s\n", "report:", folder);
    free(folder);
    at_buf_add_str(out, at_str_trim(at_json_get_str(run, "summary")));
    at_buf_add_char(out, '\n');
    return true;
}

static bool
show(struct at_invocation *invocation, struct at_err *err)
{
    settle(&invocation->home);
    return at_docs_show(invocation, AT_STORE_RUN, write_run, err);
}

static bool
add_event(void *user, int64_t index, struct at_str text)
{
    json_t *array = user;
    json_t *event = at_json_parse(text, NULL);
    (void)index;
    if (event)
        json_array_append_new(array, event);
    return true;
}

static bool
print_export(struct at_store_db *store, const struct at_store_doc *doc,
             struct at_err *err)
{
    json_t *events = json_array();
    struct at_store_reading reading = {
        .run = at_str(doc->id), .each = add_event, .user = events};
    bool ok = store->ops->events(store, &reading, err);
    json_t *json = json_object();
    json_t *run = json_copy(doc->json);
    at_json_set_text(run, "id", doc->id);
    at_json_set(json, "run", run);
    at_json_set(json, "events", events);
    if (ok)
        at_print_json(json);
    json_decref(json);
    return ok;
}

static const char *const formats[] = {"json", "html", "junit", "markdown",
                                      NULL};

// Made from the document: an imported run has its reports too.
static void
print_report(const struct at_store_doc *doc, const char *format)
{
    struct at_run_record record;
    at_run_record_init(&record);
    at_run_record_update(&record, doc->json);
    struct at_buf text = AT_BUF_INIT(AT_SCENARIO_FILE_MAX_BYTES);
    if (strcmp(format, "junit") == 0)
        at_report_junit(&record, &text);
    else
        at_report_markdown(&record, &text);
    fputs(at_buf_text(&text), stdout);
    at_buf_deinit(&text);
    at_run_record_deinit(&record);
}

static bool
print_html(const struct at_tester_home *home, struct at_store_doc *doc,
           struct at_err *err)
{
    struct at_tester_html html = {home->store, doc->json, home->reports};
    at_json_set_text(doc->json, "id", doc->id);
    return at_tester_html_print(&html, err);
}

static bool
export_asked(struct at_invocation *invocation, struct at_err *err)
{
    const struct at_tester_home *home = &invocation->home;
    struct at_store_doc doc = {0};
    const char *format = at_arguments_option(invocation->args, "--format");
    bool ok = at_docs_get(home->store, AT_STORE_RUN,
                          at_arguments_at(invocation->args, 0), &doc, err);
    if (ok && (!format || strcmp(format, "json") == 0))
        ok = print_export(home->store, &doc, err);
    else if (ok && strcmp(format, "html") == 0)
        ok = print_html(home, &doc, err);
    else if (ok)
        print_report(&doc, format);
    at_store_doc_deinit(&doc);
    return ok;
}

static bool
import_events(struct at_store_db *store, const char *id, const json_t *events,
              struct at_err *err)
{
    bool ok = true;
    for (size_t i = 0; ok && i < json_array_size(events); i++) {
        struct at_buf text = AT_BUF_INIT(AT_RUN_EVENT_MAX_BYTES);
        ok = at_json_write(json_array_get(events, i), &text)
                 ? store->ops->add_event(store, at_str(id), (int64_t)i + 1,
                                         at_buf_str(&text), err)
                 : at_fail(err, AT_ELIMIT, "event %zu is too long", i + 1);
        at_buf_deinit(&text);
    }
    return ok;
}

// Check that the run has ended: a later start would end any other one as cut
// off.
static bool
check_export(const json_t *json, struct at_err *err)
{
    const json_t *run = json_object_get(json, "run");
    if (json_is_object(run) && at_json_get_str(run, "id").len > 0 &&
        json_is_array(json_object_get(json, "events")) &&
        at_run_record_state(run) == AT_RUN_STATE_ENDED)
        return true;
    return at_fail(err, AT_EUSAGE,
                   "not what `runs export` prints of a run that has ended: "
                   "{\"run\",\"events\"}");
}

static bool
import_run(struct at_store_db *store, const json_t *json, struct at_err *err)
{
    struct at_store_doc doc = {0};
    if (!check_export(json, err))
        return false;
    doc.json = json_copy(json_object_get(json, "run"));
    at_str_cut(doc.id, sizeof(doc.id), at_json_get_str(doc.json, "id"));
    bool ok =
        store->ops->put(store, AT_STORE_RUN, 0, &doc, err) &&
        import_events(store, doc.id, json_object_get(json, "events"), err);
    if (ok) {
        at_tester_audit(store, "imported", AT_STORE_RUN, at_str(doc.id));
        puts(doc.id);
    }
    at_store_doc_deinit(&doc);
    return ok;
}

static bool
import_asked(struct at_invocation *invocation, struct at_err *err)
{
    const char *path = at_arguments_at(invocation->args, 0);
    json_t *json = at_tester_file_read(path, err);
    bool ok = json && import_run(invocation->home.store, json, err);
    if (json && !ok)
        at_err_context(err, "'%s'", path);
    json_decref(json);
    return ok;
}

static const struct at_positional id[] = {
    {.name = "ID", .help = "a run's, or the beginning of it"},
    {0},
};

static const struct at_positional file[] = {
    {.name = "FILE",
     .help = "that `runs export` has printed; -: standard input"},
    {0},
};

const struct at_command at_tester_runs_list = {
    .name = "runs list",
    .summary = "list the runs, the newest first, with their verdicts",
    .options = AT_OPTIONS(
        {.name = "--scenario",
         .value = "ID",
         .help = "only runs of this scenario"},
        {.name = "--state",
         .value = "STATE",
         .choices = at_run_state_names,
         .help = "only runs in it: queued, running or ended"},
        {.name = "--verdict",
         .value = "VERDICT",
         .choices = run_verdicts,
         .help = "only runs with it: PASS, FAIL or UNVERIFIED"},
        {.name = "--profile",
         .value = "ID",
         .help = "only runs with this model"},
        {.name = "--device", .value = "SERIAL", .help = "only runs on it"},
        {.name = "--tag",
         .value = "TAG",
         .help = "only runs whose scenario had it"},
        {.name = "--text",
         .value = "TEXT",
         .help = "only runs with it in name, goal or app"},
        {.name = "--since",
         .value = "TIME",
         .help = "only runs asked for then or later: a day "
                 "(2026-02-04), or 2026-02-04T10:11:12Z"},
        {.name = "--until",
         .value = "TIME",
         .help = "only runs asked for before then"}),
    .examples = AT_EXAMPLES({"runs list", "all of them"},
                            {"runs list --verdict FAIL --since 2026-02-04",
                             "what failed since a day"}),
    .flags = AT_TESTER_HOME | AT_TESTER_JSON,
    .run = list,
};

const struct at_command at_tester_runs_show = {
    .name = "runs show",
    .summary = "show a run; the beginning of its id is enough",
    .positionals = id,
    .examples =
        AT_EXAMPLES({"runs show 01KB5V",
                     "by the beginning of its id, as `runs list` shows it"}),
    .flags = AT_TESTER_HOME | AT_TESTER_JSON,
    .run = show,
};

const struct at_command at_tester_runs_import = {
    .name = "runs import",
    .summary = "store a run that was exported elsewhere",
    .positionals = file,
    .examples =
        AT_EXAMPLES({"runs import run.json", "a run of another machine"}),
    .flags = AT_TESTER_HOME,
    .run = import_asked,
};

const struct at_command at_tester_runs_export = {
    .name = "runs export",
    .summary = "print a run with its events, or its report",
    .positionals = id,
    .options = AT_OPTIONS(
        {.name = "--format",
         .value = "FORMAT",
         .choices = formats,
         .help = "json (with all events, as import reads it), html (one file "
                 "that needs no server), junit or markdown",
         .absent = "json"}),
    .examples = AT_EXAMPLES(
        {"runs export 01KB5V > run.json", "for `runs import`"},
        {"runs export 01KB5V --format junit", "its report again, for CI"}),
    .flags = AT_TESTER_HOME,
    .run = export_asked,
};
