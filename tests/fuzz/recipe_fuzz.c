// recipe_fuzz.c: any JSON as a scenario and as a recording: an accepted one is
// written and reads back to the same, a refused one has a reason
#include <stdlib.h>
#include <string.h>

#include "agent/recipe/recipe.h"
#include "agent/scenario.h"
#include "wire/json.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

static void
check_recipe(const json_t *json)
{
    struct at_err err = AT_ERR_INIT;
    struct at_recipe recipe;
    struct at_recipe again;
    if (!at_recipe_read(json, &recipe, &err)) {
        if (err.code == AT_OK || recipe.count > 0)
            abort();
        return;
    }
    json_t *first = at_recipe_json(&recipe);
    if (!at_recipe_read(first, &again, &err))
        abort();
    json_t *second = at_recipe_json(&again);
    if (!json_equal(first, second))
        abort();
    json_decref(first);
    json_decref(second);
    at_recipe_deinit(&recipe);
    at_recipe_deinit(&again);
}

static void
check_scenario(const json_t *json)
{
    struct at_err err = AT_ERR_INIT;
    struct at_scenario scenario;
    struct at_scenario again;
    struct at_argv names = AT_ARGV_INIT;
    char hashes[2][65];
    bool ok = at_scenario_read(json, &scenario, &err);
    if (ok != (err.code == AT_OK))
        abort();
    if (ok) {
        json_t *written = at_scenario_json(&scenario);
        if (!at_scenario_read(written, &again, &err))
            abort();
        at_scenario_hash(&scenario, hashes[0]);
        at_scenario_hash(&again, hashes[1]);
        if (strcmp(hashes[0], hashes[1]) != 0)
            abort();
        at_scenario_deinit(&again);
        json_decref(written);
    }
    at_scenario_secrets(&scenario, &names);
    at_argv_deinit(&names);
    at_scenario_deinit(&scenario);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    json_t *json = at_json_parse(at_str_n((const char *)data, len), NULL);
    if (!json)
        return 0;
    check_recipe(json);
    check_scenario(json);
    json_decref(json);
    return 0;
}
