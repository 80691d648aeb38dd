// runs.c: single runs, pages of runs, and their events
#include <stdio.h>

#include "agent/run/run_record.h"
#include "base/alloc.h"
#include "server/audit.h"
#include "server/documents.h"
#include "server/handlers.h"
#include "server/run_json.h"
#include "server/scenario_doc.h"
#include "sys/clock.h"
#include "sys/folder.h"
#include "tester/flow/flow_fill.h"
#include "tester/runs/choice.h"
#include "wire/json.h"

// Members that only a single run shows, to keep lists of runs short.
static const char *const whole[] = {"scenario", "config", "answer"};

// What the store need not read for them: the tags are the scenario's.
static const char *const unread[] = {"scenario.steps", "scenario.flow.files",
                                     "config", "answer", NULL};

// Internal members: the process that executes the run, and the end that the run
// gets once all of its files exist.
static const char *const inner[] = {"owner", "holder", "pooled", "anyProfile",
                                    "final"};

static void
hide(json_t *json)
{
    for (size_t i = 0; i < AT_LEN(inner); i++)
        json_object_del(json, inner[i]);
}

static bool
has_ended(const json_t *document)
{
    return at_run_record_state(document) == AT_RUN_STATE_ENDED;
}

json_t *
at_run_open_json(const struct at_runs_open *open)
{
    json_t *json = at_run_record_json(&open->record);
    hide(json);
    if (open->asks)
        at_json_set(
            json, "approval",
            json_pack("{s:o}", "what", at_json_text(at_str(open->asks))));
    if (open->place > 0)
        at_json_set(json, "place", json_integer((json_int_t)open->place));
    return json;
}

// Update the members of a run that has not ended.
static void
show_open(struct at_runs *runs, const char *id, json_t *json)
{
    struct at_runs_list list;
    at_runs_list_open(runs, id, &list);
    if (list.count > 0 && !at_run_record_is_over(&list.items[0].record)) {
        json_t *now = at_run_open_json(&list.items[0]);
        json_object_update(json, now);
        json_decref(now);
    }
    at_runs_list_deinit(&list);
}

static void
show_place(struct at_runs *runs, const char *id, json_t *json)
{
    size_t place = at_runs_place(runs, id);
    if (place > 0)
        at_json_set(json, "place", json_integer((json_int_t)place));
}

// A run that begins changes faster than its document. Its end is only reported
// once
// the store has it, because its events and files are complete then.
json_t *
at_run_json(struct at_server_call *call, const struct at_store_doc *doc)
{
    json_t *json = at_document_json(doc);
    if (at_run_record_state(json) == AT_RUN_STATE_QUEUED)
        show_place(call->opts->runs, doc->id, json);
    else if (!has_ended(json))
        show_open(call->opts->runs, doc->id, json);
    if (json_object_get(json, AT_STORE_DAMAGED) &&
        !json_object_get(json, "state"))
        at_json_set_text(json, "state", at_run_state_names[AT_RUN_STATE_ENDED]);
    hide(json);
    json_t *tags = json_object_get(json_object_get(json, "scenario"), "tags");
    if (json_array_size(tags) > 0)
        at_json_set(json, "tags", json_incref(tags));
    json_t *flow = json_object_get(
        json_object_get(json_object_get(json, "scenario"), "flow"), "file");
    if (flow)
        at_json_set(json, "flow", json_incref(flow));
    return json;
}

static json_t *
entry(struct at_server_call *call, const struct at_store_doc *doc)
{
    json_t *json = at_run_json(call, doc);
    for (size_t i = 0; i < AT_LEN(whole); i++)
        json_object_del(json, whole[i]);
    return json;
}

// Read a time from the query; 0: absent. Returns false if the reply is set.
static bool
read_time(struct at_server_call *call, const char *name, int64_t *out_ms)
{
    struct at_err err = AT_ERR_INIT;
    struct at_str text = at_request_query(call->request, name);
    *out_ms = 0;
    if (text.len == 0 || at_wall_read_day(text, out_ms))
        return true;
    at_fail(&err, AT_EUSAGE,
            "'%s' must be a time like 2026-02-04T10:11:12Z, or a day", name);
    at_server_reply_failure(call->reply, &err);
    return false;
}

