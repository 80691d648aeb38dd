// signature.h: signatures of webhooks, as Standard Webhooks defines them; pure
//
// HMAC-SHA256 of "ID.TIMESTAMP.BODY", in the header webhook-signature as
// "v1,BASE64", beside webhook-id and webhook-timestamp (seconds since 1970). So
// receivers can use one of its libraries.
#ifndef AT_TESTER_WEBHOOK_SIGNATURE_H
#define AT_TESTER_WEBHOOK_SIGNATURE_H

#include <stdint.h>

#include "base/str.h"

enum { AT_WEBHOOK_SIGNATURE_MAX = 64, AT_WEBHOOK_SECRET_MAX_BYTES = 1000 };

// secret: "whsec_" and the key in base64, or any other text, whose bytes are
// the key.
void at_webhook_sign(struct at_str secret, struct at_str id,
                     int64_t timestamp_s, struct at_str body,
                     char out[AT_WEBHOOK_SIGNATURE_MAX]);

#endif
