// expectations.c: the expectations of a stored scenario's steps, in words, and
// their compilation on demand
#include "tester/run/expectations.h"

#include "agent/proof/claim.h"
#include "base/limits.h"
#include "server/documents.h"
#include "server/audit.h"
#include "server/handlers.h"
#include "server/scenario_doc.h"
#include "tester/profiles.h"
#include "wire/json.h"

static json_t *
worded_json(const struct at_claims *claims)
{
    json_t *list = at_claims_json(claims);
    for (size_t i = 0; i < claims->count; i++) {
        struct at_buf words = AT_BUF_INIT(AT_MIB);
        at_claim_write(&claims->items[i], &words);
        at_json_set(json_array_get(list, i), "words",
                    at_json_text(at_buf_str(&words)));
        at_buf_deinit(&words);
    }
    return list;
}

// A step without expectations is a plain string.
static json_t *
step_json(const struct at_scenario *scenario, size_t step)
{
    const struct at_claims *claims = at_scenario_expects(scenario, step);
    json_t *text = at_json_text(at_str(scenario->steps.words[step]));
    if (claims->count > 0)
        return json_pack("{s:o, s:o}", "description", text, "expect",
                         worded_json(claims));
    if (!at_scenario_is_compiled(scenario))
        return text;
    return json_pack("{s:o, s:b, s:s}", "description", text, "checkable", 0,
                     "note", "nothing to check: say what should be seen");
}

void
at_scenario_doc_show(struct at_store_db *store, json_t *json)
{
    static const char *const needed[] = {"goal", "packageName"};
    struct at_scenario scenario;
    json_t *steps = json_array();
    json_t *filled = json_copy(json);
    for (size_t i = 0; i < AT_LEN(needed); i++) // a draft may not have them
        if (at_json_get_str(filled, needed[i]).len == 0)
            at_json_set_text(filled, needed[i], "-");
    if (at_scenario_read(filled, &scenario, NULL)) {
        at_expectations_load(store, &scenario);
        for (size_t i = 0; i < scenario.steps.count; i++)
            json_array_append_new(steps, step_json(&scenario, i));
        json_object_set(json, "steps", steps);
        if (scenario.compiled[0] != '\0')
            at_json_set_text(json, "compiled", scenario.compiled);
    }
    at_scenario_deinit(&scenario);
    json_decref(filled);
    json_decref(steps);
}

static bool
open_profile(struct at_server_call *call, const struct at_scenario *scenario,
             struct at_profile *out, struct at_err *err)
{
    const struct at_server_opts *opts = call->opts;
    struct at_tester_config config;
    at_runs_config(opts->runs, &config);
    bool named = scenario->profile[0] != '\0';
    const struct at_profiles_wish wish = {
        .id = at_str(named ? scenario->profile : config.executor),
        .chosen = named || config.chosen,
    };
    return at_profiles_choose(opts->env, opts->store, &wish, out, err);
}

// Ask the model. Returns false with the reason if nothing was compiled.
static bool
compile(struct at_server_call *call, struct at_scenario *scenario,
        struct at_err *err)
{
    struct at_expectations_told told;
    struct at_profile profile;
    if (!open_profile(call, scenario, &profile, err))
        return false;
    const struct at_question_model who = {.model = at_model_new(&profile),
                                          .profile = &profile};
    at_expectations_compile(&call->op, &who, scenario, &told);
    bool ok =
        told.compiled || at_fail(err, AT_EPROTO, "%s", at_buf_text(&told.text));
    at_expectations_told_deinit(&told);
    at_model_free(who.model);
    at_profile_deinit(&profile);
    return ok && at_expectations_keep(call->opts->store, scenario, err);
}

// Keep a change that another client made during the model's answer.
static bool
store(struct at_server_call *call, const struct at_scenario *scenario,
      struct at_store_doc *doc, struct at_err *err)
{
    struct at_store_db *db = call->opts->store;
    json_decref(doc->json);
    doc->json = at_scenario_json(scenario);
    at_json_set_text(doc->json, "id", doc->id);
    if (!db->ops->put(db, AT_STORE_SCENARIO, doc->revision, doc, err))
        return false;
    at_audit_change(call, "compiled", AT_STORE_SCENARIO, doc->id,
                    doc->revision - 1, doc->revision);
    return true;
}

void
at_serve_expectations_compile(struct at_server_call *call)
{
    struct at_store_doc doc = {0};
    struct at_scenario scenario;
    struct at_err err = AT_ERR_INIT;
    if (!at_document_get(call, AT_STORE_SCENARIO, &doc))
        return;
    bool ok = at_scenario_read(doc.json, &scenario, &err) &&
              (!scenario.flow ||
               at_fail(&err, AT_EUSAGE,
                       "the commands of a flow say what must be shown: there "
                       "is nothing to compile")) &&
              compile(call, &scenario, &err) &&
              store(call, &scenario, &doc, &err);
    if (ok)
        at_scenario_doc_reply(call, 200, &doc);
    else if (err.code == AT_EPROTO)
        at_server_reply_problem(call->reply, 502, err.msg);
    else if (err.code == AT_EBUSY)
        at_server_reply_problem(
            call->reply, 409,
            "the scenario was changed in the meantime: compile "
            "it again");
    else
        at_server_reply_failure(call->reply, &err);
    at_scenario_deinit(&scenario);
    at_store_doc_deinit(&doc);
}
