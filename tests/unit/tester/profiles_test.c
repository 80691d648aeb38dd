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
    json_t *stored = at_profiles_stored(store, AT_STR("QWEN36B"));
    T_EQ_SIZE(json_object_size(stored), 0);
    json_decref(stored);
}

int
main(void)
{
    return T_RUN(set_up, tear_down);
}
