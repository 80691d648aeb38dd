// hidden.c: seals members of documents before they are stored
#include "tester/access/hidden.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "base/wipe.h"
#include "tester/access/vault_priv.h"
#include "wire/json.h"

static const char sealed_member[] = "sealed";

static const struct {
    enum at_store_kind kind;
    const char *kind_name; // in the name of what is sealed, and in messages
    const char *member;
    const char *word; // for messages
} members[] = {
    {AT_STORE_WEBHOOK, "webhook", "secret", "secret"},
    {AT_STORE_WEBHOOK, "webhook", "url",
     "address"}, // with most services a secret, too
    {AT_STORE_PROFILE, "model", "key", "key"},
    {AT_STORE_PROFILE, "model", "headers", "headers"},
};

// No secret of a scenario has such an id, nor any other member.
static char *
sealed_id(size_t member, const char *id)
{
    return at_strfmt("%s/%s/%s", members[member].kind_name, id,
                     members[member].member);
}

static bool
open_member(const struct at_vault *vault, size_t member, const char *id,
            const json_t *sealed, json_t *json)
{
    struct at_buf text = AT_BUF_INIT(AT_MIB);
    char *name = sealed_id(member, id);
    json_t *value = NULL;
    if (at_vault_unseal_locked(vault, name, sealed, &text))
        value = json_loadb(at_buf_text(&text), text.len, JSON_DECODE_ANY, NULL);
    if (value)
        at_json_set(json, members[member].member, value);
    free(name);
    at_wipe_buf(&text);
    return value != NULL;
}

// An earlier version may have stored a plain one beside it: that is newer.
static const json_t *
sealed_of(const json_t *json, enum at_store_kind kind, size_t member)
{
    const json_t *all = json_object_get(json, sealed_member);
    return members[member].kind == kind &&
                   !json_object_get(json, members[member].member)
               ? json_object_get(all, members[member].member)
               : NULL;
}

static bool
has_sealed(const json_t *json, enum at_store_kind kind)
{
    for (size_t i = 0; i < AT_LEN(members); i++) {
        if (sealed_of(json, kind, i))
            return true;
    }
    return false;
}

static bool
open_all_locked(struct at_vault *vault, enum at_store_kind kind, const char *id,
                json_t *json, struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    bool ok = at_vault_keys_locked(vault, false, &why);
    if (!ok && why.code == AT_ENOTFOUND)
        return at_fail(err, AT_EIO,
                       "the keys of the stored secrets are missing: restore "
                       "them from a copy, or set the secrets again");
    if (!ok)
        return at_err_pass(err, &why);
    for (size_t i = 0; i < AT_LEN(members); i++) {
        const json_t *sealed = sealed_of(json, kind, i);
        if (sealed && !open_member(vault, i, id, sealed, json))
            ok = at_fail(err, AT_EIO,
                         "the stored %s of the %s '%s' cannot be decrypted: it "
                         "was damaged, or copied from elsewhere; set it again",
                         members[i].word, members[i].kind_name, id);
    }
    return ok;
}

bool
at_hidden_open(struct at_vault *vault, enum at_store_kind kind, const char *id,
               json_t *json, struct at_err *err)
{
    bool ok = true;
    if (!vault)
        return true;
    if (has_sealed(json, kind)) {
        pthread_mutex_lock(&vault->lock);
        ok = open_all_locked(vault, kind, id, json, err);
        pthread_mutex_unlock(&vault->lock);
    }
    json_object_del(json, sealed_member);
    return ok;
}

static bool
is_hidden(const json_t *json, enum at_store_kind kind, size_t member)
{
    return members[member].kind == kind &&
           json_object_get(json, members[member].member) != NULL;
}

static bool
has_hidden(const json_t *json, enum at_store_kind kind)
{
    for (size_t i = 0; i < AT_LEN(members); i++) {
        if (is_hidden(json, kind, i))
            return true;
    }
    return false;
}

