// tokens.h: tokens of clients, by name and role
//
// A token is "agt_" and 256 random bits. It is shown once; the store has its
// SHA-256: AT_STORE_TOKEN, whose id is the token's name: {"role","hash",
// "createdAt","by"}, perhaps "expiresAt", and "lastUsedAt" to the hour.
#ifndef AT_TESTER_ACCESS_TOKENS_H
#define AT_TESTER_ACCESS_TOKENS_H

#include <stdint.h>

#include "base/sha256.h"
#include "store/store.h"
#include "tester/access/roles.h"

#define AT_TOKEN_PREFIX "agt_"
#define AT_TOKENS_MAX ((size_t)500)
enum {
    AT_TOKEN_DIGITS = 64,
    AT_TOKEN_LEN = sizeof(AT_TOKEN_PREFIX) - 1 + AT_TOKEN_DIGITS,
    AT_TOKEN_HASH_LEN = 2 * AT_SHA256_BYTES,
    AT_TOKEN_DAYS_MAX = 3650,
};

// Names of clients without a stored token; none may be called like them.
#define AT_CALLER_ADMIN "admin"   // has the token of --token-file
#define AT_CALLER_ANYONE "anyone" // uses a server without tokens

// A client as the server knows it.
struct at_caller {
    char name[AT_STORE_KEY_MAX + 1];
    enum at_access role;
    char hash[AT_TOKEN_HASH_LEN + 1]; // "": it has no stored token
};

struct at_token_wish {
    struct at_str name;
    enum at_access role;
    int64_t days;   // until it expires; 0: never
    const char *by; // who adds it
};

// Return true if the text has the form of a token.
bool at_token_is_one(struct at_str text);
void at_token_hash(struct at_str token, char out[AT_TOKEN_HASH_LEN + 1]);

// Store a new token; out is the only place that has it. *out_doc, if not NULL,
// is owned by the caller. AT_EBUSY: the name is taken, AT_EUSAGE: it is not
// valid.
AT_CHECKED bool at_token_add(struct at_store_db *store,
                             const struct at_token_wish *wish,
                             char out[AT_TOKEN_LEN + 1],
                             struct at_store_doc *out_doc, struct at_err *err);
// Remove one. AT_ENOTFOUND in words.
AT_CHECKED bool at_token_remove(struct at_store_db *store, struct at_str name,
                                struct at_err *err);
// A token as clients see it, without its hash. Owned by the caller.
json_t *at_token_json(const struct at_store_doc *doc, int64_t now_ms);

// All tokens of the store, for the server. Any thread may call.
struct at_tokens;
struct at_tokens *at_tokens_new(struct at_store_db *store);
void at_tokens_free(struct at_tokens *tokens); // NULL is allowed
// Read the store. Keeps what it had if that fails.
AT_CHECKED bool at_tokens_refresh(struct at_tokens *tokens, struct at_err *err);
size_t at_tokens_count(struct at_tokens *tokens); // also expired ones
// Return the number of tokens with the role that are valid at that time.
size_t at_tokens_with(struct at_tokens *tokens, enum at_access role,
                      int64_t now_ms);
// Find the client with this token, or check that the token of this client is
// still valid, in the store. False: it is unknown, revoked or has expired.
bool at_tokens_find(struct at_tokens *tokens, struct at_str token,
                    struct at_caller *out);
bool at_tokens_check(struct at_tokens *tokens, struct at_caller *caller);
// Return true if the client's token was valid when the store was last read and
// has not expired since. Does not wait.
bool at_tokens_have(struct at_tokens *tokens, const struct at_caller *caller,
                    int64_t now_ms);

#endif
