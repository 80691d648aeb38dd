// vault_test.c: secrets at rest: keys, names, damage, and a change of the key
#include "tester/access/vault.h"

#include <stdlib.h>
#include <unistd.h>

#include "agent/guards/secrets.h"
#include "base/alloc.h"
#include "base/limits.h"
#include "base/wipe.h"
#include "store/store.h"
#include "sys/file.h"
#include "sys/folder.h"
#include "tester/access/known_secrets.h"
#include "tests/t.h"
#include "wire/json.h"

static const char first_key[] = "the first key of these tests";
static const char other_key[] = "another key of these tests";

static struct at_store_db *store;
static struct at_env *env;
static char folder[] = "/tmp/vault_test.XXXXXX";

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
    T_OK(at_file_write(none, AT_STR("SECRET_SHADOWED=of the environment\n"),
                       NULL));
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

// A vault with a key; NULL: none.
static struct at_vault *
open_with(const char *key)
{
    struct at_vault *vault;
    if (key)
        setenv("AGENTEST_SECRETS_KEY", key, 1);
    T_OK(at_vault_new(env, store, &vault, NULL));
    T_NULL(getenv("AGENTEST_SECRETS_KEY"));
    return vault;
}

static void
set(struct at_vault *vault, const char *name, const char *value)
{
    struct at_vault_change change;
    T_OK(
        at_vault_set(vault, at_str(name), at_str(value), "Ada", &change, NULL));
}

static void
expect(struct at_vault *vault, const char *id, const char *value)
{
    struct at_buf out = AT_BUF_INIT(AT_SECRET_MAX_BYTES);
    struct at_err err = AT_ERR_INIT;
    T_ROW(id);
    T_OK(at_vault_get(vault, id, &out, &err));
    T_EQ_TEXT(at_buf_text(&out), value);
    at_wipe_buf(&out);
}

static struct at_err
fail_to_get(struct at_vault *vault, const char *id)
{
    struct at_buf out = AT_BUF_INIT(AT_SECRET_MAX_BYTES);
    struct at_err err = AT_ERR_INIT;
    T_ROW(id);
    T_NOT(at_vault_get(vault, id, &out, &err));
    T_EQ_SIZE(out.len, 0);
    at_buf_deinit(&out);
    return err;
}

// Return true if the store's files have the bytes.
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

T_TEST(keys_are_checked)
{
    static const struct {
        const char *key;
        const char *file;
        const char *says;
    } rows[] = {
        {"too short", NULL, "must have 16 to 1024 characters"},
        {first_key, "/nothing", "not both"},
        {NULL, "/nothing/here", "key file '/nothing/here'"},
        {NULL, "/etc/passwd", "others can read the key file '/etc/passwd'"},
    };
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_vault *vault;
        struct at_err err = AT_ERR_INIT;
        if (rows[i].key)
            setenv("AGENTEST_SECRETS_KEY", rows[i].key, 1);
        if (rows[i].file)
            setenv("AGENTEST_SECRETS_KEY_FILE", rows[i].file, 1);
        T_NOT(at_vault_new(env, store, &vault, &err));
        unsetenv("AGENTEST_SECRETS_KEY");
        unsetenv("AGENTEST_SECRETS_KEY_FILE");
        T_EQ_INT(err.code, AT_EUSAGE);
        T_OK(at_str_has(at_str(err.msg), at_str(rows[i].says)));
    }
}

T_TEST(a_key_is_read_from_the_first_line_of_a_file)
{
    char *file = path_of("key");
    T_OK(at_file_write(file, AT_STR("the first key of these tests\nmore\n"),
                       NULL));
    setenv("AGENTEST_SECRETS_KEY_FILE", file, 1);
    struct at_vault *vault = open_with(NULL);
    unsetenv("AGENTEST_SECRETS_KEY_FILE");
    set(vault, "From-File", "value of the file's key");
    at_vault_free(vault);
    vault = open_with(first_key);
    expect(vault, "from_file", "value of the file's key");
    at_vault_free(vault);
    free(file);
}

