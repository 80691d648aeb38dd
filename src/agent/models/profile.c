// profile.c: opens a row or a user's own profile with the user's settings
#include "agent/models/profile.h"

#include <string.h>

#include "agent/models/profile_custom.h"
#include "agent/models/profile_url.h"
#include "agent/models/providers/provider.h"
#include "base/alloc.h"
#include "base/ascii.h"
#include "base/curl_env.h"
#include "base/wipe.h"
#include "wire/json.h"

const struct at_profile_row *
at_profile_row_find(struct at_str id)
{
    for (size_t i = 0; i < at_profile_row_count; i++) {
        if (at_str_is(id, at_profile_rows[i].id))
            return &at_profile_rows[i];
    }
    return NULL;
}

static bool
fail_unknown(struct at_str id, struct at_err *err)
{
    at_fail(err, AT_EUSAGE, "Unknown executorInfoId: %.*s",
            AT_STR_ARG(at_utf8_head(id, 64)));
    struct at_buf names = AT_BUF_INIT(1000);
    for (size_t i = 0; i < at_profile_row_count; i++)
        at_buf_add_fmt(&names, "%s%s", i ? ", " : "", at_profile_rows[i].id);
    at_err_add(err, "valid are %s, and profiles of your own",
               at_buf_text(&names));
    at_buf_deinit(&names);
    return false;
}

static struct at_str
variable(const struct at_profile_sources *from, const char *name)
{
    return at_str_trim(at_str(from->variable(from->user, name)));
}

// Find the first of these names that has a value. *out_name (may be NULL) is
// that name, owned by the caller, or NULL if no name has a value.
static struct at_str
first_variable(const struct at_profile_sources *from, const char *names,
               char **out_name)
{
    struct at_str rest = at_str(names);
    struct at_str part;
    while (at_str_next(&rest, ' ', &part)) {
        char *name = at_strndup(part.ptr, part.len);
        struct at_str value = variable(from, name);
        if (value.len > 0 && out_name)
            *out_name = name;
        else
            free(name);
        if (value.len > 0)
            return value;
    }
    return at_str("");
}

static bool
is_among(const char *names, struct at_str name)
{
    struct at_str rest = at_str(names), word;
    while (at_str_next(&rest, ' ', &word)) {
        if (at_str_eq(word, name))
            return true;
    }
    return false;
}

// The variables of one profile while they are collected.
struct stating {
    const struct at_profile_sources *from;
    struct at_str id;
    const struct at_profile_row *row; // NULL: the user's own profile
    json_t *flat;   // owned; see agent/models/profile_custom.h
    char *key_from; // the variable of the key; owned
    bool stated;
    bool ok;
    struct at_err *err;
};

// Return true if the variable belongs to the profile, but not to one of its
// fields.
static bool
is_misspelt(const struct stating *stating, struct at_str name)
{
    struct at_str prefix = AT_STR("PROFILE_");
    if (stating->row || !at_str_starts(name, prefix))
        return false;
    name = at_str_skip(name, prefix.len);
    for (size_t i = 1; i + 1 < name.len; i++)
        if (name.ptr[i] == '_' &&
            at_profile_same_name(at_str_head(name, i), stating->id))
            return true;
    return false;
}

static void
state(struct stating *stating, enum at_profile_field field, const char *name)
{
    struct at_str text = variable(stating->from, name);
    json_t *given = at_json_text(text);
    json_t *value =
        text.len > 0 ? at_profile_read_value(field, given, stating->err) : NULL;
    if (value && field == AT_PROFILE_KEY) {
        free(stating->key_from);
        stating->key_from = at_strdup(name);
    }
    if (value) {
        at_json_set(stating->flat, at_profile_member(field), value);
        stating->stated = true;
    } else if (text.len > 0) {
        at_err_context(stating->err, "%s", name);
        stating->ok = false;
    }
    json_decref(given);
}

