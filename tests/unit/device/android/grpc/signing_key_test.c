#include "device/android/grpc/signing_key.h"

#include <psa/crypto.h>
#include <pthread.h>

#include "base/alloc.h"
#include "tests/t.h"

// The verifying side: a public key that was point, without its pair.
static bool
verifies(const unsigned char *point, struct at_str text,
         const unsigned char *signature)
{
    psa_key_attributes_t kind = PSA_KEY_ATTRIBUTES_INIT;
    unsigned char key[1 + AT_ES256_POINT_BYTES] = {0x04};
    mbedtls_svc_key_id_t id;
    memcpy(key + 1, point, AT_ES256_POINT_BYTES);
    psa_set_key_type(&kind,
                     PSA_KEY_TYPE_ECC_PUBLIC_KEY(PSA_ECC_FAMILY_SECP_R1));
    psa_set_key_usage_flags(&kind, PSA_KEY_USAGE_VERIFY_MESSAGE);
    psa_set_key_algorithm(&kind, PSA_ALG_ECDSA(PSA_ALG_SHA_256));
    T_EQ_INT(psa_import_key(&kind, key, sizeof(key), &id), PSA_SUCCESS);
    psa_status_t status = psa_verify_message(
        id, PSA_ALG_ECDSA(PSA_ALG_SHA_256), (const uint8_t *)text.ptr, text.len,
        signature, AT_ES256_SIGNATURE_BYTES);
    psa_destroy_key(id);
    return status == PSA_SUCCESS;
}

T_TEST(signing_key_signs)
{
    static const char text[] = "header.claims";
    struct at_err err = AT_ERR_INIT;
    struct at_signing_key *key = at_signing_key_new(&err);
    struct at_signing_key *other = at_signing_key_new(&err);
    unsigned char signature[AT_ES256_SIGNATURE_BYTES];
    T_OK(key && other);
    const unsigned char *point = at_signing_key_point(key);
    T_OK(at_signing_key_sign(key, at_str(text), signature, &err));
    T_OK(verifies(point, at_str(text), signature));
    T_NOT(verifies(point, AT_STR("header.claimz"), signature));
    T_NOT(verifies(at_signing_key_point(other), at_str(text), signature));
    for (size_t i = 0; i < sizeof(signature); i++) {
        signature[i] ^= 1;
        T_NOT(verifies(point, at_str(text), signature));
        signature[i] ^= 1;
    }
    T_OK(at_signing_key_sign(key, AT_STR(""), signature, &err));
    T_OK(verifies(point, AT_STR(""), signature));
    at_signing_key_free(other);
    at_signing_key_free(key);
    at_signing_key_free(NULL);
}

// mbedtls has some tens of places for keys: each is given back.
T_TEST(signing_keys_are_removed)
{
    for (int i = 0; i < 200; i++) {
        struct at_signing_key *key = at_signing_key_new(NULL);
        T_OK(key != NULL);
        at_signing_key_free(key);
    }
}

static void *
sign_some(void *arg)
{
    size_t *signed_count = arg;
    for (int i = 0; i < 20; i++) {
        struct at_signing_key *key = at_signing_key_new(NULL);
        unsigned char signature[AT_ES256_SIGNATURE_BYTES];
        *signed_count +=
            key && at_signing_key_sign(key, AT_STR("a.b"), signature, NULL);
        at_signing_key_free(key);
    }
    return NULL;
}

T_TEST(signing_keys_of_several_threads)
{
    pthread_t threads[4];
    size_t counts[4] = {0};
    for (size_t i = 0; i < 4; i++)
        T_EQ_INT(pthread_create(&threads[i], NULL, sign_some, &counts[i]), 0);
    for (size_t i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    for (size_t i = 0; i < 4; i++)
        T_EQ_SIZE(counts[i], 20);
}

T_MAIN()
