// webhook_doc.c: reads, checks and shows webhooks
#include "tester/webhook/webhook_doc.h"

#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "base/wipe.h"
#include "tester/access/hidden.h"
#include "tester/webhook/signature.h"
#include "wire/json.h"

enum { NAME_MAX_BYTES = 200, URL_MAX_BYTES = 2000 };

#define HIDDEN "\xe2\x80\xa6" // …

const char *const at_webhook_event_names[AT_WEBHOOK_EVENTS] = {
    [AT_WEBHOOK_RUN_ENDED] = "run.ended",
    [AT_WEBHOOK_RUN_FAILED] = "run.failed",
    [AT_WEBHOOK_SUITE_ENDED] = "suite.ended",
    [AT_WEBHOOK_SUITE_FAILED] = "suite.failed",
    [AT_WEBHOOK_HOST_LOST] = "host.lost",
};

static const char *const template_names[AT_WEBHOOK_TEMPLATES] = {
    [AT_WEBHOOK_JSON] = "json",
    [AT_WEBHOOK_SLACK] = "slack",
    [AT_WEBHOOK_GITHUB_STATUS] = "github-status",
    [AT_WEBHOOK_GITHUB_CHECK] = "github-check",
};

void
at_webhook_deinit(struct at_webhook *webhook)
{
    free(webhook->name);
    at_wipe_text(webhook->url);
    at_wipe_text(webhook->secret);
    free(webhook->link);
    free(webhook->locked);
    *webhook = (struct at_webhook){0};
}

static bool
fail_member(struct at_err *err, const char *member, const char *words)
{
    at_fail(err, AT_EUSAGE, "'%s' %s", member, words);
    at_err_field(err, member);
    return false;
}

static size_t
find_name(struct at_str name, const char *const *names, size_t count)
{
    size_t i = 0;
    while (i < count && !at_str_is(name, names[i]))
        i++;
    return i;
}

static bool
read_events(const json_t *json, struct at_webhook *out, struct at_err *err)
{
    const json_t *events = json_object_get(json, "events");
    for (size_t i = 0; i < json_array_size(events); i++) {
        size_t event = find_name(at_json_str(json_array_get(events, i)),
                                 at_webhook_event_names, AT_WEBHOOK_EVENTS);
        if (event == AT_WEBHOOK_EVENTS)
            return fail_member(err, "events",
                               "may have run.ended, run.failed, suite.ended, "
                               "suite.failed and host.lost");
        out->events |= 1U << event;
    }
    return out->events != 0 ||
           fail_member(err, "events",
                       "needs at least one of run.ended, run.failed, "
                       "suite.ended, suite.failed and host.lost");
}

static bool
read_template(const json_t *json, struct at_webhook *out, struct at_err *err)
{
    struct at_str name = at_json_get_str(json, "template");
    size_t found = name.len == 0
                       ? AT_WEBHOOK_JSON
                       : find_name(name, template_names, AT_WEBHOOK_TEMPLATES);
    out->template = (enum at_webhook_template)found;
    return found < AT_WEBHOOK_TEMPLATES ||
           fail_member(err, "template",
                       "must be json, slack, github-status or github-check");
}

static bool
has_control(struct at_str text)
{
    for (size_t i = 0; i < text.len; i++) {
        if ((unsigned char)text.ptr[i] <= ' ' || text.ptr[i] == 0x7f)
            return true;
    }
    return false;
}

// Check what libcurl would not: it sends names and passwords of an address.
static bool
check_address(struct at_str url, const char *member, bool allow_http,
              struct at_err *err)
{
    bool https = at_str_starts(url, AT_STR("https://"));
    bool http = at_str_starts(url, AT_STR("http://"));
    struct at_str host = at_str_skip(url, https ? 8 : 7);
    for (size_t i = 0; i < host.len; i++) {
        if (strchr("/?#", host.ptr[i])) {
            host.len = i;
            break;
        }
    }
    if ((!https && !http) || host.len == 0 || url.len > URL_MAX_BYTES ||
        has_control(url))
        return fail_member(err, member, "must be https://HOST[:PORT]/PATH");
    if (at_str_has(host, AT_STR("@")))
        return fail_member(err, member, "must not have a name or a password");
    return https || allow_http ||
           fail_member(err, member,
                       "must be https: http is for private addresses, with "
                       "'allowPrivate'");
}

