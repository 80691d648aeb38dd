// tokens_test.c: tokens in a store: forms, names, ends, and who has one
#include "tester/access/tokens.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "sys/clock.h"
#include "sys/folder.h"
#include "tests/t.h"
#include "wire/json.h"

static struct at_store_db *store;
static char folder[] = "/tmp/tokens_test.XXXXXX";

static int
set_up(void **state)
{
    (void)state;
    T_OK(mkdtemp(folder));
    char *file = at_strfmt("%s/store.sqlite", folder);
    T_OK(at_store_sqlite_open(file, &store, NULL));
    free(file);
    return 0;
}

static int
tear_down(void **state)
{
    (void)state;
    at_store_db_free(store);
    T_OK(at_folder_remove(folder, NULL));
    return 0;
}

static bool
add(const char *name, enum at_access role, int64_t days,
    char out[AT_TOKEN_LEN + 1], struct at_err *err)
{
    const struct at_token_wish wish = {at_str(name), role, days, "Ada"};
    return at_token_add(store, &wish, out, NULL, err);
}

T_TEST(the_form_of_a_token)
{
    char token[AT_TOKEN_LEN + 2] = "agt_";
    memset(token + 4, 'a', AT_TOKEN_DIGITS);
    T_OK(at_token_is_one(at_str(token)));
    static const struct {
        size_t at;
        char c;
    } rows[] = {{0, 'A'},  {3, '-'},   {4, 'g'}, {4, 'A'},
                {67, '/'}, {67, '\0'}, {40, ' '}};
    for (size_t i = 0; i < T_LEN(rows); i++) {
        char before = token[rows[i].at];
        token[rows[i].at] = rows[i].c;
        T_NOT(at_token_is_one(at_str_n(token, AT_TOKEN_LEN)));
        token[rows[i].at] = before;
    }
    T_NOT(at_token_is_one(at_str_n(token, AT_TOKEN_LEN - 1)));
    token[AT_TOKEN_LEN] = 'a';
    T_NOT(at_token_is_one(at_str_n(token, AT_TOKEN_LEN + 1)));
    T_NOT(at_token_is_one((struct at_str){0}));
}

T_TEST(the_hash_is_sha256)
{
    char hash[AT_TOKEN_HASH_LEN + 1];
    at_token_hash(AT_STR("abc"), hash);
    T_EQ_TEXT(hash, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61"
                    "f20015ad");
}

T_TEST(wishes_are_checked)
{
    static const struct {
        const char *name;
        enum at_access role;
        int64_t days;
        enum at_code code;
    } rows[] = {
        {"ci", AT_ACCESS_RUN, 0, AT_OK},
        {"ci", AT_ACCESS_RUN, 0, AT_EBUSY},
        {"CI.2_a-b", AT_ACCESS_READ, AT_TOKEN_DAYS_MAX, AT_OK},
        {"", AT_ACCESS_READ, 0, AT_EUSAGE},
        {"-a", AT_ACCESS_READ, 0, AT_EUSAGE},
        {"a b", AT_ACCESS_READ, 0, AT_EUSAGE},
        {"\xc3\xa9", AT_ACCESS_READ, 0, AT_EUSAGE},
        {"Admin", AT_ACCESS_READ, 0, AT_EUSAGE},
        {"anyone", AT_ACCESS_READ, 0, AT_EUSAGE},
        {"a", AT_ACCESS_NONE, 0, AT_EUSAGE},
        {"a", AT_ACCESSES, 0, AT_EUSAGE},
        {"a", AT_ACCESS_READ, -1, AT_EUSAGE},
        {"a", AT_ACCESS_READ, AT_TOKEN_DAYS_MAX + 1, AT_EUSAGE},
    };
    for (size_t i = 0; i < T_LEN(rows); i++) {
        char token[AT_TOKEN_LEN + 1];
        struct at_err err = AT_ERR_INIT;
        T_ROW(rows[i].name);
        bool ok = add(rows[i].name, rows[i].role, rows[i].days, token, &err);
        T_EQ_INT(err.code, rows[i].code);
        T_EQ_INT(ok, rows[i].code == AT_OK);
        T_OK(!ok || at_token_is_one(at_str(token)));
    }
}

