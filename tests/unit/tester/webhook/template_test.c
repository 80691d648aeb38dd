// template_test.c: requests for each kind of receiver
#include "tester/webhook/template.h"

#include "tests/t.h"
#include "wire/json.h"

static const char run_failed[] =
    "{\"commit\":\"0123abc\",\"run\":{\"id\":\"R1\",\"name\":\"Log <in>/\","
    "\"verdict\":\"FAIL\",\"end\":\"done\",\"headline\":\"Step 2 failed: "
    "<!channel> & <http://evil|x>\",\"failedStep\":{\"step\":2,"
    "\"text\":\"Tap save\"}}}";
static const char run_passed[] =
    "{\"commit\":\"0123abc\",\"run\":{\"id\":\"R1\",\"name\":\"Log in\","
    "\"verdict\":\"PASS\",\"end\":\"done\",\"headline\":\"All 2 steps "
    "passed\"}}";
static const char run_lost[] =
    "{\"commit\":\"0123abc\",\"run\":{\"id\":\"R1\",\"name\":\"Log in\","
    "\"verdict\":\"OPEN\",\"end\":\"lost\",\"headline\":\"The server "
    "died\"}}";
static const char suite_failed[] =
    "{\"commit\":\"0123abc\",\"suiteRun\":{\"id\":\"S1\",\"name\":\"Nightly\","
    "\"counts\":{\"total\":30,\"passed\":28,\"failed\":2},\"failures\":["
    "{\"id\":\"R1\",\"name\":\"Log in\",\"headline\":\"Step 2 failed\","
    "\"failedStep\":{\"step\":2,\"text\":\"Tap save\"}},"
    "{\"id\":\"R2\",\"name\":\"Search\",\"headline\":\"The device was "
    "lost\"}]}}";
static const char suite_without_commit[] =
    "{\"suiteRun\":{\"id\":\"S1\",\"name\":\"Nightly\",\"counts\":{"
    "\"total\":1,\"passed\":1}}}";
static const char bad_commit[] =
    "{\"commit\":\"../../x\",\"suiteRun\":{\"id\":\"S1\",\"name\":\"N\"}}";
static const char host_lost[] =
    "{\"commit\":\"0123abc\",\"host\":{\"id\":\"h1\",\"name\":\"lab-1\","
    "\"lastSeenAt\":\"2026-02-04T10:11:12.345Z\"}}";

#define TIME_MS INT64_C(1770199872345) // 2026-02-04T10:11:12.345Z
#define GITHUB "https://api.github.com/repos/o/r"

static const struct {
    const char *name;
    enum at_webhook_template template;
    const char *data;
    const char *url;
    const char *body; // NULL: refused; a part of it
    const char *words;
} rows[] = {
    {"json", AT_WEBHOOK_JSON, run_failed, "https://h/x",
     "{\"type\":\"run.failed\",\"timestamp\":\"2026-02-04T10:11:12.345Z\","
     "\"id\":\"D1\",\"data\":{\"commit\":\"0123abc\",\"run\":{\"id\":\"R1\",",
     NULL},
    {"json has a link", AT_WEBHOOK_JSON, run_failed, "https://h/x",
     "\"link\":\"https://tests.example/runs/R1\"}}", NULL},
    {"slack escapes markup", AT_WEBHOOK_SLACK, run_failed, "https://h/x",
     "Log &lt;in&gt;/: Step 2 failed: &lt;!channel&gt; &amp; "
     "&lt;http://evil|x&gt;\"",
     NULL},
    {"slack links to the suite", AT_WEBHOOK_SLACK, suite_failed, "https://h/x",
     "\"text\":\"<https://tests.example/suite-runs/S1|Open the report>\"",
     NULL},
    {"slack names the failures", AT_WEBHOOK_SLACK, suite_failed, "https://h/x",
     "Nightly failed: 2 of 30 did not pass\\n\xe2\x80\xa2 Log in: Step 2 "
     "failed\\n\xe2\x80\xa2 Search: The device was lost\"",
     NULL},
    {"slack and a host", AT_WEBHOOK_SLACK, host_lost, "https://h/x",
     "Host lab-1 is lost: it was last seen at 2026-02-04T10:11:12.345Z", NULL},
    {"status of a failure", AT_WEBHOOK_GITHUB_STATUS, run_failed,
     GITHUB "/statuses/0123abc",
     "{\"state\":\"failure\",\"description\":\"Log <in>/: Step 2 failed: "
     "<!channel> & <http://evil|x>\",\"context\":\"mobile-tester-agent/Log "
     "<in>/\",\"target_url\":\"https://tests.example/runs/R1\"}",
     NULL},
    {"status of a pass", AT_WEBHOOK_GITHUB_STATUS, run_passed,
     GITHUB "/statuses/0123abc", "{\"state\":\"success\",", NULL},
    {"status without a verdict", AT_WEBHOOK_GITHUB_STATUS, run_lost,
     GITHUB "/statuses/0123abc", "{\"state\":\"error\",", NULL},
    {"check run", AT_WEBHOOK_GITHUB_CHECK, suite_failed, GITHUB "/check-runs",
     "{\"name\":\"mobile-tester-agent: Nightly\",\"head_sha\":\"0123abc\","
     "\"external_id\":\"D1\",\"status\":\"completed\",\"conclusion\":"
     "\"failure\",\"completed_at\":\"2026-02-04T10:11:12.345Z\","
     "\"details_url\":\"https://tests.example/suite-runs/S1\",\"output\":{"
     "\"title\":\"Nightly failed: 2 of 30 did not pass\",",
     NULL},
    {"check run's annotations", AT_WEBHOOK_GITHUB_CHECK, suite_failed,
     GITHUB "/check-runs",
     "\"annotations\":[{\"path\":\"scenarios/Log-in\",\"start_line\":2,"
     "\"end_line\":2,\"annotation_level\":\"failure\",\"title\":\"Log in\","
     "\"message\":\"Step 2 failed\",\"raw_details\":\"Tap save\"},{\"path\":"
     "\"scenarios/Search\",\"start_line\":1,\"end_line\":1,",
     NULL},
    {"check run of a run", AT_WEBHOOK_GITHUB_CHECK, run_failed,
     GITHUB "/check-runs",
     "\"annotations\":[{\"path\":\"scenarios/Log--in--\",\"start_line\":2",
     NULL},
    {"check run without a verdict", AT_WEBHOOK_GITHUB_CHECK, run_lost,
     GITHUB "/check-runs", "\"conclusion\":\"neutral\"", NULL},
    {"no commit", AT_WEBHOOK_GITHUB_CHECK, suite_without_commit, NULL, NULL,
     "there is no commit"},
    {"not a commit", AT_WEBHOOK_GITHUB_STATUS, bad_commit, NULL, NULL,
     "there is no commit"},
    {"a host has no commit", AT_WEBHOOK_GITHUB_STATUS, host_lost, NULL, NULL,
     "a host belongs to no commit"},
    {"a test of GitHub reads the repository", AT_WEBHOOK_GITHUB_STATUS, "{}",
     GITHUB, "", NULL},
};

