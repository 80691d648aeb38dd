// profile.c: a row of the table with the environment applied
#include "agent/profile.h"

#include <string.h>

#include "agent/providers/provider.h"
#include "base/alloc.h"
#include "base/host.h"
#include "base/ascii.h"
#include "base/wipe.h"

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
    at_err_add(err, "valid are %s", at_buf_text(&names));
    at_buf_deinit(&names);
    return false;
}

struct variables {
    at_variable_fn *read;
    void *user;
};

static struct at_str
variable(const struct variables *from, const char *name)
{
    return at_str_trim(at_str(from->read(from->user, name)));
}

// Finds the first of these names that has a value. *out_name (may be NULL) is
// that name, owned by the caller, or NULL if no name has a value.
static struct at_str
first_variable(const struct variables *from, const char *names, char **out_name)
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

static struct at_str
model_variable(const struct variables *from, const char *id)
{
    char *name = at_strfmt("%s_MODEL", id);
    for (char *c = name; *c; c++) {
        if (*c >= 'a' && *c <= 'z')
            *c = (char)(*c - 'a' + 'A');
        else if (!at_ascii_is_alnum(*c))
            *c = '_';
    }
    struct at_str value = variable(from, name);
    free(name);
    return value;
}

static bool
has_port(struct at_str host)
{
    const char *colon = NULL;
    for (size_t i = 0; i < host.len; i++) {
        if (host.ptr[i] == ':')
            colon = host.ptr + i;
        else if (host.ptr[i] == ']' || host.ptr[i] == '/')
            colon = NULL;
    }
    return colon != NULL;
}

// OLLAMA_HOST is what its server listens on: without a scheme, perhaps without
// a host or a port, and perhaps the address that means every interface.
static char *
ollama_url(struct at_str value)
{
    struct at_str any = AT_STR("0.0.0.0");
    const char *host = "";
    if (at_str_starts(value, any)) {
        value = at_str_skip(value, any.len);
        host = "127.0.0.1";
    } else if (value.ptr[0] == ':') {
        host = "127.0.0.1";
    }
    return at_strfmt("http://%s%.*s%s", host, AT_STR_ARG(value),
                     has_port(value) ? "" : ":11434");
}

static struct at_str
without_end(struct at_str text, struct at_str end)
{
    return end.len > 0 && at_str_ends(text, end)
               ? at_str_head(text, text.len - end.len)
               : text;
}

static char *
base_url(const struct at_profile_row *row, const struct at_provider *provider,
         struct at_str value)
{
    if (value.len == 0)
        value = at_str(row->base_url);
    bool has_scheme = at_str_has(value, AT_STR("://"));
    while (value.len > 0 && value.ptr[value.len - 1] == '/')
        value.len--;
    value = without_end(value, at_str(provider->root));
    if (strcmp(row->provider, "ollama") == 0 && value.len > 0 && !has_scheme)
        return ollama_url(value);
    return at_strndup(value.ptr, value.len);
}

static bool
is_off(struct at_str value)
{
    return at_str_is(value, "0") || at_str_eq_nocase(value, AT_STR("false"));
}

static char *
text_of(struct at_str text)
{
    return at_strndup(text.len ? text.ptr : "", text.len);
}

bool
at_profile_init(struct at_profile *profile, struct at_str id,
                at_variable_fn *variable_fn, void *user, struct at_err *err)
{
    *profile = (struct at_profile){0};
    const struct at_profile_row *row = at_profile_row_find(id);
    if (!row)
        return fail_unknown(id, err);
    struct variables from = {variable_fn, user};
    struct at_str model = model_variable(&from, row->id);
    const struct at_provider *provider =
        at_provider_find(at_str(row->provider));
    at_assert(provider);
    *profile = (struct at_profile){
        .row = row,
        .provider = provider,
        .base_url = base_url(row, provider,
                             first_variable(&from, row->base_variables, NULL)),
        .model = text_of(model.len ? model : at_str(row->model)),
        .stream = !is_off(variable(&from, "AGENTEST_MODEL_STREAM")),
    };
    profile->key =
        text_of(first_variable(&from, row->key_variables, &profile->key_from));
    return true;
}

void
at_profile_deinit(struct at_profile *profile)
{
    at_wipe_text(profile->key);
    free(profile->key_from);
    free(profile->base_url);
    free(profile->model);
    *profile = (struct at_profile){0};
}

// The host of an address that begins with scheme; "" if it has none, or a name
// of a user, by which an address looks like another one.
static struct at_str
host_of(struct at_str url, struct at_str scheme)
{
    if (!at_str_eq_nocase(at_str_head(url, scheme.len), scheme))
        return at_str("");
    url = at_str_skip(url, scheme.len);
    size_t len = 0;
    while (len < url.len && !strchr("/?#\\", url.ptr[len]))
        len++;
    struct at_str host = at_str_head(url, len);
    if (at_str_has(host, AT_STR("@")))
        return at_str("");
    size_t end = host.len;
    while (end > 0 && at_ascii_is_digit(host.ptr[end - 1]))
        end--;
    if (end > 0 && host.ptr[end - 1] == ':')
        host = at_str_head(host, end - 1);
    return host;
}

static bool
check_url(const struct at_profile *profile, bool allow_http, struct at_err *err)
{
    struct at_str url = at_str(profile->base_url);
    struct at_str plain = host_of(url, AT_STR("http://"));
    const char *variables = profile->row->base_variables;
    if (host_of(url, AT_STR("https://")).len > 0)
        return true;
    if (plain.len == 0)
        return at_fail(err, AT_EUSAGE,
                       "the address of %s is no http or https URL; set %s",
                       profile->row->id, variables);
    if (allow_http || at_host_is_loopback(plain))
        return true;
    return at_fail(err, AT_EUSAGE,
                   "the address of %s is http, which would show key and "
                   "screens to the network on the way to \"%.*s\"; set %s to "
                   "an https URL, or AGENTEST_ALLOW_HTTP_MODELS=1",
                   profile->row->id, AT_STR_ARG(plain), variables);
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

bool
at_profile_check(const struct at_profile *profile, bool allow_http,
                 struct at_err *err)
{
    if (!profile->key[0] && !(profile->row->quirks & AT_QUIRK_KEYLESS))
        return fail_keyless(profile->row, err);
    for (const char *c = profile->key; *c; c++) {
        if (*c <= ' ' || *c > '~')
            return at_fail(err, AT_EUSAGE,
                           "the key in %s has a blank or a character that no "
                           "key has",
                           profile->key_from);
    }
    return check_url(profile, allow_http, err);
}