T_TEST(names_are_those_of_variables)
{
    static const struct {
        const char *name;
        const char *id; // NULL: it is not a name
    } rows[] = {
        {"password", "password"},
        {"API-Key.2", "api_key_2"},
        {"_", "_"},
        {"", NULL},
        {"a b", NULL},
        {"a/b", NULL},
        {"\xc3\xa9", NULL},
        {"{{x}}", NULL},
    };
    char id[AT_STORE_KEY_MAX + 1];
    char longest[AT_SECRET_NAME_MAX_BYTES + 2];
    for (size_t i = 0; i < T_LEN(rows); i++) {
        T_ROW(rows[i].name);
        T_EQ_INT(at_vault_id(at_str(rows[i].name), id), rows[i].id != NULL);
        if (rows[i].id)
            T_EQ_TEXT(id, rows[i].id);
    }
    memset(longest, 'x', sizeof(longest));
    T_OK(at_vault_id(at_str_n(longest, AT_SECRET_NAME_MAX_BYTES), id));
    T_NOT(at_vault_id(at_str_n(longest, sizeof(longest) - 1), id));
}

T_TEST(values_come_back_and_are_not_at_rest)
{
    struct at_vault *vault = open_with(first_key);
    struct at_vault_change change;
    char longest[AT_SECRET_MAX_BYTES + 1];
    memset(longest, 'v', sizeof(longest) - 1);
    longest[sizeof(longest) - 1] = '\0';
    set(vault, "password", "Cn4ry-7f3e");
    set(vault, "longest", longest);
    set(vault, "odd", "\xc3\xa9 \"\\\n x");
    expect(vault, "password", "Cn4ry-7f3e");
    expect(vault, "longest", longest);
    expect(vault, "odd", "\xc3\xa9 \"\\\n x");
    T_OK(at_vault_set(vault, AT_STR("PASSWORD"), AT_STR("Cn4ry-second"), "Ada",
                      &change, NULL));
    T_EQ_TEXT(change.id, "password");
    T_EQ_INT(change.before, 1);
    T_EQ_INT(change.after, 2);
    expect(vault, "password", "Cn4ry-second");
    T_OK(at_rest("\"sealed\""));
    T_NOT(at_rest("Cn4ry"));
    T_NOT(at_rest("vvvvvvvvvvvv"));
    T_NOT(at_rest(first_key));
    T_EQ_INT(fail_to_get(vault, "unknown").code, AT_ENOTFOUND);
    at_vault_free(vault);
}

T_TEST(values_are_checked)
{
    struct at_vault *vault = open_with(first_key);
    char longer[AT_SECRET_MAX_BYTES + 2];
    memset(longer, 'v', sizeof(longer));
    const struct at_str rows[] = {
        {"", 0}, {"a\0b", 3}, {"\xff", 1}, {longer, AT_SECRET_MAX_BYTES + 1}};
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_vault_change change;
        struct at_err err = AT_ERR_INIT;
        T_NOT(at_vault_set(vault, AT_STR("x"), rows[i], "Ada", &change, &err));
        T_EQ_INT(err.code, AT_EUSAGE);
    }
    T_EQ_INT(fail_to_get(vault, "x").code, AT_ENOTFOUND);
    at_vault_free(vault);
}

T_TEST(another_key_opens_nothing_and_says_so)
{
    const char *keys[] = {other_key, NULL};
    static const char *const says[] = {"another key", "need a key"};
    for (size_t i = 0; i < T_LEN(keys); i++) {
        struct at_vault *vault = open_with(keys[i]);
        struct at_vault_change change;
        struct at_err err = fail_to_get(vault, "password");
        T_EQ_INT(err.code, AT_EUSAGE);
        T_OK(at_str_has(at_str(err.msg), at_str(says[i])));
        T_NOT(at_vault_check(vault, NULL));
        T_NOT(at_vault_set(vault, AT_STR("more"), AT_STR("value"), "Ada",
                           &change, &err));
        T_EQ_INT(err.code, AT_EUSAGE);
        at_vault_free(vault);
    }
    struct at_vault *vault = open_with(first_key);
    T_OK(at_vault_check(vault, NULL));
    expect(vault, "password", "Cn4ry-second");
    T_EQ_INT(fail_to_get(vault, "more").code, AT_ENOTFOUND);
    at_vault_free(vault);
}

