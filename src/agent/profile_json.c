#include "agent/profile_json.h"

#include <stddef.h>

#include "agent/providers/provider.h"
#include "base/alloc.h"
#include "wire/json.h"

static const struct {
    const char *name;
    size_t offset;
    bool may_lack;
} texts[] = {
    {"baseUrl", offsetof(struct at_profile, base_url), false},
    {"model", offsetof(struct at_profile, model), false},
    {"key", offsetof(struct at_profile, key), false},
    {"keyFrom", offsetof(struct at_profile, key_from), true},
};

static char **
text_of(const struct at_profile *profile, size_t i)
{
    return (char **)(void *)((char *)profile + texts[i].offset);
}

json_t *
at_profile_json(const struct at_profile *profile)
{
    json_t *json = json_object();
    at_json_set_text(json, "id", profile->row->id);
    for (size_t i = 0; i < AT_LEN(texts); i++) {
        const char *text = *text_of(profile, i);
        if (text)
            at_json_set(json, texts[i].name, at_json_text(at_str(text)));
    }
    at_json_set(json, "temperature", json_real(profile->temperature));
    at_json_set(json, "stream", json_boolean(profile->stream));
    return json;
}

static bool
read_texts(const json_t *json, struct at_profile *out, struct at_err *err)
{
    for (size_t i = 0; i < AT_LEN(texts); i++) {
        const json_t *value = json_object_get(json, texts[i].name);
        struct at_str text = at_json_str(value);
        if (json_is_string(value))
            *text_of(out, i) = at_strndup(text.ptr, text.len);
        else if (!texts[i].may_lack)
            return at_fail(err, AT_EPROTO, "a profile without %s",
                           texts[i].name);
    }
    return true;
}

bool
at_profile_read(const json_t *json, struct at_profile *out, struct at_err *err)
{
    struct at_str id = at_json_get_str(json, "id");
    *out = (struct at_profile){
        .row = at_profile_row_find(id),
        .temperature = json_number_value(json_object_get(json, "temperature")),
        .stream = json_is_true(json_object_get(json, "stream")),
    };
    if (!out->row)
        return at_fail(err, AT_EPROTO, "an unknown profile '%.*s'",
                       AT_STR_ARG(at_str_head(id, 64)));
    out->provider = at_provider_find(at_str(out->row->provider));
    if (out->provider && read_texts(json, out, err))
        return true;
    at_profile_deinit(out);
    return false;
}
