// s3.h: a bucket of S3, or of a server that speaks its protocol
//
// Addresses are in path style, signatures are libcurl's SigV4. Keys have
// letters, digits, '.', '_', '-' and '/' only.
#ifndef AT_TESTER_COPIES_S3_H
#define AT_TESTER_COPIES_S3_H

#include "agent/models/profile.h"
#include "base/err.h"
#include "base/op.h"
#include "base/str.h"

struct at_s3;
struct at_https;

enum { AT_S3_HASH_LEN = 64 }; // a SHA-256 in small hexadecimal digits

// url: http(s)://HOST[:PORT]/BUCKET[/PREFIX]. get reads AWS_ACCESS_KEY_ID,
// AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN, AWS_REGION and those of proxies.
// AT_EUSAGE says what is wrong.
AT_CHECKED bool at_s3_open(const char *url, at_variable_fn *get, void *user,
                           struct at_s3 **out, struct at_err *err);
void at_s3_free(struct at_s3 *s3);              // NULL is allowed
const char *at_s3_host(const struct at_s3 *s3); // for messages

// Look for an object. https is used by one thread at a time.
AT_CHECKED bool at_s3_has(const struct at_op *op, const struct at_s3 *s3,
                          struct at_https *https, const char *key,
                          bool *out_has, struct at_err *err);
struct at_s3_object {
    const char *key;
    struct at_str bytes;
    const char *hash; // their SHA-256
};
AT_CHECKED bool at_s3_put(const struct at_op *op, const struct at_s3 *s3,
                          struct at_https *https,
                          const struct at_s3_object *object,
                          struct at_err *err);

struct at_s3_wanted {
    const char *key;
    size_t max_bytes;
    int fd; // where it is written
};
// AT_ENOTFOUND: there is none.
AT_CHECKED bool at_s3_get(const struct at_op *op, const struct at_s3 *s3,
                          struct at_https *https,
                          const struct at_s3_wanted *wanted,
                          struct at_err *err);

#endif
