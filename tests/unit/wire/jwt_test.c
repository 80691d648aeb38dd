#include "wire/jwt.h"

#include "base/base64.h"
#include "base/limits.h"
#include "tests/t.h"

// RFC 7517 appendix A.1: this curve's key, and its x and y as bytes.
static const unsigned char point[AT_ES256_POINT_BYTES] =
    "\x30\xa0\x42\x4c\xd2\x1c\x29\x44\x83\x8a\x2d\x75\xc9\x2b\x37\xe7"
    "\x6e\xa2\x0d\x9f\x00\x89\x3a\x3b\x4e\xee\x8a\x3c\x0a\xaf\xec\x3e"
    "\xe0\x4b\x65\xe9\x24\x56\xd9\x88\x8b\x52\xb3\x79\xbd\xfb\xd5\x1e"
    "\xe8\x69\xef\x1f\x0f\xc6\x5b\x66\x59\x69\x5b\x6c\xce\x08\x17\x23";

static const char set[] =
    "{\"keys\":[{\"kty\":\"EC\",\"crv\":\"P-256\","
    "\"x\":\"MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4\","
    "\"y\":\"4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM\","
    "\"alg\":\"ES256\",\"use\":\"sig\",\"key_ops\":[\"verify\"],"
    "\"kid\":\"a1\"}]}";

T_TEST(jwk_set_is_written)
{
    struct at_buf out = AT_BUF_INIT(AT_KIB);
    T_OK(at_jwk_set_write(point, "a1", &out));
    T_EQ_STR(at_buf_str(&out), set);
    out.max = out.len + sizeof(set) - 2;
    T_NOT(at_jwk_set_write(point, "a1", &out));
    T_EQ_STR(at_buf_str(&out), set);
    at_buf_deinit(&out);
}

static const struct {
    const char *name;
    const char *text;
    bool has; // the key "a1"
} sets[] = {
    {"ours", set, true},
    {"of two", "{\"keys\":[{\"kid\":\"b\"},{\"kid\":\"a1\"}]}", true},
    {"as Tink writes it", "{ \"keys\" : [ {\n\"kid\" : \"a1\" } ] }\n", true},
    {"another", "{\"keys\":[{\"kid\":\"a2\"}]}", false},
    {"longer", "{\"keys\":[{\"kid\":\"a11\"}]}", false},
    {"shorter", "{\"keys\":[{\"kid\":\"a\"}]}", false},
    {"with a NUL", "{\"keys\":[{\"kid\":\"a1\\u0000\"}]}", false},
    {"none", "{\"keys\": []}", false},
    {"empty", "", false},
    {"the name elsewhere", "{\"keys\":[{\"alg\":\"a1\"}],\"kid\":\"a1\"}",
     false},
    {"a number", "{\"keys\":[{\"kid\":1}]}", false},
    {"no list", "{\"keys\":{\"kid\":\"a1\"}}", false},
    {"a list of texts", "{\"keys\":[\"kid\",\"a1\"]}", false},
    {"no object", "[{\"kid\":\"a1\"}]", false},
    {"a text", "\"a1\"", false},
    {"more before it", "x{\"keys\":[{\"kid\":\"a1\"}]}", false},
    {"not UTF-8", "{\"keys\":[{\"kid\":\"a1\",\"x\":\"\xff\"}]}", false},
};

// Cut anywhere it is a file that is being written: it says nothing yet.
T_TEST(jwk_set_rows)
{
    for (size_t i = 0; i < T_LEN(sets); i++) {
        struct at_str text = at_str_trim(at_str(sets[i].text));
        T_ROW(sets[i].name);
        T_EQ_INT(at_jwk_set_has(at_str(sets[i].text), "a1"), sets[i].has);
        for (size_t cut = 0; cut < text.len; cut++)
            T_NOT(at_jwk_set_has(at_str_head(text, cut), "a1"));
    }
}

T_TEST(jwk_set_is_bounded)
{
    struct at_buf text = AT_BUF_INIT(AT_MIB);
    at_buf_add_text(&text, "{\"keys\":[{\"kid\":\"a1\"},");
    for (int i = 0; i < 100000; i++)
        at_buf_add_char(&text, '[');
    T_NOT(at_jwk_set_has(at_buf_str(&text), "a1"));
    at_buf_deinit(&text);
}

static const struct {
    struct at_jwt_claims claims;
    const char *header;
    const char *body;
} tokens[] = {
    {{"a1", "android-studio", "/p.S/doIt", 1700000000, 1700000900},
     "{\"alg\":\"ES256\",\"kid\":\"a1\"}",
     "{\"iss\":\"android-studio\",\"aud\":[\"/p.S/doIt\"],"
     "\"iat\":1700000000,\"nbf\":1700000000,\"exp\":1700000900}"},
    {{"", "", "", 0, 0},
     "{\"alg\":\"ES256\",\"kid\":\"\"}",
     "{\"iss\":\"\",\"aud\":[\"\"],\"iat\":0,\"nbf\":0,\"exp\":0}"},
    {{"\"\\", "a\nb", "\xff", -1, INT64_MAX},
     "{\"alg\":\"ES256\",\"kid\":\"\\\"\\\\\"}",
     "{\"iss\":\"a\\nb\",\"aud\":[\"\xef\xbf\xbd\"],\"iat\":-1,\"nbf\":-1,"
     "\"exp\":9223372036854775807}"},
};

// The bytes of a part, whose digits are those of URLs without padding.
static void
eq_part(struct at_str part, const char *want)
{
    struct at_buf text = AT_BUF_INIT(AT_KIB);
    T_OK(at_base64url_write(at_str(want), &text));
    T_EQ_STR(part, at_buf_text(&text));
    at_buf_deinit(&text);
}

T_TEST(jwt_rows)
{
    for (size_t i = 0; i < T_LEN(tokens); i++) {
        struct at_buf out = AT_BUF_INIT(AT_KIB);
        struct at_str header;
        T_ROW(tokens[i].header);
        T_OK(at_jwt_write_signed_part(&tokens[i].claims, &out));
        struct at_str rest = at_buf_str(&out);
        T_OK(at_str_next(&rest, '.', &header));
        eq_part(header, tokens[i].header);
        eq_part(rest, tokens[i].body);
        size_t len = out.len;
        out.max = 2 * len - 1;
        T_NOT(at_jwt_write_signed_part(&tokens[i].claims, &out));
        T_EQ_SIZE(out.len, len);
        at_buf_deinit(&out);
    }
}

T_TEST(jwt_has_its_signature_behind_it)
{
    struct at_buf out = AT_BUF_INIT(3 + 1 + 86);
    T_OK(at_buf_add_text(&out, "a.b"));
    T_OK(at_jwt_add_signature(point, &out));
    T_EQ_STR(at_buf_str(&out), "a.b.MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D7"
                               "gS2XpJFbZiItSs3m9-9Ue6GnvHw_GW2ZZaVtszggXIw");
    at_buf_cut(&out, 4);
    T_NOT(at_jwt_add_signature(point, &out));
    T_EQ_STR(at_buf_str(&out), "a.b.");
    at_buf_deinit(&out);
}

T_MAIN()