T_TEST(a_token_is_its_clients_until_it_is_removed)
{
    struct at_tokens *tokens = at_tokens_new(store);
    struct at_caller caller, other;
    char token[AT_TOKEN_LEN + 1], second[AT_TOKEN_LEN + 1];
    T_OK(at_tokens_refresh(tokens, NULL));
    T_OK(add("lead", AT_ACCESS_ADMIN, 0, token, NULL));
    T_EQ_SIZE(at_tokens_with(tokens, AT_ACCESS_ADMIN, 0), 0);
    T_OK(at_tokens_find(tokens, at_str(token), &caller)); // it is read then
    T_EQ_TEXT(caller.name, "lead");
    T_EQ_INT(caller.role, AT_ACCESS_ADMIN);
    T_EQ_SIZE(at_tokens_with(tokens, AT_ACCESS_ADMIN, 0), 1);
    T_OK(at_tokens_check(tokens, &caller));
    T_OK(at_tokens_have(tokens, &caller, at_wall_now_ms()));
    token[10] = token[10] == '0' ? '1' : '0';
    T_NOT(at_tokens_find(tokens, at_str(token), &other));
    T_OK(at_token_remove(store, AT_STR("lead"), NULL));
    T_NOT(at_tokens_check(tokens, &caller));
    T_OK(at_tokens_refresh(tokens, NULL));
    T_NOT(at_tokens_have(tokens, &caller, at_wall_now_ms()));
    // Another one of that name.
    T_OK(add("lead", AT_ACCESS_READ, 0, second, NULL));
    T_NOT(at_tokens_check(tokens, &caller));
    T_OK(at_tokens_find(tokens, at_str(second), &caller));
    T_EQ_INT(caller.role, AT_ACCESS_READ);
    struct at_err err = AT_ERR_INIT;
    T_NOT(at_token_remove(store, AT_STR("nobody"), &err));
    T_EQ_INT(err.code, AT_ENOTFOUND);
    at_tokens_free(tokens);
}

// Set members of a token's document; null removes one.
static void
patch(const char *name, json_t *change)
{
    struct at_store_doc doc;
    T_OK(store->ops->get(store, AT_STORE_TOKEN, at_str(name), &doc, NULL));
    at_json_patch(doc.json, change);
    T_OK(store->ops->put(store, AT_STORE_TOKEN, -1, &doc, NULL));
    at_store_doc_deinit(&doc);
    json_decref(change);
}

T_TEST(a_token_ends_at_its_time_and_damaged_ones_are_refused)
{
    struct at_tokens *tokens = at_tokens_new(store);
    struct at_caller caller;
    char token[AT_TOKEN_LEN + 1];
    T_OK(add("guest", AT_ACCESS_READ, 1, token, NULL));
    T_OK(at_tokens_find(tokens, at_str(token), &caller));
    int64_t later_ms = at_wall_now_ms() + INT64_C(90000000);
    T_OK(at_tokens_have(tokens, &caller, later_ms - INT64_C(20000000)));
    T_NOT(at_tokens_have(tokens, &caller, later_ms));
    static const struct {
        const char *name;
        const char *value; // NULL: null
        bool valid;
    } rows[] = {
        {"expiresAt", "2020-01-01T00:00:00.000Z", false},
        {"expiresAt", NULL, true},
        {"expiresAt", "soon", false},
        {"expiresAt", "2999-01-01T00:00:00.000Z", true},
        {"role", "owner", false},
        {"role", "run", true},
        {"hash", "00", false},
    };
    for (size_t i = 0; i < T_LEN(rows); i++) {
        T_ROW(rows[i].value ? rows[i].value : "null");
        patch("guest", json_pack("{s:s?}", rows[i].name, rows[i].value));
        T_EQ_INT(at_tokens_check(tokens, &caller), rows[i].valid);
        T_OK(at_tokens_refresh(tokens, NULL));
        T_EQ_INT(at_tokens_find(tokens, at_str(token), &caller), rows[i].valid);
    }
    at_tokens_free(tokens);
}

T_TEST(the_last_use_is_kept_by_the_hour_and_hashes_are_not_shown)
{
    struct at_tokens *tokens = at_tokens_new(store);
    struct at_caller caller;
    struct at_store_doc doc;
    char token[AT_TOKEN_LEN + 1];
    T_OK(add("used", AT_ACCESS_READ, 0, token, NULL));
    for (int i = 0; i < 5; i++)
        T_OK(at_tokens_find(tokens, at_str(token), &caller));
    T_OK(store->ops->get(store, AT_STORE_TOKEN, AT_STR("used"), &doc, NULL));
    T_EQ_INT(doc.revision, 2);
    struct at_str used = at_json_get_str(doc.json, "lastUsedAt");
    T_OK(at_str_ends(used, AT_STR(":00:00.000Z")));
    json_t *shown = at_token_json(&doc, at_wall_now_ms());
    T_NULL(json_object_get(shown, "hash"));
    T_OK(json_is_true(json_object_get(shown, "valid")));
    json_decref(shown);
    at_store_doc_deinit(&doc);
    at_tokens_free(tokens);
}

int
main(void)
{
    return T_RUN(set_up, tear_down);
}
