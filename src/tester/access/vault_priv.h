// vault_priv.h: the keys of a vault, for its own files
#ifndef AT_TESTER_ACCESS_VAULT_PRIV_H
#define AT_TESTER_ACCESS_VAULT_PRIV_H

#include <pthread.h>

#include "tester/access/seal.h"
#include "tester/access/vault.h"

#define AT_VAULT_KEYS_ID "key-ring" // no secret's: ids of those have no '-'

enum { AT_VAULT_KEY_ID_LEN = 16, AT_VAULT_KEYS_MAX = 8 };

// A key that secrets are sealed with; the first one seals new ones.
struct at_vault_key {
    char id[AT_VAULT_KEY_ID_LEN + 1];
    struct at_seal_key key;
};

struct at_vault {
    struct at_store_db *store;
    char *own_file;       // owned; NULL: no key of its own
    pthread_mutex_t lock; // guards the following members
    struct at_buf text;   // the key as it was given; "": none
    int64_t revision;     // the keys' document; 0: they are not read
    struct at_vault_key keys[AT_VAULT_KEYS_MAX];
    size_t key_count;
};

// Read and open the keys, unless they are known. create: make the first one.
// AT_ENOTFOUND: there is none.
AT_CHECKED bool at_vault_keys_locked(struct at_vault *vault, bool create,
                                     struct at_err *err);
// Store these keys, to be opened with that text. AT_EBUSY: another process has
// changed them.
AT_CHECKED bool at_vault_keys_put_locked(struct at_vault *vault,
                                         struct at_str text, int64_t expected,
                                         struct at_err *err);
// Add a random key at the front.
AT_CHECKED bool at_vault_keys_add_locked(struct at_vault *vault,
                                         struct at_err *err);
const struct at_vault_key *at_vault_key_locked(const struct at_vault *vault,
                                               struct at_str id);
void at_vault_forget_locked(struct at_vault *vault);
// Read the key of the vault's own file into out; make: create it. Returns false
// without an error if there is none.
AT_CHECKED bool at_vault_own_key(const struct at_vault *vault, bool make,
                                 struct at_buf *out, struct at_err *err);
// Remove that file, which opens nothing any more.
void at_vault_own_drop(const struct at_vault *vault);

// Seal a text with the first key into {"key","sealed"} of json, to be opened
// under this id. Needs the vault's keys, as the next two do.
AT_CHECKED bool at_vault_seal_locked(const struct at_vault *vault,
                                     const char *id, struct at_str text,
                                     json_t *json, struct at_err *err);
// Append the text. False: it was damaged, or sealed under another id.
AT_CHECKED bool at_vault_unseal_locked(const struct at_vault *vault,
                                       const char *id, const json_t *json,
                                       struct at_buf *out);
// AT_EBUSY: another process has changed the keys since this revision, so it
// may have sealed all again without what was just stored.
AT_CHECKED bool at_vault_unchanged_locked(struct at_vault *vault,
                                          int64_t revision, struct at_err *err);
// Seal the hidden members of all documents with the first key (hidden.h).
AT_CHECKED bool at_hidden_seal_all_locked(struct at_vault *vault,
                                          struct at_err *err);

#endif
