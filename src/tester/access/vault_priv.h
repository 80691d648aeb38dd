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

#endif
