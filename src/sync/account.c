// account.c: signs with an RSA key, and exchanges the result for a token
#include "sync/account.h"

#include <inttypes.h>
#include <psa/crypto.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/base64.h"
#include "base/limits.h"
#include "base/wipe.h"
#include "sys/clock.h"
#include "sys/file.h"
#include "wire/json.h"

enum { VALID_S = 3600, SPARE_S = 60, SIGNATURE_MAX = 1024 };

#define RS256 PSA_ALG_RSA_PKCS1V15_SIGN(PSA_ALG_SHA_256)
#define SCOPE "https://www.googleapis.com/auth/datastore"
#define GRANT "urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer"

struct at_account {
    psa_key_id_t key;
    char *email;
    char *key_id;
    char *project;
    char *token_uri;
    struct at_buf token;
    int64_t until_s; // end of the token
};

// Read a DER value with this tag off the front of *rest.
static bool
take_der(struct at_str *rest, unsigned char tag, struct at_str *out)
{
    const unsigned char *bytes = (const unsigned char *)rest->ptr;
    size_t head = 2, len = 0;
    if (rest->len < 2 || bytes[0] != tag)
        return false;
    len = bytes[1];
    if (len & 0x80) {
        size_t count = len & 0x7f;
        if (count == 0 || count > 4 || rest->len < 2 + count)
            return false;
        len = 0;
        for (size_t i = 0; i < count; i++)
            len = len << 8 | bytes[2 + i];
        head += count;
    }
    if (len > rest->len - head)
        return false;
    *out = at_str_n(rest->ptr + head, len);
    *rest = at_str_skip(*rest, head + len);
    return true;
}

// PKCS#8 wraps the key as PKCS#1, which PSA takes: SEQUENCE { version,
// algorithm, OCTET STRING }.
static bool
unwrap(struct at_str der, struct at_str *out)
{
    struct at_str inner, part;
    return take_der(&der, 0x30, &inner) && take_der(&inner, 0x02, &part) &&
           take_der(&inner, 0x30, &part) && take_der(&inner, 0x04, out);
}

static bool
read_pem(struct at_str pem, struct at_buf *out)
{
    static const struct at_str begin =
        AT_STR_ROW("-----BEGIN PRIVATE KEY-----");
    static const struct at_str end = AT_STR_ROW("-----END PRIVATE KEY-----");
    struct at_buf text = AT_BUF_INIT(16 * AT_KIB);
    ptrdiff_t from = at_str_find(pem, begin);
    ptrdiff_t to = at_str_find(pem, end);
    bool ok = from >= 0 && to > from;
    for (size_t i = ok ? (size_t)from + begin.len : 0; ok && i < (size_t)to;
         i++) {
        if (pem.ptr[i] != '\n' && pem.ptr[i] != '\r')
            at_buf_add_char(&text, pem.ptr[i]);
    }
    ok = ok && at_base64_read(at_buf_str(&text), out);
    at_wipe_buf(&text);
    return ok;
}

static bool
import_key(struct at_account *account, struct at_str pem)
{
    struct at_buf der = AT_BUF_INIT(16 * AT_KIB);
    struct at_str key;
    psa_key_attributes_t kind = PSA_KEY_ATTRIBUTES_INIT;
    psa_set_key_type(&kind, PSA_KEY_TYPE_RSA_KEY_PAIR);
    psa_set_key_usage_flags(&kind, PSA_KEY_USAGE_SIGN_MESSAGE);
    psa_set_key_algorithm(&kind, RS256);
    bool ok = read_pem(pem, &der) && unwrap(at_buf_str(&der), &key) &&
              psa_crypto_init() == PSA_SUCCESS &&
              psa_import_key(&kind, (const unsigned char *)key.ptr, key.len,
                             &account->key) == PSA_SUCCESS;
    at_wipe_buf(&der);
    return ok;
}

static char *
member(const json_t *json, const char *name)
{
    struct at_str text = at_json_get_str(json, name);
    return at_strndup(text.ptr, text.len);
}

bool
at_account_open(const char *path, struct at_account **out, struct at_err *err)
{
    struct at_buf text = AT_BUF_INIT(64 * AT_KIB);
    struct at_account *account = at_alloc(sizeof(*account));
    account->token = (struct at_buf)AT_BUF_INIT(16 * AT_KIB);
    *out = NULL;
    json_t *json = NULL;
    bool ok = at_file_read(path, &text, err);
    if (ok)
        json = at_json_parse(at_buf_str(&text), err);
    at_wipe_buf(&text);
    account->email = member(json, "client_email");
    account->key_id = member(json, "private_key_id");
    account->project = member(json, "project_id");
    account->token_uri = member(json, "token_uri");
    if (ok && (!json || !account->email[0] || !account->token_uri[0]))
        ok = at_fail(err, AT_EUSAGE,
                     "'%s' is not the JSON file of a service account", path);
    else if (ok && !import_key(account, at_json_get_str(json, "private_key")))
        ok = at_fail(err, AT_EUSAGE,
                     "the private key in '%s' cannot be used: an RSA key as "
                     "PKCS#8 is needed",
                     path);
    json_decref(json);
    if (ok)
        *out = account;
    else
        at_account_free(account);
    return ok;
}