static bool
read_url(const json_t *json, struct at_webhook *out, struct at_err *err)
{
    struct at_str url = at_str_trim(at_json_get_str(json, "url"));
    bool is_github = out->template == AT_WEBHOOK_GITHUB_STATUS ||
                     out->template == AT_WEBHOOK_GITHUB_CHECK;
    while (is_github && at_str_ends(url, AT_STR("/")))
        url.len--;
    out->url = at_strndup(url.ptr, url.len);
    if (!check_address(url, "url", out->allow_private, err))
        return false;
    return !is_github || at_str_has(url, AT_STR("/repos/")) ||
           fail_member(err, "url",
                       "must be https://api.github.com/repos/OWNER/REPO");
}

static bool
read_texts(const json_t *json, struct at_webhook *out, struct at_err *err)
{
    struct at_str name = at_str_trim(at_json_get_str(json, "name"));
    struct at_str secret = at_json_get_str(json, "secret");
    struct at_str link = at_str_trim(at_json_get_str(json, "link"));
    while (at_str_ends(link, AT_STR("/")))
        link.len--;
    out->name = at_strndup(name.ptr, name.len);
    out->secret = at_strndup(secret.ptr, secret.len);
    out->link = at_strndup(link.ptr, link.len);
    if (name.len == 0 || name.len > NAME_MAX_BYTES)
        return fail_member(err, "name", "must have 1 to 200 characters");
    if (secret.len > AT_WEBHOOK_SECRET_MAX_BYTES || has_control(secret))
        return fail_member(err, "secret",
                           "must have up to 1000 characters and no blanks");
    return link.len == 0 || check_address(link, "link", true, err);
}

static bool
read_flag(const json_t *json, const char *member, bool otherwise, bool *out,
          struct at_err *err)
{
    const json_t *value = json_object_get(json, member);
    *out = value ? json_is_true(value) : otherwise;
    return !value || json_is_boolean(value) ||
           fail_member(err, member, "must be true or false");
}

static bool
read_json(const json_t *json, struct at_webhook *out, struct at_err *err)
{
    return read_texts(json, out, err) &&
           read_flag(json, "enabled", true, &out->enabled, err) &&
           read_flag(json, "allowPrivate", false, &out->allow_private, err) &&
           read_events(json, out, err) && read_template(json, out, err) &&
           (out->locked || read_url(json, out, err));
}

bool
at_webhook_read(struct at_vault *vault, const struct at_store_doc *doc,
                struct at_webhook *out, struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    json_t *json = json_copy(doc->json);
    *out = (struct at_webhook){.changed_ms = doc->updated_ms};
    at_str_cut(out->id, sizeof(out->id), at_str(doc->id));
    if (!at_hidden_open(vault, AT_STORE_WEBHOOK, doc->id, json, &why)) {
        out->locked = at_strdup(why.msg);
        out->url = at_strdup("");
    }
    bool ok = read_json(json, out, err);
    json_decref(json);
    return ok;
}

// The client has not seen these, so it can only send new ones.
static void
keep_hidden(json_t *json, const json_t *was)
{
    json_t *secret = json_object_get(was, "secret");
    json_t *url = json_object_get(was, "url");
    struct at_str sent = at_json_get_str(json, "url");
    if (secret && !json_object_get(json, "secret"))
        json_object_set(json, "secret", secret);
    if (url && (sent.len == 0 || at_str_ends(sent, AT_STR(HIDDEN))))
        json_object_set(json, "url", url);
}

static bool
has_address(const json_t *json)
{
    struct at_str url = at_json_get_str(json, "url");
    return url.len > 0 && !at_str_ends(url, AT_STR(HIDDEN));
}

