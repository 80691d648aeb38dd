// flows.c: scenarios that are flow files: their drafts and problems
#include "server/draft.h"
#include "server/handlers.h"
#include "server/scenario_doc.h"
#include "tester/flow/flow_fill.h"
#include "wire/json.h"

json_t *
at_scenario_doc_draft(const json_t *json, json_t *problems, struct at_err *err)
{
    json_t *filled = json_copy((json_t *)(uintptr_t)json);
    json_t *draft =
        at_flow_fill(filled, problems, err) ? at_draft_read(filled, err) : NULL;
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
