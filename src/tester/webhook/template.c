// template.c: JSON, Slack's blocks, GitHub's statuses and check runs
#include "tester/webhook/template.h"

#include <inttypes.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "base/wipe.h"
#include "sys/clock.h"
#include "tester/webhook/signature.h"
#include "wire/json.h"

enum {
    BODY_MAX_BYTES = 1024 * 1024,
    SLACK_TEXT_MAX_BYTES = 2900, // a section has 3,000 characters
    SLACK_FAILURES_MAX = 10,
    STATUS_MAX_CHARS = 140,
    SUMMARY_MAX_BYTES = 60000, // 65,535 characters
    SHA_MIN = 7,
    SHA_MAX = 64,
};

#define PASSED "\xe2\x9c\x85" // a check mark
#define FAILED "\xe2\x9d\x8c" // a cross
#define CONTEXT "mobile-tester-agent"

void
at_webhook_request_deinit(struct at_webhook_request *request)
{
    at_wipe_text(request->url);
    at_wipe_argv(&request->headers);
    at_buf_deinit(&request->body);
    *request = (struct at_webhook_request){0};
}

// The facts that all templates but JSON tell.
struct facts {
    const json_t *object; // the run, suite run or host
    const char *kind;     // "Run"
    bool passed;
    bool broken;         // no verdict: a machine or the model failed
    struct at_buf title; // "Nightly failed: 2 of 30 did not pass"
    char *link;          // "" without an address of the dashboard
};

static void
facts_deinit(struct facts *facts)
{
    at_buf_deinit(&facts->title);
    free(facts->link);
}

static struct at_str
name_of(const json_t *object)
{
    struct at_str name = at_json_get_str(object, "name");
    return name.len > 0 ? name : at_json_get_str(object, "id");
}

static int64_t
count_of(const json_t *object, const char *name)
{
    return json_integer_value(
        json_object_get(json_object_get(object, "counts"), name));
}

static void
read_run(const struct at_webhook *webhook, const json_t *run,
         struct facts *facts)
{
    struct at_str verdict = at_json_get_str(run, "verdict");
    facts->object = run;
    facts->kind = "Run";
    facts->passed = at_str_is(verdict, "PASS") &&
                    at_str_is(at_json_get_str(run, "end"), "done");
    facts->broken = !facts->passed && !at_str_is(verdict, "FAIL") &&
                    !at_str_is(verdict, "UNVERIFIED");
    at_buf_add_fmt(&facts->title, "%.*s: %.*s", AT_STR_ARG(name_of(run)),
                   AT_STR_ARG(at_json_get_str(run, "headline")));
    facts->link = at_strfmt("%s/runs/%.*s", webhook->link,
                            AT_STR_ARG(at_json_get_str(run, "id")));
}

static void
read_suite(const struct at_webhook *webhook, const json_t *suite,
           struct facts *facts)
{
    int64_t failed = count_of(suite, "failed");
    int64_t stopped = count_of(suite, "stopped");
    int64_t total = count_of(suite, "total");
    facts->object = suite;
    facts->kind = "Suite";
    facts->passed = failed == 0 && stopped == 0;
    facts->broken = failed == 0 && stopped > 0;
    at_buf_add_fmt(&facts->title, "%.*s", AT_STR_ARG(name_of(suite)));
    if (facts->passed)
        at_buf_add_fmt(&facts->title, " passed: all of %" PRId64, total);
    else
        at_buf_add_fmt(
            &facts->title, " %s: %" PRId64 " of %" PRId64 " did not pass",
            failed > 0 ? "failed" : "was stopped", failed + stopped, total);
    facts->link = at_strfmt("%s/suite-runs/%.*s", webhook->link,
                            AT_STR_ARG(at_json_get_str(suite, "id")));
}

