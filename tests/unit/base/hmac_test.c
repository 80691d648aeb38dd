// hmac_test.c: the vectors of RFC 4231
#include "base/hmac.h"

#include "base/hex.h"
#include "tests/t.h"

static const char *
hmac(struct at_str key, const struct at_str *parts, size_t count)
{
    static char text[2 * AT_SHA256_BYTES + 1];
    unsigned char out[AT_SHA256_BYTES];
    at_hmac_sha256(key, parts, count, out);
    at_hex_write(out, sizeof(out), text);
    return text;
}

T_TEST(vectors)
{
    char bytes[131];
    struct at_str message = AT_STR("Hi There");
    memset(bytes, 0x0b, 20);
    T_EQ_TEXT(
        hmac(at_str_n(bytes, 20), &message, 1),
        "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
    message = AT_STR("what do ya want for nothing?");
    T_EQ_TEXT(
        hmac(AT_STR("Jefe"), &message, 1),
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
    message = AT_STR("Test Using Larger Than Block-Size Key - Hash Key First");
    memset(bytes, 0xaa, sizeof(bytes));
    T_EQ_TEXT(
        hmac(at_str_n(bytes, sizeof(bytes)), &message, 1),
        "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
}

T_TEST(parts_are_one_message)
{
    static const struct at_str parts[] = {
        AT_STR_ROW("what do "), AT_STR_ROW(""), AT_STR_ROW("ya want for "),
        AT_STR_ROW("nothing?")};
    T_EQ_TEXT(
        hmac(AT_STR("Jefe"), parts, T_LEN(parts)),
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
}

T_MAIN()
