// vault_keys.c: the random keys, and the given key that opens them
#include <string.h>

#include "base/base64.h"
#include "base/wipe.h"
#include "sys/random.h"
#include "tester/access/vault_priv.h"
#include "wire/json.h"

static const char wrong_key[] =
    "the stored secrets were encrypted with another key than the one in "
    "AGENTEST_SECRETS_KEY or AGENTEST_SECRETS_KEY_FILE";

void
at_vault_forget_locked(struct at_vault *vault)
{
    at_wipe(vault->keys, sizeof(vault->keys));
    vault->key_count = 0;
    vault->revision = 0;
}

const struct at_vault_key *
at_vault_key_locked(const struct at_vault *vault, struct at_str id)
{
    for (size_t i = 0; i < vault->key_count; i++) {
        if (at_str_is(id, vault->keys[i].id))
            return &vault->keys[i];
    }
    return NULL;
}

// The name that a key is sealed under.
static void
write_name(const char *id, struct at_buf *out)
{
    at_buf_add_fmt(out, "agentest key 1 %s", id);
}

static bool
read_key(const json_t *json, const struct at_seal_key *outer,
         struct at_vault_key *out)
{
    struct at_buf name = AT_BUF_INIT(256);
    struct at_buf bytes = AT_BUF_INIT(AT_SEAL_KEY_BYTES);
    struct at_str id = at_json_get_str(json, "id");
    bool ok = id.len == AT_VAULT_KEY_ID_LEN;
    at_str_cut(out->id, sizeof(out->id), id);
    write_name(out->id, &name);
    ok = ok &&
         at_seal_open(outer, at_buf_str(&name), at_json_get_str(json, "sealed"),
                      &bytes) &&
         bytes.len == AT_SEAL_KEY_BYTES;
    if (ok)
        memcpy(out->key.bytes, bytes.data, AT_SEAL_KEY_BYTES);
    at_wipe_buf(&bytes);
    at_buf_deinit(&name);
    return ok;
}

static bool
read_salt(const json_t *json, unsigned char out[AT_SEAL_SALT_BYTES])
{
    struct at_buf bytes = AT_BUF_INIT(AT_SEAL_SALT_BYTES);
    bool ok = at_base64_read(at_json_get_str(json, "salt"), &bytes) &&
              bytes.len == AT_SEAL_SALT_BYTES;
    if (ok)
        memcpy(out, bytes.data, AT_SEAL_SALT_BYTES);
    at_buf_deinit(&bytes);
    return ok;
}

static bool
open_keys(struct at_vault *vault, const struct at_store_doc *doc,
          struct at_str text, struct at_err *err)
{
    const json_t *list = json_object_get(doc->json, "keys");
    unsigned char salt[AT_SEAL_SALT_BYTES];
    struct at_seal_key outer;
    size_t count = json_array_size(list);
    if (count == 0 || count > AT_VAULT_KEYS_MAX || !read_salt(doc->json, salt))
        return at_fail(err, AT_EIO,
                       "the keys of the stored secrets are "
                       "damaged: restore them from a copy");
    if (!at_seal_derive(text, salt, &outer, err))
        return false;
    bool ok = true;
    for (size_t i = 0; ok && i < count; i++)
        ok = read_key(json_array_get(list, i), &outer, &vault->keys[i]);
    at_wipe(&outer, sizeof(outer));
    if (!ok) {
        at_vault_forget_locked(vault);
        return at_fail(err, AT_EUSAGE, "%s", wrong_key);
    }
    vault->key_count = count;
    vault->revision = doc->revision;
    return true;
}

bool
at_vault_keys_add_locked(struct at_vault *vault, struct at_err *err)
{
    if (vault->key_count == AT_VAULT_KEYS_MAX)
        return at_fail(err, AT_ELIMIT,
                       "%d changes of the key were interrupted: repeat the "
                       "last one",
                       AT_VAULT_KEYS_MAX);
    memmove(vault->keys + 1, vault->keys,
            vault->key_count * sizeof(*vault->keys));
    vault->key_count++;
    at_random_hex(vault->keys[0].id, AT_VAULT_KEY_ID_LEN);
    vault->keys[0].id[AT_VAULT_KEY_ID_LEN] = '\0';
    at_seal_key_random(&vault->keys[0].key);
    return true;
}

