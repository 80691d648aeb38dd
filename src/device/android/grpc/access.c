// access.c: choose a token, sign it, renew it
#include "device/android/grpc/access.h"

#include "base/alloc.h"
#include "base/limits.h"
#include "device/android/grpc/key_file.h"
#include "device/android/grpc/signing_key.h"
#include "sys/random.h"

enum {
    KEY_MS = 2000, // time for the emulator to list a key; it reads new files
                   // immediately
    KID_LEN = 32,
    // Seconds: how far the emulator's clock (this machine's) may be set back
    // between the two, how long a token is valid, and how long before its end
    // it is no longer used.
    BEFORE_S = 10,
    GOOD_S = 15 * 60,
    SPARE_S = 60,
};

// An issuer to which the emulator's allowlist grants every method used here.
static const char issuer[] = "android-studio";

struct signed_token {
    char *text; // owned; NULL: none
    int64_t from_s;
    int64_t until_s;
};

struct at_emulator_access {
    const struct at_emulator_place *place; // borrowed
    bool signs;
    struct at_signing_key *key; // owned; NULL: not made yet
    char kid[KID_LEN + 1];
    char *file; // owned: the published key; NULL: not published
    struct signed_token tokens[AT_EMULATOR_METHOD_COUNT];
};

struct at_emulator_access *
at_emulator_access_new(const struct at_emulator_place *place)
{
    struct at_emulator_access *access = at_alloc(sizeof(*access));
    access->place = place;
    access->signs = !place->token && place->jwks;
    return access;
}

static void
drop_tokens(struct at_emulator_access *access)
{
    for (size_t i = 0; i < AT_EMULATOR_METHOD_COUNT; i++) {
        free(access->tokens[i].text);
        access->tokens[i] = (struct signed_token){NULL, 0, 0};
    }
}

void
at_emulator_access_free(struct at_emulator_access *access)
{
    if (!access)
        return;
    at_key_file_remove(access->file);
    at_signing_key_free(access->key);
    drop_tokens(access);
    free(access);
}

static struct at_key_place
key_place(const struct at_emulator_access *access)
{
    return (struct at_key_place){access->place->jwks, access->place->jwk_active,
                                 KEY_MS};
}

static bool
fail_own(const struct at_err *why, struct at_err *err)
{
    return at_fail(err, AT_EGRPC, "no token can be signed: %s", why->msg);
}

// Publish the key by a new name each time: the emulator may still list one that
// is gone.
static bool
publish_key(const struct at_op *op, struct at_emulator_access *access,
            struct at_err *err)
{
    struct at_key_place place = key_place(access);
    struct at_buf set = AT_BUF_INIT(AT_JWT_PART_MAX_BYTES);
    struct at_err why = AT_ERR_INIT;
    if (!access->key)
        access->key = at_signing_key_new(&why);
    if (!access->key)
        return fail_own(&why, err);
    at_random_hex(access->kid, KID_LEN);
    at_assert(
        at_jwk_set_write(at_signing_key_point(access->key), access->kid, &set));
    bool ok = at_key_file_publish(op, &place, access->kid, at_buf_str(&set),
                                  &access->file, err);
    at_buf_deinit(&set);
    return ok;
}

static bool
sign(const struct at_emulator_access *access, const char *path,
     struct signed_token *out, struct at_err *err)
{
    struct at_jwt_claims claims = {access->kid, issuer, path, out->from_s,
                                   out->until_s};
    unsigned char signature[AT_ES256_SIGNATURE_BYTES];
    struct at_buf text = AT_BUF_INIT(AT_EMULATOR_TOKEN_MAX_BYTES);
    struct at_err why = AT_ERR_INIT;
    at_assert(at_jwt_write_signed_part(&claims, &text));
    bool ok =
        at_signing_key_sign(access->key, at_buf_str(&text), signature, &why) ||
        fail_own(&why, err);
    if (ok) {
        at_assert(at_jwt_add_signature(signature, &text));
        out->text = at_buf_take(&text);
    }
    at_buf_deinit(&text);
    return ok;
}

static bool
is_good(const struct signed_token *token, int64_t now_s)
{
    return token->text && now_s >= token->from_s &&
           now_s < token->until_s - SPARE_S;
}

bool
at_emulator_access_token(const struct at_op *op,
                         struct at_emulator_access *access,
                         enum at_emulator_method method, int64_t now_s,
                         const char **out_token, struct at_err *err)
{
    struct signed_token *token = &access->tokens[method];
    *out_token = access->place->token;
    if (!access->signs)
        return true;
    if (!access->file && !publish_key(op, access, err))
        return false;
    if (!is_good(token, now_s)) {
        free(token->text);
        *token = (struct signed_token){NULL, now_s - BEFORE_S, now_s + GOOD_S};
        if (!sign(access, at_emulator_path(method), token, err))
            return false;
    }
    *out_token = token->text;
    return true;
}

bool
at_emulator_access_signs(const struct at_emulator_access *access)
{
    return access->signs;
}

bool
at_emulator_access_refused(struct at_emulator_access *access)
{
    struct at_key_place place = key_place(access);
    if (!access->place->jwks)
        return false;
    access->signs = true;
    drop_tokens(access);
    if (access->file &&
        !at_key_file_is_active(&place, access->kid, access->file)) {
        at_key_file_remove(access->file);
        access->file = NULL;
    }
    return true;
}
