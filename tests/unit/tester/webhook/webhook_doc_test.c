// webhook_doc_test.c: what a webhook may be, and what of it is shown
#include "tester/webhook/webhook_doc.h"

#include "tester/webhook/delivery.h"
#include "tests/t.h"
#include "wire/json.h"

#define GOOD "\"name\":\"CI\",\"events\":[\"run.ended\"]"

static const struct {
    const char *json;
    const char *field; // NULL: it is fine
    const char *words;
} rows[] = {
    {"{" GOOD ",\"url\":\"https://h.example/x\"}", NULL, NULL},
    {"{" GOOD ",\"url\":\"http://10.0.0.1:8080\",\"allowPrivate\":true}", NULL,
     NULL},
    {"{" GOOD ",\"url\":\"https://api.github.com/repos/o/r/\",\"template\":"
     "\"github-check\"}",
     NULL, NULL},
    {"{}", "name", "1 to 200"},
    {"{" GOOD "}", "url", "must be https://HOST"},
    {"{" GOOD ",\"url\":\"http://h.example/x\"}", "url", "http is for private"},
    {"{" GOOD ",\"url\":\"ftp://h.example/x\"}", "url", "must be https://HOST"},
    {"{" GOOD ",\"url\":\"https://\"}", "url", "must be https://HOST"},
    {"{" GOOD ",\"url\":\"https://h/a b\"}", "url", "must be https://HOST"},
    {"{" GOOD ",\"url\":\"https://h/\\r\\nX: y\"}", "url",
     "must be https://HOST"},
    {"{" GOOD ",\"url\":\"https://a:b@h.example\"}", "url",
     "a name or a password"},
    {"{" GOOD ",\"url\":\"https://h/x@y\"}", NULL, NULL},
    {"{" GOOD ",\"url\":\"https://h\",\"template\":\"github-status\"}", "url",
     "repos/OWNER/REPO"},
    {"{" GOOD ",\"url\":\"https://h\",\"template\":\"teams\"}", "template",
     "must be json, slack"},
    {"{" GOOD ",\"url\":\"https://h\",\"secret\":\"a\\nb\"}", "secret",
     "no blanks"},
    {"{" GOOD ",\"url\":\"https://h\",\"enabled\":\"yes\"}", "enabled",
     "true or false"},
    {"{" GOOD ",\"url\":\"https://h\",\"link\":\"javascript:alert(1)\"}",
     "link", "must be https://HOST"},
    {"{\"name\":\"CI\",\"url\":\"https://h\",\"events\":[]}", "events",
     "at least one"},
    {"{\"name\":\"CI\",\"url\":\"https://h\",\"events\":[\"run\"]}", "events",
     "may have run.ended"},
    {"[]", "name", "1 to 200"},
};

T_TEST(documents_are_taken_or_refused_by_member)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_err err = AT_ERR_INIT;
        json_t *json = at_json_parse(at_str(rows[i].json), NULL);
        T_ROW(rows[i].json);
        T_OK(json);
        json_t *taken = at_webhook_take(NULL, json, NULL, &err);
        T_EQ_INT(taken != NULL, !rows[i].field);
        if (rows[i].field) {
            T_EQ_TEXT(err.field, rows[i].field);
            T_HAS(err.msg, rows[i].words);
        }
        json_decref(taken);
        json_decref(json);
    }
}

static json_t *
take(const char *text, json_t *was)
{
    json_t *json = at_json_parse(at_str(text), NULL);
    const struct at_store_doc doc = {.json = was};
    json_t *taken = at_webhook_take(NULL, json, was ? &doc : NULL, NULL);
    T_OK(taken);
    json_decref(json);
    return taken;
}

T_TEST(secrets_are_kept_and_never_shown)
{
    json_t *was = take("{" GOOD ",\"template\":\"slack\",\"secret\":\"s3cret\","
                       "\"url\":\"https://hooks.slack.com/services/T/B/X\"}",
                       NULL);
    const struct at_store_doc doc = {.json = was};
    json_t *shown = at_webhook_show(NULL, &doc);
    T_OK(json_is_true(json_object_get(shown, "secretSet")));
    T_NULL(json_object_get(shown, "secret"));
    T_EQ_TEXT(json_string_value(json_object_get(shown, "url")),
              "https://hooks.slack.com/\xe2\x80\xa6");
    // A client sends back what it was shown.
    struct at_buf text = AT_BUF_INIT(1000);
    T_OK(at_json_write(shown, &text));
    json_t *kept = take(at_buf_text(&text), was);
    T_OK(json_equal(kept, was));
    json_decref(kept);
    kept = take("{" GOOD ",\"secret\":\"\",\"url\":\"https://h\"}", was);
    T_NULL(json_object_get(kept, "secret"));
    json_decref(kept);
    at_buf_deinit(&text);
    json_decref(shown);
    json_decref(was);
}

T_TEST(answers_that_repeat_a_secret_are_masked)
{
    char secret[] = "s3cret", url[] = "https://hooks.slack.com/services/T/B/X";
    const struct at_webhook webhook = {
        .secret = secret, .url = url, .template = AT_WEBHOOK_SLACK};
    struct at_buf out = AT_BUF_INIT(1000);
    at_webhook_mask(&webhook,
                    AT_STR("a s3crets3cret at "
                           "https://hooks.slack.com/services/T/B/X! "
                           "/services/T/B/X"),
                    &out);
    T_EQ_TEXT(at_buf_text(&out),
              "a \xe2\x80\xa6\xe2\x80\xa6 at \xe2\x80\xa6! /\xe2\x80\xa6");
    at_buf_deinit(&out);
}

T_TEST(pauses_grow_up_to_two_hours)
{
    int64_t all_ms = 0;
    for (int64_t i = 1; i < AT_DELIVERY_ATTEMPTS_MAX; i++) {
        int64_t least_ms = at_delivery_pause_ms(i, 0);
        int64_t most_ms = at_delivery_pause_ms(i, 999);
        T_OK(least_ms < most_ms);
        T_OK(most_ms <= 7200000 * 6 / 5);
        T_OK(i == 1 || least_ms >= at_delivery_pause_ms(i - 1, 0));
        all_ms += least_ms;
    }
    T_EQ_INT(at_delivery_pause_ms(1, 500), 2000);
    T_OK(all_ms > 3 * 3600000 && all_ms < 12 * 3600000);
}

T_MAIN()