// Change a character of a stored member.
static void
tamper(const char *id, const char *member, size_t at)
{
    struct at_store_doc doc;
    T_OK(store->ops->get(store, AT_STORE_SECRET, at_str(id), &doc, NULL));
    struct at_str text = at_json_get_str(doc.json, member);
    char *copy = at_strndup(text.ptr, text.len);
    copy[at % text.len] = copy[at % text.len] == 'A' ? 'B' : 'A';
    at_json_set_text(doc.json, member, copy);
    free(copy);
    T_OK(store->ops->put(store, AT_STORE_SECRET, -1, &doc, NULL));
    at_store_doc_deinit(&doc);
}

T_TEST(each_changed_byte_is_noticed)
{
    struct at_vault *vault = open_with(first_key);
    for (size_t at = 0; at < 140; at++) {
        set(vault, "tampered", "a value of these tests");
        tamper("tampered", "sealed", at);
        struct at_err err = fail_to_get(vault, "tampered");
        T_EQ_INT(err.code, AT_EIO);
        T_OK(at_str_has(at_str(err.msg), AT_STR("cannot be decrypted")));
    }
    set(vault, "tampered", "a value of these tests");
    tamper("tampered", "key", 3);
    T_EQ_INT(fail_to_get(vault, "tampered").code, AT_EIO);
    T_OK(at_vault_remove(vault, AT_STR("tampered"),
                         &(struct at_vault_change){.before = 0}, NULL));
    at_vault_free(vault);
}

T_TEST(a_row_under_another_name_is_noticed)
{
    struct at_vault *vault = open_with(first_key);
    struct at_store_doc doc;
    T_OK(store->ops->get(store, AT_STORE_SECRET, AT_STR("password"), &doc,
                         NULL));
    at_str_cut(doc.id, sizeof(doc.id), AT_STR("renamed"));
    T_OK(store->ops->put(store, AT_STORE_SECRET, -1, &doc, NULL));
    T_EQ_INT(fail_to_get(vault, "renamed").code, AT_EIO);
    T_OK(store->ops->remove(store, AT_STORE_SECRET, AT_STR("renamed"), NULL));
    at_store_doc_deinit(&doc);
    at_vault_free(vault);
}

T_TEST(secrets_without_their_keys_are_an_error)
{
    struct at_vault *vault = open_with(first_key);
    struct at_store_doc doc;
    T_OK(store->ops->get(store, AT_STORE_SECRET, AT_STR("key-ring"), &doc,
                         NULL));
    T_OK(store->ops->remove(store, AT_STORE_SECRET, AT_STR("key-ring"), NULL));
    T_EQ_INT(fail_to_get(vault, "password").code, AT_EIO);
    T_OK(store->ops->put(store, AT_STORE_SECRET, 0, &doc, NULL));
    expect(vault, "password", "Cn4ry-second");
    at_store_doc_deinit(&doc);
    at_vault_free(vault);
}

T_TEST(a_new_key_replaces_the_old_one)
{
    struct at_vault *vault = open_with(first_key);
    struct at_vault *running = open_with(first_key);
    struct at_err err = AT_ERR_INIT;
    expect(running, "password", "Cn4ry-second");
    T_NOT(at_vault_rekey(vault, AT_STR("short"), &err));
    T_OK(at_vault_rekey(vault, at_str(other_key), &err));
    expect(vault, "password", "Cn4ry-second");
    // One that still has the old key learns of it.
    T_EQ_INT(fail_to_get(running, "password").code, AT_EUSAGE);
    at_vault_free(running);
    at_vault_free(vault);
    vault = open_with(other_key);
    expect(vault, "password", "Cn4ry-second");
    expect(vault, "from_file", "value of the file's key");
    at_vault_free(vault);
    struct at_store_doc doc;
    T_OK(store->ops->get(store, AT_STORE_SECRET, AT_STR("key-ring"), &doc,
                         NULL));
    T_EQ_SIZE(json_array_size(json_object_get(doc.json, "keys")), 1);
    at_store_doc_deinit(&doc);
}

T_TEST(a_change_of_the_key_that_was_interrupted_loses_nothing)
{
    struct at_vault *vault = open_with(other_key);
    struct at_err err = AT_ERR_INIT;
    set(vault, "broken", "a value of these tests");
    tamper("broken", "sealed", 50);
    T_NOT(at_vault_rekey(vault, at_str(first_key), &err));
    T_OK(at_str_has(at_str(err.msg), AT_STR("run secrets rekey again")));
    at_vault_free(vault);
    vault = open_with(first_key);
    expect(vault, "password", "Cn4ry-second");
    expect(vault, "from_file", "value of the file's key");
    set(vault, "broken", "set again");
    T_OK(at_vault_rekey(vault, at_str(first_key), &err));
    expect(vault, "broken", "set again");
    at_vault_free(vault);
}