static bool
seal_member(const struct at_vault *vault, size_t member, const char *id,
            json_t *json, json_t *sealed, struct at_err *err)
{
    const char *name = members[member].member;
    json_t *own = json_object();
    char *full = sealed_id(member, id);
    char *text = json_dumps(json_object_get(json, name), JSON_ENCODE_ANY);
    bool ok = text && at_vault_seal_locked(vault, full, at_str(text), own, err);
    at_json_set(sealed, name, own);
    if (ok)
        json_object_del(json, name);
    at_wipe_text(text);
    free(full);
    return ok;
}

// Seal the members of json, which is the caller's own.
static bool
seal_all(const struct at_vault *vault, enum at_store_kind kind, const char *id,
         json_t *json, struct at_err *err)
{
    json_t *sealed = json_object();
    bool ok = true;
    for (size_t i = 0; ok && i < AT_LEN(members); i++) {
        if (is_hidden(json, kind, i))
            ok = seal_member(vault, i, id, json, sealed, err);
    }
    at_json_set(json, sealed_member, sealed);
    return ok;
}

static bool
put_locked(struct at_vault *vault, struct at_store_db *store,
           enum at_store_kind kind, int64_t expected, struct at_store_doc *doc,
           struct at_err *err)
{
    json_t *plain = doc->json;
    if (!at_vault_keys_locked(vault, true, err))
        return false;
    if (doc->id[0] == '\0')
        at_store_new_id(doc->id);
    int64_t revision = vault->revision;
    doc->json = json_copy(plain);
    bool ok = seal_all(vault, kind, doc->id, doc->json, err) &&
              store->ops->put(store, kind, expected, doc, err) &&
              at_vault_unchanged_locked(vault, revision, err);
    json_decref(doc->json);
    doc->json = plain;
    return ok;
}

bool
at_hidden_put(struct at_vault *vault, struct at_store_db *store,
              enum at_store_kind kind, int64_t expected,
              struct at_store_doc *doc, struct at_err *err)
{
    if (!vault || !has_hidden(doc->json, kind))
        return store->ops->put(store, kind, expected, doc, err);
    pthread_mutex_lock(&vault->lock);
    bool ok = put_locked(vault, store, kind, expected, doc, err);
    pthread_mutex_unlock(&vault->lock);
    return ok;
}

// --- A new key.

static bool
seal_again_locked(struct at_vault *vault, enum at_store_kind kind,
                  const char *id, struct at_err *err)
{
    struct at_store_db *store = vault->store;
    struct at_store_doc doc = {0};
    struct at_err why = AT_ERR_INIT;
    bool ok = store->ops->get(store, kind, at_str(id), &doc, &why);
    if (ok && has_sealed(doc.json, kind)) {
        json_t *json = json_copy(doc.json);
        json_decref(doc.json);
        doc.json = json;
        ok = open_all_locked(vault, kind, id, json, &why) &&
             seal_all(vault, kind, id, json, &why) &&
             store->ops->put(store, kind, doc.revision, &doc, &why);
    }
    at_store_doc_deinit(&doc);
    return ok || why.code == AT_ENOTFOUND || at_err_pass(err, &why);
}

static bool
seal_kind_locked(struct at_vault *vault, enum at_store_kind kind,
                 struct at_err *err)
{
    struct at_store_db *store = vault->store;
    const struct at_store_query query = {.kind = kind,
                                         .limit = AT_STORE_LIST_MAX};
    struct at_store_list list = {0};
    bool ok = store->ops->list(store, &query, &list, err);
    for (size_t i = 0; ok && i < list.count; i++)
        ok = seal_again_locked(vault, kind, list.docs[i].id, err);
    at_store_list_deinit(&list);
    return ok;
}

bool
at_hidden_seal_all_locked(struct at_vault *vault, struct at_err *err)
{
    return seal_kind_locked(vault, AT_STORE_WEBHOOK, err) &&
           seal_kind_locked(vault, AT_STORE_PROFILE, err);
}
