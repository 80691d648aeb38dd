// vault.c: secrets in the store, sealed under their names
#include "tester/access/vault.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/ascii.h"
#include "base/limits.h"
#include "base/wipe.h"
#include "sys/clock.h"
#include "sys/private.h"
#include "tester/access/vault_priv.h"
#include "tester/env.h"
#include "wire/json.h"

static const char key_variable[] = "AGENTEST_SECRETS_KEY";
static const char file_variable[] = "AGENTEST_SECRETS_KEY_FILE";

static bool
check_key(struct at_str key, struct at_err *err)
{
    return (key.len >= AT_VAULT_KEY_MIN && key.len <= AT_VAULT_KEY_MAX) ||
           at_fail(err, AT_EUSAGE,
                   "the key of stored secrets must have %d to %d characters; "
                   "openssl rand -base64 32 prints one",
                   AT_VAULT_KEY_MIN, AT_VAULT_KEY_MAX);
}

static bool
read_key(const struct at_env *env, struct at_buf *out, struct at_err *err)
{
    const char *key = at_env_variable((void *)(uintptr_t)env, key_variable);
    const char *file = at_env_variable((void *)(uintptr_t)env, file_variable);
    bool has_key = key && key[0];
    bool has_file = file && file[0];
    if (has_key && has_file)
        return at_fail(err, AT_EUSAGE, "set %s or %s, not both", key_variable,
                       file_variable);
    if (has_key)
        at_buf_add_text(out, key);
    unsetenv(key_variable);
    if (has_file && !at_private_read_line(file, "key file", out, err))
        return false;
    return (!has_key && !has_file) || check_key(at_buf_str(out), err);
}

bool
at_vault_new(const struct at_env *env, struct at_store_db *store,
             struct at_vault **out, struct at_err *err)
{
    struct at_vault *vault = at_alloc(sizeof(*vault));
    *vault = (struct at_vault){.store = store,
                               .text = AT_BUF_INIT(AT_VAULT_KEY_MAX + 1)};
    pthread_mutex_init(&vault->lock, NULL);
    *out = vault;
    if (read_key(env, &vault->text, err))
        return true;
    at_vault_free(vault);
    *out = NULL;
    return false;
}

void
at_vault_free(struct at_vault *vault)
{
    if (!vault)
        return;
    at_vault_forget_locked(vault);
    at_wipe_buf(&vault->text);
    free(vault->own_file);
    pthread_mutex_destroy(&vault->lock);
    free(vault);
}

bool
at_vault_id(struct at_str name, char out[AT_STORE_KEY_MAX + 1])
{
    if (name.len == 0 || name.len > AT_SECRET_NAME_MAX_BYTES ||
        name.len > AT_STORE_KEY_MAX)
        return false;
    for (size_t i = 0; i < name.len; i++) {
        char c = name.ptr[i];
        if (!at_ascii_is_name(c))
            return false;
        if (c >= 'A' && c <= 'Z')
            c = (char)(c - 'A' + 'a');
        out[i] = at_ascii_is_alnum(c) ? c : '_';
    }
    out[name.len] = '\0';
    return true;
}

static bool
check_name(struct at_str name, char out[AT_STORE_KEY_MAX + 1],
           struct at_err *err)
{
    return at_vault_id(name, out) ||
           at_fail(err, AT_EUSAGE,
                   "a secret's name has up to %zu letters, digits, '.', '_' "
                   "and '-'",
                   AT_SECRET_NAME_MAX_BYTES);
}

static void
write_name(const char *id, struct at_str key, struct at_buf *out)
{
    at_buf_add_fmt(out, "agentest secret 1 %.*s %s", AT_STR_ARG(key), id);
}

bool
at_vault_unseal_locked(const struct at_vault *vault, const char *id,
                       const json_t *json, struct at_buf *out)
{
    struct at_buf name = AT_BUF_INIT(256);
    struct at_str key_id = at_json_get_str(json, "key");
    const struct at_vault_key *key = at_vault_key_locked(vault, key_id);
    write_name(id, key_id, &name);
    bool ok = key && at_seal_open(&key->key, at_buf_str(&name),
                                  at_json_get_str(json, "sealed"), out);
    at_buf_deinit(&name);
    return ok;
}

static bool
open_locked(const struct at_vault *vault, const struct at_store_doc *doc,
            struct at_buf *out, struct at_err *err)
{
    return at_vault_unseal_locked(vault, doc->id, doc->json, out) ||
           at_fail(err, AT_EIO,
                   "the stored secret '%s' cannot be decrypted: it was "
                   "damaged, or copied from elsewhere; set it again",
                   doc->id);
}

