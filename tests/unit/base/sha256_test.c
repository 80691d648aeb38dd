// sha256_test.c: published vectors of SHA-256, and comparing secrets
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

T_TEST(secrets_compare)
{
    T_OK(at_secret_eq(AT_STR(""), AT_STR("")));
    T_OK(at_secret_eq(AT_STR("token"), AT_STR("token")));
    T_NOT(at_secret_eq(AT_STR("token"), AT_STR("tokem")));
    T_NOT(at_secret_eq(AT_STR("token"), AT_STR("token ")));
    T_NOT(at_secret_eq(AT_STR(""), AT_STR("token")));
}

T_MAIN()
