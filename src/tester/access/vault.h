// vault.h: secrets of scenarios in the store, encrypted at rest
//
// The key comes from AGENTEST_SECRETS_KEY, or from the first line of the file
// that AGENTEST_SECRETS_KEY_FILE names; without them, a store of one machine
// has a key of its own, in a file beside it. It opens random keys, which the
// secrets are sealed with; so a new key needs no stop of the store.
// AT_STORE_SECRET has a document for each secret, {"key","sealed","by"}, whose
// id is its name in small letters, and one for the keys,
// {"salt","keys":[{"id","sealed"}]}. Any thread may call.
#ifndef AT_TESTER_ACCESS_VAULT_H
#define AT_TESTER_ACCESS_VAULT_H

#include "base/argv.h"
#include "base/buf.h"
#include "base/err.h"
#include "store/store.h"

struct at_env;
struct at_vault;

#define AT_VAULT_SECRETS_MAX ((size_t)500)
enum {
    AT_VAULT_KEY_MIN = 16, // shortest text of a key
    AT_VAULT_KEY_MAX = 1024,
};

// Take the key from the process's environment, so that no program that is
// started has it, or from env. AT_EUSAGE: a file cannot be read, both are set,
// or the key is too short. Call it before any thread starts.
AT_CHECKED bool at_vault_new(const struct at_env *env,
                             struct at_store_db *store, struct at_vault **out,
                             struct at_err *err);
void at_vault_free(struct at_vault *vault); // wipes keys; NULL is allowed
// Use a key of the vault's own, in this file, as long as none is given. It is
// made with the first secret. A key that is given later takes its place, and
// the file is removed. Call it before any other.
void at_vault_use_file(struct at_vault *vault, const char *path);

// Write the id of the secret with this name: "api-key" is "api_key", as their
// variable is. Returns false for a name that no scenario can have.
bool at_vault_id(struct at_str name, char out[AT_STORE_KEY_MAX + 1]);

// Append a secret's value; the caller clears out with at_wipe_buf().
// AT_ENOTFOUND: there is none; AT_EUSAGE: the key is missing or another one;
// AT_EIO: it was tampered with.
AT_CHECKED bool at_vault_get(struct at_vault *vault, const char *id,
                             struct at_buf *out, struct at_err *err);
// Store a value. *out gets the document's id and revisions; its JSON is NULL.
struct at_vault_change {
    char id[AT_STORE_KEY_MAX + 1];
    int64_t before; // revisions; 0: it was not there
    int64_t after;
};
AT_CHECKED bool at_vault_set(struct at_vault *vault, struct at_str name,
                             struct at_str value, const char *by,
                             struct at_vault_change *out, struct at_err *err);
// Needs no key.
AT_CHECKED bool at_vault_remove(struct at_vault *vault, struct at_str name,
                                struct at_vault_change *out,
                                struct at_err *err);
// List the secrets, oldest name first, without values: {"name","updatedAt",
// "by"}. Needs no key. NULL with err. Owned by the caller.
json_t *at_vault_json(struct at_vault *vault, struct at_err *err);
// Append the ids of all secrets.
AT_CHECKED bool at_vault_ids(struct at_vault *vault, struct at_argv *out,
                             struct at_err *err);

// Check that secrets can be read and stored. AT_EUSAGE in words.
AT_CHECKED bool at_vault_check(struct at_vault *vault, struct at_err *err);
// Seal all secrets again, and members of documents, to be opened with this key
// from now on. If it is interrupted, all can be read with the new key, and
// another call ends it.
AT_CHECKED bool at_vault_rekey(struct at_vault *vault, struct at_str key,
                               struct at_err *err);

#endif
