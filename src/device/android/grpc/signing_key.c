// signing_key.c: mbedtls's PSA interface, which its 2.28, 3.6 and 4 share
#include "device/android/grpc/signing_key.h"

#include <psa/crypto.h>
#include <pthread.h>

#include "base/alloc.h"

enum { BITS = 256, UNCOMPRESSED = 0x04 };

#define ES256 PSA_ALG_ECDSA(PSA_ALG_SHA_256)

// The slots of keys belong to the process, and in mbedtls 2.28 nothing guards
// them.
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;

struct at_signing_key {
    mbedtls_svc_key_id_t id;
    // PSA's format: a byte for the kind of point, then the point.
    unsigned char point[1 + AT_ES256_POINT_BYTES];
};

static bool
fail_status(const char *what, psa_status_t status, struct at_err *err)
{
    return at_fail(err, AT_EIO, "%s: mbedtls says %d", what, (int)status);
}

// The caller has locked guard. A failure leaves no key.
static psa_status_t
make(struct at_signing_key *key)
{
    psa_key_attributes_t kind = PSA_KEY_ATTRIBUTES_INIT;
    psa_status_t status = psa_crypto_init(); // safe to call again
    size_t len = 0;
    psa_set_key_type(&kind, PSA_KEY_TYPE_ECC_KEY_PAIR(PSA_ECC_FAMILY_SECP_R1));
    psa_set_key_bits(&kind, BITS);
    psa_set_key_usage_flags(&kind, PSA_KEY_USAGE_SIGN_MESSAGE);
    psa_set_key_algorithm(&kind, ES256);
    if (status == PSA_SUCCESS)
        status = psa_generate_key(&kind, &key->id);
    if (status != PSA_SUCCESS)
        return status;
    status =
        psa_export_public_key(key->id, key->point, sizeof(key->point), &len);
    if (status == PSA_SUCCESS &&
        (len != sizeof(key->point) || key->point[0] != UNCOMPRESSED))
        status = PSA_ERROR_NOT_SUPPORTED;
    if (status != PSA_SUCCESS)
        psa_destroy_key(key->id);
    return status;
}

struct at_signing_key *
at_signing_key_new(struct at_err *err)
{
    struct at_signing_key *key = at_alloc(sizeof(*key));
    pthread_mutex_lock(&guard);
    psa_status_t status = make(key);
    pthread_mutex_unlock(&guard);
    if (status == PSA_SUCCESS)
        return key;
    fail_status("cannot make a key", status, err);
    free(key);
    return NULL;
}

void
at_signing_key_free(struct at_signing_key *key)
{
    if (!key)
        return;
    pthread_mutex_lock(&guard);
    psa_destroy_key(key->id); // wipes it
    pthread_mutex_unlock(&guard);
    free(key);
}

const unsigned char *
at_signing_key_point(const struct at_signing_key *key)
{
    return key->point + 1;
}

bool
at_signing_key_sign(const struct at_signing_key *key, struct at_str text,
                    unsigned char out[AT_ES256_SIGNATURE_BYTES],
                    struct at_err *err)
{
    static const uint8_t nothing;
    const uint8_t *bytes = text.len > 0 ? (const uint8_t *)text.ptr : &nothing;
    size_t len = 0;
    pthread_mutex_lock(&guard);
    psa_status_t status = psa_sign_message(key->id, ES256, bytes, text.len, out,
                                           AT_ES256_SIGNATURE_BYTES, &len);
    pthread_mutex_unlock(&guard);
    if (status == PSA_SUCCESS && len != AT_ES256_SIGNATURE_BYTES)
        status = PSA_ERROR_NOT_SUPPORTED;
    return status == PSA_SUCCESS || fail_status("cannot sign", status, err);
}