static void
read_facts(const struct at_webhook *webhook,
           const struct at_webhook_message *message, struct facts *out)
{
    const json_t *run = json_object_get(message->data, "run");
    const json_t *suite = json_object_get(message->data, "suiteRun");
    const json_t *host = json_object_get(message->data, "host");
    *out = (struct facts){.title = AT_BUF_INIT(AT_SCENARIO_TEXT_MAX_BYTES +
                                               AT_RUN_EVENT_LINE_MAX_BYTES)};
    if (run) {
        read_run(webhook, run, out);
    } else if (suite) {
        read_suite(webhook, suite, out);
    } else if (host) {
        out->object = host;
        out->kind = "Host";
        at_buf_add_fmt(&out->title,
                       "Host %.*s is lost: it was last seen at %.*s",
                       AT_STR_ARG(name_of(host)),
                       AT_STR_ARG(at_json_get_str(host, "lastSeenAt")));
        out->link = at_strfmt("%s/devices", webhook->link);
    } else {
        out->kind = "Test";
        out->passed = true;
        at_buf_add_text(&out->title, "A test of this webhook");
        out->link = at_strdup(webhook->link);
    }
    if (!webhook->link[0])
        out->link[0] = '\0';
}

static json_t *
time_json(int64_t ms)
{
    char text[AT_RFC3339_MAX];
    at_wall_write(ms, text);
    return at_json_text(at_str(text));
}

static json_t *
plain_json(const struct at_webhook_message *message, const struct facts *facts)
{
    json_t *data = json_copy((json_t *)message->data);
    if (facts->link[0])
        at_json_set_text(data, "link", facts->link);
    json_t *json = json_object();
    at_json_set_text(json, "type", message->event);
    at_json_set(json, "timestamp", time_json(message->at_ms));
    at_json_set_text(json, "id", message->id);
    at_json_set(json, "data", data);
    return json;
}

// Slack's three characters of markup are escaped, as its documentation says.
// Bold, code and quotes are marked by characters that a headline may have, but
// they can only change how the text looks.
static void
slack_text(struct at_str text, struct at_buf *out)
{
    for (size_t i = 0; i < text.len && out->len < SLACK_TEXT_MAX_BYTES; i++) {
        char c = text.ptr[i];
        if (c == '&')
            at_buf_add_text(out, "&amp;");
        else if (c == '<')
            at_buf_add_text(out, "&lt;");
        else if (c == '>')
            at_buf_add_text(out, "&gt;");
        else
            at_buf_add_char(out, c);
    }
}

static void
slack_failures(const json_t *object, struct at_buf *out)
{
    const json_t *failures = json_object_get(object, "failures");
    size_t count = json_array_size(failures);
    for (size_t i = 0; i < count && i < SLACK_FAILURES_MAX; i++) {
        const json_t *failure = json_array_get(failures, i);
        struct at_str name = at_json_get_str(failure, "case");
        at_buf_add_text(out, "\n\xe2\x80\xa2 ");
        slack_text(name.len > 0 ? name : name_of(failure), out);
        at_buf_add_text(out, ": ");
        slack_text(at_json_get_str(failure, "headline"), out);
    }
    if (count > SLACK_FAILURES_MAX)
        at_buf_add_fmt(out, "\nand %zu more", count - SLACK_FAILURES_MAX);
}

static json_t *
slack_json(const struct facts *facts)
{
    struct at_buf text = AT_BUF_INIT(4 * AT_KIB + AT_SCENARIO_TEXT_MAX_BYTES);
    at_buf_add_text(&text, facts->passed ? PASSED " " : FAILED " ");
    slack_text(at_buf_str(&facts->title), &text);
    slack_failures(facts->object, &text);
    struct at_str shown = at_utf8_head(at_buf_str(&text), SLACK_TEXT_MAX_BYTES);
    json_t *json = json_object();
    at_json_set(json, "text", at_json_text(shown));
    json_t *blocks =
        json_pack("[{s:s, s:{s:s, s:O}}]", "type", "section", "text", "type",
                  "mrkdwn", "text", json_object_get(json, "text"));
    if (facts->link[0]) {
        char *link = at_strfmt("<%s|Open the report>", facts->link);
        json_array_append_new(blocks,
                              json_pack("{s:s, s:[{s:s, s:o}]}", "type",
                                        "context", "elements", "type", "mrkdwn",
                                        "text", at_json_text(at_str(link))));
        free(link);
    }
    at_json_set(json, "blocks", blocks);
    at_buf_deinit(&text);
    return json;
}

