// content.c: hashes, merges and writes scenarios
#include "sync/content.h"

#include <string.h>

#include "agent/scenario.h"
#include "base/hex.h"
#include "base/limits.h"
#include "base/sha256.h"
#include "sys/clock.h"
#include "wire/firestore.h"
#include "wire/json.h"

const char *const at_sync_fields[] = {
    "name", "goal", "packageName", "steps", "tags", "updatedAt", NULL};

// Members of one text.
static const char *const texts[] = {"name", "goal", "packageName"};

static struct at_str
step_text(const json_t *step)
{
    struct at_str description = at_json_get_str(step, "description");
    return description.len > 0 ? description
                               : at_json_str(at_scenario_step_text(step));
}

static json_t *
step_texts(const json_t *scenario)
{
    json_t *out = json_array();
    size_t i;
    const json_t *step;
    json_array_foreach(json_object_get(scenario, "steps"), i, step)
        json_array_append_new(out, at_json_text(step_text(step)));
    return out;
}

// A scenario without a name is shown by its goal; Firestore's always have one.
static struct at_str
text_of(const json_t *scenario, const char *name)
{
    struct at_str text = at_json_get_str(scenario, name);
    return text.len == 0 && strcmp(name, "name") == 0
               ? at_json_get_str(scenario, "goal")
               : text;
}

// The common part, with the steps as texts.
static json_t *
common(const json_t *scenario)
{
    json_t *out = json_object();
    const json_t *tags = json_object_get(scenario, "tags");
    for (size_t i = 0; i < AT_LEN(texts); i++)
        at_json_set(out, texts[i], at_json_text(text_of(scenario, texts[i])));
    at_json_set(out, "steps", step_texts(scenario));
    at_json_set(out, "tags",
                json_array_size(tags) > 0 ? json_deep_copy(tags)
                                          : json_array());
    return out;
}

void
at_sync_hash(const json_t *scenario, char out[AT_SYNC_HASH_LEN + 1])
{
    unsigned char hash[AT_SHA256_BYTES];
    struct at_buf text = AT_BUF_INIT(AT_STORE_DOC_MAX_BYTES);
    json_t *json = common(scenario);
    (void)at_json_write(json, &text);
    json_decref(json);
    at_sha256(at_buf_str(&text), hash);
    at_hex_write(hash, AT_SYNC_HASH_LEN / 2, out);
    at_buf_deinit(&text);
}

// A document of the original has no app and no tags.
bool
at_sync_alike(const json_t *here, const json_t *there)
{
    static const char *const optional[] = {"packageName", "tags"};
    json_t *one = common(here);
    json_t *two = common(there);
    for (size_t i = 0; i < AT_LEN(optional); i++) {
        if (!json_object_get(there, optional[i])) {
            json_object_del(one, optional[i]);
            json_object_del(two, optional[i]);
        }
    }
    bool alike = json_equal(one, two);
    json_decref(one);
    json_decref(two);
    return alike;
}

static json_t *
find_step(const json_t *here, struct at_str text)
{
    size_t i;
    json_t *step;
    json_array_foreach(json_object_get(here, "steps"), i, step)
    {
        if (at_str_eq(step_text(step), text))
            return json_incref(step);
    }
    return at_json_text(text);
}

json_t *
at_sync_merge(const json_t *here, const json_t *there)
{
    json_t *out = here ? json_deep_copy(here) : json_object();
    json_t *steps = json_array();
    const json_t *tags = json_object_get(there, "tags");
    size_t i;
    const json_t *step;
    for (size_t k = 0; k < AT_LEN(texts); k++) {
        if (json_is_string(json_object_get(there, texts[k])))
            at_json_set(out, texts[k],
                        at_json_text(at_json_get_str(there, texts[k])));
    }
    json_array_foreach(json_object_get(there, "steps"), i, step)
        json_array_append_new(steps, find_step(here, step_text(step)));
    at_json_set(out, "steps", steps);
    if (json_is_array(tags))
        at_json_set(out, "tags", json_deep_copy(tags));
    return out;
}

static void
set_time(json_t *plain, const char *name, int64_t ms)
{
    char text[AT_RFC3339_MAX];
    at_wall_write(ms, text);
    at_json_set_text(plain, name, text);
}

json_t *
at_sync_document(const json_t *here, int64_t created_ms, int64_t updated_ms)
{
    static const char *const times[] = {"createdAt", "updatedAt", NULL};
    json_t *plain = common(here);
    json_t *words = json_object_get(plain, "steps");
    json_t *steps = json_array();
    for (size_t i = 0; i < json_array_size(words); i++)
        json_array_append_new(steps, json_pack("{s:i, s:O}", "id", (int)i + 1,
                                               "description",
                                               json_array_get(words, i)));
    at_json_set(plain, "steps", steps);
    set_time(plain, "updatedAt", updated_ms);
    if (created_ms > 0)
        set_time(plain, "createdAt", created_ms);
    json_t *document = at_firestore_write(plain, times);
    json_decref(plain);
    return document;
}