T_TEST(the_list_has_names_and_no_keys)
{
    struct at_vault *vault = open_with(NULL);
    json_t *list = at_vault_json(vault, NULL);
    struct at_buf text = AT_BUF_INIT(AT_MIB);
    T_OK(at_json_write(list, &text));
    T_OK(at_str_has(at_buf_str(&text), AT_STR("\"name\":\"password\"")));
    T_NOT(at_str_has(at_buf_str(&text), AT_STR("key-ring")));
    T_NOT(at_str_has(at_buf_str(&text), AT_STR("sealed")));
    at_buf_deinit(&text);
    json_decref(list);
    at_vault_free(vault);
}

// The result of opening {{name}}, in words.
static struct at_err
open_names(const char *const *names, struct at_secrets **out)
{
    struct at_argv list = AT_ARGV_INIT;
    struct at_argv rows = AT_ARGV_INIT;
    struct at_err err = AT_ERR_INIT;
    at_argv_add_all(&list, names);
    if (!at_secrets_open(env, &list, &rows, out, &err))
        T_NULL(*out);
    else
        T_EQ_SIZE(rows.count, list.count);
    at_wipe_argv(&rows);
    at_argv_deinit(&list);
    return err;
}

T_TEST(the_environment_comes_before_the_store)
{
    static const char *const both[] = {"Shadowed", "password", NULL};
    static const char *const none[] = {"unknown", "password", NULL};
    struct at_vault *vault = open_with(first_key);
    struct at_secrets *secrets = NULL;
    struct at_buf out = AT_BUF_INIT(AT_KIB);
    bool used;
    set(vault, "shadowed", "of the store");
    at_env_set_vault(env, vault);
    T_EQ_INT(open_names(both, &secrets).code, AT_OK);
    T_OK(at_secrets_fill(secrets, AT_STR("{{Shadowed}}, {{password}}"), &out,
                         &used, NULL));
    T_EQ_TEXT(at_buf_text(&out), "of the environment, Cn4ry-second");
    at_wipe_buf(&out);
    at_secrets_free(secrets);
    struct at_err err = open_names(none, &secrets);
    T_EQ_INT(err.code, AT_EUSAGE);
    T_OK(at_str_has(at_str(err.msg), AT_STR("SECRET_UNKNOWN")));
    at_env_set_vault(env, NULL);
    at_vault_free(vault);
}

T_TEST(a_wrong_key_is_said_and_leaves_no_empty_secret)
{
    static const char *const names[] = {"shadowed", "password", NULL};
    static const char *const enough[] = {"shadowed", NULL};
    struct at_vault *vault = open_with(other_key);
    struct at_secrets *secrets = NULL;
    at_env_set_vault(env, vault);
    struct at_err err = open_names(names, &secrets);
    T_EQ_INT(err.code, AT_EUSAGE);
    T_OK(at_str_has(at_str(err.msg), AT_STR("another key")));
    T_EQ_INT(open_names(enough, &secrets).code, AT_OK);
    at_secrets_free(secrets);
    // Those that can be read are masked.
    T_OK(at_secrets_all(env, &secrets, NULL));
    T_OK(at_secrets_shown(secrets, AT_STR("of the environment")));
    at_secrets_free(secrets);
    at_env_set_vault(env, NULL);
    at_vault_free(vault);
}

T_TEST(all_secrets_are_masked)
{
    struct at_vault *vault = open_with(first_key);
    struct at_secrets *secrets = NULL;
    struct at_buf out = AT_BUF_INIT(AT_KIB);
    at_env_set_vault(env, vault);
    T_OK(at_secrets_all(env, &secrets, NULL));
    at_secrets_mask(
        secrets, AT_STR("a Cn4ry-second, of the environment, set again"), &out);
    T_EQ_TEXT(at_buf_text(&out), "a {{password}}, {{shadowed}}, {{broken}}");
    at_buf_deinit(&out);
    at_secrets_free(secrets);
    at_env_set_vault(env, NULL);
    at_vault_free(vault);
}

int
main(void)
{
    return T_RUN(set_up, tear_down);
}