static json_t *
key_json(const struct at_vault_key *key, const struct at_seal_key *outer,
         struct at_err *err)
{
    struct at_buf name = AT_BUF_INIT(256);
    struct at_buf sealed = AT_BUF_INIT(1024);
    json_t *json = NULL;
    write_name(key->id, &name);
    if (at_seal(outer, at_buf_str(&name),
                at_str_n((const char *)key->key.bytes, AT_SEAL_KEY_BYTES),
                &sealed, err))
        json = json_pack("{s:s, s:s}", "id", key->id, "sealed",
                         at_buf_text(&sealed));
    at_buf_deinit(&name);
    at_buf_deinit(&sealed);
    return json;
}

bool
at_vault_keys_put_locked(struct at_vault *vault, struct at_str text,
                         int64_t expected, struct at_err *err)
{
    struct at_store_doc doc = {.id = AT_VAULT_KEYS_ID};
    struct at_buf salt_text = AT_BUF_INIT(64);
    unsigned char salt[AT_SEAL_SALT_BYTES];
    struct at_seal_key outer;
    at_random_bytes(salt, sizeof(salt));
    if (!at_seal_derive(text, salt, &outer, err))
        return false;
    at_base64_write(at_str_n((const char *)salt, sizeof(salt)), &salt_text);
    json_t *list = json_array();
    bool ok = true;
    for (size_t i = 0; ok && i < vault->key_count; i++) {
        json_t *json = key_json(&vault->keys[i], &outer, err);
        ok = json != NULL;
        if (ok)
            json_array_append_new(list, json);
    }
    doc.json =
        json_pack("{s:s, s:o}", "salt", at_buf_text(&salt_text), "keys", list);
    ok = ok && vault->store->ops->put(vault->store, AT_STORE_SECRET, expected,
                                      &doc, err);
    if (ok)
        vault->revision = doc.revision;
    at_wipe(&outer, sizeof(outer));
    at_buf_deinit(&salt_text);
    at_store_doc_deinit(&doc);
    return ok;
}

// The first key. Another process may make it at the same time.
static bool
make_first(struct at_vault *vault, struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    at_vault_forget_locked(vault);
    if (at_vault_keys_add_locked(vault, err) &&
        at_vault_keys_put_locked(vault, at_buf_str(&vault->text), 0, &why))
        return true;
    at_vault_forget_locked(vault);
    if (why.code == AT_EBUSY)
        return at_vault_keys_locked(vault, false, err);
    return at_err_pass(err, &why);
}

// The key that was given is new to this machine, whose own key opens the keys:
// from now on the given one does.
static bool
replace_own(struct at_vault *vault, const struct at_store_doc *doc)
{
    struct at_buf own = AT_BUF_INIT(AT_VAULT_KEY_MAX + 1);
    bool ok = at_vault_own_key(vault, false, &own, NULL) &&
              open_keys(vault, doc, at_buf_str(&own), NULL) &&
              at_vault_keys_put_locked(vault, at_buf_str(&vault->text),
                                       doc->revision, NULL);
    if (ok)
        at_vault_own_drop(vault);
    else
        at_vault_forget_locked(vault);
    at_wipe_buf(&own);
    return ok;
}

static bool
open_any(struct at_vault *vault, const struct at_store_doc *doc,
         struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    return open_keys(vault, doc, at_buf_str(&vault->text), &why) ||
           replace_own(vault, doc) || at_err_pass(err, &why);
}

// Without a key that was given, that of the vault's own file. A new one is made
// for new keys only: it could not open others.
static bool
need_text(struct at_vault *vault, bool make, struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    if (vault->text.len > 0 ||
        at_vault_own_key(vault, make, &vault->text, &why))
        return true;
    if (why.code != AT_OK)
        return at_err_pass(err, &why);
    return at_fail(err, AT_EUSAGE,
                   "stored secrets need a key: set AGENTEST_SECRETS_KEY, or "
                   "AGENTEST_SECRETS_KEY_FILE");
}

bool
at_vault_keys_locked(struct at_vault *vault, bool create, struct at_err *err)
{
    struct at_store_db *store = vault->store;
    struct at_store_doc doc = {0};
    struct at_err why = AT_ERR_INIT;
    bool found = store->ops->get(store, AT_STORE_SECRET,
                                 AT_STR(AT_VAULT_KEYS_ID), &doc, &why);
    bool ok = found;
    if (!found && (why.code != AT_ENOTFOUND || !create))
        ok = at_err_pass(err, &why);
    else if (!need_text(vault, !found, err))
        ok = false;
    else if (!found)
        ok = make_first(vault, err);
    else if (doc.revision != vault->revision)
        ok = open_any(vault, &doc, err);
    at_store_doc_deinit(&doc);
    return ok;
}
