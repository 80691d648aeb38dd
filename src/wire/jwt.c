// jwt.c: writes tokens and key sets
#include "wire/jwt.h"

#include "base/alloc.h"
#include "base/base64.h"
#include "base/limits.h"
#include "wire/json.h"

static void
set_base64url(json_t *object, const char *name, const unsigned char *bytes,
              size_t len)
{
    struct at_buf text = AT_BUF_INIT(AT_KIB);
    at_assert(at_base64url_write(at_str_n((const char *)bytes, len), &text));
    at_json_set_text(object, name, at_buf_text(&text));
    at_buf_deinit(&text);
}

static json_t *
list_of(json_t *value)
{
    json_t *list = json_array();
    at_assert(json_array_append_new(list, value) == 0);
    return list;
}

static json_t *
text_of(const char *text)
{
    return at_json_text(at_str(text));
}

bool
at_jwk_set_write(const unsigned char point[AT_ES256_POINT_BYTES],
                 const char *kid, struct at_buf *out)
{
    json_t *key = json_object();
    json_t *set = json_object();
    struct at_buf text = AT_BUF_INIT(AT_JWT_PART_MAX_BYTES);
    at_json_set_text(key, "kty", "EC");
    at_json_set_text(key, "crv", "P-256");
    set_base64url(key, "x", point, AT_ES256_COORDINATE_BYTES);
    set_base64url(key, "y", point + AT_ES256_COORDINATE_BYTES,
                  AT_ES256_COORDINATE_BYTES);
    at_json_set_text(key, "alg", "ES256");
    at_json_set_text(key, "use", "sig");
    at_json_set(key, "key_ops", list_of(text_of("verify")));
    at_json_set_text(key, "kid", kid);
    at_json_set(set, "keys", list_of(key));
    bool ok =
        at_json_write(set, &text) && at_buf_add_str(out, at_buf_str(&text));
    at_buf_deinit(&text);
    json_decref(set);
    return ok;
}

bool
at_jwk_set_has(struct at_str text, const char *kid)
{
    json_t *set = at_json_parse(text, NULL);
    const json_t *keys = json_object_get(set, "keys");
    bool found = false;
    for (size_t i = 0; i < json_array_size(keys) && !found; i++)
        found = at_str_is(at_json_get_str(json_array_get(keys, i), "kid"), kid);
    json_decref(set);
    return found;
}

static bool
add_part(json_t *object, struct at_buf *out)
{
    struct at_buf text = AT_BUF_INIT(AT_JWT_PART_MAX_BYTES);
    bool ok = at_json_write(object, &text) &&
              at_base64url_write(at_buf_str(&text), out);
    at_buf_deinit(&text);
    json_decref(object);
    return ok;
}

static json_t *
header_of(const struct at_jwt_claims *claims)
{
    json_t *header = json_object();
    at_json_set_text(header, "alg", "ES256");
    at_json_set_text(header, "kid", claims->kid);
    return header;
}

static json_t *
body_of(const struct at_jwt_claims *claims)
{
    json_t *body = json_object();
    at_json_set_text(body, "iss", claims->issuer);
    at_json_set(body, "aud", list_of(text_of(claims->audience)));
    at_json_set(body, "iat", json_integer(claims->from_s));
    at_json_set(body, "nbf", json_integer(claims->from_s));
    at_json_set(body, "exp", json_integer(claims->until_s));
    return body;
}

bool
at_jwt_write_signed_part(const struct at_jwt_claims *claims, struct at_buf *out)
{
    struct at_buf text = AT_BUF_INIT(2 * AT_JWT_PART_MAX_BYTES);
    bool ok = add_part(header_of(claims), &text) &&
              at_buf_add_char(&text, '.') && add_part(body_of(claims), &text) &&
              at_buf_add_str(out, at_buf_str(&text));
    at_buf_deinit(&text);
    return ok;
}

bool
at_jwt_add_signature(const unsigned char signature[AT_ES256_SIGNATURE_BYTES],
                     struct at_buf *out)
{
    struct at_buf text = AT_BUF_INIT(AT_KIB);
    bool ok = at_buf_add_char(&text, '.') &&
              at_base64url_write(
                  at_str_n((const char *)signature, AT_ES256_SIGNATURE_BYTES),
                  &text) &&
              at_buf_add_str(out, at_buf_str(&text));
    at_buf_deinit(&text);
    return ok;
}
