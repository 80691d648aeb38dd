// firestore.c: requests to Firestore's REST API
#define AT_LOG_MODULE "sync"
#include "sync/firestore.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "sync/account.h"
#include "sync/content.h"
#include "sys/log.h"
#include "wire/firestore.h"
#include "wire/json.h"

enum { PAGES_MAX = 200, CHANGES_MAX = 500, REQUEST_MS = 30000 };
#define COLLECTION "testScenarios"
#define SERVICE "https://firestore.googleapis.com"
#define ANSWER_MAX_BYTES (32 * AT_MIB)

struct at_firestore {
    char *place;                // "projects/P/databases/D"
    char *documents;            // URL of ".../documents"
    struct at_account *account; // NULL: an emulator
    struct at_https *https;
    struct at_https_way way;
    int64_t pause_ms;
};

static bool
is_name(struct at_str text)
{
    for (size_t i = 0; i < text.len; i++) {
        char c = text.ptr[i];
        if (!(c >= 'a' && c <= 'z') && !(c >= 'A' && c <= 'Z') &&
            !(c >= '0' && c <= '9') && c != '-' && c != '_' && c != '(' &&
            c != ')')
            return false;
    }
    return text.len > 0 && text.len <= 64;
}

static bool
read_target(const char *target, struct at_firestore *firestore,
            struct at_err *err)
{
    struct at_str rest = at_str(target), project;
    bool any = at_str_next(&rest, ':', &project);
    struct at_str database = rest.len > 0 ? rest : AT_STR("(default)");
    firestore->place = at_strfmt("projects/%.*s/databases/%.*s",
                                 AT_STR_ARG(project), AT_STR_ARG(database));
    return (any && is_name(project) && is_name(database)) ||
           at_fail(err, AT_EUSAGE,
                   "--sync '%s' is not a project, or PROJECT:DATABASE", target);
}

static const char *
variable(const struct at_firestore_env *env, const char *name)
{
    const char *value = env->get(env->user, name);
    return value && value[0] ? value : NULL;
}

static bool
open_account(const struct at_firestore_env *env, struct at_firestore *firestore,
             struct at_err *err)
{
    const char *file = variable(env, "GOOGLE_APPLICATION_CREDENTIALS");
    const char *url = variable(env, "AGENTEST_FIRESTORE_URL");
    const char *emulator = variable(env, "FIRESTORE_EMULATOR_HOST");
    char *base = emulator ? at_strfmt("http://%s", emulator)
                          : at_strdup(url ? url : SERVICE);
    firestore->documents =
        at_strfmt("%s/v1/%s/documents", base, firestore->place);
    firestore->way.allow_http = emulator != NULL; // it has no secrets
    at_https_way_env(env->get, env->user, base, &firestore->way);
    free(base);
    if (emulator)
        return true;
    return file ? at_account_open(file, &firestore->account, err)
                : at_fail(err, AT_EUSAGE,
                          "--sync needs GOOGLE_APPLICATION_CREDENTIALS, the "
                          "JSON file of a service account, or "
                          "FIRESTORE_EMULATOR_HOST");
}

bool
at_firestore_open(const char *target, const struct at_firestore_env *env,
                  struct at_firestore **out, struct at_err *err)
{
    struct at_firestore *firestore = at_alloc(sizeof(*firestore));
    *out = NULL;
    firestore->https = at_https_new("mobile-tester-agent/" AT_VERSION);
    if (read_target(target, firestore, err) &&
        open_account(env, firestore, err)) {
        *out = firestore;
        return true;
    }
    at_firestore_free(firestore);
    return false;
}

void
at_firestore_free(struct at_firestore *firestore)
{
    if (!firestore)
        return;
    at_account_free(firestore->account);
    at_https_free(firestore->https);
    free(firestore->place);
    free(firestore->documents);
    free(firestore);
}

const char *
at_firestore_place(const struct at_firestore *firestore)
{
    return firestore->place;
}

int64_t
at_firestore_pause_ms(const struct at_firestore *firestore)
{
    return firestore->pause_ms;
}

static void
add_encoded(struct at_buf *url, const char *text)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrst"
                                "uvwxyz0123456789-._~";
    for (; *text; text++) {
        if (strchr(plain, *text))
            at_buf_add_char(url, *text);
        else
            at_buf_add_fmt(url, "%%%02X", (unsigned)(unsigned char)*text);
    }
}