static json_t *
stored(const struct at_webhook *webhook)
{
    json_t *out = json_object();
    json_t *events = json_array();
    for (int i = 0; i < AT_WEBHOOK_EVENTS; i++) {
        if (webhook->events >> i & 1)
            json_array_append_new(events,
                                  json_string(at_webhook_event_names[i]));
    }
    at_json_set_text(out, "name", webhook->name);
    at_json_set_text(out, "url", webhook->url);
    at_json_set(out, "events", events);
    at_json_set_text(out, "template", template_names[webhook->template]);
    if (webhook->secret[0])
        at_json_set_text(out, "secret", webhook->secret);
    if (webhook->link[0])
        at_json_set_text(out, "link", webhook->link);
    at_json_set(out, "enabled", json_boolean(webhook->enabled));
    at_json_set(out, "allowPrivate", json_boolean(webhook->allow_private));
    return out;
}

// Those that cannot be read are not kept, so a client has to send them all.
static bool
take_hidden(struct at_vault *vault, const struct at_store_doc *was,
            json_t *json, struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    json_t *before = json_copy(was->json);
    bool ok = at_hidden_open(vault, AT_STORE_WEBHOOK, was->id, before, &why);
    keep_hidden(json, before);
    json_decref(before);
    return ok || (json_object_get(json, "secret") && has_address(json)) ||
           at_err_pass(err, &why);
}

json_t *
at_webhook_take(struct at_vault *vault, const json_t *json,
                const struct at_store_doc *was, struct at_err *err)
{
    struct at_webhook webhook = {0};
    json_t *all =
        json_is_object(json) ? json_copy((json_t *)json) : json_object();
    json_t *out = NULL;
    if ((!was || take_hidden(vault, was, all, err)) &&
        read_json(all, &webhook, err))
        out = stored(&webhook);
    at_webhook_deinit(&webhook);
    json_decref(all);
    return out;
}

// Show the scheme and the host of an address whose path is a secret.
static void
hide_path(json_t *json)
{
    struct at_str url = at_json_get_str(json, "url");
    ptrdiff_t host = at_str_find(url, AT_STR("://"));
    if (host < 0)
        return;
    struct at_str rest = at_str_skip(url, (size_t)host + 3);
    ptrdiff_t path = at_str_find(rest, AT_STR("/"));
    size_t len = path < 0 ? url.len : (size_t)host + 3 + (size_t)path;
    char *shown = at_strfmt("%.*s/" HIDDEN, (int)len, url.ptr);
    at_json_set_text(json, "url", shown);
    free(shown);
}

json_t *
at_webhook_show(struct at_vault *vault, const struct at_store_doc *doc)
{
    struct at_err err = AT_ERR_INIT;
    json_t *out = json_copy(doc->json);
    bool has_secret =
        json_object_get(json_object_get(out, "sealed"), "secret") ||
        at_json_get_str(out, "secret").len > 0;
    if (!at_hidden_open(vault, AT_STORE_WEBHOOK, doc->id, out, &err)) {
        at_json_set_text(out, "url", HIDDEN);
        at_json_set(out, "locked", at_json_text(at_str(err.msg)));
    }
    at_json_set(out, "secretSet", json_boolean(has_secret));
    json_object_del(out, "secret");
    if (at_str_is(at_json_get_str(out, "template"), "slack"))
        hide_path(out);
    return out;
}

// A server that repeats an address repeats its path.
static struct at_str
path_of(struct at_str url)
{
    ptrdiff_t host = at_str_find(url, AT_STR("://"));
    struct at_str rest =
        at_str_skip(url, host < 0 ? url.len : (size_t)host + 3);
    ptrdiff_t path = at_str_find(rest, AT_STR("/"));
    return at_str_skip(rest, path < 0 ? rest.len : (size_t)path + 1);
}

void
at_webhook_mask(const struct at_webhook *webhook, struct at_str text,
                struct at_buf *out)
{
    struct at_str url =
        at_str(webhook->template == AT_WEBHOOK_SLACK ? webhook->url : "");
    const struct at_str hidden[] = {at_str(webhook->secret), url, path_of(url)};
    while (text.len > 0) {
        size_t skipped = 0;
        for (size_t i = 0; i < AT_LEN(hidden); i++) {
            if (hidden[i].len > skipped && at_str_starts(text, hidden[i]))
                skipped = hidden[i].len;
        }
        if (skipped > 0)
            at_buf_add_text(out, HIDDEN);
        else
            at_buf_add_char(out, text.ptr[0]);
        text = at_str_skip(text, skipped > 0 ? skipped : 1);
    }
}