void
at_serve_runs(struct at_server_call *call)
{
    const struct at_request *request = call->request;
    struct at_store_query query = {
        .kind = AT_STORE_RUN,
        .scenario = at_request_query(request, "scenario"),
        .state = at_request_query(request, "state"),
        .device = at_request_query(request, "device"),
        .verdict = at_request_query(request, "verdict"),
        .profile = at_request_query(request, "profile"),
        .tag = at_request_query(request, "tag"),
        .text = at_request_query(request, "text"),
        .before = at_request_query(request, "before"),
        .limit = (size_t)at_request_query_i64(request, "limit", 100),
        .except = unread,
    };
    if (read_time(call, "since", &query.since_ms) &&
        read_time(call, "until", &query.until_ms))
        at_documents_reply(call, "runs", &query, entry);
}

static void
reply_run(struct at_server_call *call, unsigned status, struct at_str id)
{
    struct at_store_doc doc = {0};
    if (!at_document_get_by_id(call, AT_STORE_RUN, id, &doc))
        return;
    json_t *json = at_run_json(call, &doc);
    if (has_ended(json) && at_run_has_recording(call, &doc))
        at_json_set(json, "hasRecording", json_true());
    at_server_reply_json(call->reply, status, json);
    at_store_doc_deinit(&doc);
}

void
at_serve_run(struct at_server_call *call)
{
    reply_run(call, 200, call->request->params[0]);
}

// Read a stored scenario, which must have the revision that the client saw, if
// it says one. Returns false if the reply is set.
static bool
get_seen(struct at_server_call *call, struct at_str id,
         struct at_store_doc *out)
{
    struct at_err err = AT_ERR_INIT;
    struct at_store_db *store = call->opts->store;
    const json_t *seen = json_object_get(call->request->json, "revision");
    if (!store->ops->get(store, AT_STORE_SCENARIO, id, out, &err)) {
        at_server_reply_failure(call->reply, &err);
        return false;
    }
    if (!json_is_integer(seen) || json_integer_value(seen) == out->revision)
        return true;
    json_t *now = at_scenario_doc_json(out);
    at_scenario_doc_show(store, now);
    at_server_reply_problem_with(call->reply, 409,
                                 "the scenario was changed since it was read",
                                 "scenario", now);
    return false;
}

// Return the scenario of a request: a stored one with the members that the body
// replaces, or the body itself. NULL if the reply is set.
static json_t *
wanted_scenario(struct at_server_call *call, int64_t *out_revision)
{
    json_t *body = call->request->json;
    struct at_str id = at_json_get_str(body, "scenarioId");
    struct at_store_doc doc = {0};
    struct at_err err = AT_ERR_INIT;
    *out_revision = 0;
    if (!json_is_object(body)) {
        at_fail(&err, AT_EUSAGE,
                "the body is an object with 'scenarioId', or "
                "with goal, packageName and steps");
        at_server_reply_failure(call->reply, &err);
        return NULL;
    }
    if (id.len > 0 && !get_seen(call, id, &doc)) {
        at_store_doc_deinit(&doc);
        return NULL;
    }
    json_t *json = json_object();
    if (id.len > 0)
        json_object_update(json, doc.json);
    json_object_update(json, body);
    json_object_del(json, "id");
    if (id.len > 0)
        at_json_set(json, "id", at_json_text(id));
    *out_revision = doc.revision;
    at_store_doc_deinit(&doc);
    return json;
}

static bool
read_from_step(const json_t *json, int64_t *out, struct at_err *err)
{
    const json_t *value = json_object_get(json, "fromStep");
    *out = json_integer_value(value);
    return !value || (json_is_integer(value) && *out >= 1) ||
           at_fail(err, AT_EUSAGE,
                   "'fromStep' must be the number of a step, from 1");
}

static bool
read_number(const json_t *json, const char *name, int64_t *out,
            struct at_err *err)
{
    const json_t *value = json_object_get(json, name);
    *out = json_integer_value(value);
    return !value || json_is_integer(value) ||
           at_fail(err, AT_EUSAGE, "'%s' must be a whole number", name);
}

