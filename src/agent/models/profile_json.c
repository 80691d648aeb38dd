#include "agent/models/profile_json.h"

#include <stddef.h>

#include "agent/models/providers/provider.h"
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
    {"caFile", offsetof(struct at_profile, ca_file), true},
    {"proxy", offsetof(struct at_profile, proxy), true},
    {"noProxy", offsetof(struct at_profile, no_proxy), true},
};

// Texts of the row, which may be the user's own.
static const struct {
    const char *name;
    size_t offset;
} row_texts[] = {
    {"id", offsetof(struct at_profile_row, id)},
    {"title", offsetof(struct at_profile_row, title)},
    {"provider", offsetof(struct at_profile_row, provider)},
    {"baseVariables", offsetof(struct at_profile_row, base_variables)},
    {"keyVariables", offsetof(struct at_profile_row, key_variables)},
    {"rowHeaders", offsetof(struct at_profile_row, headers)},
};

static char **
text_of(const struct at_profile *profile, size_t i)
{
    return (char **)(void *)((char *)profile + texts[i].offset);
}

static const char **
row_text_of(const struct at_profile_row *row, size_t i)
{
    return (const char **)(void *)((char *)row + row_texts[i].offset);
}

static json_t *
row_json(const struct at_profile_row *row)
{
    const struct at_prices *prices = &row->prices;
    json_t *json = json_pack("{s:I, s:I, s:I, s:b, s:[f, f, f, f]}", "quirks",
                             (json_int_t)row->quirks, "contextTokens",
                             (json_int_t)row->context_tokens, "maxOutputTokens",
                             (json_int_t)row->max_out_tokens, "priced",
                             prices->known, "prices", prices->in,
                             prices->cached, prices->cache_write, prices->out);
    for (size_t i = 0; i < AT_LEN(row_texts); i++) {
        const char *text = *row_text_of(row, i);
        if (text)
            at_json_set(json, row_texts[i].name, at_json_text(at_str(text)));
    }
    return json;
}

json_t *
at_profile_json(const struct at_profile *profile)
{
    json_t *json = json_object();
    at_json_set(json, "row", row_json(profile->row));
    for (size_t i = 0; i < AT_LEN(texts); i++) {
        const char *text = *text_of(profile, i);
        if (text)
            at_json_set(json, texts[i].name, at_json_text(at_str(text)));
    }
    at_json_set(json, "headers", at_json_texts(&profile->headers));
    at_json_set(json, "allowHttp", json_boolean(profile->allow_http));
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

static double
price_at(const json_t *json, size_t i)
{
    return json_number_value(
        json_array_get(json_object_get(json, "prices"), i));
}

// The texts of the row are kept in own_texts, which does not move them.
static bool
read_row(const json_t *json, struct at_profile *out, struct at_err *err)
{
    struct at_profile_row *row = at_alloc(sizeof(*row));
    out->own_row = row;
    out->row = row;
    *row = (struct at_profile_row){
        .base_url = "",
        .model = "",
        .quirks = (unsigned)json_integer_value(json_object_get(json, "quirks")),
        .context_tokens =
            json_integer_value(json_object_get(json, "contextTokens")),
        .max_out_tokens =
            json_integer_value(json_object_get(json, "maxOutputTokens")),
        .prices = {.known = json_is_true(json_object_get(json, "priced")),
                   .in = price_at(json, 0),
                   .cached = price_at(json, 1),
                   .cache_write = price_at(json, 2),
                   .out = price_at(json, 3)},
    };
    for (size_t i = 0; i < AT_LEN(row_texts); i++) {
        const json_t *text = json_object_get(json, row_texts[i].name);
        if (!json_is_string(text))
            continue;
        at_argv_add_str(&out->own_texts, at_json_str(text));
        *row_text_of(row, i) = out->own_texts.words[out->own_texts.count - 1];
    }
    if (row->id && row->title && row->base_variables && row->key_variables)
        out->provider = at_provider_find(at_str(row->provider));
    return out->provider || at_fail(err, AT_EPROTO, "an unknown profile");
}

bool
at_profile_read(const json_t *json, struct at_profile *out, struct at_err *err)
{
    size_t i;
    json_t *line;
    *out = (struct at_profile){
        .allow_http = json_is_true(json_object_get(json, "allowHttp")),
        .temperature = json_number_value(json_object_get(json, "temperature")),
        .stream = json_is_true(json_object_get(json, "stream")),
    };
    json_array_foreach(json_object_get(json, "headers"), i,
                       line) if (json_is_string(line))
        at_argv_add_str(&out->headers, at_json_str(line));
    if (read_row(json_object_get(json, "row"), out, err) &&
        read_texts(json, out, err))
        return true;
    at_profile_deinit(out);
    return false;
}
