// pool_pass.c: what is signed, and checking it
#include "server/pool_pass.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/hex.h"
#include "base/hmac.h"

static const struct at_str prefix = AT_STR_ROW("v1.");

// Each text has its length before it, so that none can be moved into another.
static void
add(struct at_buf *out, struct at_str text)
{
    at_buf_add_fmt(out, "%zu:", text.len);
    at_buf_add_str(out, text);
}

static void
sign(struct at_str key, const struct at_request *request, int64_t at_ms,
     char out[2 * AT_SHA256_BYTES + 1])
{
    unsigned char digest[AT_SHA256_BYTES];
    struct at_buf text = AT_BUF_INIT(2 * AT_HTTP_HEAD_MAX_BYTES);
    at_buf_add_fmt(&text, "agentest-pool %" PRId64 " ", at_ms);
    add(&text, request->method);
    add(&text, request->path);
    for (size_t i = 0; i < request->query_count; i++) {
        add(&text, request->query[i].name);
        add(&text, request->query[i].value);
    }
    at_buf_add_char(&text, ' ');
    add(&text, request->headers[AT_REQUEST_RANGE]);
    const struct at_str whole = at_buf_str(&text);
    at_hmac_sha256(key, &whole, 1, digest);
    at_hex_write(digest, sizeof(digest), out);
    at_buf_deinit(&text);
}

void
at_pool_pass_write(struct at_str key, const struct at_request *request,
                   int64_t now_ms, char out[AT_POOL_PASS_MAX])
{
    char signature[2 * AT_SHA256_BYTES + 1];
    sign(key, request, now_ms, signature);
    snprintf(out, AT_POOL_PASS_MAX, "v1.%" PRId64 ".%s", now_ms, signature);
}

bool
at_pool_pass_check(struct at_str key, const struct at_request *request,
                   int64_t now_ms)
{
    char signature[2 * AT_SHA256_BYTES + 1];
    struct at_str given = request->headers[AT_REQUEST_POOL];
    struct at_str time;
    int64_t at_ms;
    if (key.len == 0 || !at_str_starts(given, prefix))
        return false;
    given = at_str_skip(given, prefix.len);
    if (!at_str_next(&given, '.', &time) ||
        !at_str_to_i64(time, 0, INT64_MAX, &at_ms) ||
        at_ms < now_ms - AT_POOL_PASS_MS || at_ms > now_ms + AT_POOL_PASS_MS)
        return false;
    sign(key, request, at_ms, signature);
    return at_secret_eq(given, at_str(signature));
}
