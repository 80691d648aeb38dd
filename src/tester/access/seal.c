// seal.c: XChaCha20-Poly1305 and Argon2id of libsodium
#include "tester/access/seal.h"

#include <sodium.h>
#include <string.h>

#include "base/alloc.h"
#include "base/base64.h"
#include "base/limits.h"
#include "base/wipe.h"

enum {
    PAD_BYTES = 64,
    NONCE_BYTES = crypto_aead_xchacha20poly1305_ietf_NPUBBYTES,
    TAG_BYTES = crypto_aead_xchacha20poly1305_ietf_ABYTES,
    // OWASP's least costs of Argon2id.
    DERIVE_PASSES = 2,
    DERIVE_BYTES = 19 * 1024 * 1024,
};

_Static_assert((int)AT_SEAL_KEY_BYTES ==
                   (int)crypto_aead_xchacha20poly1305_ietf_KEYBYTES,
               "the size of a key");
_Static_assert((int)AT_SEAL_SALT_BYTES == (int)crypto_pwhash_SALTBYTES,
               "the size of a salt");

static bool
start(struct at_err *err)
{
    return sodium_init() >= 0 ||
           at_fail(err, AT_EIO, "libsodium does not start");
}

bool
at_seal_derive(struct at_str text, const unsigned char salt[AT_SEAL_SALT_BYTES],
               struct at_seal_key *out, struct at_err *err)
{
    if (!start(err))
        return false;
    return crypto_pwhash(out->bytes, sizeof(out->bytes), text.ptr, text.len,
                         salt, DERIVE_PASSES, DERIVE_BYTES,
                         crypto_pwhash_ALG_ARGON2ID13) == 0 ||
           at_fail(err, AT_ELIMIT,
                   "no memory to derive the key of stored secrets (%d MiB)",
                   DERIVE_BYTES / 1024 / 1024);
}

void
at_seal_key_random(struct at_seal_key *out)
{
    at_assert(sodium_init() >= 0);
    randombytes_buf(out->bytes, sizeof(out->bytes));
}

bool
at_seal(const struct at_seal_key *key, struct at_str name, struct at_str text,
        struct at_buf *out, struct at_err *err)
{
    size_t room = text.len + PAD_BYTES;
    size_t padded = 0;
    unsigned long long len = 0;
    if (!start(err))
        return false;
    unsigned char *plain = at_alloc(room);
    unsigned char *sealed = at_alloc(NONCE_BYTES + room + TAG_BYTES);
    if (text.len > 0)
        memcpy(plain, text.ptr, text.len);
    int rc = sodium_pad(&padded, plain, text.len, PAD_BYTES, room);
    at_assert(rc == 0);
    randombytes_buf(sealed, NONCE_BYTES);
    crypto_aead_xchacha20poly1305_ietf_encrypt(
        sealed + NONCE_BYTES, &len, plain, padded,
        (const unsigned char *)name.ptr, name.len, NULL, sealed, key->bytes);
    bool ok = at_base64_write(
        at_str_n((const char *)sealed, NONCE_BYTES + (size_t)len), out);
    at_wipe(plain, room);
    free(plain);
    free(sealed);
    return ok || at_fail(err, AT_ELIMIT, "a sealed text is too long");
}

static bool
open_bytes(const struct at_seal_key *key, struct at_str name,
           struct at_str sealed, struct at_buf *out)
{
    const unsigned char *bytes = (const unsigned char *)sealed.ptr;
    unsigned long long len = 0;
    size_t text_len = 0;
    if (sealed.len < NONCE_BYTES + TAG_BYTES + PAD_BYTES)
        return false;
    size_t room = sealed.len - NONCE_BYTES - TAG_BYTES;
    unsigned char *plain = at_alloc(room);
    bool ok = crypto_aead_xchacha20poly1305_ietf_decrypt(
                  plain, &len, NULL, bytes + NONCE_BYTES,
                  sealed.len - NONCE_BYTES, (const unsigned char *)name.ptr,
                  name.len, bytes, key->bytes) == 0 &&
              sodium_unpad(&text_len, plain, (size_t)len, PAD_BYTES) == 0 &&
              out->len + text_len <= out->max;
    if (ok)
        at_buf_add_str(out, at_str_n((const char *)plain, text_len));
    at_wipe(plain, room);
    free(plain);
    return ok;
}

bool
at_seal_open(const struct at_seal_key *key, struct at_str name,
             struct at_str sealed, struct at_buf *out)
{
    struct at_buf bytes = AT_BUF_INIT(sealed.len + 1);
    bool ok = sodium_init() >= 0 && at_base64_read(sealed, &bytes) &&
              open_bytes(key, name, at_buf_str(&bytes), out);
    at_buf_deinit(&bytes);
    return ok;
}