bool
at_vault_get(struct at_vault *vault, const char *id, struct at_buf *out,
             struct at_err *err)
{
    struct at_store_db *store = vault->store;
    struct at_store_doc doc = {0};
    if (!store->ops->get(store, AT_STORE_SECRET, at_str(id), &doc, err)) {
        at_store_doc_deinit(&doc);
        return false;
    }
    pthread_mutex_lock(&vault->lock);
    struct at_err why = AT_ERR_INIT;
    bool ok = at_vault_keys_locked(vault, false, &why) &&
              open_locked(vault, &doc, out, &why);
    pthread_mutex_unlock(&vault->lock);
    if (!ok && why.code == AT_ENOTFOUND) // it must not look like no secret
        at_fail(&why, AT_EIO,
                "the keys of the stored secrets are missing: restore them "
                "from a copy, or set the secrets again");
    if (!ok)
        at_err_pass(err, &why);
    at_store_doc_deinit(&doc);
    return ok;
}

static bool
check_value(struct at_str value, struct at_err *err)
{
    if (value.len == 0)
        return at_fail(err, AT_EUSAGE, "a secret's value must not be empty");
    if (value.len > AT_SECRET_MAX_BYTES)
        return at_fail(err, AT_EUSAGE, "a secret's value has up to %zu bytes",
                       AT_SECRET_MAX_BYTES);
    return (at_utf8_valid(value) && !memchr(value.ptr, '\0', value.len)) ||
           at_fail(err, AT_EUSAGE, "a secret's value must be UTF-8 text");
}

bool
at_vault_seal_locked(const struct at_vault *vault, const char *id,
                     struct at_str text, json_t *json, struct at_err *err)
{
    struct at_buf name = AT_BUF_INIT(256);
    struct at_buf sealed = AT_BUF_INIT(2 * text.len + AT_KIB);
    const struct at_vault_key *key = &vault->keys[0];
    write_name(id, at_str(key->id), &name);
    bool ok = at_seal(&key->key, at_buf_str(&name), text, &sealed, err);
    if (ok) {
        at_json_set_text(json, "key", key->id);
        at_json_set_text(json, "sealed", at_buf_text(&sealed));
    }
    at_buf_deinit(&name);
    at_buf_deinit(&sealed);
    return ok;
}

static bool
has_room(struct at_vault *vault, struct at_err *err)
{
    struct at_argv ids = AT_ARGV_INIT;
    bool ok = at_vault_ids(vault, &ids, err) &&
              (ids.count < AT_VAULT_SECRETS_MAX ||
               at_fail(err, AT_ELIMIT, "there are %zu secrets: remove some",
                       AT_VAULT_SECRETS_MAX));
    at_argv_deinit(&ids);
    return ok;
}

bool
at_vault_unchanged_locked(struct at_vault *vault, int64_t revision,
                          struct at_err *err)
{
    bool same = at_vault_keys_locked(vault, false, err);
    return same && (vault->revision == revision ||
                    at_fail(err, AT_EBUSY,
                            "the key was changed in the meantime: set the "
                            "secret again"));
}

static bool
put_locked(struct at_vault *vault, struct at_str value,
           struct at_store_doc *doc, struct at_err *err)
{
    struct at_store_db *store = vault->store;
    if (!at_vault_keys_locked(vault, true, err) ||
        !at_vault_seal_locked(vault, doc->id, value, doc->json, err))
        return false;
    int64_t revision = vault->revision;
    return store->ops->put(store, AT_STORE_SECRET, -1, doc, err) &&
           at_vault_unchanged_locked(vault, revision, err);
}

bool
at_vault_set(struct at_vault *vault, struct at_str name, struct at_str value,
             const char *by, struct at_vault_change *out, struct at_err *err)
{
    struct at_store_doc doc = {0};
    *out = (struct at_vault_change){.before = 0};
    if (!check_name(name, out->id, err) || !check_value(value, err) ||
        !has_room(vault, err))
        return false;
    doc.json = json_pack("{s:o}", "by", at_json_text(at_str(by)));
    memcpy(doc.id, out->id, sizeof(out->id));
    pthread_mutex_lock(&vault->lock);
    bool ok = put_locked(vault, value, &doc, err);
    pthread_mutex_unlock(&vault->lock);
    out->after = doc.revision;
    out->before = doc.revision - 1;
    at_store_doc_deinit(&doc);
    return ok;
}

bool
at_vault_remove(struct at_vault *vault, struct at_str name,
                struct at_vault_change *out, struct at_err *err)
{
    struct at_store_db *store = vault->store;
    struct at_store_doc doc = {0};
    *out = (struct at_vault_change){.before = 0};
    if (!at_vault_id(name, out->id))
        return at_fail(err, AT_ENOTFOUND, "there is no stored secret '%.*s'",
                       AT_STR_ARG(at_utf8_head(name, AT_STORE_KEY_MAX)));
    (void)!store->ops->get(store, AT_STORE_SECRET, at_str(out->id), &doc, NULL);
    out->before = doc.revision;
    at_store_doc_deinit(&doc);
    if (store->ops->remove(store, AT_STORE_SECRET, at_str(out->id), err))
        return true;
    if (err && err->code == AT_ENOTFOUND)
        at_fail(err, AT_ENOTFOUND, "there is no stored secret '%s'", out->id);
    return false;
}