static bool
has_header(const struct at_webhook_request *request, const char *header)
{
    for (size_t i = 0; i < request->headers.count; i++) {
        if (strncmp(request->headers.words[i], header, strlen(header)) == 0)
            return true;
    }
    return false;
}

T_TEST(requests)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        bool is_github = rows[i].template >= AT_WEBHOOK_GITHUB_STATUS;
        const struct at_webhook webhook = {
            .url = is_github ? GITHUB : "https://h/x",
            .secret = "token-1",
            .link = "https://tests.example",
            .template = rows[i].template,
        };
        json_t *data = at_json_parse(at_str(rows[i].data), NULL);
        const struct at_webhook_message message = {"D1", "run.failed", TIME_MS,
                                                   TIME_MS, data};
        struct at_webhook_request request;
        struct at_err err = AT_ERR_INIT;
        T_ROW(rows[i].name);
        T_OK(data);
        T_EQ_INT(at_webhook_request(&webhook, &message, &request, &err),
                 rows[i].body != NULL);
        if (rows[i].body) {
            T_EQ_TEXT(request.url, rows[i].url);
            T_HAS(at_buf_text(&request.body), rows[i].body);
            T_EQ_INT(has_header(&request, "Authorization: Bearer token-1"),
                     is_github);
            T_EQ_INT(has_header(&request, "webhook-signature: v1,"),
                     rows[i].template == AT_WEBHOOK_JSON);
        } else {
            T_HAS(err.msg, rows[i].words);
        }
        // A token is for its own header only.
        T_NULL(strstr(at_buf_text(&request.body), "token-1"));
        at_webhook_request_deinit(&request);
        json_decref(data);
    }
}

// GitHub and Slack refuse longer ones.
T_TEST(long_texts_are_cut)
{
    struct at_buf name = AT_BUF_INIT(8000);
    while (name.len < 7000)
        at_buf_add_text(&name, "\xc3\xa9 <x> ");
    json_t *data = json_pack(
        "{s:s, s:{s:s, s:s, s:s, s:s}}", "commit", "0123abc", "run", "id", "R1",
        "name", at_buf_text(&name), "verdict", "FAIL", "headline", "x");
    for (int i = 0; i < AT_WEBHOOK_TEMPLATES; i++) {
        const struct at_webhook webhook = {.url = "https://h/repos/o/r",
                                           .secret = "",
                                           .link = "",
                                           .template =
                                               (enum at_webhook_template)i};
        const struct at_webhook_message message = {"D1", "run.failed", TIME_MS,
                                                   TIME_MS, data};
        struct at_webhook_request request;
        T_OK(at_webhook_request(&webhook, &message, &request, NULL));
        json_t *json = at_json_parse(at_buf_str(&request.body), NULL);
        T_OK(json);
        T_OK(at_json_get_str(json, "text").len <= 3000);
        T_OK(at_json_get_str(json, "description").len <= 140);
        json_decref(json);
        at_webhook_request_deinit(&request);
    }
    json_decref(data);
    at_buf_deinit(&name);
}

T_MAIN()