static json_t *
status_json(const struct facts *facts)
{
    char description[STATUS_MAX_CHARS + 1];
    json_t *json = json_object();
    at_str_cut_words(description, sizeof(description),
                     at_buf_str(&facts->title));
    char *context = at_strfmt(
        CONTEXT "/%.*s", AT_STR_ARG(at_utf8_head(name_of(facts->object), 80)));
    at_json_set_text(json, "state",
                     facts->passed   ? "success"
                     : facts->broken ? "error"
                                     : "failure");
    at_json_set_text(json, "description", description);
    at_json_set_text(json, "context", context);
    if (facts->link[0])
        at_json_set_text(json, "target_url", facts->link);
    free(context);
    return json;
}

// A path of the repository, as far as it is known: that of the scenario by its
// name. The line is the number of the step.
static json_t *
annotation(const json_t *run)
{
    struct at_buf path = AT_BUF_INIT(AT_KIB);
    const json_t *step = json_object_get(run, "failedStep");
    json_int_t line = json_integer_value(json_object_get(step, "step"));
    struct at_str name = at_utf8_head(name_of(run), 100);
    struct at_str text = at_json_get_str(step, "text");
    at_buf_add_text(&path, "scenarios/");
    for (size_t i = 0; i < name.len; i++) {
        char c = name.ptr[i];
        at_buf_add_char(
            &path,
            strchr("/\\:*?\"<>| ", c) || (unsigned char)c < ' ' ? '-' : c);
    }
    json_t *json = json_object();
    at_json_set(json, "path", at_json_text(at_buf_str(&path)));
    at_json_set(json, "start_line", json_integer(line > 0 ? line : 1));
    at_json_set(json, "end_line", json_integer(line > 0 ? line : 1));
    at_json_set_text(json, "annotation_level", "failure");
    at_json_set(json, "title", at_json_text(at_utf8_head(name_of(run), 255)));
    at_json_set(json, "message",
                at_json_text(at_json_get_str(run, "headline")));
    if (text.len > 0)
        at_json_set(json, "raw_details", at_json_text(text));
    at_buf_deinit(&path);
    return json;
}

static json_t *
annotations(const struct facts *facts)
{
    json_t *list = json_array();
    const json_t *failures = json_object_get(facts->object, "failures");
    if (!failures && !facts->passed)
        json_array_append_new(list, annotation(facts->object));
    for (size_t i = 0; i < json_array_size(failures); i++)
        json_array_append_new(list, annotation(json_array_get(failures, i)));
    return list;
}

// Indented text is shown as it is: nothing in it is markup.
static void
write_summary(const struct facts *facts, struct at_buf *out)
{
    const json_t *failures = json_object_get(facts->object, "failures");
    at_buf_add_text(out, "    ");
    at_buf_add_str(out, at_buf_str(&facts->title));
    for (size_t i = 0; i < json_array_size(failures); i++) {
        const json_t *failure = json_array_get(failures, i);
        at_buf_add_fmt(out, "\n    %.*s: %.*s", AT_STR_ARG(name_of(failure)),
                       AT_STR_ARG(at_json_get_str(failure, "headline")));
    }
}

static json_t *
check_json(const struct at_webhook_message *message, const struct facts *facts)
{
    struct at_buf summary = AT_BUF_INIT(SUMMARY_MAX_BYTES);
    char title[STATUS_MAX_CHARS + 1];
    write_summary(facts, &summary);
    at_str_cut_words(title, sizeof(title), at_buf_str(&facts->title));
    json_t *json = json_object();
    char *name = at_strfmt(
        CONTEXT ": %.*s", AT_STR_ARG(at_utf8_head(name_of(facts->object), 80)));
    at_json_set_text(json, "name", name);
    at_json_set(json, "head_sha",
                at_json_text(at_json_get_str(message->data, "commit")));
    at_json_set_text(json, "external_id", message->id);
    at_json_set_text(json, "status", "completed");
    at_json_set_text(json, "conclusion",
                     facts->passed   ? "success"
                     : facts->broken ? "neutral"
                                     : "failure");
    at_json_set(json, "completed_at", time_json(message->at_ms));
    if (facts->link[0])
        at_json_set_text(json, "details_url", facts->link);
    at_json_set(json, "output",
                json_pack("{s:o, s:o, s:o}", "title",
                          at_json_text(at_str(title)), "summary",
                          at_json_text(at_buf_str(&summary)), "annotations",
                          annotations(facts)));
    free(name);
    at_buf_deinit(&summary);
    return json;
}