void
at_account_free(struct at_account *account)
{
    if (!account)
        return;
    if (account->key)
        psa_destroy_key(account->key); // wipes it
    at_wipe_buf(&account->token);
    free(account->email);
    free(account->key_id);
    free(account->project);
    free(account->token_uri);
    free(account);
}

const char *
at_account_project(const struct at_account *account)
{
    return account->project;
}

static void
add_part(const json_t *json, struct at_buf *out)
{
    struct at_buf text = AT_BUF_INIT(4 * AT_KIB);
    (void)at_json_write(json, &text);
    at_base64url_write(at_buf_str(&text), out);
    at_buf_deinit(&text);
}

bool
at_account_sign(const struct at_account *account, int64_t now_s,
                struct at_buf *out, struct at_err *err)
{
    unsigned char signature[SIGNATURE_MAX];
    size_t len = 0;
    json_t *header = json_pack("{s:s, s:s, s:s}", "alg", "RS256", "typ", "JWT",
                               "kid", account->key_id);
    json_t *claims =
        json_pack("{s:s, s:s, s:s, s:I, s:I}", "iss", account->email, "scope",
                  SCOPE, "aud", account->token_uri, "iat", (json_int_t)now_s,
                  "exp", (json_int_t)(now_s + VALID_S));
    add_part(header, out);
    at_buf_add_char(out, '.');
    add_part(claims, out);
    json_decref(header);
    json_decref(claims);
    psa_status_t status = psa_sign_message(
        account->key, RS256, (const unsigned char *)at_buf_text(out), out->len,
        signature, sizeof(signature), &len);
    if (status != PSA_SUCCESS || out->overflow)
        return at_fail(err, AT_EIO, "cannot sign for '%s' (PSA error %d)",
                       account->email, (int)status);
    at_buf_add_char(out, '.');
    return at_base64url_write(at_str_n((const char *)signature, len), out);
}

static bool
take_token(struct at_account *account, const struct at_https_answer *answer,
           int64_t now_s, struct at_err *err)
{
    json_t *json = at_json_parse(at_buf_str(&answer->body), NULL);
    struct at_str token = at_json_get_str(json, "access_token");
    json_int_t valid_s =
        json_integer_value(json_object_get(json, "expires_in"));
    bool ok = answer->status == 200 && token.len > 0;
    if (ok) {
        at_buf_add_str(&account->token, token);
        account->until_s = now_s + (valid_s > 0 ? valid_s : VALID_S);
    } else {
        struct at_str why = at_json_get_str(json, "error_description");
        at_fail(err, answer->status < 500 ? AT_EUSAGE : AT_EIO,
                "'%s' gets no token: %d %.*s", account->email, answer->status,
                AT_STR_ARG(at_utf8_head(why, 200)));
    }
    json_decref(json);
    return ok;
}

static bool
ask(const struct at_op *op, struct at_account *account, struct at_https *https,
    const struct at_https_way *way, int64_t now_s, struct at_err *err)
{
    struct at_buf body = AT_BUF_INIT(16 * AT_KIB);
    struct at_argv headers = {0};
    struct at_https_answer answer = {0};
    at_argv_add(&headers, "Content-Type: application/x-www-form-urlencoded");
    at_buf_add_text(&body, "grant_type=" GRANT "&assertion=");
    struct at_buf jwt = AT_BUF_INIT(8 * AT_KIB);
    bool ok = at_account_sign(account, now_s, &jwt, err);
    at_buf_add_str(&body, at_buf_str(&jwt));
    struct at_https_request request = {.method = "POST",
                                       .url = account->token_uri,
                                       .headers = &headers,
                                       .body = at_buf_str(&body),
                                       .max_bytes = 64 * AT_KIB,
                                       .way = *way};
    ok = ok && at_https_send(op, https, &request, &answer, err) &&
         take_token(account, &answer, now_s, err);
    at_wipe_buf(&jwt);
    at_wipe_buf(&body);
    at_wipe_buf(&answer.body);
    at_https_answer_deinit(&answer);
    at_argv_deinit(&headers);
    return ok;
}

void
at_account_forget(struct at_account *account)
{
    account->until_s = 0;
}

bool
at_account_token(const struct at_op *op, struct at_account *account,
                 struct at_https *https, const struct at_https_way *way,
                 struct at_str *out, struct at_err *err)
{
    int64_t now_s = at_wall_now_ms() / 1000;
    if (now_s + SPARE_S > account->until_s) {
        at_buf_clear(&account->token);
        if (!ask(op, account, https, way, now_s, err))
            return false;
    }
    *out = at_buf_str(&account->token);
    return true;
}
