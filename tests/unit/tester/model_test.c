// model_test.c: a model is asked again after faults that may pass, and never
// after others; against a server that answers by script
#include "tester/run/model.h"

#include "base/limits.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "tests/t.h"
#include "tests/unit/net/http_rig.h"

#define JSON_HEAD "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
#define GOOD                                                                   \
    JSON_HEAD                                                                  \
    "Connection: close\r\n\r\n"                                                \
    "{\"id\":\"m\",\"type\":\"message\",\"role\":\"assistant\","               \
    "\"model\":\"claude-opus-4-7\",\"content\":[{\"type\":\"text\","           \
    "\"text\":\"done\"}],\"stop_reason\":\"end_turn\",\"usage\":{"             \
    "\"input_tokens\":1000,\"output_tokens\":100}}"
#define STREAM_HEAD                                                            \
    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"                   \
    "Connection: close\r\n\r\n"                                                \
    "event: message_start\ndata: {\"type\":\"message_start\",\"message\":{"    \
    "\"id\":\"m\",\"role\":\"assistant\",\"model\":\"claude-opus-4-7\","       \
    "\"content\":[],\"usage\":{\"input_tokens\":5,\"output_tokens\":1}}}\n\n"  \
    "event: content_block_start\ndata: {\"type\":\"content_block_start\","     \
    "\"index\":0,\"content_block\":{\"type\":\"text\",\"text\":\"\"}}\n\n"     \
    "event: content_block_delta\ndata: {\"type\":\"content_block_delta\","     \
    "\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\"done\"}}\n\n"
#define STREAM_TAIL                                                            \
    "event: content_block_stop\ndata: {\"type\":\"content_block_stop\","       \
    "\"index\":0}\n\nevent: message_delta\ndata: {\"type\":"                   \
    "\"message_delta\",\"delta\":{\"stop_reason\":\"end_turn\"},\"usage\":{"   \
    "\"output_tokens\":7}}\n\nevent: message_stop\ndata: {\"type\":"           \
    "\"message_stop\"}\n\n"
#define FAILED(status, more, type, words)                                      \
    "HTTP/1.1 " status " X\r\nContent-Type: application/json\r\n" more         \
    "Connection: close\r\n\r\n{\"type\":\"error\",\"error\":{\"type\":\"" type \
    "\",\"message\":\"" words "\"}}"

static const char *
variable(void *user, const char *name)
{
    static char url[64];
    const struct http_rig *rig = user;
    snprintf(url, sizeof(url), "http://127.0.0.1:%d", rig->port);
    return strcmp(name, "ANTHROPIC_BASE_URL") == 0 ? url
           : strcmp(name, "CLAUDE_API_KEY") == 0   ? "sk-canary"
                                                   : NULL;
}

// The calls of the listener while the model was asked.
struct heard {
    struct at_buf said;
    int retries;
    int64_t waits_ms;
    struct at_cancel *cancel; // fired at the first retry; NULL: none
};

static void
on_said(void *user, struct at_str text, bool thought)
{
    struct heard *heard = user;
    T_NOT(thought);
    at_buf_add_str(&heard->said, text);
}

static void
on_retry(void *user, const struct at_model_failure *failure, int attempt,
         int64_t wait_ms)
{
    struct heard *heard = user;
    T_OK(failure->class == AT_MODEL_RETRY ||
         failure->class == AT_MODEL_THROTTLED);
    T_EQ_INT(attempt, ++heard->retries);
    heard->waits_ms += wait_ms;
    if (heard->cancel)
        at_cancel_fire(heard->cancel);
}

struct asked {
    struct heard heard;
    struct at_model_answer answer;
    struct at_err err;
    bool ok;
    size_t requests;
    char request[4096];
};

// Ask a model whose server has these replies.
static void
ask(const struct http_rig_reply *replies, bool stream, struct at_cancel *cancel,
    struct asked *out)
{
    struct http_rig rig;
    struct at_profile profile;
    struct at_conversation conversation = AT_CONVERSATION_INIT;
    struct at_turn turn = {.role = AT_TURN_USER};
    *out = (struct asked){
        .heard = {.said = AT_BUF_INIT(AT_KIB), .cancel = cancel}};
    struct at_model_listener listener = {
        .said = on_said, .retry = on_retry, .user = &out->heard};
    struct at_op op = {at_now_ns() + 20000 * AT_NS_PER_MS, cancel};
    http_rig_start(&rig, replies);
    T_OK(at_profile_init(&profile, AT_STR("Opus47"), variable, &rig, NULL));
    profile.stream = stream;
    struct at_model *model = at_model_new(&profile);
    at_turn_add_text(&turn, AT_STR("Goal: x"));
    at_conversation_add(&conversation, &turn);
    json_t *tools = json_array();
    struct at_model_request request = {
        .profile = &profile,
        .system = AT_STR("You test."),
        .tools = tools,
        .conversation = &conversation,
        .max_out_tokens = 100,
    };
    out->ok =
        at_model_ask(&op, model, &request, &listener, &out->answer, &out->err);
    json_decref(tools);
    at_model_free(model);
    at_conversation_deinit(&conversation);
    at_profile_deinit(&profile);
    http_rig_stop(&rig);
    out->requests = rig.replied;
    memcpy(out->request, rig.requests[0], sizeof(out->request));
    T_NULL(strstr(out->err.msg, "sk-canary"));
    T_NULL(strstr(out->answer.failure.text, "sk-canary"));
}

static void
forget(struct asked *asked)
{
    at_model_reply_deinit(&asked->answer.reply);
    at_buf_deinit(&asked->heard.said);
}

T_TEST(a_reply_has_its_price)
{
    static const struct http_rig_reply replies[] = {
        {GOOD, HTTP_RIG_CLOSE, 0},
        {.bytes = NULL},
    };
    struct asked asked;
    ask(replies, false, NULL, &asked);
    T_OK(asked.ok);
    T_EQ_INT(asked.answer.reply.stop, AT_MODEL_STOP_DONE);
    T_EQ_TEXT(asked.answer.reply.turn.parts[0].text, "done");
    // 1,000 tokens in at 5 dollars a million, 100 out at 25.
    T_EQ_INT((int64_t)(asked.answer.reply.usage.cost_usd * 1e6 + 0.5), 7500);
    T_HAS(asked.request, "POST /v1/messages HTTP/1.1\r\n");
    T_HAS(asked.request, "x-api-key: sk-canary\r\n");
    T_HAS(asked.request, "Goal: x");
    forget(&asked);
}

T_TEST(a_stream_is_heard_as_it_comes)
{
    static const struct http_rig_reply replies[] = {
        {STREAM_HEAD STREAM_TAIL, HTTP_RIG_CLOSE, 7},
        {.bytes = NULL},
    };
    struct asked asked;
    ask(replies, true, NULL, &asked);
    T_OK(asked.ok);
    T_EQ_TEXT(at_buf_text(&asked.heard.said), "done");
    T_EQ_INT(asked.answer.reply.usage.out_tokens, 7);
    T_HAS(asked.request, "\"stream\":true");
    forget(&asked);
}

static const struct {
    const char *name;
    bool stream;
    struct http_rig_reply first;
} passing[] = {
    {"529",
     false,
     {FAILED("529", "retry-after-ms: 10\r\n", "overloaded_error", "Overloaded"),
      HTTP_RIG_CLOSE, 0}},
    {"429 with its hint",
     false,
     {FAILED("429", "retry-after-ms: 20\r\n", "rate_limit_error", "slow down"),
      HTTP_RIG_CLOSE, 0}},
    {"500",
     false,
     {FAILED("500", "retry-after-ms: 10\r\n", "api_error", "Internal"),
      HTTP_RIG_CLOSE, 0}},
    {"HTML of a gateway",
     false,
     {"HTTP/1.1 502 Bad\r\nretry-after-ms: 10\r\nContent-Type: text/html\r\n"
      "Connection: close\r\n\r\n<html>Bad gateway</html>",
      HTTP_RIG_CLOSE, 0}},
    {"a reset", false, {"", HTTP_RIG_RESET, 0}},
    {"an answer that was cut",
     false,
     {JSON_HEAD "Content-Length: 999\r\n\r\n{\"id\":", HTTP_RIG_CLOSE, 0}},
    {"a stream that was cut", true, {STREAM_HEAD, HTTP_RIG_CLOSE, 0}},
    {"an error inside a stream",
     true,
     {STREAM_HEAD "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":"
                  "\"overloaded_error\",\"message\":\"Overloaded\"}}\n\n",
      HTTP_RIG_CLOSE, 0}},
};

T_TEST(passing_faults_are_tried_again)
{
    for (size_t i = 0; i < T_LEN(passing); i++) {
        struct http_rig_reply replies[] = {
            passing[i].first,
            {passing[i].stream ? STREAM_HEAD STREAM_TAIL : GOOD, HTTP_RIG_CLOSE,
             0},
            {.bytes = NULL},
        };
        struct asked asked;
        T_ROW(passing[i].name);
        ask(replies, passing[i].stream, NULL, &asked);
        T_OK(asked.ok);
        T_EQ_INT(asked.heard.retries, 1);
        T_EQ_SIZE(asked.requests, 2);
        T_OK(asked.heard.waits_ms <= 500);
        forget(&asked);
    }
}

static const struct {
    const char *name;
    const char *reply;
    enum at_model_class class;
    enum at_code code;
    const char *words;
} lasting[] = {
    {"key", FAILED("401", "", "authentication_error", "invalid x-api-key"),
     AT_MODEL_AUTH, AT_EUSAGE, "refuses the key; HTTP 401; "},
    {"the key comes back",
     FAILED("401", "", "authentication_error", "bad sk-canary"), AT_MODEL_AUTH,
     AT_EUSAGE, "it comes from CLAUDE_API_KEY"},
    {"credit", FAILED("402", "", "billing_error", "no credit"),
     AT_MODEL_BILLING, AT_EUSAGE, "no credit"},
    {"model", FAILED("404", "", "not_found_error", "model: x"),
     AT_MODEL_BAD_MODEL, AT_EUSAGE, "is not known"},
    {"our fault", FAILED("400", "", "invalid_request_error", "tools.0: bad"),
     AT_MODEL_BAD_REQUEST, AT_EPROTO, "tools.0: bad"},
    {"a redirect",
     "HTTP/1.1 307 X\r\nLocation: http://127.0.0.1:1/\r\n"
     "Connection: close\r\n\r\n",
     AT_MODEL_BAD_REQUEST, AT_EPROTO, "HTTP 307"},
    {"a wait that is too long",
     FAILED("429", "retry-after: 3600\r\n", "rate_limit_error", "tomorrow"),
     AT_MODEL_THROTTLED, AT_EBUSY, "tomorrow"},
};

T_TEST(lasting_faults_are_not_tried_again)
{
    for (size_t i = 0; i < T_LEN(lasting); i++) {
        struct http_rig_reply replies[] = {
            {lasting[i].reply, HTTP_RIG_CLOSE, 0},
            {GOOD, HTTP_RIG_CLOSE, 0},
            {.bytes = NULL},
        };
        struct asked asked;
        T_ROW(lasting[i].name);
        ask(replies, false, NULL, &asked);
        T_NOT(asked.ok);
        T_EQ_SIZE(asked.requests, 1);
        T_EQ_INT(asked.heard.retries, 0);
        T_EQ_INT(asked.answer.failure.class, lasting[i].class);
        T_EQ_INT(asked.err.code, lasting[i].code);
        T_HAS(asked.err.msg, "'claude-opus-4-7' (Opus47)");
        T_HAS(asked.err.msg, lasting[i].words);
        forget(&asked);
    }
}

T_TEST(a_stop_ends_the_pause)
{
    static const struct http_rig_reply replies[] = {
        {FAILED("429", "retry-after: 10\r\n", "rate_limit_error", "slow"),
         HTTP_RIG_CLOSE, 0},
        {GOOD, HTTP_RIG_CLOSE, 0},
        {.bytes = NULL},
    };
    struct at_cancel *cancel = at_cancel_new(NULL, NULL);
    int64_t began_ns = at_now_ns();
    struct asked asked;
    ask(replies, false, cancel, &asked);
    T_NOT(asked.ok);
    T_EQ_INT(asked.err.code, AT_ECANCELED);
    T_EQ_SIZE(asked.requests, 1);
    T_OK(at_now_ns() - began_ns < 1000 * AT_NS_PER_MS);
    forget(&asked);
    at_cancel_free(cancel);
}

T_TEST(it_gives_up_in_the_end)
{
    static const struct http_rig_reply replies[] = {
        {FAILED("500", "retry-after-ms: 1\r\n", "api_error", "one"),
         HTTP_RIG_CLOSE, 0},
        {FAILED("500", "retry-after-ms: 1\r\n", "api_error", "two"),
         HTTP_RIG_CLOSE, 0},
        {FAILED("500", "retry-after-ms: 1\r\n", "api_error", "three"),
         HTTP_RIG_CLOSE, 0},
        {GOOD, HTTP_RIG_CLOSE, 0},
        {.bytes = NULL},
    };
    struct asked asked;
    ask(replies, false, NULL, &asked);
    T_NOT(asked.ok);
    T_EQ_SIZE(asked.requests, 3);
    T_EQ_INT(asked.err.code, AT_ENODEV);
    T_HAS(asked.err.msg, "three");
    forget(&asked);
}

static const struct {
    const char *name;
    const char *reply;
    bool ok;
    const char *words;
} probes[] = {
    {"there",
     JSON_HEAD "Connection: close\r\n\r\n{\"data\":[{\"type\":\"model\","
               "\"id\":\"claude-x\"},{\"id\":\"claude-opus-4-7\"}]}",
     true, "'claude-opus-4-7' answers"},
    {"not there",
     JSON_HEAD "Connection: close\r\n\r\n{\"data\":[{\"id\":"
               "\"claude-opus-4-8\"},{\"id\":\"claude-y\"}]}",
     false,
     "it answers, but has no model 'claude-opus-4-7'; it has: "
     "claude-opus-4-8, claude-y"},
    {"wrong key", FAILED("401", "", "authentication_error", "invalid"), false,
     "refuses the key"},
    {"no JSON", JSON_HEAD "Connection: close\r\n\r\nhello", false,
     "the list of models: not JSON"},
};

T_TEST(a_probe_says_what_is_so)
{
    for (size_t i = 0; i < T_LEN(probes); i++) {
        struct http_rig_reply replies[] = {
            {probes[i].reply, HTTP_RIG_CLOSE, 0},
            {.bytes = NULL},
        };
        struct http_rig rig;
        struct at_profile profile;
        struct at_buf words = AT_BUF_INIT(AT_KIB);
        struct at_err err = AT_ERR_INIT;
        struct at_op op = {at_now_ns() + 20000 * AT_NS_PER_MS, NULL};
        T_ROW(probes[i].name);
        http_rig_start(&rig, replies);
        T_OK(at_profile_init(&profile, AT_STR("Opus47"), variable, &rig, NULL));
        struct at_model *model = at_model_new(&profile);
        T_EQ_INT(at_model_probe(&op, model, &words, &err), probes[i].ok);
        T_HAS(probes[i].ok ? at_buf_text(&words) : err.msg, probes[i].words);
        at_model_free(model);
        at_profile_deinit(&profile);
        http_rig_stop(&rig);
        T_HAS(rig.requests[0], "GET /v1/models");
        at_buf_deinit(&words);
    }
}

T_MAIN()
