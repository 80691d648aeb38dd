// claim_fuzz.c: any JSON as expectations: what is taken reads back to the same,
// is written in one line of words, and what is refused says why
#include <stdlib.h>
#include <string.h>

#include "agent/proof/claim.h"
#include "base/limits.h"
#include "wire/json.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

static void
check_words(const struct at_claim *claim)
{
    struct at_buf words = AT_BUF_INIT(AT_MIB);
    at_claim_write(claim, &words);
    if (words.len == 0 || memchr(words.data, '\n', words.len))
        abort();
    at_buf_deinit(&words);
}

static void
check_taken(const struct at_claims *claims)
{
    struct at_err err = AT_ERR_INIT;
    struct at_claims again;
    json_t *written = at_claims_json(claims);
    if (!at_claims_read(written, &again, &err) || again.count != claims->count)
        abort();
    for (size_t i = 0; i < claims->count; i++) {
        const struct at_claim *claim = &claims->items[i];
        if (!at_claim_eq(claim, &again.items[i]) ||
            claim->is_pinned != again.items[i].is_pinned)
            abort();
        check_words(claim);
    }
    at_claims_deinit(&again);
    json_decref(written);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    struct at_err err = AT_ERR_INIT;
    struct at_claims claims;
    json_t *json = at_json_parse(at_str_n((const char *)data, len), NULL);
    if (!json)
        return 0;
    bool ok = at_claims_read(json, &claims, &err);
    if (ok != (err.code == AT_OK) || (!ok && claims.count > 0))
        abort();
    check_taken(&claims);
    at_claims_deinit(&claims);
    json_decref(json);
    return 0;
}
