// failure_test.c: what providers say when they do not answer
#include "agent/models/providers/provider.h"
#include "codec_rig.h"
#include "tests/t.h"

// 23 Nov 2026 08:00:00 UTC
#define NOW_MS INT64_C(1795420800000)

// Rows write ' for ".
static const struct {
    int status;
    const char *body;
    const char *want;
} rows[] = {
    // Anthropic
    {400,
     "{'type':'error','error':{'type':'invalid_request_error','message':"
     "'messages.1: `tool_use` ids were found without `tool_result` blocks'}}",
     "class=bad_request status=400 wait=-1 messages.1: `tool_use` ids were "
     "found without `tool_result` blocks"},
    {400,
     "{'type':'error','error':{'type':'invalid_request_error','message':"
     "'prompt is too long: 213462 tokens > 200000 maximum'}}",
     "class=too_long status=400 wait=-1 prompt is too long: 213462 tokens > "
     "200000 maximum"},
    {400,
     "{'type':'error','error':{'type':'invalid_request_error','message':'Your "
     "credit balance is too low to access the Anthropic API.'}}",
     "class=billing status=400 wait=-1 Your credit balance is too low to "
     "access "
     "the Anthropic API."},
    {401,
     "{'type':'error','error':{'type':'authentication_error','message':"
     "'invalid x-api-key'}}",
     "class=auth status=401 wait=-1 invalid x-api-key"},
    {402, "{'type':'error','error':{'type':'billing_error','message':'b'}}",
     "class=billing status=402 wait=-1 b"},
    {403, "{'type':'error','error':{'type':'permission_error','message':'p'}}",
     "class=auth status=403 wait=-1 p"},
    {404,
     "{'type':'error','error':{'type':'not_found_error','message':'model: x'}}",
     "class=bad_model status=404 wait=-1 model: x"},
    {413, "{'type':'error','error':{'type':'request_too_large','message':'l'}}",
     "class=too_long status=413 wait=-1 l"},
    {429, "{'type':'error','error':{'type':'rate_limit_error','message':'r'}}",
     "class=throttled status=429 wait=-1 r"},
    {500, "{'type':'error','error':{'type':'api_error','message':'i'}}",
     "class=retry status=500 wait=-1 i"},
    {504, "{'type':'error','error':{'type':'timeout_error','message':'t'}}",
     "class=retry status=504 wait=-1 t"},
    {529, "{'type':'error','error':{'type':'overloaded_error','message':'o'}}",
     "class=throttled status=529 wait=-1 o"},
    // OpenAI and its relatives
    {401,
     "{'error':{'message':'Incorrect API key provided: secret-key-1.','type':"
     "'invalid_request_error','param':null,'code':'invalid_api_key'}}",
     "class=auth status=401 wait=-1 Incorrect API key provided: [key]."},
    {404, "{'error':{'message':'no x','code':'model_not_found'}}",
     "class=bad_model status=404 wait=-1 no x"},
    {400,
     "{'error':{'message':'too much','type':'invalid_request_error','code':"
     "'context_length_exceeded'}}",
     "class=too_long status=400 wait=-1 too much"},
    {429,
     "{'error':{'message':'You exceeded your current quota','type':"
     "'insufficient_quota','code':'insufficient_quota'}}",
     "class=billing status=429 wait=-1 You exceeded your current quota"},
    {429,
     "{'error':{'message':'Rate limit','type':'requests','code':"
     "'rate_limit_exceeded'}}",
     "class=throttled status=429 wait=-1 Rate limit"},
    {404,
     "{'error':{'message':'Item with id rs_1 not found.','type':"
     "'invalid_request_error'}}",
     "class=bad_request status=404 wait=-1 Item with id rs_1 not found."},
    {402, "{'error':{'message':'Insufficient Balance','code':'x'}}",
     "class=billing status=402 wait=-1 Insufficient Balance"},
    {400,
     "{'error':{'message':'The `reasoning_content` in the thinking mode must "
     "be passed back to the API.','code':'invalid_request_error'}}",
     "class=bad_request status=400 wait=-1 The `reasoning_content` in the "
     "thinking mode must be passed back to the API."},
    {200, "{'error':{'code':402,'message':'Insufficient credits'}}",
     "class=billing status=200 wait=-1 Insufficient credits"},
    {200, "{'error':{'code':429,'message':'slow'}}",
     "class=throttled status=200 wait=-1 slow"},
    {400,
     "{'error':{'code':400,'message':'Provider returned error','metadata':"
     "{'provider_name':'P','raw':'prompt is too long'}}}",
     "class=too_long status=400 wait=-1 Provider returned error: P: prompt is "
     "too long"},
    {403, "{'error':{'code':403,'message':'Your input requires moderation'}}",
     "class=bad_request status=403 wait=-1 Your input requires moderation"},
    {400, "{'object':'error','message':'vLLM says no','code':400}",
     "class=bad_request status=400 wait=-1 vLLM says no"},
    {404, "{'detail':'Not Found'}",
     "class=bad_model status=404 wait=-1 Not Found"},
    // Gemini
    {400,
     "{'error':{'code':400,'message':'API key not valid. Please pass a valid "
     "API key.','status':'INVALID_ARGUMENT','details':[{'@type':"
     "'type.googleapis.com/google.rpc.ErrorInfo','reason':"
     "'API_KEY_INVALID'}]}}",
     "class=auth status=400 wait=-1 API key not valid. Please pass a valid API "
     "key."},
    {400,
     "{'error':{'code':400,'message':'The input token count (1200000) exceeds "
     "the maximum number of tokens allowed (1048576).','status':"
     "'INVALID_ARGUMENT'}}",
     "class=too_long status=400 wait=-1 The input token count (1200000) "
     "exceeds "
     "the maximum number of tokens allowed (1048576)."},
    {429,
     "{'error':{'code':429,'message':'You exceeded your current quota, please "
     "check your plan and billing details.','status':'RESOURCE_EXHAUSTED',"
     "'details':[{'@type':'x/google.rpc.QuotaFailure','violations':[{'quotaId':"
     "'GenerateRequestsPerMinutePerProject'}]},{'@type':"
     "'x/google.rpc.RetryInfo','retryDelay':'38.5s'}]}}",
     "class=throttled status=429 wait=38500 You exceeded your current quota, "
     "please check your plan and billing details."},
    {429,
     "{'error':{'code':429,'message':'q','status':'RESOURCE_EXHAUSTED',"
     "'details':[{'violations':[{'quotaId':'GenerateRequestsPerDayPerProject'}]"
     "}]}}",
     "class=billing status=429 wait=-1 q"},
    {503, "[{'error':{'code':503,'message':'o','status':'UNAVAILABLE'}}]",
     "class=retry status=503 wait=-1 o"},
    {403, "{'error':{'code':403,'message':'m','status':'PERMISSION_DENIED'}}",
     "class=auth status=403 wait=-1 m"},
    // Ollama
    {404, "{'error':'model x not found'}",
     "class=bad_model status=404 wait=-1 model x not found"},
    {400, "{'error':'qwen does not support tools'}",
     "class=bad_request status=400 wait=-1 qwen does not support tools"},
    {503, "{'error':'server busy'}",
     "class=retry status=503 wait=-1 server busy"},
    {400, "{'error':'input length exceeds the context length'}",
     "class=too_long status=400 wait=-1 input length exceeds the context "
     "length"},
    // FastAPI: vLLM, proxies
    {422, "{'detail':'Unprocessable'}",
     "class=bad_request status=422 wait=-1 Unprocessable"},
    {422,
     "{'detail':[{'type':'missing','loc':['body','messages',0,'role'],'msg':"
     "'Field required','input':{}},{'loc':['body','model'],'msg':'too "
     "long'}]}",
     "class=bad_request status=422 wait=-1 body.messages.0.role: Field "
     "required: body.model: too long"},
    {400, "{'detail':{'message':'no tools here','code':'x'}}",
     "class=bad_request status=400 wait=-1 no tools here"},
    {401, "{'detail':'Invalid API key'}",
     "class=auth status=401 wait=-1 Invalid API key"},
    {400, "{'object':'error','message':'m','type':'BadRequestError'}",
     "class=bad_request status=400 wait=-1 m"},
    // JSON in no shape that is known
    {418, "{'reason':'teapot','key':'secret-key-1'}",
     "class=bad_request status=418 wait=-1 "
     "{\"reason\":\"teapot\",\"key\":\"[key]\"}"},
    {500, "{'detail':[1,2]}",
     "class=retry status=500 wait=-1 {\"detail\":[1,2]}"},
    // no JSON, no words
    {502,
     "<!DOCTYPE html>\r\n<html><head><TITLE> 502 Bad Gateway </TITLE></head>"
     "<body>x</body></html>",
     "class=retry status=502 wait=-1 502 Bad Gateway"},
    {502, "<html><body><h1>Bad</h1>\n<p>gateway\x01!</p></body></html>",
     "class=retry status=502 wait=-1 Bad gateway !"},
    {503, "upstream\xff connect\x1b[31m error\r\nforged line",
     "class=retry status=503 wait=-1 upstream\xef\xbf\xbd connect [31m error "
     "forged line"},
    {500, "", "class=retry status=500 wait=-1 no reason was given"},
    {301, "",
     "class=bad_request status=301 wait=-1 a redirection, which is not "
     "followed: is the address right?"},
    {200, "",
     "class=retry status=200 wait=-1 the answer is none of this API: is the "
     "address right?"},
    {408, "{}", "class=retry status=408 wait=-1 no reason was given"},
    {409, "{}", "class=retry status=409 wait=-1 no reason was given"},
    {422, "{}", "class=bad_request status=422 wait=-1 no reason was given"},
};

