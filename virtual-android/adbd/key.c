// key.c: Android's own format of an RSA key, for mbedtls's PSA interface
#include "virtual-android/adbd/key.h"

#include <psa/crypto.h>
#include <pthread.h>
#include <string.h>

#include "base/alloc.h"
#include "base/base64.h"
#include "base/limits.h"
#include "sys/file.h"

enum {
    MODULUS_BYTES = 256,
    MODULUS_AT = 8, // after its length in words, and a number for Montgomery
    EXPONENT_AT = MODULUS_AT + 2 * MODULUS_BYTES, // after the square of R
    KEY_BYTES = EXPONENT_AT + 4,
    DER_BYTES = 270,
};

#define SIGNED PSA_ALG_RSA_PKCS1V15_SIGN(PSA_ALG_SHA_1)

// The slots of keys belong to the process, and in mbedtls 2.28 nothing guards
// them.
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;

struct vd_key {
    mbedtls_svc_key_id_t id;
};

// SEQUENCE { INTEGER n, INTEGER e }; little-endian numbers become big-endian.
static void
write_der(const unsigned char *key, unsigned char der[DER_BYTES])
{
    static const unsigned char head[] = {0x30, 0x82, 0x01, 0x0a, 0x02,
                                         0x82, 0x01, 0x01, 0x00};
    static const unsigned char between[] = {0x02, 0x03};
    unsigned char *at = der;
    memcpy(at, head, sizeof(head));
    at += sizeof(head);
    for (size_t i = MODULUS_BYTES; i-- > 0;)
        *at++ = key[MODULUS_AT + i];
    memcpy(at, between, sizeof(between));
    at += sizeof(between);
    for (size_t i = 3; i-- > 0;)
        *at++ = key[EXPONENT_AT + i];
}

static bool
import(const unsigned char *bytes, struct vd_key *key, struct at_err *err)
{
    psa_key_attributes_t kind = PSA_KEY_ATTRIBUTES_INIT;
    unsigned char der[DER_BYTES];
    write_der(bytes, der);
    psa_set_key_type(&kind, PSA_KEY_TYPE_RSA_PUBLIC_KEY);
    psa_set_key_usage_flags(&kind, PSA_KEY_USAGE_VERIFY_HASH);
    psa_set_key_algorithm(&kind, SIGNED);
    pthread_mutex_lock(&guard);
    psa_status_t status = psa_crypto_init(); // safe to call again
    if (status == PSA_SUCCESS)
        status = psa_import_key(&kind, der, sizeof(der), &key->id);
    pthread_mutex_unlock(&guard);
    return status == PSA_SUCCESS ||
           at_fail(err, AT_EUSAGE, "no usable key: mbedtls says %d",
                   (int)status);
}

// "BASE64 user@host". The exponent is 3 or 65537, so its last byte is 0.
static bool
read_line(struct at_str line, struct vd_key *key, struct at_err *err)
{
    struct at_buf bytes = AT_BUF_INIT(KEY_BYTES);
    struct at_str word = {0};
    at_str_next(&line, ' ', &word);
    bool ok = at_base64_read(at_str_trim(word), &bytes) &&
              bytes.len == KEY_BYTES && bytes.data[KEY_BYTES - 1] == 0;
    if (ok)
        ok = import((const unsigned char *)bytes.data, key, err);
    else
        at_fail(err, AT_EUSAGE, "not a public key of adb");
    at_buf_deinit(&bytes);
    return ok;
}

bool
vd_key_read(const char *path, struct vd_key **out, struct at_err *err)
{
    struct at_buf text = AT_BUF_INIT(4 * AT_KIB);
    struct vd_key *key = at_alloc(sizeof(*key));
    bool ok = at_file_read(path, &text, err) &&
              read_line(at_buf_str(&text), key, err);
    at_buf_deinit(&text);
    *out = ok ? key : NULL;
    if (ok)
        return true;
    free(key);
    at_err_context(err, "--auth %s (`adb keygen FILE` makes FILE.pub)", path);
    return false;
}

void
vd_key_free(struct vd_key *key)
{
    if (!key)
        return;
    pthread_mutex_lock(&guard);
    psa_destroy_key(key->id);
    pthread_mutex_unlock(&guard);
    free(key);
}

bool
vd_key_has_signed(const struct vd_key *key,
                  const unsigned char token[VD_KEY_TOKEN_BYTES],
                  struct at_str signature)
{
    pthread_mutex_lock(&guard);
    psa_status_t status =
        psa_verify_hash(key->id, SIGNED, token, VD_KEY_TOKEN_BYTES,
                        (const unsigned char *)signature.ptr, signature.len);
    pthread_mutex_unlock(&guard);
    return status == PSA_SUCCESS;
}
