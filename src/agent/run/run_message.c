#include "agent/run/run_message.h"

#include <stdlib.h>
#include <string.h>

#include "agent/models/profile_json.h"
#include "base/alloc.h"
#include "base/wipe.h"
#include "wire/json.h"

void
at_run_order_init(struct at_run_order *order)
{
    *order = (struct at_run_order){.has_profile = false};
    at_run_record_init(&order->record);
}

void
at_run_order_deinit(struct at_run_order *order)
{
    at_run_record_deinit(&order->record);
    if (order->has_profile)
        at_profile_deinit(&order->profile);
    if (order->has_second)
        at_profile_deinit(&order->second);
    at_wipe_argv(&order->secrets);
    free(order->folder);
    free(order->hints);
    *order = (struct at_run_order){.has_profile = false};
}

// Write json and release it.
static void
write_json(json_t *json, struct at_buf *out)
{
    (void)at_json_write(json, out);
    json_decref(json);
}

void
at_run_order_write(const struct at_run_order *order, struct at_buf *out)
{
    json_t *json = json_object();
    at_json_set(json, "record", at_run_record_json(&order->record));
    if (order->has_profile)
        at_json_set(json, "profile", at_profile_json(&order->profile));
    if (order->has_second)
        at_json_set(json, "second", at_profile_json(&order->second));
    at_json_set(json, "secrets", at_json_texts(&order->secrets));
    at_json_set(json, "folder", at_json_text(at_str(order->folder)));
    if (order->hints)
        at_json_set(json, "hints", at_json_text(at_str(order->hints)));
    at_json_set(json, "pictures", json_boolean(order->wants_pictures));
    write_json(json, out);
}

static char *
text_of(const json_t *json, const char *name)
{
    struct at_str text = at_json_get_str(json, name);
    return json_is_string(json_object_get(json, name))
               ? at_strndup(text.ptr, text.len)
               : NULL;
}

static bool
read_order(const json_t *json, struct at_run_order *out, struct at_err *err)
{
    const json_t *record = json_object_get(json, "record");
    const json_t *profile = json_object_get(json, "profile");
    const json_t *second = json_object_get(json, "second");
    const json_t *secret;
    size_t i;
    out->folder = text_of(json, "folder");
    out->hints = text_of(json, "hints");
    out->wants_pictures = json_is_true(json_object_get(json, "pictures"));
    json_array_foreach(json_object_get(json, "secrets"), i, secret)
        at_argv_add_str(&out->secrets, at_json_str(secret));
    if (!json_is_object(record) || !out->folder)
        return at_fail(err, AT_EPROTO, "an order without a run or a folder");
    at_run_record_update(&out->record, record);
    if (!out->record.platform || !out->record.device)
        return at_fail(err, AT_EPROTO, "an order without a device");
    out->has_profile = profile && at_profile_read(profile, &out->profile, err);
    if (profile && !out->has_profile)
        return false;
    out->has_second = second && at_profile_read(second, &out->second, err);
    return !second || out->has_second;
}

bool
at_run_order_read(struct at_str text, struct at_run_order *out,
                  struct at_err *err)
{
    json_t *json = at_json_parse(text, err);
    at_run_order_init(out);
    bool ok = json && read_order(json, out, err);
    json_decref(json);
    return ok;
}

const char *
at_run_order_variable(void *user, const char *name)
{
    const struct at_run_order *order = user;
    size_t len = strlen(name);
    for (size_t i = 0; i < order->secrets.count; i++) {
        const char *row = order->secrets.words[i];
        if (strncmp(row, name, len) == 0 && row[len] == '=')
            return row + len + 1;
    }
    return NULL;
}

void
at_run_place_write(const struct at_recipe_place *place, struct at_buf *out)
{
    json_t *json = json_object();
    at_json_set(json, "version", at_json_text(at_str(place->version)));
    at_json_set(json, "device", at_json_text(at_str(place->device)));
    at_json_set(json, "locale", at_json_text(at_str(place->locale)));
    write_json(json, out);
}

void
at_run_place_read(struct at_str text, struct at_recipe_place *out)
{
    json_t *json = at_json_parse(text, NULL);
    *out = (struct at_recipe_place){.device = ""};
    at_str_cut(out->version, sizeof(out->version),
               at_json_get_str(json, "version"));
    at_str_cut(out->device, sizeof(out->device),
               at_json_get_str(json, "device"));
    at_str_cut(out->locale, sizeof(out->locale),
               at_json_get_str(json, "locale"));
    json_decref(json);
}

void
at_run_recipe_write(const struct at_recipe *recipe, struct at_buf *out)
{
    write_json(recipe ? at_recipe_json(recipe) : json_object(), out);
}

bool
at_run_recipe_read(struct at_str text, struct at_recipe *out,
                   struct at_err *err)
{
    json_t *json = at_json_parse(text, err);
    at_recipe_init(out);
    bool ok =
        json && (json_object_size(json) == 0 || at_recipe_read(json, out, err));
    json_decref(json);
    return ok;
}

void
at_run_result_write(const struct at_run_record *record,
                    const struct at_run_outcome *outcome, struct at_buf *out)
{
    json_t *json = json_object();
    at_json_set(json, "record", at_run_record_json(record));
    if (outcome && outcome->has_expectations)
        at_json_set(json, "expectations", at_scenario_json(&record->scenario));
    if (outcome && outcome->has_recipe)
        at_json_set(json, "recipe", at_recipe_json(&outcome->recipe));
    write_json(json, out);
}

bool
at_run_result_read(struct at_str text, struct at_run_result *out,
                   struct at_err *err)
{
    json_t *json = at_json_parse(text, err);
    *out = (struct at_run_result){
        .record = json_object_get(json, "record"),
        .expectations = json_object_get(json, "expectations"),
        .recipe = json_object_get(json, "recipe"),
        .json = json,
    };
    return json &&
           (at_run_record_state(out->record) == AT_RUN_STATE_ENDED ||
            at_fail(err, AT_EPROTO, "an end without a record that has ended"));
}

void
at_run_result_deinit(struct at_run_result *result)
{
    json_decref(result->json);
    *result = (struct at_run_result){.json = NULL};
}