// Take a variable if it belongs to this profile. The first variable for a field
// counts. Vendors' variables are shared by rows and come later.
static void
take_variable(void *context, struct at_str name)
{
    struct stating *stating = context;
    struct at_str of;
    enum at_profile_field field;
    bool prefixed;
    if (!stating->ok)
        return;
    char *text = at_strndup(name.ptr, name.len);
    if (!at_profile_split_variable(name, &of, &field, &prefixed)) {
        if (is_misspelt(stating, name))
            stating->ok = at_fail(
                stating->err, AT_EUSAGE,
                "%s is not a setting of a profile: use PROFILE_NAME_BASE_URL, "
                "_FORMAT, _MODEL, _API_KEY … (docs/tester.md)",
                text);
    } else if ((prefixed || stating->row) &&
               at_profile_same_name(of, stating->id)) {
        bool shared =
            stating->row && (is_among(stating->row->base_variables, name) ||
                             is_among(stating->row->key_variables, name));
        if (!shared &&
            !json_object_get(stating->flat, at_profile_member(field)))
            state(stating, field, text);
    }
    free(text);
}

// The documented names of each field, for sources that cannot list theirs.
static void
take_documented(struct stating *stating)
{
    for (size_t i = 0; i < AT_PROFILE_FIELD_COUNT; i++) {
        const char *suffix = at_profile_suffix((enum at_profile_field)i);
        char *name =
            at_strfmt("PROFILE_%.*s_%s", AT_STR_ARG(stating->id), suffix);
        for (char *c = name; *c; c++)
            *c = *c >= 'a' && *c <= 'z'  ? (char)(*c - 'a' + 'A')
                 : at_ascii_is_alnum(*c) ? *c
                                         : '_';
        take_variable(stating, at_str(name));
        take_variable(stating, at_str(name + strlen("PROFILE_")));
        free(name);
    }
}

static bool
collect(struct stating *stating)
{
    const struct at_profile_sources *from = stating->from;
    if (from->variables)
        from->variables(from->user, take_variable, stating);
    else
        take_documented(stating);
    return stating->ok &&
           (at_profile_custom_check(stating->flat, stating->err) ||
            (at_err_context(stating->err, "PROFILE_%.*s",
                            AT_STR_ARG(stating->id)),
             false));
}

static struct at_str
text_of(const json_t *flat, enum at_profile_field field)
{
    return at_json_get_str(flat, at_profile_member(field));
}

// Return the stored value, or else the variable's.
static struct at_str
stated_text(const json_t *stored, const json_t *flat,
            enum at_profile_field field)
{
    struct at_str text = text_of(stored, field);
    return text.len > 0 ? text : text_of(flat, field);
}

static char *
dup_str(struct at_str text)
{
    return at_strndup(text.len ? text.ptr : "", text.len);
}

static const char *
keep_text(struct at_profile *profile, char *text)
{
    at_argv_add(&profile->own_texts, text);
    free(text);
    return profile->own_texts.words[profile->own_texts.count - 1];
}

// The names of the variables that make or complete a user's own profile.
static const char *
own_variable(struct at_profile *profile, struct at_str id, const char *suffix,
             const char *others)
{
    char *name = at_strfmt("PROFILE_%.*s_%s%s%s", AT_STR_ARG(id), suffix,
                           others[0] ? " " : "", others);
    for (char *c = name; *c && *c != ' '; c++)
        *c = *c >= 'a' && *c <= 'z'               ? (char)(*c - 'a' + 'A')
             : at_ascii_is_alnum(*c) || *c == '_' ? *c
                                                  : '_';
    return keep_text(profile, name);
}

// Create the row of a user's own profile: the row of its format, with its own
// names.
static bool
own_row(struct at_profile *profile, const struct stating *stating,
        const json_t *stored, struct at_err *err)
{
    struct at_str format =
        stated_text(stored, stating->flat, AT_PROFILE_FORMAT);
    const struct at_profile_row *row =
        at_profile_template(format.len > 0 ? format : AT_STR("openai"));
    struct at_str title = stated_text(stored, stating->flat, AT_PROFILE_TITLE);
    struct at_str id = stating->id;
    bool has_url =
        stated_text(stored, stating->flat, AT_PROFILE_BASE_URL).len > 0;
    if (!row)
        return at_fail(err, AT_EUSAGE, "'%.*s' is not a format",
                       AT_STR_ARG(at_utf8_head(format, 40)));
    *profile->own_row = *row;
    row = profile->own_row;
    profile->own_row->id = keep_text(profile, dup_str(id));
    profile->own_row->title =
        keep_text(profile, dup_str(title.len > 0 ? title : id));
    profile->own_row->base_variables = own_variable(
        profile, id, "BASE_URL", has_url ? "" : row->base_variables);
    // The vendor's key is sent to the vendor's address only.
    profile->own_row->key_variables =
        own_variable(profile, id, "API_KEY", has_url ? "" : row->key_variables);
    if (has_url) {
        profile->own_row->quirks |= AT_QUIRK_KEYLESS;
        profile->own_row->vendor = NULL;
    }
    return true;
}

