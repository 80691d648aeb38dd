// event.c: the members that receivers get
#include "tester/webhook/event.h"

#include "agent/run/run_record.h"
#include "base/limits.h"
#include "sys/clock.h"
#include "tester/report/headline.h"
#include "wire/json.h"

void
at_webhook_news_deinit(struct at_webhook_news *news)
{
    json_decref(news->data);
    *news = (struct at_webhook_news){0};
}

static void
copy(const json_t *from, const char *const *names, json_t *to)
{
    for (; *names; names++) {
        json_t *value = json_object_get(from, *names);
        if (value)
            json_object_set(to, *names, value);
    }
}

// Return the first step that failed, else the first that was not proved; -1:
// none.
static ptrdiff_t
failed_step(const struct at_run_record *record)
{
    ptrdiff_t found = -1;
    for (size_t i = 0; i < record->step_count; i++) {
        enum at_verdict verdict = record->steps[i].verdict;
        if (verdict == AT_VERDICT_FAIL)
            return (ptrdiff_t)i;
        if (found < 0 && verdict == AT_VERDICT_UNVERIFIED)
            found = (ptrdiff_t)i;
    }
    return found;
}

static void
add_step(const struct at_run_record *record, json_t *out)
{
    ptrdiff_t at = failed_step(record);
    if (at < 0)
        return;
    const struct at_run_step *step = &record->steps[at];
    json_t *json = json_object();
    at_json_set(json, "step", json_integer(at + 1));
    at_json_set_text(json, "text", step->text ? step->text : "");
    if (step->reason)
        at_json_set_text(json, "reason", step->reason);
    at_json_set(out, "failedStep", json);
}

static json_t *
run_json(const struct at_store_doc *doc, const struct at_run_record *record)
{
    static const char *const members[] = {
        "name",     "scenarioId", "suiteRun", "case",    "row",
        "platform", "device",     "host",     "profile", "state",
        "status",   "verdict",    "end",      "class",   "packageName",
        "tags",     "startedAt",  "endedAt",  "attempt", NULL};
    json_t *out = json_object();
    struct at_buf headline = AT_BUF_INIT(AT_RUN_EVENT_LINE_MAX_BYTES);
    at_json_set_text(out, "id", doc->id);
    copy(doc->json, members, out);
    if (at_json_get_str(out, "name").len == 0)
        at_json_set(out, "name",
                    at_json_text(at_json_get_str(doc->json, "goal")));
    at_headline_write(record, &headline);
    at_json_set(out, "headline", at_json_text(at_buf_str(&headline)));
    if (record->started_ms > 0 && record->ended_ms > 0)
        at_json_set(out, "durationMs",
                    json_integer(record->ended_ms - record->started_ms));
    add_step(record, out);
    at_buf_deinit(&headline);
    return out;
}

static bool
has_failed(const struct at_run_record *record)
{
    struct at_run_meaning meaning =
        at_run_end_meaning(record->end, record->verdict);
    return meaning.exit != AT_RUN_EXIT_PASS &&
           meaning.exit != AT_RUN_EXIT_HEALED &&
           record->end != AT_RUN_END_STOPPED;
}

// The commit is given to the suite run, or with a row of its data.
static void
add_commit(struct at_store_db *store, const json_t *doc, json_t *data)
{
    struct at_str suite_run = at_json_get_str(doc, "suiteRun");
    struct at_str commit = at_json_get_str(doc, "commit");
    struct at_store_doc suite = {0};
    if (commit.len == 0)
        commit = at_json_get_str(json_object_get(doc, "options"), "commit");
    if (commit.len == 0)
        commit = at_json_get_str(json_object_get(doc, "row"), "commit");
    if (commit.len == 0 && suite_run.len > 0 &&
        store->ops->get(store, AT_STORE_SUITE_RUN, suite_run, &suite, NULL))
        commit =
            at_json_get_str(json_object_get(suite.json, "options"), "commit");
    if (commit.len > 0)
        at_json_set(data, "commit", at_json_text(commit));
    at_store_doc_deinit(&suite);
}

