// tokens.c: adding, removing and checking tokens
#include "tester/access/tokens.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/ascii.h"
#include "base/limits.h"
#include "sys/clock.h"
#include "sys/random.h"
#include "wire/json.h"

#define DAY_MS (INT64_C(86400) * 1000)
#define USED_EVERY_MS (INT64_C(3600) * 1000)

struct row {
    char name[AT_STORE_KEY_MAX + 1];
    char hash[AT_TOKEN_HASH_LEN + 1];
    enum at_access role;
    int64_t expires_ms; // 0: never
    int64_t used_ms;
};

struct at_tokens {
    struct at_store_db *store;
    pthread_mutex_t lock; // guards the following members
    struct row *rows;     // owned
    size_t count;
};

bool
at_token_is_one(struct at_str text)
{
    struct at_str prefix = AT_STR(AT_TOKEN_PREFIX);
    bool ok = text.len == AT_TOKEN_LEN && at_str_starts(text, prefix);
    for (size_t i = prefix.len; ok && i < text.len; i++)
        ok = (text.ptr[i] >= '0' && text.ptr[i] <= '9') ||
             (text.ptr[i] >= 'a' && text.ptr[i] <= 'f');
    return ok;
}

void
at_token_hash(struct at_str token, char out[AT_TOKEN_HASH_LEN + 1])
{
    unsigned char hash[AT_SHA256_BYTES];
    at_sha256(token, hash);
    for (size_t i = 0; i < sizeof(hash); i++)
        snprintf(out + 2 * i, 3, "%02x", hash[i]);
}

static void
set_time(json_t *json, const char *name, int64_t ms)
{
    char text[AT_RFC3339_MAX];
    at_wall_write(ms, text);
    at_json_set_text(json, name, text);
}

static bool
check_name(struct at_str name, struct at_err *err)
{
    bool ok = name.len > 0 && name.len <= AT_STORE_KEY_MAX &&
              at_ascii_is_alnum(name.ptr[0]);
    for (size_t i = 0; ok && i < name.len; i++)
        ok = at_ascii_is_alnum(name.ptr[i]) || name.ptr[i] == '.' ||
             name.ptr[i] == '_' || name.ptr[i] == '-';
    if (!ok)
        return at_fail(err, AT_EUSAGE,
                       "a token's name has up to %d letters, digits, '.', '_' "
                       "and '-', and begins with a letter or digit",
                       AT_STORE_KEY_MAX);
    if (at_str_eq_nocase(name, AT_STR(AT_CALLER_ADMIN)) ||
        at_str_eq_nocase(name, AT_STR(AT_CALLER_ANYONE)))
        return at_fail(err, AT_EUSAGE,
                       "the name '%.*s' is the server's own: use another one",
                       AT_STR_ARG(name));
    return true;
}

static bool
check_wish(const struct at_token_wish *wish, struct at_err *err)
{
    if (!check_name(wish->name, err))
        return false;
    if (wish->role <= AT_ACCESS_NONE || wish->role >= AT_ACCESSES)
        return at_fail(err, AT_EUSAGE,
                       "a token's role is read, run, edit or admin");
    return (wish->days >= 0 && wish->days <= AT_TOKEN_DAYS_MAX) ||
           at_fail(err, AT_EUSAGE, "a token lasts 1 to %d days, or for ever",
                   AT_TOKEN_DAYS_MAX);
}

static void
make_doc(const struct at_token_wish *wish, const char *token, int64_t now_ms,
         struct at_store_doc *out)
{
    char hash[AT_TOKEN_HASH_LEN + 1];
    at_token_hash(at_str(token), hash);
    *out = (struct at_store_doc){0};
    at_str_cut(out->id, sizeof(out->id), wish->name);
    out->json =
        json_pack("{s:s, s:s, s:o}", "role", at_access_names[wish->role],
                  "hash", hash, "by", at_json_text(at_str(wish->by)));
    set_time(out->json, "createdAt", now_ms);
    if (wish->days > 0)
        set_time(out->json, "expiresAt", now_ms + wish->days * DAY_MS);
}

