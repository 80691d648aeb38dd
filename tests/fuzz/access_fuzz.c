// access_fuzz.c: any bytes as a token, a role, a name of a secret, or a sealed
// secret
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "base/wipe.h"
#include "tester/access/seal.h"
#include "tester/access/tokens.h"
#include "tester/access/vault.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

// Nothing that was not sealed with the key opens.
static void
open_sealed(struct at_str text)
{
    static const struct at_seal_key key = {{1, 2, 3}};
    struct at_buf out = AT_BUF_INIT(AT_SECRET_MAX_BYTES);
    if (at_seal_open(&key, AT_STR("name"), text, &out) || out.len > 0)
        abort();
    at_wipe_buf(&out);
}

// A sealed text opens, and under no other name.
static void
seal_and_open(struct at_str text)
{
    static const struct at_seal_key key = {{1, 2, 3}};
    struct at_buf sealed = AT_BUF_INIT(4 * AT_SECRET_MAX_BYTES);
    struct at_buf out = AT_BUF_INIT(AT_SECRET_MAX_BYTES);
    text = at_str_head(text, AT_SECRET_MAX_BYTES);
    if (!at_seal(&key, AT_STR("name"), text, &sealed, NULL) ||
        at_seal_open(&key, AT_STR("names"), at_buf_str(&sealed), &out) ||
        !at_seal_open(&key, AT_STR("name"), at_buf_str(&sealed), &out) ||
        !at_str_eq(at_buf_str(&out), text))
        abort();
    at_wipe_buf(&out);
    at_buf_deinit(&sealed);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    struct at_str text = at_str_n((const char *)data, len);
    char id[AT_STORE_KEY_MAX + 1];
    char again[AT_STORE_KEY_MAX + 1];
    char hash[AT_TOKEN_HASH_LEN + 1];
    open_sealed(text);
    seal_and_open(text);
    at_token_hash(text, hash);
    if (strlen(hash) != AT_TOKEN_HASH_LEN ||
        (at_token_is_one(text) && len != AT_TOKEN_LEN))
        abort();
    if (at_access_may(at_access_find(text), AT_ACCESS_ADMIN) !=
        at_str_is(text, "admin"))
        abort();
    // An id is its own.
    if (at_vault_id(text, id) &&
        (!at_vault_id(at_str(id), again) || strcmp(id, again) != 0))
        abort();
    return 0;
}
