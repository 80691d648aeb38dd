// hidden_test.c: members of documents that are stored sealed, and a machine's
// own key
#include "tester/access/hidden.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "sys/file.h"
#include "sys/folder.h"
#include "tester/env.h"
#include "tests/t.h"
#include "wire/json.h"

static const char given_key[] = "the key that somebody has given";

static struct at_store_db *store;
static struct at_env *env;
static char folder[] = "/tmp/hidden_test.XXXXXX";

static char *
path_of(const char *name)
{
    return at_strfmt("%s/%s", folder, name);
}

static int
set_up(void **state)
{
    (void)state;
    T_OK(mkdtemp(folder));
    char *file = path_of("store.sqlite");
    char *none = path_of("env");
    T_OK(at_file_write(none, AT_STR("A=b\n"), NULL));
    T_OK(at_store_sqlite_open(file, &store, NULL));
    T_OK(at_env_open(none, &env, NULL));
    free(none);
    free(file);
    return 0;
}

static int
tear_down(void **state)
{
    (void)state;
    at_store_db_free(store);
    at_env_free(env);
    T_OK(at_folder_remove(folder, NULL));
    return 0;
}

static struct at_vault *
open_with(const char *key, bool own)
{
    struct at_vault *vault;
    char *path = path_of("secrets.key");
    if (key)
        setenv("AGENTEST_SECRETS_KEY", key, 1);
    T_OK(at_vault_new(env, store, &vault, NULL));
    if (own)
        at_vault_use_file(vault, path);
    free(path);
    return vault;
}

static bool
has_own(void)
{
    char *path = path_of("secrets.key");
    bool has = at_file_exists(path);
    free(path);
    return has;
}

static const char profile[] =
    "{\"model\":\"m\",\"key\":\"canary-key\",\"headers\":{\"a\":\"canary-b\"}}";

static bool
put(struct at_vault *vault, const char *id, const char *json,
    struct at_err *err)
{
    struct at_store_doc doc = {.json = at_json_parse(at_str(json), NULL)};
    at_str_cut(doc.id, sizeof(doc.id), at_str(id));
    bool ok = at_hidden_put(vault, store, AT_STORE_PROFILE, -1, &doc, err);
    T_NULL(json_object_get(doc.json, "sealed")); // the caller's stays plain
    at_store_doc_deinit(&doc);
    return ok;
}

static json_t *
raw(const char *id)
{
    struct at_store_doc doc = {0};
    T_OK(store->ops->get(store, AT_STORE_PROFILE, at_str(id), &doc, NULL));
    json_t *json = json_copy(doc.json);
    at_store_doc_deinit(&doc);
    return json;
}

static void
expect(struct at_vault *vault, const char *id, const char *wanted)
{
    struct at_err err = AT_ERR_INIT;
    json_t *json = raw(id);
    json_t *same = at_json_parse(at_str(wanted), NULL);
    T_OK(at_hidden_open(vault, AT_STORE_PROFILE, id, json, &err));
    T_OK(json_equal(json, same));
    json_decref(json);
    json_decref(same);
}

static bool
at_rest(const char *bytes)
{
    static const char *const files[] = {"store.sqlite", "store.sqlite-wal"};
    bool found = false;
    for (size_t i = 0; i < T_LEN(files); i++) {
        struct at_buf text = AT_BUF_INIT(64 * AT_MIB);
        char *path = path_of(files[i]);
        if (at_file_read(path, &text, NULL))
            found = found || at_str_has(at_buf_str(&text), at_str(bytes));
        free(path);
        at_buf_deinit(&text);
    }
    return found;
}

T_TEST(without_a_key_nothing_is_stored_plain)
{
    struct at_vault *vault = open_with(NULL, false);
    struct at_err err = AT_ERR_INIT;
    T_NOT(put(vault, "A", profile, &err));
    T_EQ_INT(err.code, AT_EUSAGE);
    T_HAS(err.msg, "set AGENTEST_SECRETS_KEY");
    T_OK(put(vault, "B", "{\"model\":\"m\"}", NULL)); // has nothing to hide
    T_NOT(at_rest("canary"));
    at_vault_free(vault);
}

T_TEST(a_machine_has_a_key_of_its_own_until_one_is_given)
{
    struct at_vault *vault = open_with(NULL, true);
    T_OK(at_vault_check(vault, NULL));
    T_NOT(has_own()); // looking makes none
    T_OK(put(vault, "A", profile, NULL));
    T_OK(has_own());
    T_NOT(at_rest("canary"));
    expect(vault, "A", profile);
    at_vault_free(vault);
    vault = open_with(NULL, true);
    expect(vault, "A", profile);
    at_vault_free(vault);
    vault = open_with(given_key, true);
    expect(vault, "A", profile);
    T_NOT(has_own());
    at_vault_free(vault);
    // The given key is needed from now on, and no other one is made.
    vault = open_with(NULL, true);
    struct at_err err = AT_ERR_INIT;
    json_t *json = raw("A");
    T_NOT(at_hidden_open(vault, AT_STORE_PROFILE, "A", json, &err));
    T_HAS(err.msg, "set AGENTEST_SECRETS_KEY");
    T_NULL(json_object_get(json, "key"));
    T_NOT(has_own());
    json_decref(json);
    at_vault_free(vault);
}

T_TEST(plain_ones_are_read_and_sealed_when_stored)
{
    struct at_vault *vault = open_with(given_key, false);
    struct at_store_doc doc = {.id = "Old",
                               .json = at_json_parse(at_str(profile), NULL)};
    T_OK(store->ops->put(store, AT_STORE_PROFILE, -1, &doc, NULL));
    at_store_doc_deinit(&doc);
    expect(vault, "Old", profile);
    T_OK(put(vault, "Old", profile, NULL));
    json_t *json = raw("Old");
    T_NULL(json_object_get(json, "key"));
    T_NULL(json_object_get(json, "headers"));
    json_decref(json);
    expect(vault, "Old", profile);
    at_vault_free(vault);
}

T_TEST(sealed_members_belong_to_their_document)
{
    struct at_vault *vault = open_with(given_key, false);
    struct at_err err = AT_ERR_INIT;
    T_OK(put(vault, "Old", profile, NULL));
    struct at_store_doc doc = {.id = "Thief", .json = raw("Old")};
    T_OK(store->ops->put(store, AT_STORE_PROFILE, -1, &doc, NULL));
    T_NOT(at_hidden_open(vault, AT_STORE_PROFILE, "Thief", doc.json, &err));
    T_EQ_INT(err.code, AT_EIO);
    T_HAS(err.msg, "set it again");
    at_store_doc_deinit(&doc);
    T_OK(store->ops->remove(store, AT_STORE_PROFILE, AT_STR("Thief"), NULL));
    at_vault_free(vault);
}

T_TEST(a_new_key_is_for_them_too)
{
    struct at_vault *vault = open_with(given_key, false);
    T_OK(put(vault, "Old", profile, NULL));
    T_OK(at_vault_rekey(vault, AT_STR("the next key of this test"), NULL));
    expect(vault, "Old", profile);
    at_vault_free(vault);
    vault = open_with("the next key of this test", false);
    expect(vault, "Old", profile);
    expect(vault, "A", profile);
    at_vault_free(vault);
}

int
main(void)
{
    return T_RUN(set_up, tear_down);
}