static bool
read_time_of(const json_t *json, int64_t *out, struct at_err *err)
{
    const json_t *value = json_object_get(json, "notBefore");
    return !value || at_wall_read(at_json_str(value), out) ||
           at_fail(err, AT_EUSAGE,
                   "'notBefore' must be a time like 2026-02-04T10:11:12Z");
}

static bool
read_needs(const json_t *json, struct at_argv *out, struct at_err *err)
{
    const json_t *needs = json_object_get(json, "needs");
    bool ok = !needs || json_is_array(needs);
    for (size_t i = 0; ok && i < json_array_size(needs); i++) {
        struct at_str word = at_json_str(json_array_get(needs, i));
        ok = word.len > 0 && word.len <= AT_CHOICE_NEED_MAX_BYTES;
        if (ok)
            at_argv_add_str(out, word);
    }
    return ok || at_fail(err, AT_EUSAGE,
                         "'needs' must be a list of words of up to %d bytes",
                         AT_CHOICE_NEED_MAX_BYTES);
}

static bool
read_wish(const json_t *json, struct at_runs_wish *out, struct at_argv *needs,
          struct at_err *err)
{
    out->needs = needs;
    return read_from_step(json, &out->from_step, err) &&
           read_number(json, "priority", &out->priority, err) &&
           read_number(json, "retryInfra", &out->retries, err) &&
           read_time_of(json, &out->not_before_ms, err) &&
           read_needs(json, needs, err);
}

static bool
submit(struct at_server_call *call, json_t *json, int64_t revision,
       char out_id[AT_STORE_ID_LEN + 1], struct at_err *err)
{
    struct at_argv needs = AT_ARGV_INIT;
    struct at_scenario scenario;
    struct at_runs_wish wish = {.scenario = &scenario, .revision = revision};
    scenario = (struct at_scenario){0};
    bool ok = at_flow_fill_to_run(json, err) &&
              at_scenario_read(json, &scenario, err) &&
              read_wish(json, &wish, &needs, err) &&
              at_runs_submit(&call->op, call->opts->runs, &wish, out_id, err);
    if (ok)
        at_audit(call, "ran", AT_STORE_RUN, out_id);
    at_argv_deinit(&needs);
    at_scenario_deinit(&scenario);
    return ok;
}

void
at_serve_run_add(struct at_server_call *call)
{
    struct at_err err = AT_ERR_INIT;
    char id[AT_STORE_ID_LEN + 1];
    int64_t revision;
    json_t *json = wanted_scenario(call, &revision);
    if (!json)
        return;
    if (submit(call, json, revision, id, &err)) {
        char path[64];
        snprintf(path, sizeof(path), "/api/v1/runs/%s", id);
        reply_run(call, 201, at_str(id));
        at_server_reply_header(call->reply, "Location", path);
    } else {
        at_server_reply_failure(call->reply, &err);
    }
    json_decref(json);
}

void
at_serve_run_remove(struct at_server_call *call)
{
    struct at_store_doc doc = {0};
    struct at_err err = AT_ERR_INIT;
    struct at_store_db *store = call->opts->store;
    if (!at_document_find(call, AT_STORE_RUN, &doc))
        return;
    char *folder = at_strfmt("%s/%s", call->opts->reports, doc.id);
    json_t *json = at_run_json(call, &doc);
    if (!has_ended(json))
        at_server_reply_problem(call->reply, 409,
                                "the run has not ended: stop it");
    else if (at_folder_remove(folder, &err) &&
             store->ops->remove(store, AT_STORE_RUN, at_str(doc.id), &err)) {
        call->reply->status = 204;
        at_audit_removed(call, AT_STORE_RUN, &doc);
    } else {
        at_server_reply_failure(call->reply, &err);
    }
    json_decref(json);
    free(folder);
    at_store_doc_deinit(&doc);
}

