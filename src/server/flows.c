// flows.c: scenarios that are flow files: their drafts and problems; runs as
// flows
#include "agent/run/run_record.h"
#include "agent/scenario_flow.h"
#include "base/limits.h"
#include "server/documents.h"
#include "server/draft.h"
#include "server/export_name.h"
#include "server/handlers.h"
#include "server/run_json.h"
#include "server/scenario_doc.h"
#include "tester/flow/flow_export.h"
#include "tester/flow/flow_fill.h"
#include "tester/runs/recordings.h"
#include "wire/json.h"

json_t *
at_scenario_doc_draft(const json_t *json, struct at_err *err)
{
    json_t *filled = json_copy((json_t *)(uintptr_t)json);
    json_t *draft =
        at_flow_fill(filled, NULL, err) ? at_draft_read(filled, err) : NULL;
    json_decref(filled);
    return draft;
}

void
at_scenario_doc_show_problems(json_t *json)
{
    json_t *problems = json_array();
    json_t *copy = json_copy(json);
    if (json_object_get(json, "flow") && at_flow_fill(copy, problems, NULL))
        at_json_set(json, "problems", json_incref(problems));
    json_decref(copy);
    json_decref(problems);
}

bool
at_run_has_recording(struct at_server_call *call,
                     const struct at_store_doc *doc)
{
    struct at_run_record record;
    at_run_record_init(&record);
    at_run_record_update(&record, doc->json);
    json_t *recording = NULL;
    if (record.verdict == AT_VERDICT_PASS && !record.scenario.flow)
        recording = at_recording_of_run(call->opts->store, &record.scenario,
                                        doc->id, NULL);
    json_decref(recording);
    at_run_record_deinit(&record);
    return recording != NULL;
}

static bool
load_recording(struct at_server_call *call, const struct at_run_record *record,
               struct at_recipe *out, struct at_err *err)
{
    json_t *recording = at_recording_of_run(call->opts->store,
                                            &record->scenario, record->id, err);
    bool ok = recording && at_recipe_read(recording, out, err);
    json_decref(recording);
    return ok;
}

// A run of a flow is its own export.
static bool
write_flow(struct at_server_call *call, const struct at_run_record *record,
           struct at_buf *out, struct at_err *err)
{
    const json_t *flow = record->scenario.flow;
    struct at_recipe recipe;
    if (flow)
        return at_scenario_flow_file(
                   flow, json_string_value(json_object_get(flow, "file")),
                   out) ||
               at_fail(err, AT_ELIMIT, "the flow is too long");
    at_recipe_init(&recipe);
    bool ok = load_recording(call, record, &recipe, err) &&
              at_flow_export(&record->scenario, &recipe, out, err);
    at_recipe_deinit(&recipe);
    return ok;
}

void
at_serve_run_flow(struct at_server_call *call)
{
    struct at_store_doc doc = {0};
    struct at_run_record record;
    struct at_err err = AT_ERR_INIT;
    struct at_server_reply *reply = call->reply;
    struct at_buf name = AT_BUF_INIT(AT_HTTP_HEAD_MAX_BYTES);
    if (!at_document_get(call, AT_STORE_RUN, &doc))
        return;
    at_run_record_init(&record);
    at_run_record_update(&record, doc.json);
    if (write_flow(call, &record, &reply->body, &err)) {
        reply->status = 200;
        reply->type = "application/yaml";
        at_export_name_write(doc.json, AT_STR(".yaml"), &name);
        at_server_reply_header(reply, "Content-Disposition",
                               at_buf_text(&name));
    } else {
        at_buf_clear(&reply->body);
        at_server_reply_failure(reply, &err);
    }
    at_buf_deinit(&name);
    at_run_record_deinit(&record);
    at_store_doc_deinit(&doc);
}

void
at_serve_flow_check(struct at_server_call *call)
{
    static const char *const shown[] = {"name", "packageName", "tags", "steps"};
    struct at_err err = AT_ERR_INIT;
    json_t *problems = json_array();
    json_t *checked = json_object();
    json_t *scenario = json_pack("{s:O*}", "flow",
                                 json_object_get(call->request->json, "flow"));
    if (!json_object_get(scenario, "flow"))
        at_fail(&err, AT_EUSAGE, "the body is an object with 'flow'");
    if (err.code == AT_OK && at_flow_fill(scenario, problems, &err)) {
        for (size_t i = 0; i < AT_LEN(shown); i++) {
            json_t *member = json_object_get(scenario, shown[i]);
            if (member)
                json_object_set(checked, shown[i], member);
        }
        json_object_set(checked, "problems", problems);
        at_server_reply_json(call->reply, 200, json_incref(checked));
    } else {
        at_server_reply_failure(call->reply, &err);
    }
    json_decref(scenario);
    json_decref(checked);
    json_decref(problems);
}