static bool
has_room(struct at_store_db *store, struct at_err *err)
{
    struct at_store_query query = {.kind = AT_STORE_TOKEN,
                                   .limit = AT_TOKENS_MAX};
    struct at_store_list list;
    if (!store->ops->list(store, &query, &list, err))
        return false;
    bool room = list.count < AT_TOKENS_MAX;
    at_store_list_deinit(&list);
    return room || at_fail(err, AT_ELIMIT,
                           "there are %zu tokens: remove some that are no "
                           "longer used",
                           AT_TOKENS_MAX);
}

bool
at_token_add(struct at_store_db *store, const struct at_token_wish *wish,
             char out[AT_TOKEN_LEN + 1], struct at_store_doc *out_doc,
             struct at_err *err)
{
    struct at_store_doc doc;
    if (!check_wish(wish, err) || !has_room(store, err))
        return false;
    memcpy(out, AT_TOKEN_PREFIX, sizeof(AT_TOKEN_PREFIX));
    at_random_hex(out + sizeof(AT_TOKEN_PREFIX) - 1, AT_TOKEN_DIGITS);
    make_doc(wish, out, store->ops->now_ms(store), &doc);
    bool ok = store->ops->put(store, AT_STORE_TOKEN, 0, &doc, err);
    if (!ok && err && err->code == AT_EBUSY)
        at_fail(err, AT_EBUSY,
                "there is a token '%s': remove it, or use another name",
                doc.id);
    if (ok && out_doc)
        *out_doc = doc;
    else
        at_store_doc_deinit(&doc);
    return ok;
}

bool
at_token_remove(struct at_store_db *store, struct at_str name,
                struct at_err *err)
{
    if (store->ops->remove(store, AT_STORE_TOKEN, name, err))
        return true;
    if (err && (err->code == AT_ENOTFOUND || err->code == AT_EUSAGE))
        at_fail(err, AT_ENOTFOUND, "there is no token '%.*s'",
                AT_STR_ARG(at_utf8_head(name, AT_STORE_KEY_MAX)));
    return false;
}

// Returns false for a time that cannot be read.
static bool
read_time(const json_t *json, const char *name, int64_t *out_ms)
{
    struct at_str text = at_json_get_str(json, name);
    *out_ms = 0;
    return text.len == 0 ? !json_object_get(json, name)
                         : at_wall_read(text, out_ms);
}

// No client has the token of a damaged document.
static bool
read_row(const struct at_store_doc *doc, struct row *out)
{
    struct at_str hash = at_json_get_str(doc->json, "hash");
    *out = (struct row){.role =
                            at_access_find(at_json_get_str(doc->json, "role"))};
    at_str_cut(out->name, sizeof(out->name), at_str(doc->id));
    at_str_cut(out->hash, sizeof(out->hash), hash);
    bool used = read_time(doc->json, "lastUsedAt", &out->used_ms);
    return used && read_time(doc->json, "expiresAt", &out->expires_ms) &&
           out->role != AT_ACCESS_NONE && hash.len == AT_TOKEN_HASH_LEN;
}

static bool
is_valid(const struct row *row, int64_t now_ms)
{
    return row->expires_ms == 0 || now_ms < row->expires_ms;
}

json_t *
at_token_json(const struct at_store_doc *doc, int64_t now_ms)
{
    static const char *const members[] = {"role",      "createdAt",  "by",
                                          "expiresAt", "lastUsedAt", NULL};
    struct row row;
    json_t *json = json_pack("{s:s, s:s}", "id", doc->id, "name", doc->id);
    for (const char *const *name = members; *name; name++) {
        json_t *value = json_object_get(doc->json, *name);
        if (json_is_string(value))
            at_json_set(json, *name, json_incref(value));
    }
    bool ok = read_row(doc, &row);
    if (!ok)
        at_json_set_text(json, "role", at_access_names[AT_ACCESS_NONE]);
    at_json_set(json, "valid", json_boolean(ok && is_valid(&row, now_ms)));
    return json;
}

struct at_tokens *
at_tokens_new(struct at_store_db *store)
{
    struct at_tokens *tokens = at_alloc(sizeof(*tokens));
    *tokens = (struct at_tokens){.store = store};
    pthread_mutex_init(&tokens->lock, NULL);
    return tokens;
}

void
at_tokens_free(struct at_tokens *tokens)
{
    if (!tokens)
        return;
    pthread_mutex_destroy(&tokens->lock);
    free(tokens->rows);
    free(tokens);
}