static bool
list_all(struct at_vault *vault, struct at_store_list *out, struct at_err *err)
{
    struct at_store_db *store = vault->store;
    const struct at_store_query query = {.kind = AT_STORE_SECRET,
                                         .limit = AT_STORE_LIST_MAX};
    return store->ops->list(store, &query, out, err);
}

static bool
is_secret(const struct at_store_doc *doc)
{
    return strcmp(doc->id, AT_VAULT_KEYS_ID) != 0;
}

json_t *
at_vault_json(struct at_vault *vault, struct at_err *err)
{
    struct at_store_list list;
    if (!list_all(vault, &list, err))
        return NULL;
    json_t *out = json_array();
    for (size_t i = list.count; i > 0; i--) {
        const struct at_store_doc *doc = &list.docs[i - 1];
        char at[AT_RFC3339_MAX];
        if (!is_secret(doc))
            continue;
        at_wall_write(doc->updated_ms, at);
        json_array_append_new(
            out,
            json_pack("{s:s, s:s, s:o}", "name", doc->id, "updatedAt", at, "by",
                      at_json_text(at_json_get_str(doc->json, "by"))));
    }
    at_store_list_deinit(&list);
    return out;
}

bool
at_vault_ids(struct at_vault *vault, struct at_argv *out, struct at_err *err)
{
    struct at_store_list list;
    if (!list_all(vault, &list, err))
        return false;
    for (size_t i = list.count; i > 0; i--) {
        if (is_secret(&list.docs[i - 1]))
            at_argv_add(out, list.docs[i - 1].id);
    }
    at_store_list_deinit(&list);
    return true;
}

// Without stored keys, any key is the right one.
bool
at_vault_check(struct at_vault *vault, struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    pthread_mutex_lock(&vault->lock);
    bool ok = at_vault_keys_locked(vault, false, &why);
    if (!ok && why.code == AT_ENOTFOUND)
        ok = vault->text.len > 0 || vault->own_file ||
             at_vault_keys_locked(vault, true, &why);
    pthread_mutex_unlock(&vault->lock);
    return ok || at_err_pass(err, &why);
}

// Seal a secret with the first key. One that was changed or removed in the
// meantime is left alone: it is sealed with the new key, or gone.
static bool
seal_again_locked(struct at_vault *vault, const char *id, struct at_err *err)
{
    struct at_store_db *store = vault->store;
    struct at_store_doc doc = {0};
    struct at_buf value = AT_BUF_INIT(AT_SECRET_MAX_BYTES);
    struct at_err why = AT_ERR_INIT;
    bool ok = store->ops->get(store, AT_STORE_SECRET, at_str(id), &doc, &why);
    struct at_str key = at_json_get_str(doc.json, "key");
    if (ok && !at_str_is(key, vault->keys[0].id)) {
        ok = open_locked(vault, &doc, &value, &why) &&
             at_vault_seal_locked(vault, doc.id, at_buf_str(&value), doc.json,
                                  &why) &&
             store->ops->put(store, AT_STORE_SECRET, doc.revision, &doc, &why);
    }
    at_wipe_buf(&value);
    at_store_doc_deinit(&doc);
    return ok || why.code == AT_ENOTFOUND || at_err_pass(err, &why);
}

static bool
seal_all_locked(struct at_vault *vault, struct at_err *err)
{
    struct at_argv ids = AT_ARGV_INIT;
    bool ok = at_vault_ids(vault, &ids, err);
    for (size_t i = 0; ok && i < ids.count; i++)
        ok = seal_again_locked(vault, ids.words[i], err);
    at_argv_deinit(&ids);
    return ok;
}

// First the new key opens all keys, then all secrets have a new one, and then
// the old ones go.
static bool
rekey_locked(struct at_vault *vault, struct at_str key, struct at_err *err)
{
    if (!at_vault_keys_locked(vault, true, err))
        return false;
    int64_t revision = vault->revision;
    if (!at_vault_keys_add_locked(vault, err) ||
        !at_vault_keys_put_locked(vault, key, revision, err)) {
        at_vault_forget_locked(vault);
        return false;
    }
    at_wipe_buf(&vault->text);
    vault->text = (struct at_buf)AT_BUF_INIT(AT_VAULT_KEY_MAX + 1);
    at_buf_add_str(&vault->text, key);
    if (!seal_all_locked(vault, err) ||
        !at_hidden_seal_all_locked(vault, err)) {
        at_err_add(err, "the new key opens all secrets already; set it and run "
                        "secrets rekey again");
        return false;
    }
    revision = vault->revision;
    vault->key_count = 1;
    if (at_vault_keys_put_locked(vault, key, revision, err)) {
        at_vault_own_drop(vault);
        return true;
    }
    at_vault_forget_locked(vault);
    return false;
}

bool
at_vault_rekey(struct at_vault *vault, struct at_str key, struct at_err *err)
{
    if (!check_key(key, err))
        return false;
    pthread_mutex_lock(&vault->lock);
    bool ok = rekey_locked(vault, key, err);
    pthread_mutex_unlock(&vault->lock);
    return ok;
}
