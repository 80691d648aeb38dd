// run_message_test.c: orders, events and places written and read back
#include "agent/run/run_message.h"

#include <stdlib.h>

#include "base/alloc.h"
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
    json_t *json = at_run_order_json(&order);
    T_OK(at_run_order_read(json, &copy, NULL));
    json_t *again = at_run_order_json(&copy);
    T_OK(json_equal(json, again));
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
    json_decref(again);
    json_decref(json);
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
        json_t *json = at_json_parse(at_str(odd[i]), NULL);
        T_ROW(odd[i]);
        T_NOT(at_run_order_read(json, &order, &err));
        T_EQ_INT(err.code, AT_EPROTO);
        at_run_order_deinit(&order);
        json_decref(json);
    }
}

T_TEST(an_event_is_written_and_read_back)
{
    json_t *more = json_pack("{s:[i,i]}", "point", 3, 4);
    const struct at_run_event event = {
        .time_ms = 123456789012,
        .kind = AT_RUN_TOOL,
        .step = 2,
        .tool = AT_STR("tap"),
        .args = AT_STR("{\"text\":\"OK\"}"),
        .result = AT_STR("TAPPED"),
        .prefix = AT_STR("TAPPED"),
        .path = AT_STR("screenshots/1.png"),
        .message = AT_STR("m"),
        .began_ms = 5,
        .duration_ms = -1,
        .replayed = true,
        .more = more,
    };
    struct at_run_event copy;
    json_t *json = at_run_message_event(&event);
    T_OK(at_run_message_read_event(json, &copy));
    json_t *one = at_run_event_json(&event);
    json_t *two = at_run_event_json(&copy);
    T_OK(json_equal(one, two));
    T_EQ_INT(copy.began_ms, 5);
    json_decref(one);
    json_decref(two);
    json_decref(json);
    json_decref(more);
}

static const char *const odd_events[] = {
    "{}", "[]", "{\"kind\":\"unheard of\"}", "{\"kind\":3}"};

T_TEST(odd_events_are_refused)
{
    for (size_t i = 0; i < T_LEN(odd_events); i++) {
        struct at_run_event event;
        json_t *json = at_json_parse(at_str(odd_events[i]), NULL);
        T_ROW(odd_events[i]);
        T_NOT(at_run_message_read_event(json, &event));
        json_decref(json);
    }
    struct at_run_event event;
    json_t *json = json_pack("{s:s,s:I,s:s}", "kind", "log", "step",
                             (json_int_t)1 << 40, "more", "x");
    T_OK(at_run_message_read_event(json, &event));
    T_EQ_INT(event.step, 0);
    T_NULL(event.more);
    json_decref(json);
}

T_TEST(a_place_is_written_and_read_back)
{
    const struct at_recipe_place place = {"1.2", "1080x2400@420", "en-US"};
    struct at_recipe_place copy;
    json_t *json = at_run_message_place(&place);
    at_run_message_read_place(json, &copy);
    T_EQ_TEXT(copy.version, "1.2");
    T_EQ_TEXT(copy.device, "1080x2400@420");
    T_EQ_TEXT(copy.locale, "en-US");
    json_decref(json);
    at_run_message_read_place(NULL, &copy);
    T_EQ_TEXT(copy.version, "");
}

T_MAIN()