// The failure behind an answer, by Google's status words.
static bool
fail_answer(struct at_firestore *firestore,
            const struct at_https_answer *answer, const json_t *json,
            struct at_err *err)
{
    static const struct {
        const char *status;
        int http;
        enum at_code code;
    } rows[] = {
        {"ALREADY_EXISTS", 409, AT_EBUSY},
        {"FAILED_PRECONDITION", 0, AT_EBUSY},
        {"ABORTED", 0, AT_EBUSY},
        {"NOT_FOUND", 404, AT_ENOTFOUND},
        {"RESOURCE_EXHAUSTED", 429, AT_ELIMIT},
        {"UNAVAILABLE", 503, AT_ELIMIT},
        {"DEADLINE_EXCEEDED", 504, AT_ELIMIT},
        {"INTERNAL", 500, AT_ELIMIT},
        {"UNAUTHENTICATED", 401, AT_EUSAGE},
        {"PERMISSION_DENIED", 403, AT_EUSAGE},
    };
    const json_t *error = json_object_get(json, "error");
    struct at_str status = at_json_get_str(error, "status");
    struct at_str why = at_json_get_str(error, "message");
    enum at_code code = AT_EPROTO;
    size_t i = 0;
    while (i < AT_LEN(rows) && !at_str_is(status, rows[i].status) &&
           !(status.len == 0 && answer->status == rows[i].http))
        i++;
    if (i < AT_LEN(rows))
        code = rows[i].code;
    int64_t seconds;
    firestore->pause_ms = 0;
    if (at_str_to_i64(at_str(answer->retry_after), 0, 3600, &seconds))
        firestore->pause_ms = seconds * 1000;
    if (answer->status == 401 && firestore->account)
        at_account_forget(firestore->account);
    return at_fail(err, code, "Firestore answers %d %.*s: %.*s", answer->status,
                   AT_STR_ARG(at_utf8_head(status, 40)),
                   AT_STR_ARG(at_utf8_head(why, 300)));
}

static bool
add_authorization(const struct at_op *op, struct at_firestore *firestore,
                  struct at_argv *headers, struct at_err *err)
{
    struct at_str token = AT_STR("owner"); // all emulators take it
    if (firestore->account &&
        !at_account_token(op, firestore->account, firestore->https,
                          &firestore->way, &token, err))
        return false;
    at_argv_add_fmt(headers, "Authorization: Bearer %.*s", AT_STR_ARG(token));
    at_argv_add(headers, "Content-Type: application/json");
    return true;
}

struct question {
    const char *method;
    const char *path; // after ".../documents"
    const json_t *body;
};

// *out is owned by the caller.
static bool
ask(const struct at_op *op, struct at_firestore *firestore,
    const struct question *question, json_t **out, struct at_err *err)
{
    struct at_argv headers = {0};
    struct at_https_answer answer = {0};
    struct at_buf text = AT_BUF_INIT(AT_STORE_DOC_MAX_BYTES);
    char *url = at_strfmt("%s%s", firestore->documents, question->path);
    *out = NULL;
    if (question->body)
        (void)at_json_write(question->body, &text);
    struct at_https_request request = {.method = question->method,
                                       .url = url,
                                       .headers = &headers,
                                       .body = at_buf_str(&text),
                                       .idle_ms = REQUEST_MS,
                                       .max_bytes = ANSWER_MAX_BYTES,
                                       .way = firestore->way};
    bool ok = add_authorization(op, firestore, &headers, err) &&
              at_https_send(op, firestore->https, &request, &answer, err);
    if (ok) {
        *out = at_json_parse(at_buf_str(&answer.body), NULL);
        if (answer.status < 200 || answer.status > 299)
            ok = fail_answer(firestore, &answer, *out, err);
        else if (!*out)
            ok = at_fail(err, AT_EPROTO, "Firestore's answer is not JSON");
    }
    if (!ok) {
        json_decref(*out);
        *out = NULL;
    }
    at_https_answer_deinit(&answer);
    at_argv_deinit(&headers);
    at_buf_deinit(&text);
    free(url);
    return ok;
}

// A document that cannot be read is left alone, with a word in the log.
static void
add_document(const json_t *document, json_t *out)
{
    struct at_err err = AT_ERR_INIT;
    struct at_str name = at_json_get_str(document, "name");
    struct at_str time = at_json_get_str(document, "updateTime");
    struct at_str part, id = {0};
    while (at_str_next(&name, '/', &part))
        id = part;
    json_t *fields = json_object_get(document, "fields")
                         ? at_firestore_read(document, &err)
                         : json_object();
    if (id.len == 0 || id.len > 128 || time.len == 0)
        at_fail(&err, AT_EPROTO, "it has no name or no updateTime");
    if (fields && err.code == AT_OK) {
        char *key = at_strndup(id.ptr, id.len);
        at_json_set(out, key,
                    json_pack("{s:O, s:o}", "fields", fields, "updateTime",
                              at_json_text(time)));
        free(key);
    } else {
        at_log_warn("a document of Firestore is left out: %s id=%.*s", err.msg,
                    AT_STR_ARG(at_utf8_head(id, 64)));
    }
    json_decref(fields);
}

