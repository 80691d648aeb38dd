// suite_runs.c: suite runs: what came of them, their stop, rerun and reports
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "server/audit.h"
#include "server/documents.h"
#include "server/handlers.h"
#include "server/suite_json.h"
#include "sys/file.h"
#include "tester/suite/report.h"
#include "tester/suite/result.h"
#include "tester/suite/suite.h"
#include "wire/json.h"

// The counts of one that has ended are in its document.
static json_t *
whole_json(struct at_store_db *store, const struct at_store_doc *doc)
{
    json_t *json = NULL;
    bool has_ended = at_str_is(at_json_get_str(doc->json, "state"), "ended") &&
                     json_object_get(doc->json, "counts");
    if (!has_ended)
        json = at_suite_counts(store, doc->id, NULL);
    if (!json) {
        struct at_suite_tally tally;
        at_suite_tally_begin(&tally, doc);
        json = at_suite_tally_end(&tally);
    }
    if (has_ended) {
        json_object_set(json, "counts", json_object_get(doc->json, "counts"));
        json_object_set(json, "flaky", json_object_get(doc->json, "flaky"));
        at_suite_set_verdict(json);
    }
    return json;
}

static void
add_document(const struct at_store_doc *doc, json_t *json)
{
    json_t *document = at_document_json(doc);
    json_object_set(json, "revision", json_object_get(document, "revision"));
    json_object_set(json, "createdAt", json_object_get(document, "createdAt"));
    json_object_set(json, "updatedAt", json_object_get(document, "updatedAt"));
    json_decref(document);
}

json_t *
at_suite_run_entry(struct at_store_db *store, const struct at_store_doc *doc)
{
    json_t *json = whole_json(store, doc);
    json_object_del(json, "cases");
    json_object_del(json, "options");
    add_document(doc, json);
    return json;
}

static json_t *
entry(struct at_server_call *call, const struct at_store_doc *doc)
{
    return at_suite_run_entry(call->opts->store, doc);
}

void
at_serve_suite_runs(struct at_server_call *call)
{
    const struct at_request *request = call->request;
    struct at_store_query query = {
        .kind = AT_STORE_SUITE_RUN,
        .scenario = at_request_query(request, "suite"),
        .state = at_request_query(request, "state"),
        .before = at_request_query(request, "before"),
        .limit = (size_t)at_request_query_i64(request, "limit", 100),
    };
    at_documents_reply(call, "suiteRuns", &query, entry);
}

void
at_suite_run_reply(struct at_server_call *call, unsigned status, const char *id)
{
    struct at_store_db *store = call->opts->store;
    struct at_store_doc doc = {0};
    struct at_err err = AT_ERR_INIT;
    json_t *json = NULL;
    if (store->ops->get(store, AT_STORE_SUITE_RUN, at_str(id), &doc, &err))
        json = at_suite_result(store, id, &err);
    if (json) {
        add_document(&doc, json);
        if (status == 201) {
            char path[128];
            snprintf(path, sizeof(path), "/api/v1/suite-runs/%s", id);
            at_server_reply_header(call->reply, "Location", path);
        }
        at_document_reply(call, status, &doc, json);
    } else {
        at_server_reply_failure(call->reply, &err);
    }
    at_store_doc_deinit(&doc);
}

void
at_serve_suite_run(struct at_server_call *call)
{
    struct at_store_doc doc = {0};
    if (!at_document_get(call, AT_STORE_SUITE_RUN, &doc))
        return;
    at_suite_run_reply(call, 200, doc.id);
    at_store_doc_deinit(&doc);
}

void
at_serve_suite_run_stop(struct at_server_call *call)
{
    struct at_store_doc doc = {0};
    struct at_err err = AT_ERR_INIT;
    if (!at_document_get(call, AT_STORE_SUITE_RUN, &doc))
        return;
    if (at_suite_stop(call->opts->runs, doc.id, &err)) {
        at_audit(call, "stopped", AT_STORE_SUITE_RUN, doc.id);
        at_suite_run_reply(call, 200, doc.id);
    } else {
        at_server_reply_failure(call->reply, &err);
    }
    at_store_doc_deinit(&doc);
}