static bool
check_commit(struct at_str commit, struct at_err *err)
{
    bool ok = commit.len >= SHA_MIN && commit.len <= SHA_MAX;
    for (size_t i = 0; ok && i < commit.len; i++)
        ok = memchr("0123456789abcdefABCDEF", commit.ptr[i], 22);
    return ok || at_fail(err, AT_EUSAGE,
                         "there is no commit: start the suite with its SHA as "
                         "\"commit\"");
}

// GitHub knows nothing of tests, so the token is tried on the repository.
static bool
make_github(const struct at_webhook *webhook,
            const struct at_webhook_message *message, const struct facts *facts,
            struct at_webhook_request *out, json_t **out_json,
            struct at_err *err)
{
    struct at_str commit = at_json_get_str(message->data, "commit");
    at_argv_add(&out->headers, "Accept: application/vnd.github+json");
    at_argv_add(&out->headers, "X-GitHub-Api-Version: 2022-11-28");
    at_argv_add_fmt(&out->headers, "Authorization: Bearer %s", webhook->secret);
    if (!facts->object) {
        out->method = "GET";
        out->url = at_strdup(webhook->url);
        return true;
    }
    if (json_object_get(message->data, "host"))
        return at_fail(err, AT_EUSAGE,
                       "a host belongs to no commit: use "
                       "another template for host.lost");
    if (!check_commit(commit, err))
        return false;
    bool is_check = webhook->template == AT_WEBHOOK_GITHUB_CHECK;
    out->url = is_check ? at_strfmt("%s/check-runs", webhook->url)
                        : at_strfmt("%s/statuses/%.*s", webhook->url,
                                    AT_STR_ARG(commit));
    *out_json = is_check ? check_json(message, facts) : status_json(facts);
    return true;
}

static void
sign(const struct at_webhook *webhook, const struct at_webhook_message *message,
     struct at_webhook_request *out)
{
    char signature[AT_WEBHOOK_SIGNATURE_MAX];
    int64_t now_s = message->now_ms / 1000;
    at_argv_add_fmt(&out->headers, "webhook-id: %s", message->id);
    at_argv_add_fmt(&out->headers, "webhook-timestamp: %" PRId64, now_s);
    if (!webhook->secret[0])
        return;
    at_webhook_sign(at_str(webhook->secret), at_str(message->id), now_s,
                    at_buf_str(&out->body), signature);
    at_argv_add_fmt(&out->headers, "webhook-signature: %s", signature);
}

bool
at_webhook_request(const struct at_webhook *webhook,
                   const struct at_webhook_message *message,
                   struct at_webhook_request *out, struct at_err *err)
{
    struct facts facts;
    json_t *json = NULL;
    bool ok = true;
    *out = (struct at_webhook_request){.method = "POST",
                                       .body = AT_BUF_INIT(BODY_MAX_BYTES)};
    read_facts(webhook, message, &facts);
    if (webhook->template == AT_WEBHOOK_JSON)
        json = plain_json(message, &facts);
    else if (webhook->template == AT_WEBHOOK_SLACK)
        json = slack_json(&facts);
    else
        ok = make_github(webhook, message, &facts, out, &json, err);
    if (!out->url)
        out->url = at_strdup(webhook->url);
    if (json) {
        at_argv_add(&out->headers, "Content-Type: application/json");
        ok = at_json_write(json, &out->body) ||
             at_fail(err, AT_ELIMIT, "the event has more than %d bytes",
                     BODY_MAX_BYTES);
    }
    if (webhook->template == AT_WEBHOOK_JSON)
        sign(webhook, message, out);
    facts_deinit(&facts);
    json_decref(json);
    return ok;
}
