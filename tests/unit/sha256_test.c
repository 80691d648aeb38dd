// sha256_test.c: published vectors of SHA-256 and HMAC, and comparing secrets
#include <stdio.h>

#include "base/sha256.h"
#include "tests/t.h"

static const char *
hex(const unsigned char *bytes)
{
    static char text[2 * AT_SHA256_BYTES + 1];
    for (size_t i = 0; i < AT_SHA256_BYTES; i++)
        snprintf(text + 2 * i, 3, "%02x", bytes[i]);
    return text;
}

// FIPS 180-2 appendix B, and the empty text.
static const struct {
    const char *text;
    const char *digest;
} digests[] = {
    {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
    {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
    {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
     "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
};

T_TEST(digests_of_the_standard)
{
    unsigned char out[AT_SHA256_BYTES];
    for (size_t i = 0; i < T_LEN(digests); i++) {
        T_ROW(digests[i].text);
        at_sha256(at_str(digests[i].text), out);
        T_EQ_TEXT(hex(out), digests[i].digest);
    }
}

T_TEST(a_million_letters)
{
    static char letters[1000000];
    unsigned char out[AT_SHA256_BYTES];
    memset(letters, 'a', sizeof(letters));
    at_sha256(at_str_n(letters, sizeof(letters)), out);
    T_EQ_TEXT(
        hex(out),
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

// RFC 4231, test cases 2 and 6 (a key longer than a block).
T_TEST(hmac_of_the_rfc)
{
    unsigned char out[AT_SHA256_BYTES];
    char key[131];
    at_hmac_sha256(AT_STR("Jefe"), AT_STR("what do ya want for nothing?"), out);
    T_EQ_TEXT(
        hex(out),
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
    memset(key, 0xaa, sizeof(key));
    at_hmac_sha256(
        at_str_n(key, sizeof(key)),
        AT_STR("Test Using Larger Than Block-Size Key - Hash Key First"), out);
    T_EQ_TEXT(
        hex(out),
        "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
}

T_TEST(secrets_compare)
{
    T_OK(at_secret_eq(AT_STR(""), AT_STR("")));
    T_OK(at_secret_eq(AT_STR("token"), AT_STR("token")));
    T_NOT(at_secret_eq(AT_STR("token"), AT_STR("tokem")));
    T_NOT(at_secret_eq(AT_STR("token"), AT_STR("token ")));
    T_NOT(at_secret_eq(AT_STR(""), AT_STR("token")));
}

T_MAIN(T_CASE(digests_of_the_standard), T_CASE(a_million_letters),
       T_CASE(hmac_of_the_rfc), T_CASE(secrets_compare))