static void
check(const struct at_model_head *head, const char *body, const char *want)
{
    struct at_profile profile;
    struct at_model_failure failure;
    struct at_buf out = AT_BUF_INIT(10000);
    codec_profile(&profile, "Opus47", false);
    at_model_failure_read(&profile, head, at_str(body), &failure);
    codec_show_failure(&failure, &out);
    T_HAS(at_buf_text(&out), want);
    T_EQ_TEXT(at_buf_text(&out) + strlen("failed "), want);
    at_buf_deinit(&out);
    at_profile_deinit(&profile);
}

T_TEST(the_message_decides_the_retry)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_model_head head = {.status = rows[i].status};
        char *body = codec_quoted(rows[i].body);
        T_ROW(rows[i].want);
        check(&head, body, rows[i].want);
        free(body);
    }
}

static const struct {
    int status;
    const char *after;
    const char *after_ms;
    const char *should_retry;
    const char *want;
} heads[] = {
    {429, "7", "", "", "class=throttled status=429 wait=7000 x"},
    {429, "7", "250", "", "class=throttled status=429 wait=250 x"},
    {429, "0.25", "", "", "class=throttled status=429 wait=250 x"},
    {429, "soon", "", "", "class=throttled status=429 wait=-1 x"},
    {429, "-3", "", "", "class=throttled status=429 wait=-1 x"},
    {429, "99999999999", "", "", "class=throttled status=429 wait=86400000 x"},
    {429, "", "99999999999", "", "class=throttled status=429 wait=86400000 x"},
    {503, "Mon, 23 Nov 2026 08:00:30 GMT", "", "",
     "class=retry status=503 wait=30000 x"},
    {503, "Mon, 23 Nov 2026 07:00:30 GMT", "", "",
     "class=retry status=503 wait=0 x"},
    {503, "Mon, 23 Nov 2099 07:00:30 GMT", "", "",
     "class=retry status=503 wait=86400000 x"},
    {503, "Mon, 23 Bla 2026 07:00:30 GMT", "", "",
     "class=retry status=503 wait=-1 x"},
    {503, "Mon, 23 Nov 2026 07:00", "", "", "class=retry status=503 wait=-1 x"},
    {400, "", "", "true", "class=retry status=400 wait=-1 x"},
    {401, "", "", "true", "class=auth status=401 wait=-1 x"},
    {429, "", "", "false", "class=billing status=429 wait=-1 x"},
    {500, "", "", "false", "class=bad_request status=500 wait=-1 x"},
};

T_TEST(the_head_says_when_and_whether)
{
    for (size_t i = 0; i < T_LEN(heads); i++) {
        struct at_model_head head = {
            .status = heads[i].status,
            .retry_after = at_str(heads[i].after),
            .retry_after_ms = at_str(heads[i].after_ms),
            .should_retry = at_str(heads[i].should_retry),
            .now_ms = NOW_MS,
        };
        T_ROW(heads[i].want);
        check(&head, "x", heads[i].want);
    }
}

T_MAIN()