bool
at_tokens_refresh(struct at_tokens *tokens, struct at_err *err)
{
    struct at_store_db *store = tokens->store;
    struct at_store_query query = {.kind = AT_STORE_TOKEN,
                                   .limit = AT_TOKENS_MAX};
    struct at_store_list list;
    if (!store->ops->list(store, &query, &list, err))
        return false;
    struct row *rows = at_realloc_array(NULL, list.count + 1, sizeof(*rows));
    for (size_t i = 0; i < list.count; i++) {
        if (!read_row(&list.docs[i], &rows[i]))
            rows[i].role = AT_ACCESS_NONE;
    }
    pthread_mutex_lock(&tokens->lock);
    struct row *before = tokens->rows;
    tokens->rows = rows;
    tokens->count = list.count;
    pthread_mutex_unlock(&tokens->lock);
    free(before);
    at_store_list_deinit(&list);
    return true;
}

size_t
at_tokens_count(struct at_tokens *tokens)
{
    pthread_mutex_lock(&tokens->lock);
    size_t count = tokens->count;
    pthread_mutex_unlock(&tokens->lock);
    return count;
}

size_t
at_tokens_with(struct at_tokens *tokens, enum at_access role, int64_t now_ms)
{
    size_t count = 0;
    pthread_mutex_lock(&tokens->lock);
    for (size_t i = 0; i < tokens->count; i++)
        count +=
            tokens->rows[i].role == role && is_valid(&tokens->rows[i], now_ms);
    pthread_mutex_unlock(&tokens->lock);
    return count;
}

// Copy the row with this hash. Role AT_ACCESS_NONE: a damaged one.
static bool
find_row(struct at_tokens *tokens, const char *hash, struct row *out)
{
    bool found = false;
    pthread_mutex_lock(&tokens->lock);
    for (size_t i = 0; i < tokens->count; i++) {
        const struct row *row = &tokens->rows[i];
        if (row->role == AT_ACCESS_NONE ||
            !at_secret_eq(at_str(row->hash), at_str(hash)))
            continue;
        *out = *row;
        found = true;
    }
    pthread_mutex_unlock(&tokens->lock);
    return found;
}

// Note the hour. Another change in the meantime wins.
static void
note_use(struct at_store_db *store, struct at_store_doc *doc, int64_t now_ms)
{
    int64_t revision = doc->revision;
    set_time(doc->json, "lastUsedAt", now_ms - now_ms % USED_EVERY_MS);
    (void)!store->ops->put(store, AT_STORE_TOKEN, revision, doc, NULL);
}

bool
at_tokens_check(struct at_tokens *tokens, struct at_caller *caller)
{
    struct at_store_db *store = tokens->store;
    struct at_store_doc doc = {0};
    struct row row;
    int64_t now_ms = store->ops->now_ms(store);
    if (!store->ops->get(store, AT_STORE_TOKEN, at_str(caller->name), &doc,
                         NULL)) {
        at_store_doc_deinit(&doc);
        return false;
    }
    bool ok = read_row(&doc, &row) && is_valid(&row, now_ms) &&
              at_secret_eq(at_str(row.hash), at_str(caller->hash));
    if (ok)
        caller->role = row.role;
    if (ok && now_ms - row.used_ms >= USED_EVERY_MS)
        note_use(store, &doc, now_ms);
    at_store_doc_deinit(&doc);
    return ok;
}

bool
at_tokens_find(struct at_tokens *tokens, struct at_str token,
               struct at_caller *out)
{
    struct row row;
    char hash[AT_TOKEN_HASH_LEN + 1];
    if (!at_token_is_one(token))
        return false;
    at_token_hash(token, hash);
    // Another process may have added it.
    if (!find_row(tokens, hash, &row) &&
        (!at_tokens_refresh(tokens, NULL) || !find_row(tokens, hash, &row)))
        return false;
    *out = (struct at_caller){.role = row.role};
    memcpy(out->name, row.name, sizeof(row.name));
    memcpy(out->hash, row.hash, sizeof(row.hash));
    return at_tokens_check(tokens, out);
}

bool
at_tokens_have(struct at_tokens *tokens, const struct at_caller *caller,
               int64_t now_ms)
{
    struct row row;
    return find_row(tokens, caller->hash, &row) && is_valid(&row, now_ms) &&
           strcmp(row.name, caller->name) == 0;
}
