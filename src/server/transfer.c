// transfer.c: import and export of scenarios: our own format, and Firestore
// documents of the collection testScenarios
#include <stdio.h>

#include "base/limits.h"
#include "server/draft.h"
#include "server/audit.h"
#include "server/handlers.h"
#include "server/scenario_doc.h"
#include "tester/runs/recordings.h"
#include "wire/firestore.h"
#include "wire/json.h"

// Return the list in an import: {"scenarios":[…]}, {"documents":[…]}, a list,
// or a single scenario.
static json_t *
listed(json_t *json)
{
    static const char *const names[] = {"scenarios", "documents",
                                        "testScenarios"};
    for (size_t i = 0; i < AT_LEN(names); i++) {
        json_t *list = json_object_get(json, names[i]);
        if (json_is_array(list))
            return json_incref(list);
    }
    return json_is_array(json) ? json_incref(json) : json_pack("[O]", json);
}

// A complete scenario may include its recording.
static bool
keep_recording(struct at_store_db *store, const json_t *json,
               struct at_err *err)
{
    struct at_scenario scenario;
    if (!json_object_get(json, "recording"))
        return true;
    bool ok = at_scenario_read(json, &scenario, err) &&
              at_recording_keep(store, json, &scenario, err);
    at_scenario_deinit(&scenario);
    return ok;
}

// A draft may lack any member, but JSON without a single member of a scenario
// is another kind of file.
static bool
check_shape(const json_t *one, struct at_err *err)
{
    static const char *const members[] = {"goal", "packageName", "steps",
                                          "name", "flow"};
    for (size_t i = 0; i < AT_LEN(members); i++) {
        if (json_object_get(one, members[i]))
            return true;
    }
    return at_fail(
        err, AT_EUSAGE,
        "it is not a scenario: it has no goal and no steps, and no flow");
}

// Check all of them before the first one is stored.
static bool
check_all(json_t *plain, struct at_err *err)
{
    size_t count = json_array_size(plain);
    if (count > AT_SERVER_IMPORT_MAX)
        return at_fail(err, AT_EUSAGE, "%zu scenarios; at most %zu at once",
                       count, AT_SERVER_IMPORT_MAX);
    for (size_t i = 0; i < count; i++) {
        json_t *one = json_array_get(plain, i);
        if (at_firestore_is_document(one)) {
            one = at_firestore_read(one, err);
            if (one)
                json_array_set_new(plain, i, one);
        }
        json_t *draft = one && check_shape(one, err)
                            ? at_scenario_doc_draft(one, err)
                            : NULL;
        json_decref(draft);
        if (!draft) {
            at_err_context(err, "scenario %zu", i + 1);
            return false;
        }
    }
    return true;
}

static bool
store_all(struct at_server_call *call, json_t *plain, json_t *out,
          struct at_err *err)
{
    struct at_store_db *store = call->opts->store;
    for (size_t i = 0; i < json_array_size(plain); i++) {
        struct at_store_doc doc = {0};
        json_t *one = json_array_get(plain, i);
        bool ok = keep_recording(store, one, err) &&
                  at_scenario_doc_add(store, one, &doc, err);
        if (ok) {
            at_audit_change(call, "imported", AT_STORE_SCENARIO, doc.id, 0,
                            doc.revision);
            json_array_append_new(out, at_scenario_doc_json(&doc));
        }
        at_store_doc_deinit(&doc);
        if (!ok) {
            at_err_context(err, "scenario %zu", i + 1);
            return false;
        }
    }
    return true;
}

void
at_serve_scenarios_import(struct at_server_call *call)
{
    struct at_err err = AT_ERR_INIT;
    json_t *list = listed(call->request->json);
    json_t *plain = json_copy(list);
    json_t *stored = json_array();
    if (check_all(plain, &err) && store_all(call, plain, stored, &err))
        at_server_reply_json(call->reply, 201,
                             json_pack("{s:i, s:O}", "imported",
                                       (int)json_array_size(stored),
                                       "scenarios", stored));
    else
        at_server_reply_failure(call->reply, &err);
    json_decref(stored);
    json_decref(plain);
    json_decref(list);
}

static void
add_recording(struct at_store_db *store, json_t *json)
{
    struct at_scenario scenario;
    json_t *recording = NULL;
    // A draft has no recording.
    if (at_scenario_read(json, &scenario, NULL) &&
        at_recording_find(store, &scenario, &recording, NULL) && recording)
        at_json_set(json, "recording", recording);
    at_scenario_deinit(&scenario);
}

// The dashboard's format in Firestore: numbered steps, and the goal as name.
static json_t *
firestore_document(json_t *json)
{
    static const char *const times[] = {"createdAt", "updatedAt", NULL};
    static const char *const own[] = {"id", "revision", "missing", "compiled"};
    json_t *steps = json_array();
    json_t *texts = json_object_get(json, "steps");
    for (size_t i = 0; i < json_array_size(texts); i++)
        json_array_append_new(
            steps, json_pack("{s:i, s:O}", "id", (int)i + 1, "description",
                             at_scenario_step_text(json_array_get(texts, i))));
    at_json_set(json, "steps", steps);
    if (at_json_get_str(json, "name").len == 0)
        json_object_set(json, "name", json_object_get(json, "goal"));
    char name[160];
    snprintf(name, sizeof(name),
             "projects/agentest/databases/(default)/documents/"
             "testScenarios/%s",
             json_string_value(json_object_get(json, "id")));
    for (size_t i = 0; i < AT_LEN(own); i++)
        json_object_del(json, own[i]);
    json_t *document = at_firestore_write(json, times);
    at_json_set_text(document, "name", name);
    at_json_set(document, "createTime",
                json_incref(json_object_get(json, "createdAt")));
    at_json_set(document, "updateTime",
                json_incref(json_object_get(json, "updatedAt")));
    return document;
}

struct collection {
    struct at_store_db *store;
    bool firestore;
    json_t *out;
};

// Omit a damaged scenario, because it could not be imported.
static bool
collect_one(void *user, struct at_store_doc *doc, struct at_err *err)
{
    const struct collection *collection = user;
    bool firestore = collection->firestore;
    (void)err;
    if (json_object_get(doc->json, AT_STORE_DAMAGED))
        return true;
    json_t *json = at_scenario_doc_json(doc);
    if (!firestore)
        add_recording(collection->store, json);
    json_array_append_new(collection->out,
                          firestore ? firestore_document(json) : json);
    if (firestore)
        json_decref(json);
    return true;
}

static bool
collect(struct at_server_call *call, bool firestore, json_t *out,
        struct at_err *err)
{
    const struct at_store_query query = {.kind = AT_STORE_SCENARIO};
    struct collection collection = {call->opts->store, firestore, out};
    return at_store_each(collection.store, &query, collect_one, &collection,
                         err);
}

void
at_serve_scenarios_export(struct at_server_call *call)
{
    struct at_err err = AT_ERR_INIT;
    json_t *list = json_array();
    bool firestore =
        at_str_is(at_request_query(call->request, "format"), "firestore");
    if (collect(call, firestore, list, &err)) {
        at_server_reply_json(
            call->reply, 200,
            json_pack("{s:O}", firestore ? "documents" : "scenarios", list));
        at_server_reply_header(call->reply, "Content-Disposition",
                               "attachment; filename=\"scenarios.json\"");
    } else {
        at_server_reply_failure(call->reply, &err);
    }
    json_decref(list);
}