void
at_webhook_run_news(struct at_store_db *store, const struct at_store_doc *run,
                    struct at_webhook_news *out)
{
    struct at_run_record record;
    *out = (struct at_webhook_news){0};
    if (at_run_record_state(run->json) != AT_RUN_STATE_ENDED)
        return;
    if (at_run_record_read(run->json, &record, NULL)) {
        out->ended = true;
        out->failed = has_failed(&record);
        out->at_ms = record.ended_ms > 0 ? record.ended_ms : run->updated_ms;
        out->data = json_pack("{s:o}", "run", run_json(run, &record));
        add_commit(store, run->json, out->data);
    }
    at_run_record_deinit(&record);
}

struct failures {
    json_t *list;
    json_t *counts;
};

static void
count(json_t *counts, const char *name)
{
    json_int_t before = json_integer_value(json_object_get(counts, name));
    at_json_set(counts, name, json_integer(before + 1));
}

static void
add_failure(const struct at_store_doc *doc, struct failures *failures)
{
    static const char *const members[] = {
        "id",  "name",   "case",     "row",        "verdict",
        "end", "device", "headline", "failedStep", NULL};
    struct at_run_record record;
    if (at_run_record_read(doc->json, &record, NULL)) {
        bool failed = has_failed(&record);
        count(failures->counts, "total");
        count(failures->counts, failed                             ? "failed"
                                : record.end == AT_RUN_END_STOPPED ? "stopped"
                                                                   : "passed");
        if (failed &&
            json_array_size(failures->list) < AT_WEBHOOK_FAILURES_MAX) {
            json_t *all = run_json(doc, &record);
            json_t *some = json_object();
            copy(all, members, some);
            json_array_append_new(failures->list, some);
            json_decref(all);
        }
    }
    at_run_record_deinit(&record);
}

static void
add_runs(struct at_store_db *store, const char *id, struct failures *failures)
{
    char before[AT_STORE_KEY_MAX + 1] = "";
    bool more = true;
    while (more) {
        const struct at_store_query query = {.kind = AT_STORE_RUN,
                                             .suite_run = at_str(id),
                                             .before = at_str(before),
                                             .limit = AT_STORE_LIST_MAX};
        struct at_store_list page = {0};
        if (!store->ops->list(store, &query, &page, NULL))
            return;
        for (size_t i = 0; i < page.count; i++)
            add_failure(&page.docs[i], failures);
        more = page.more && page.count > 0;
        if (more)
            at_str_cut(before, sizeof(before),
                       at_str(page.docs[page.count - 1].id));
        at_store_list_deinit(&page);
    }
}

void
at_webhook_suite_news(struct at_store_db *store,
                      const struct at_store_doc *suite_run,
                      struct at_webhook_news *out)
{
    static const char *const members[] = {
        "suite",   "name",  "by",      "state",      "verdict", "startedAt",
        "endedAt", "flaky", "rerunOf", "durationMs", NULL};
    struct failures failures = {json_array(), json_object()};
    *out = (struct at_webhook_news){0};
    if (!at_str_is(at_json_get_str(suite_run->json, "state"), "ended")) {
        json_decref(failures.list);
        json_decref(failures.counts);
        return;
    }
    json_t *json = json_object();
    at_json_set_text(json, "id", suite_run->id);
    copy(suite_run->json, members, json);
    add_runs(store, suite_run->id, &failures);
    out->ended = true;
    out->failed = json_array_size(failures.list) > 0;
    out->at_ms = suite_run->updated_ms;
    (void)!at_wall_read(at_json_get_str(suite_run->json, "endedAt"),
                        &out->at_ms);
    at_json_set(json, "counts", failures.counts);
    at_json_set(json, "failures", failures.list);
    out->data = json_pack("{s:o}", "suiteRun", json);
    add_commit(store, suite_run->json, out->data);
}

json_t *
at_webhook_host_data(const struct at_store_doc *host)
{
    static const char *const members[] = {"name",      "url",     "version",
                                          "startedAt", "devices", NULL};
    json_t *json = json_object();
    char seen[AT_RFC3339_MAX];
    at_wall_write(host->updated_ms, seen);
    at_json_set_text(json, "id", host->id);
    copy(host->json, members, json);
    at_json_set_text(json, "lastSeenAt", seen);
    return json_pack("{s:o}", "host", json);
}