bool
at_firestore_list(const struct at_op *op, struct at_firestore *firestore,
                  json_t *out, struct at_err *err)
{
    struct at_buf path = AT_BUF_INIT(8 * AT_KIB);
    char *token = at_strdup("");
    bool ok = true, more = true;
    for (int page = 0; ok && more; page++) {
        json_t *json;
        size_t i;
        const json_t *document;
        at_buf_clear(&path);
        at_buf_add_text(&path, "/" COLLECTION "?pageSize=300");
        if (token[0]) {
            at_buf_add_text(&path, "&pageToken=");
            add_encoded(&path, token);
        }
        ok = page < PAGES_MAX ||
             at_fail(err, AT_EUSAGE, "there are more than %d scenarios",
                     PAGES_MAX * 300);
        ok = ok && ask(op, firestore,
                       &(struct question){"GET", at_buf_text(&path), NULL},
                       &json, err);
        if (!ok)
            break;
        json_array_foreach(json_object_get(json, "documents"), i, document)
            add_document(document, out);
        struct at_str next = at_json_get_str(json, "nextPageToken");
        free(token);
        token = at_strndup(next.ptr, next.len);
        more = next.len > 0;
        json_decref(json);
    }
    free(token);
    at_buf_deinit(&path);
    return ok;
}

bool
at_firestore_changes(const struct at_op *op, struct at_firestore *firestore,
                     const char *since, json_t *out, bool *out_more,
                     struct at_err *err)
{
    json_t *json;
    size_t i;
    const json_t *row;
    json_t *query = json_pack(
        "{s:{s:[{s:s}], s:{s:{s:{s:s}, s:s, s:{s:s}}}, s:[{s:{s:s}, s:s}], "
        "s:i}}",
        "structuredQuery", "from", "collectionId", COLLECTION, "where",
        "fieldFilter", "field", "fieldPath", "updatedAt", "op",
        "GREATER_THAN_OR_EQUAL", "value", "timestampValue", since, "orderBy",
        "field", "fieldPath", "updatedAt", "direction", "ASCENDING", "limit",
        CHANGES_MAX);
    bool ok = ask(op, firestore, &(struct question){"POST", ":runQuery", query},
                  &json, err);
    json_decref(query);
    if (!ok)
        return false;
    *out_more = json_array_size(json) >= CHANGES_MAX;
    json_array_foreach(json, i, row)
    {
        const json_t *document = json_object_get(row, "document");
        if (document)
            add_document(document, out);
    }
    json_decref(json);
    return true;
}

bool
at_firestore_put(const struct at_op *op, struct at_firestore *firestore,
                 const struct at_firestore_change *change, json_t *out,
                 struct at_err *err)
{
    const char *update_time = change->update_time;
    struct at_buf path = AT_BUF_INIT(8 * AT_KIB);
    json_t *json;
    at_buf_add_text(&path, "/" COLLECTION);
    at_buf_add_text(&path, update_time ? "/" : "?documentId=");
    add_encoded(&path, change->id);
    for (size_t i = 0; update_time && at_sync_fields[i]; i++)
        at_buf_add_fmt(&path, "%cupdateMask.fieldPaths=%s", i > 0 ? '&' : '?',
                       at_sync_fields[i]);
    if (update_time) {
        at_buf_add_text(&path, "&currentDocument.updateTime=");
        add_encoded(&path, update_time);
    }
    bool ok = ask(op, firestore,
                  &(struct question){update_time ? "PATCH" : "POST",
                                     at_buf_text(&path), change->document},
                  &json, err);
    if (ok)
        add_document(json, out);
    else if (err->code == AT_ENOTFOUND && update_time)
        err->code = AT_EBUSY; // it was removed since
    json_decref(json);
    at_buf_deinit(&path);
    return ok;
}

bool
at_firestore_remove(const struct at_op *op, struct at_firestore *firestore,
                    const char *id, const char *update_time, struct at_err *err)
{
    struct at_buf path = AT_BUF_INIT(8 * AT_KIB);
    json_t *json = NULL;
    at_buf_add_text(&path, "/" COLLECTION "/");
    add_encoded(&path, id);
    at_buf_add_text(&path, "?currentDocument.updateTime=");
    add_encoded(&path, update_time);
    struct at_err why = AT_ERR_INIT;
    bool ok = ask(op, firestore,
                  &(struct question){"DELETE", at_buf_text(&path), NULL}, &json,
                  &why) ||
              why.code == AT_ENOTFOUND || at_err_pass(err, &why);
    json_decref(json);
    at_buf_deinit(&path);
    return ok;
}
