// profiles_test.c: what a user has set comes before the environment, and no key
// follows to another address
#include "tester/profiles.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/limits.h"
#include "sys/file.h"
#include "sys/folder.h"
#include "tests/t.h"
#include "wire/json.h"

static char root[] = "/tmp/at-profiles-XXXXXX";
static struct at_store_db *store;
static struct at_env *env;

static int
set_up(void **state)
{
    static const char file[] = "CLAUDE_API_KEY=env-key\n"
                               "ANTHROPIC_BASE_URL=https://env.example\n"
                               "OPUS47_MODEL=env-model\n";
    (void)state;
    if (!mkdtemp(root) || chdir(root) != 0)
        return -1;
    unsetenv("CLAUDE_API_KEY");
    unsetenv("ANTHROPIC_BASE_URL");
    unsetenv("OPUS47_MODEL");
    return at_file_write("env", at_str(file), NULL) &&
                   at_env_open("env", &env, NULL) &&
                   at_store_sqlite_open("db", &store, NULL)
               ? 0
               : -1;
}

static int
tear_down(void **state)
{
    (void)state;
    at_store_db_free(store);
    at_env_free(env);
    return at_folder_remove(root, NULL) ? 0 : -1;
}

static void
keep(const char *json)
{
    struct at_store_doc doc = {.id = "Opus47"};
    doc.json = at_json_parse(at_str(json), NULL);
    T_OK(store->ops->put(store, AT_STORE_PROFILE, -1, &doc, NULL));
    at_store_doc_deinit(&doc);
}

T_TEST(stored_values_come_first)
{
    static const struct {
        const char *stored; // NULL: nothing yet
        const char *base_url;
        const char *model;
        const char *key;
    } rows[] = {
        {NULL, "https://env.example", "env-model", "env-key"},
        {"{}", "https://env.example", "env-model", "env-key"},
        {"{\"model\":\"m\"}", "https://env.example", "m", "env-key"},
        {"{\"key\":\"k\"}", "https://env.example", "env-model", "k"},
        {"{\"baseUrl\":\"https://other.example\"}", "https://other.example",
         "env-model", ""},
        {"{\"baseUrl\":\"https://other.example\",\"key\":\"k\"}",
         "https://other.example", "env-model", "k"},
        {"{\"baseUrl\":\"\",\"key\":\"\",\"model\":\"\"}",
         "https://env.example", "env-model", "env-key"},
    };
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_profile profile;
        T_ROW(rows[i].stored ? rows[i].stored : "nothing");
        if (rows[i].stored)
            keep(rows[i].stored);
        T_OK(at_profiles_open(env, store, AT_STR("Opus47"), &profile, NULL));
        T_EQ_TEXT(profile.base_url, rows[i].base_url);
        T_EQ_TEXT(profile.model, rows[i].model);
        T_EQ_TEXT(profile.key, rows[i].key);
        at_profile_deinit(&profile);
    }
}

T_TEST(others_are_as_they_were)
{
    struct at_profile profile;
    struct at_err err = AT_ERR_INIT;
    T_OK(at_profiles_open(env, store, AT_STR("QWEN36B"), &profile, NULL));
    T_EQ_TEXT(profile.model, "qwen3:0.6b");
    at_profile_deinit(&profile);
    T_NOT(at_profiles_open(env, store, AT_STR("none"), &profile, &err));
    T_EQ_INT(err.code, AT_EUSAGE);
    T_HAS(err.msg, "Unknown executorInfoId: none");
    json_t *stored = at_profiles_stored(env, store, AT_STR("QWEN36B"), NULL);
    T_EQ_SIZE(json_object_size(stored), 0);
    json_decref(stored);
}

static void
keep_vendor(const char *json)
{
    json_t *flat = at_json_parse(at_str(json), NULL);
    T_OK(at_profiles_put_vendor(env, store, at_vendor_find(AT_STR("anthropic")),
                                flat, NULL));
    json_decref(flat);
}

static void
expect(const char *id, const char *base_url, const char *key)
{
    struct at_profile profile;
    T_OK(at_profiles_open(env, store, at_str(id), &profile, NULL));
    T_EQ_TEXT(profile.base_url, base_url);
    T_EQ_TEXT(profile.key, key);
    at_profile_deinit(&profile);
}

static void
keep_own(const char *json)
{
    struct at_store_doc doc = {.id = "Mine"};
    doc.json = at_json_parse(at_str(json), NULL);
    T_OK(store->ops->put(store, AT_STORE_PROFILE, -1, &doc, NULL));
    at_store_doc_deinit(&doc);
}

T_TEST(a_provider_gives_its_key_and_address_to_its_models)
{
    keep("{\"key\":\"row-key\"}");
    expect("Opus47", "https://env.example", "row-key");
    expect("Haiku55", "https://env.example", "env-key");
    // The key takes the place of the row's, and reaches all rows.
    keep_vendor("{\"key\":\"one\"}");
    expect("Opus47", "https://env.example", "one");
    expect("Haiku55", "https://env.example", "one");
    expect("GPT61Sol", "https://api.openai.com/v1", "");
    // A row's own key, given later, comes first.
    keep("{\"key\":\"row-key\"}");
    expect("Opus47", "https://env.example", "row-key");
    // An address of the provider: neither a row's key nor the environment's
    // goes there.
    keep_vendor("{\"baseUrl\":\"https://gw.example\"}");
    expect("Opus47", "https://gw.example", "");
    expect("Haiku55", "https://gw.example", "");
    keep_vendor("{\"baseUrl\":\"https://gw.example\",\"key\":\"two\"}");
    expect("Haiku55", "https://gw.example", "two");
    // A row with an address of its own gets neither.
    keep("{\"baseUrl\":\"https://other.example\"}");
    expect("Opus47", "https://other.example", "");
    // Nor does a profile of the user's own, unless it has no address.
    keep_own("{\"format\":\"anthropic\",\"model\":\"m\"}");
    expect("Mine", "https://gw.example", "two");
    keep_own("{\"format\":\"anthropic\",\"model\":\"m\",\"baseUrl\":"
             "\"https://mine.example\"}");
    expect("Mine", "https://mine.example", "");
    keep_vendor("{}");
    expect("Haiku55", "https://env.example", "env-key");
}

T_TEST(a_providers_values_are_no_profile)
{
    struct at_argv ids = AT_ARGV_INIT;
    char found[AT_STORE_KEY_MAX + 1];
    keep_vendor("{\"key\":\"one\"}");
    at_profiles_ids(env, store, &ids);
    for (size_t i = 0; i < ids.count; i++)
        T_NOT(ids.words[i][0] == '_');
    at_argv_deinit(&ids);
    T_NOT(at_profiles_find(env, store, AT_STR("_anthropic"), found));
    keep_vendor("{}");
}

int
main(void)
{
    return T_RUN(set_up, tear_down);
}