// Return the price of a model, whichever row has it; unknown if no row has the
// model.
static struct at_prices
price_of(const struct at_profile_row *row, struct at_str model)
{
    for (size_t i = 0; i < at_profile_row_count; i++) {
        const struct at_profile_row *other = &at_profile_rows[i];
        if (strcmp(other->provider, row->provider) == 0 &&
            at_str_is(model, other->model) && other->prices.known)
            return other->prices;
    }
    return (struct at_prices){0};
}

static void
set_prices(struct at_profile *profile, const struct at_profile_row *row)
{
    struct at_prices *prices = &profile->own_row->prices;
    if (strcmp(profile->model, row->model) != 0)
        *prices = price_of(row, at_str(profile->model));
    if ((profile->own_row->quirks & AT_QUIRK_FREE) && !profile->key[0])
        *prices = (struct at_prices){.known = true};
}

// The key and headers of the environment are sent to the environment's address
// only: otherwise anyone who may set an address through the server could have
// them sent there.
static void
set_secrets(struct at_profile *profile, struct stating *stating,
            const json_t *stored)
{
    const char *member = at_profile_member(AT_PROFILE_HEADERS);
    bool moved = text_of(stored, AT_PROFILE_BASE_URL).len > 0;
    const json_t *places[] = {moved ? NULL
                                    : json_object_get(stating->flat, member),
                              json_object_get(stored, member)};
    struct at_str key = text_of(stored, AT_PROFILE_KEY);
    if (key.len == 0 && !moved) {
        key = text_of(stating->flat, AT_PROFILE_KEY);
        profile->key_from = stating->key_from;
        stating->key_from = NULL;
    }
    if (key.len == 0 && !moved)
        key = first_variable(stating->from, profile->row->key_variables,
                             &profile->key_from);
    profile->key = dup_str(key);
    for (size_t i = 0; i < AT_LEN(places); i++) {
        const char *name;
        json_t *value;
        json_object_foreach((json_t *)(uintptr_t)places[i], name, value)
            at_argv_add_fmt(&profile->headers, "%s: %s", name,
                            json_string_value(value));
    }
}

static void
set_address(struct at_profile *profile, const struct stating *stating,
            const json_t *stored)
{
    struct at_str url = stated_text(stored, stating->flat, AT_PROFILE_BASE_URL);
    if (url.len == 0)
        url = first_variable(stating->from, profile->row->base_variables, NULL);
    profile->base_url = at_profile_url(profile->row, url);
}

static struct at_str
trimmed(const char *text)
{
    return at_str_trim(at_str(text));
}

static void
set_way(struct at_profile *profile, const struct stating *stating,
        const json_t *stored)
{
    const struct at_profile_sources *from = stating->from;
    struct at_str ca = stated_text(stored, stating->flat, AT_PROFILE_CA_FILE);
    if (ca.len == 0)
        ca = trimmed(at_curl_env_ca_file(from->variable, from->user));
    profile->ca_file = ca.len > 0 ? dup_str(ca) : NULL;
    profile->proxy = dup_str(trimmed(
        at_curl_env_proxy(from->variable, from->user, profile->base_url)));
    profile->no_proxy =
        dup_str(trimmed(at_curl_env_no_proxy(from->variable, from->user)));
    profile->allow_http =
        at_str_is(variable(from, "AGENTEST_ALLOW_HTTP_MODELS"), "1");
}

static bool
is_off(struct at_str value)
{
    return at_str_is(value, "0") || at_str_eq_nocase(value, AT_STR("false"));
}

