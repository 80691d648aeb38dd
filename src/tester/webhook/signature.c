// signature.c: the key of a secret, and the signed text
#include "tester/webhook/signature.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/base64.h"
#include "base/hmac.h"
#include "base/wipe.h"

static const struct at_str prefix = AT_STR_ROW("whsec_");

void
at_webhook_sign(struct at_str secret, struct at_str id, int64_t timestamp_s,
                struct at_str body, char out[AT_WEBHOOK_SIGNATURE_MAX])
{
    unsigned char digest[AT_SHA256_BYTES];
    char number[32];
    struct at_buf key = AT_BUF_INIT(AT_WEBHOOK_SECRET_MAX_BYTES);
    struct at_buf text = AT_BUF_INIT(AT_WEBHOOK_SIGNATURE_MAX);
    snprintf(number, sizeof(number), "%" PRId64, timestamp_s);
    if (at_str_starts(secret, prefix) &&
        at_base64_read(at_str_skip(secret, prefix.len), &key))
        secret = at_buf_str(&key);
    const struct at_str parts[] = {id, AT_STR("."), at_str(number), AT_STR("."),
                                   body};
    at_hmac_sha256(secret, parts, AT_LEN(parts), digest);
    at_base64_write(at_str_n((const char *)digest, sizeof(digest)), &text);
    snprintf(out, AT_WEBHOOK_SIGNATURE_MAX, "v1,%s", at_buf_text(&text));
    at_buf_deinit(&text);
    at_wipe_buf(&key);
}
