#include "tester/runs/run_documents.h"

#include "agent/run/members.h"
#include "sys/clock.h"
#include "sys/log.h"
#include "wire/json.h"

#define AT_LOG_MODULE "runs"

static const struct at_str config_id = AT_STR_ROW("config");

bool
at_run_document_put(struct at_store_db *store,
                    const struct at_run_record *record, int64_t revision,
                    struct at_err *err)
{
    return at_run_document_replace(store, record, &revision, err);
}

// Members that this program does not know are those of a newer one, which may
// do the run again. A run's scenario never changes.
static void
keep_unknown(struct at_store_db *store, int64_t revision,
             struct at_store_doc *next)
{
    struct at_store_doc doc;
    const char *name;
    json_t *value;
    if (revision > 0 &&
        store->ops->get(store, AT_STORE_RUN, at_str(next->id), &doc, NULL)) {
        json_object_foreach(doc.json, name, value)
        {
            if (!at_run_record_has_member(name))
                json_object_set(next->json, name, value);
        }
        json_t *scenario = json_object_get(doc.json, "scenario");
        if (json_is_object(scenario))
            json_object_update_missing(json_object_get(next->json, "scenario"),
                                       scenario);
        at_store_doc_deinit(&doc);
    }
}

bool
at_run_document_replace(struct at_store_db *store,
                        const struct at_run_record *record,
                        int64_t *inout_revision, struct at_err *err)
{
    struct at_store_doc doc = {.json = at_run_record_json(record)};
    at_str_cut(doc.id, sizeof(doc.id), at_str(record->id));
    keep_unknown(store, *inout_revision, &doc);
    bool ok = store->ops->put(store, AT_STORE_RUN, *inout_revision, &doc, err);
    if (ok)
        *inout_revision = doc.revision;
    at_store_doc_deinit(&doc);
    return ok;
}

bool
at_run_document_get(struct at_store_db *store, const char *id,
                    struct at_run_record *out, int64_t *out_revision,
                    struct at_err *err)
{
    struct at_store_doc doc;
    if (!store->ops->get(store, AT_STORE_RUN, at_str(id), &doc, err)) {
        at_run_record_init(out);
        return false;
    }
    bool ok = at_run_record_read(doc.json, out, err);
    at_str_cut(out->id, sizeof(out->id), at_str(doc.id));
    if (out_revision)
        *out_revision = doc.revision;
    at_store_doc_deinit(&doc);
    return ok;
}

const char *const at_run_wish_members[] = {
    "pooled", "stopping",          "priority",        "notBefore",
    "needs",  "scenario.platform", "scenario.device", NULL,
};

void
at_run_wish_read(const struct at_store_doc *doc, struct at_run_record *out)
{
    const json_t *json = doc->json;
    const json_t *needs = json_object_get(json, "needs");
    at_run_record_init(out);
    at_str_cut(out->id, sizeof(out->id), at_str(doc->id));
    out->pooled = json_is_true(json_object_get(json, "pooled"));
    out->stopping = json_is_true(json_object_get(json, "stopping"));
    out->priority = json_integer_value(json_object_get(json, "priority"));
    (void)at_wall_read(at_json_get_str(json, "notBefore"), &out->not_before_ms);
    for (size_t i = 0; i < json_array_size(needs); i++)
        at_argv_add_str(&out->needs, at_json_str(json_array_get(needs, i)));
    at_member_set(&out->scenario.platform,
                  at_json_get_str(json, "scenario.platform"));
    at_member_set(&out->scenario.device,
                  at_json_get_str(json, "scenario.device"));
}

bool
at_config_document_put(struct at_store_db *store,
                       const struct at_tester_config *config,
                       struct at_err *err)
{
    struct at_store_doc doc = {.json = at_tester_config_json(config)};
    if (!config->chosen)
        json_object_del(doc.json, "executorInfoId");
    at_str_cut(doc.id, sizeof(doc.id), config_id);
    bool ok = store->ops->put(store, AT_STORE_SETTING, -1, &doc, err);
    at_store_doc_deinit(&doc);
    return ok;
}

bool
at_config_document_get(struct at_store_db *store, struct at_tester_config *out,
                       struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    struct at_store_doc doc;
    at_tester_config_start(out);
    if (!store->ops->get(store, AT_STORE_SETTING, config_id, &doc, &why))
        return why.code == AT_ENOTFOUND || at_err_pass(err, &why);
    if (!at_tester_config_read(doc.json, out, &why)) {
        at_log_warn("the stored configuration is not used: %s", why.msg);
        at_tester_config_start(out);
    }
    at_store_doc_deinit(&doc);
    return true;
}