static bool
fill(struct at_profile *profile, struct stating *stating, const json_t *stored,
     struct at_err *err)
{
    const struct at_profile_row *row = stating->row;
    const char *price = at_profile_member(AT_PROFILE_PRICE_IN);
    profile->own_row = at_alloc(sizeof(*profile->own_row));
    profile->row = profile->own_row;
    if (row)
        *profile->own_row = *row;
    else if (!own_row(profile, stating, stored, err))
        return false;
    row = row ? row : profile->own_row;
    profile->provider = at_provider_find(at_str(row->provider));
    at_assert(profile->provider);
    struct at_str model = stated_text(stored, stating->flat, AT_PROFILE_MODEL);
    profile->model = dup_str(model.len ? model : at_str(row->model));
    set_address(profile, stating, stored);
    set_secrets(profile, stating, stored);
    set_way(profile, stating, stored);
    at_profile_custom_apply(stating->flat, profile->own_row);
    at_profile_custom_apply(stored, profile->own_row);
    if (!json_object_get(stating->flat, price) &&
        !json_object_get(stored, price))
        set_prices(profile, row);
    profile->stream = !is_off(variable(stating->from, "AGENTEST_MODEL_STREAM"));
    profile->stated =
        stating->stated || profile->key[0] || json_object_size(stored) > 0;
    return true;
}

static bool
read_stored(const json_t *json, json_t **out, struct at_err *err)
{
    const char *name;
    json_t *value;
    void *next;
    if (!at_profile_custom_read(json, out, err))
        return false;
    json_object_foreach_safe(*out, next, name, value)
    {
        if (json_is_null(value))
            json_object_del(*out, name);
    }
    return at_profile_custom_check(*out, err);
}

bool
at_profile_open(struct at_profile *profile, struct at_str id,
                const struct at_profile_sources *sources, struct at_err *err)
{
    json_t *stored = NULL;
    struct stating stating = {
        .from = sources,
        .id = id,
        .row = at_profile_row_find(id),
        .flat = json_object(),
        .ok = true,
        .err = err,
    };
    *profile = (struct at_profile){0};
    bool ok = collect(&stating) &&
              (!sources->stored || read_stored(sources->stored, &stored, err));
    if (ok && !stating.row && !stating.stated && json_object_size(stored) == 0)
        ok = fail_unknown(id, err);
    ok = ok && fill(profile, &stating, stored, err);
    json_decref(stored);
    json_decref(stating.flat);
    free(stating.key_from);
    if (!ok)
        at_profile_deinit(profile);
    return ok;
}

bool
at_profile_init(struct at_profile *profile, struct at_str id,
                at_variable_fn *variable_fn, void *user, struct at_err *err)
{
    const struct at_profile_sources sources = {.variable = variable_fn,
                                               .user = user};
    return at_profile_open(profile, id, &sources, err);
}

void
at_profile_deinit(struct at_profile *profile)
{
    at_wipe_text(profile->key);
    at_wipe_argv(&profile->headers);
    at_argv_deinit(&profile->own_texts);
    free(profile->own_row);
    free(profile->key_from);
    free(profile->base_url);
    free(profile->model);
    free(profile->ca_file);
    free(profile->proxy);
    free(profile->no_proxy);
    *profile = (struct at_profile){0};
}

static bool
fail_keyless(const struct at_profile_row *row, struct at_err *err)
{
    struct at_str rest = at_str(row->key_variables);
    struct at_str name;
    struct at_buf names = AT_BUF_INIT(1000);
    while (at_str_next(&rest, ' ', &name))
        at_buf_add_fmt(&names, "%s%.*s", names.len ? " or " : "",
                       AT_STR_ARG(name));
    at_fail(err, AT_EUSAGE,
            "no key for %s (%s): set %s in the environment or in .env", row->id,
            row->title, at_buf_text(&names));
    at_buf_deinit(&names);
    return false;
}

// A header may replace the key.
static bool
has_key(const struct at_profile *profile)
{
    return profile->key[0] || profile->headers.count > 0 ||
           (profile->row->quirks & AT_QUIRK_KEYLESS);
}

bool
at_profile_check(const struct at_profile *profile, struct at_err *err)
{
    if (!has_key(profile))
        return fail_keyless(profile->row, err);
    if (!profile->model[0])
        return at_fail(err, AT_EUSAGE,
                       "no model for the profile '%s': set it as \"model\", or "
                       "by the variable PROFILE_%s_MODEL",
                       profile->row->id, profile->row->id);
    for (const char *c = profile->key; *c; c++) {
        if (*c <= ' ' || *c > '~')
            return at_fail(err, AT_EUSAGE,
                           "the key in %s has a blank or a character that no "
                           "key has",
                           profile->key_from);
    }
    return at_profile_url_check(profile, err);
}

bool
at_profile_has_cost(const struct at_profile *profile)
{
    return profile->row->prices.known ||
           (profile->row->quirks & AT_QUIRK_STATES_COST);
}