// Read which cases are meant. Returns false if the reply is set.
static bool
read_only(struct at_server_call *call, bool *out_failed)
{
    struct at_str only = at_json_get_str(call->request->json, "only");
    struct at_err err = AT_ERR_INIT;
    *out_failed = !at_str_is(only, "all");
    if (at_str_is(only, "all") || at_str_is(only, "failed"))
        return true;
    at_fail(&err, AT_EUSAGE, "'only' must be 'failed' or 'all'");
    at_err_field(&err, "only");
    at_server_reply_failure(call->reply, &err);
    return false;
}

void
at_serve_suite_rerun(struct at_server_call *call)
{
    struct at_store_doc doc = {0};
    struct at_err err = AT_ERR_INIT;
    struct at_suite_again again = {.by = call->by};
    char id[AT_STORE_ID_LEN + 1];
    if (!read_only(call, &again.only_failed) ||
        !at_document_get(call, AT_STORE_SUITE_RUN, &doc))
        return;
    again.id = doc.id;
    if (at_suite_rerun(&call->op, call->opts->runs, &again, id, &err)) {
        at_audit(call, "ran", AT_STORE_SUITE_RUN, id);
        at_suite_run_reply(call, 201, id);
    } else if (err.code == AT_EBUSY) {
        at_server_reply_problem(call->reply, 409, err.msg);
    } else {
        at_server_reply_failure(call->reply, &err);
    }
    at_store_doc_deinit(&doc);
}

// The result of the suite run in the path; NULL if the reply is set.
static json_t *
get_result(struct at_server_call *call)
{
    struct at_store_doc doc = {0};
    struct at_err err = AT_ERR_INIT;
    json_t *result = NULL;
    if (!at_document_get(call, AT_STORE_SUITE_RUN, &doc))
        return NULL;
    result = at_suite_result(call->opts->store, doc.id, &err);
    if (!result)
        at_server_reply_failure(call->reply, &err);
    at_store_doc_deinit(&doc);
    return result;
}

static void
set_name(struct at_server_call *call, const json_t *result, const char *ending)
{
    char value[160];
    snprintf(value, sizeof(value), "attachment; filename=\"suite-run-%s%s\"",
             json_string_value(json_object_get(result, "id")), ending);
    at_server_reply_header(call->reply, "Content-Disposition", value);
}

void
at_serve_suite_junit(struct at_server_call *call)
{
    json_t *result = get_result(call);
    struct at_server_reply *reply = call->reply;
    if (!result)
        return;
    at_suite_junit(result, &reply->body);
    reply->status = 200;
    reply->type = "application/xml";
    set_name(call, result, ".xml");
    json_decref(result);
}

// The page may be larger than a reply in memory, so it is an unnamed file.
static bool
write_page(struct at_server_call *call, const json_t *result, int *out_fd,
           struct at_err *err)
{
    const struct at_suite_html html = {call->opts->store, call->opts->reports,
                                       result};
    return at_file_open_unnamed(call->opts->reports, out_fd, err) &&
           at_suite_html_write(&call->op, &html, *out_fd, err);
}

void
at_serve_suite_html(struct at_server_call *call)
{
    struct at_server_reply *reply = call->reply;
    struct at_err err = AT_ERR_INIT;
    json_t *result = get_result(call);
    int fd = -1;
    if (!result)
        return;
    bool ok = write_page(call, result, &fd, &err);
    off_t size = ok ? lseek(fd, 0, SEEK_END) : -1;
    if (size < 0) {
        if (fd >= 0)
            close(fd);
        at_server_reply_failure(reply, &err);
    } else {
        reply->status = 200;
        reply->type = "text/html; charset=utf-8";
        reply->fd = fd;
        reply->count = (uint64_t)size;
        set_name(call, result, ".html");
    }
    json_decref(result);
}
