// run_message_test.c: orders, places, recordings and ends, written and read
// back
#include "agent/run/run_message.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "tests/t.h"
#include "wire/json.h"

static const char *
variable(void *user, const char *name)
{
    (void)user;
    return strcmp(name, "DEEP_SEEK_KEY") == 0 ? "sk-1" : NULL;
}

static void
make_order(struct at_run_order *out)
{
    struct at_scenario scenario;
    struct at_tester_config config;
    json_t *json =
        at_json_parse(AT_STR("{\"goal\":\"g\",\"packageName\":\"a.b\","
                             "\"steps\":[\"Type {{pin}}\"]}"),
                      NULL);
    at_run_order_init(out);
    at_run_record_deinit(&out->record);
    at_tester_config_start(&config);
    T_OK(at_scenario_read(json, &scenario, NULL));
    at_run_record_new(&out->record, "01RUN", &scenario, &config, 1);
    at_run_record_begin(&out->record, "android", "emulator-5554", 2);
    T_OK(at_profile_init(&out->profile, AT_STR("DeepSeekV4Flash"), variable,
                         NULL, NULL));
    out->has_profile = true;
    T_OK(at_profile_init(&out->second, AT_STR("DeepSeekV4Flash"), variable,
                         NULL, NULL));
    out->has_second = true;
    at_argv_add(&out->secrets, "SECRET_PIN=4711=x");
    out->folder = at_strdup("/reports/01RUN");
    out->hints = at_strdup("Tap twice.");
    out->wants_pictures = true;
    at_scenario_deinit(&scenario);
    json_decref(json);
}

T_TEST(an_order_is_written_and_read_back)
{
    struct at_run_order order, copy;
    make_order(&order);
    order.profile.temperature = 0.5;
    order.profile.allow_http = true;
    order.profile.ca_file = at_strdup("/ca.pem");
    at_argv_add(&order.profile.headers, "X-Team: qa");
    struct at_buf text = AT_BUF_INIT(64 * AT_KIB);
    struct at_buf again = AT_BUF_INIT(64 * AT_KIB);
    at_run_order_write(&order, &text);
    T_OK(at_run_order_read(at_buf_str(&text), &copy, NULL));
    at_run_order_write(&copy, &again);
    T_EQ_TEXT(at_buf_text(&again), at_buf_text(&text));
    T_EQ_TEXT(copy.profile.key, "sk-1");
    T_OK(copy.has_second);
    T_EQ_TEXT(copy.second.key, "sk-1");
    T_EQ_TEXT(copy.profile.row->id, "DeepSeekV4Flash");
    T_EQ_INT(copy.profile.row->quirks, order.profile.row->quirks);
    T_OK(copy.profile.row->prices.known && copy.profile.row->prices.out == 1.2);
    T_EQ_TEXT(copy.profile.headers.words[0], "X-Team: qa");
    T_EQ_TEXT(copy.profile.ca_file, "/ca.pem");
    T_OK(copy.profile.allow_http);
    T_OK(copy.profile.provider == order.profile.provider);
    T_EQ_TEXT(at_run_order_variable(&copy, "SECRET_PIN"), "4711=x");
    T_NULL(at_run_order_variable(&copy, "SECRET_PI"));
    at_buf_deinit(&again);
    at_buf_deinit(&text);
    at_run_order_deinit(&copy);
    at_run_order_deinit(&order);
}

// Each member of an order may be missing or of another type.
static const char *const odd[] = {
    "[]",
    "{}",
    "{\"folder\":\"/x\"}",
    "{\"folder\":\"/x\",\"record\":{}}",
    "{\"folder\":7,\"record\":{\"platform\":\"android\",\"device\":\"d\"}}",
    "{\"folder\":\"/x\",\"record\":{\"platform\":\"android\",\"device\":\"d\"},"
    "\"profile\":{\"id\":\"nobody\"}}",
    "{\"folder\":\"/x\",\"record\":{\"platform\":\"android\",\"device\":\"d\"},"
    "\"profile\":{\"id\":\"Opus47\"}}",
    "{\"folder\":\"/x\",\"record\":{\"platform\":\"android\",\"device\":\"d\"},"
    "\"profile\":[]}",
    "{\"folder\":\"/x\",\"record\":{\"platform\":\"android\",\"device\":\"d\"},"
    "\"second\":{\"id\":\"nobody\"}}",
};

T_TEST(odd_orders_are_refused)
{
    for (size_t i = 0; i < T_LEN(odd); i++) {
        struct at_run_order order;
        struct at_err err = AT_ERR_INIT;
        T_ROW(odd[i]);
        T_NOT(at_run_order_read(at_str(odd[i]), &order, &err));
        T_EQ_INT(err.code, AT_EPROTO);
        at_run_order_deinit(&order);
    }
}

T_TEST(a_place_is_written_and_read_back)
{
    const struct at_recipe_place place = {"1.2", "1080x2400@420", "en-US"};
    struct at_recipe_place copy;
    struct at_buf text = AT_BUF_INIT(AT_KIB);
    at_run_place_write(&place, &text);
    at_run_place_read(at_buf_str(&text), &copy);
    T_EQ_TEXT(copy.version, "1.2");
    T_EQ_TEXT(copy.device, "1080x2400@420");
    T_EQ_TEXT(copy.locale, "en-US");
    at_buf_deinit(&text);
    at_run_place_read(AT_STR(""), &copy);
    T_EQ_TEXT(copy.version, "");
}

T_TEST(without_a_recording_there_is_none_to_play)
{
    struct at_buf text = AT_BUF_INIT(AT_KIB);
    struct at_recipe recipe;
    at_run_recipe_write(NULL, &text);
    T_OK(at_run_recipe_read(at_buf_str(&text), &recipe, NULL));
    T_EQ_SIZE(recipe.count, 0);
    at_recipe_deinit(&recipe);
    T_NOT(at_run_recipe_read(AT_STR("{\"calls\":7}"), &recipe, NULL));
    at_recipe_deinit(&recipe);
    at_buf_deinit(&text);
}

T_TEST(an_end_needs_a_run_that_has_ended)
{
    struct at_buf text = AT_BUF_INIT(64 * AT_KIB);
    struct at_run_order order;
    struct at_run_result result;
    struct at_err err = AT_ERR_INIT;
    make_order(&order);
    at_run_result_write(&order.record, NULL, &text);
    T_NOT(at_run_result_read(at_buf_str(&text), &result, &err));
    T_EQ_INT(err.code, AT_EPROTO);
    at_run_result_deinit(&result);
    at_run_record_fail(&order.record, AT_RUN_END_DEVICE, "lost", 3);
    at_buf_clear(&text);
    at_run_result_write(&order.record, NULL, &text);
    T_OK(at_run_result_read(at_buf_str(&text), &result, &err));
    T_NULL(result.recipe);
    T_NULL(result.expectations);
    at_run_result_deinit(&result);
    at_run_order_deinit(&order);
    at_buf_deinit(&text);
}

T_MAIN()