// Apply fn to an open run, and answer with the run.
static void
act(struct at_server_call *call,
    bool (*fn)(struct at_server_call *call, const char *id, struct at_err *err))
{
    struct at_store_doc doc = {0};
    struct at_err err = AT_ERR_INIT;
    if (!at_document_get(call, AT_STORE_RUN, &doc))
        return;
    if (fn(call, doc.id, &err))
        reply_run(call, 200, at_str(doc.id));
    else if (err.code == AT_ENOTFOUND)
        at_server_reply_problem(call->reply, 409, err.msg);
    else
        at_server_reply_failure(call->reply, &err);
    at_store_doc_deinit(&doc);
}

static bool
stop(struct at_server_call *call, const char *id, struct at_err *err)
{
    if (!at_runs_stop(call->opts->runs, id, err))
        return false;
    at_audit(call, "stopped", AT_STORE_RUN, id);
    return true;
}

void
at_serve_run_stop(struct at_server_call *call)
{
    act(call, stop);
}

static bool
approve(struct at_server_call *call, const char *id, struct at_err *err)
{
    const json_t *approved = json_object_get(call->request->json, "approved");
    if (!json_is_boolean(approved))
        return at_fail(err, AT_EUSAGE, "'approved' must be true or false");
    bool yes = json_is_true(approved);
    if (!at_runs_approve(call->opts->runs, id, yes, err))
        return false;
    at_audit(call, yes ? "approved" : "refused", AT_STORE_RUN, id);
    return true;
}

void
at_serve_run_approve(struct at_server_call *call)
{
    act(call, approve);
}

struct page {
    json_t *events;
    size_t limit;
    int64_t last;
    struct at_str run;
    bool more;
};

static bool
add_event(void *user, int64_t index, struct at_str text)
{
    struct page *page = user;
    page->more = json_array_size(page->events) == page->limit;
    if (page->more)
        return false;
    json_t *event = at_json_parse(text, NULL);
    if (event) {
        at_json_set(event, "run", at_json_text(page->run));
        json_array_append_new(page->events, event);
    }
    page->last = index;
    return true;
}

void
at_serve_run_events(struct at_server_call *call)
{
    struct at_store_doc doc = {0};
    struct at_err err = AT_ERR_INIT;
    struct at_store_db *store = call->opts->store;
    if (!at_document_get(call, AT_STORE_RUN, &doc))
        return;
    struct page page = {
        json_array(), (size_t)at_request_query_i64(call->request, "limit", 100),
        at_request_query_i64(call->request, "after", 0), at_str(doc.id), false};
    struct at_store_reading wanted = {page.run, page.last, page.limit + 1,
                                      add_event, &page};
    if (store->ops->events(store, &wanted, &err)) {
        at_server_reply_json(call->reply, 200,
                             json_pack("{s:O, s:b, s:I}", "events", page.events,
                                       "more", page.more, "next",
                                       (json_int_t)page.last));
    } else {
        at_server_reply_failure(call->reply, &err);
    }
    json_decref(page.events);
    at_store_doc_deinit(&doc);
}

// Return true if the client has all events of a run that has ended, so its
// EventSource must not reconnect.
static bool
has_all(struct at_server_call *call, const struct at_store_doc *doc,
        struct at_str last_id)
{
    struct at_store_db *store = call->opts->store;
    int64_t has, last;
    return has_ended(doc->json) && at_str_to_i64(last_id, 0, INT64_MAX, &has) &&
           store->ops->last_event(store, at_str(doc->id), &last, NULL) &&
           has >= last;
}

void
at_serve_events(struct at_server_call *call)
{
    struct at_server_reply *reply = call->reply;
    const struct at_request *request = call->request;
    struct at_str run = at_request_query(request, "run");
    struct at_store_doc doc = {0};
    reply->last_id = request->headers[AT_REQUEST_LAST_EVENT_ID];
    if (!reply->last_id.ptr)
        reply->last_id = at_request_query(request, "after");
    if (run.ptr && !at_document_get_by_id(call, AT_STORE_RUN, run, &doc))
        return;
    if (run.ptr && has_all(call, &doc, reply->last_id)) {
        reply->status = 204;
    } else {
        reply->status = 200;
        reply->type = "text/event-stream";
        reply->follow = true;
        at_str_cut(reply->run, sizeof(reply->run), run);
    }
    at_store_doc_deinit(&doc);
}
