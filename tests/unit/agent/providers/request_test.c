// request_test.c: one conversation as each API wants it
#include "agent/models/providers/provider.h"
#include "base/alloc.h"
#include "codec_rig.h"
#include "tests/t.h"
#include "wire/json.h"

#define TOOLS                                                                  \
    "[{'name':'tap','description':'Tap','parameters':{'type':'object',"        \
    "'properties':{'text':{'type':'string'}},'required':['text']}},"           \
    "{'name':'goBack','description':'Back','parameters':{'type':'object',"     \
    "'properties':{}}}]"

static struct at_part *
add_call(struct at_turn *turn, const char *id, const char *name, json_t *args)
{
    struct at_part *call = at_turn_add(turn, AT_PART_CALL);
    call->id = at_strdup(id);
    call->name = at_strdup(name);
    call->args = args;
    return call;
}

static struct at_part *
add_result(struct at_turn *turn, const char *id, const char *text)
{
    struct at_part *result = at_turn_add(turn, AT_PART_RESULT);
    result->id = at_strdup(id);
    result->name = at_strdup("tap");
    result->text = at_strdup(text);
    return result;
}

static void
add_picture(struct at_part *part)
{
    part->mime = "image/png";
    part->image = at_strdup("abc");
    part->image_len = 3;
}

// A goal; two calls at once of another format, one of them malformed; their
// results in the other order, with a picture each; a call without a result; a
// result without a call.
static void
fill(struct at_conversation *talk)
{
    struct at_turn turn = {.role = AT_TURN_USER};
    at_turn_add_text(&turn, AT_STR("Goal"));
    at_conversation_add(talk, &turn);
    turn = (struct at_turn){
        .role = AT_TURN_ASSISTANT,
        .raw = json_pack("{s:s}", "foreign", "form"),
        .format = "other",
    };
    at_turn_add(&turn, AT_PART_THOUGHT)->text = at_strdup("never sent");
    at_turn_add_text(&turn, AT_STR("I tap."));
    add_call(&turn, "c1", "tap", json_pack("{s:s}", "text", "A"));
    add_call(&turn, "c2", "tap", NULL)->text = at_strdup("{\"te");
    at_conversation_add(talk, &turn);
    turn = (struct at_turn){.role = AT_TURN_USER};
    at_turn_add_text(&turn, AT_STR("Hint"));
    struct at_part *bad = add_result(&turn, "c2", "ERROR: bad");
    bad->is_error = true;
    add_picture(bad);
    add_picture(add_result(&turn, "c1", "TAPPED"));
    at_conversation_add(talk, &turn);
    turn = (struct at_turn){.role = AT_TURN_ASSISTANT};
    at_conversation_add(talk, &turn); // said nothing
    turn = (struct at_turn){.role = AT_TURN_ASSISTANT};
    add_call(&turn, "c3", "goBack", json_object());
    at_conversation_add(talk, &turn);
    turn = (struct at_turn){.role = AT_TURN_USER};
    add_result(&turn, "gone", "OK: late");
    add_picture(at_turn_add(&turn, AT_PART_IMAGE));
    at_conversation_add(talk, &turn);
}

#define PICTURE "'data':'YWJj'"
#define CHAT_PICTURE                                                           \
    "{'type':'image_url','image_url':{'url':'data:image/png;base64,YWJj'}}"
#define GEMINI_PICTURE "{'inlineData':{'mimeType':'image/png'," PICTURE "}}"
#define CLAUDE_PICTURE                                                         \
    "{'type':'image','source':{'type':'base64','media_type':'image/"           \
    "png'," PICTURE "}"
#define MARK "'cache_control':{'type':'ephemeral'}"
#define NOT_RUN "'ERROR: this call was not run'"
#define LATE "'Result of an earlier call of tap: OK: late'"

// Rows write ' for ".
static const struct {
    const char *profile;
    bool stream;
    bool force_text;
    const char *want; // members of the body
} rows[] = {
    {"Opus47", false, false,
     "{'model':'claude-opus-4-7','max_tokens':500,"
     "'thinking':{'type':'adaptive'},'output_config':{'effort':'medium'},"
     "'system':[{'type':'text','text':'Be a tester'," MARK "}],"
     "'tools':[{'name':'tap','description':'Tap','input_schema':{'type':"
     "'object','properties':{'text':{'type':'string'}},'required':['text']}},"
     "{'name':'goBack','description':'Back','input_schema':{'type':'object',"
     "'properties':{}}," MARK "}],"
     "'messages':[{'role':'user','content':[{'type':'text','text':'Goal'}]},"
     "{'role':'assistant','content':[{'type':'text','text':'I tap.'},"
     "{'type':'tool_use','id':'c1','name':'tap','input':{'text':'A'}},"
     "{'type':'tool_use','id':'c2','name':'tap','input':{}}]},"
     "{'role':'user','content':[{'type':'tool_result','tool_use_id':'c1',"
     "'content':[{'type':'text','text':'TAPPED'}," CLAUDE_PICTURE "}]},"
     "{'type':'tool_result','tool_use_id':'c2','content':[{'type':'text',"
     "'text':'ERROR: bad'}],'is_error':true}," CLAUDE_PICTURE "},"
     "{'type':'text','text':'Hint'," MARK "}]},"
     "{'role':'assistant','content':[{'type':'tool_use','id':'c3','name':"
     "'goBack','input':{}}]},"
     "{'role':'user','content':[{'type':'tool_result','tool_use_id':'c3',"
     "'content':[{'type':'text','text':" NOT_RUN "}],'is_error':true},"
     "{'type':'text','text':" LATE "}," CLAUDE_PICTURE "," MARK "}]}]}"},
    {"LocalOpenAI", true, false,
     "{'model':'local-model','messages':[{'role':'system','content':'Be a "
     "tester'},{'role':'user','content':[{'type':'text','text':'Goal'}]},"
     "{'role':'assistant','content':'I tap.','tool_calls':[{'id':'c1','type':"
     "'function','function':{'name':'tap','arguments':'{\\'text\\':\\'A\\'}'}},"
     "{'id':'c2','type':'function','function':{'name':'tap','arguments':'{}'}}]"
     "},{'role':'tool','tool_call_id':'c1','content':'TAPPED'},"
     "{'role':'tool','tool_call_id':'c2','content':'ERROR: bad'},"
     "{'role':'user','content':[{'type':'text','text':'The picture of tap "
     "(c1):'}," CHAT_PICTURE ",{'type':'text','text':'The picture of tap "
     "(c2):'}," CHAT_PICTURE ",{'type':'text','text':'Hint'}]},"
     "{'role':'assistant','content':null,'tool_calls':[{'id':'c3','type':"
     "'function','function':{'name':'goBack','arguments':'{}'}}]},"
     "{'role':'tool','tool_call_id':'c3','content':" NOT_RUN "},"
     "{'role':'user','content':[{'type':'text','text':" LATE "}," CHAT_PICTURE
     "]}],'tools':[{'type':'function','function':{'name':'tap','description':"
     "'Tap','parameters':{'type':'object','properties':{'text':{'type':"
     "'string'}},'required':['text']}}},{'type':'function','function':{'name':"
     "'goBack','description':'Back','parameters':{'type':'object','properties':"
     "{}}}}],'max_tokens':500,'temperature':0.5,'stream':true,"
     "'stream_options':{'include_usage':true}}"},
    {"GPT61Sol", false, true,
     "{'model':'gpt-6.1-sol','instructions':'Be a tester','store':false,"
     "'include':['reasoning.encrypted_content'],'max_output_tokens':500,"
     "'tools':[{'type':'function','name':'tap','description':'Tap',"
     "'parameters':{'type':'object','properties':{'text':{'type':'string'}},"
     "'required':['text']},'strict':false},{'type':'function','name':'goBack',"
     "'description':'Back','parameters':{'type':'object','properties':{}},"
     "'strict':false}],'tool_choice':'none',"
     "'input':[{'role':'user','content':[{'type':'input_text','text':'Goal'}]},"
     "{'role':'assistant','content':[{'type':'output_text','text':'I tap.'}]},"
     "{'type':'function_call','call_id':'c1','name':'tap','arguments':"
     "'{\\'text\\':\\'A\\'}'},{'type':'function_call','call_id':'c2','name':"
     "'tap','arguments':'{}'},"
     "{'type':'function_call_output','call_id':'c1','output':[{'type':"
     "'input_text','text':'TAPPED'},{'type':'input_image','image_url':"
     "'data:image/png;base64,YWJj'}]},{'type':'function_call_output',"
     "'call_id':'c2','output':[{'type':'input_text','text':'ERROR: bad'},"
     "{'type':'input_image','image_url':'data:image/png;base64,YWJj'}]},"
     "{'role':'user','content':[{'type':'input_text','text':'Hint'}]},"
     "{'type':'function_call','call_id':'c3','name':'goBack','arguments':'{}'},"
     "{'type':'function_call_output','call_id':'c3','output':" NOT_RUN "},"
     "{'role':'user','content':[{'type':'input_text','text':" LATE "},"
     "{'type':'input_image','image_url':'data:image/png;base64,YWJj'}]}]}"},
    {"Gemini3Pro", true, false,
     "{'systemInstruction':{'parts':[{'text':'Be a tester'}]},"
     "'contents':[{'role':'user','parts':[{'text':'Goal'}]},"
     "{'role':'model','parts':[{'text':'I tap.'},{'functionCall':{'id':'c1',"
     "'name':'tap','args':{'text':'A'}},'thoughtSignature':"
     "'skip_thought_signature_validator'},{'functionCall':{'id':'c2','name':"
     "'tap','args':{}}}]},"
     "{'role':'user','parts':[{'functionResponse':{'id':'c1','name':'tap',"
     "'response':{'output':'TAPPED'},'parts':[" GEMINI_PICTURE "]}},"
     "{'functionResponse':{'id':'c2','name':'tap','response':{'error':"
     "'ERROR: bad'},'parts':[" GEMINI_PICTURE "]}},{'text':'Hint'}]},"
     "{'role':'model','parts':[{'functionCall':{'id':'c3','name':'goBack',"
     "'args':{}},'thoughtSignature':'skip_thought_signature_validator'}]},"
     "{'role':'user','parts':[{'functionResponse':{'id':'c3','name':'goBack',"
     "'response':{'error':" NOT_RUN "}}},{'text':" LATE "}," GEMINI_PICTURE
     "]}],'tools':[{'functionDeclarations':[{'name':'tap','description':'Tap',"
     "'parametersJsonSchema':{'type':'object','properties':{'text':{'type':"
     "'string'}},'required':['text']}},{'name':'goBack','description':'Back'}]"
     "}],'toolConfig':{'functionCallingConfig':{'mode':'AUTO'}},"
     "'generationConfig':{'maxOutputTokens':500}}"},
    {"Ollama", false, false,
     "{'model':'qwen3:8b','stream':false,'truncate':false,'shift':false,"
     "'keep_alive':'10m','options':{'num_ctx':32768,'num_predict':500,"
     "'temperature':0.5},'messages':[{'role':'system','content':'Be a tester'}"
     ",{'role':'user','content':'Goal'},{'role':'assistant','content':"
     "'I tap.','tool_calls':[{'id':'c1','function':{'name':'tap','arguments':"
     "{'text':'A'}}},{'id':'c2','function':{'name':'tap','arguments':{}}}]},"
     "{'role':'tool','content':'TAPPED','tool_name':'tap','tool_call_id':'c1'},"
     "{'role':'tool','content':'ERROR: bad','tool_name':'tap','tool_call_id':"
     "'c2'},{'role':'user','content':'Hint','images':['YWJj','YWJj']},"
     "{'role':'assistant','content':'','tool_calls':[{'id':'c3','function':"
     "{'name':'goBack','arguments':{}}}]},"
     "{'role':'tool','content':" NOT_RUN ",'tool_name':'goBack','tool_call_id':"
     "'c3'},{'role':'user','content':" LATE ",'images':['YWJj']}],"
     "'tools':[{'type':'function','function':{'name':'tap','description':'Tap',"
     "'parameters':{'type':'object','properties':{'text':{'type':'string'}},"
     "'required':['text']}}},{'type':'function','function':{'name':'goBack',"
     "'description':'Back','parameters':{'type':'object','properties':{}}}}]}"},
};

static json_t *
json_of(const char *text)
{
    char *quoted = codec_quoted(text);
    struct at_err err = AT_ERR_INIT;
    json_t *json = at_json_parse(at_str(quoted), &err);
    if (!json)
        print_error("%s in %s\n", err.msg, quoted);
    T_OK(json);
    free(quoted);
    return json;
}

static void
check_equal(const json_t *got, const char *want_text)
{
    json_t *want = json_of(want_text);
    struct at_buf texts[2] = {AT_BUF_INIT(100000), AT_BUF_INIT(100000)};
    at_json_write(got, &texts[0]);
    at_json_write(want, &texts[1]);
    // Texts where they differ, for they show it better.
    if (!json_equal(got, want))
        T_EQ_TEXT(at_buf_text(&texts[0]), at_buf_text(&texts[1]));
    T_OK(json_equal(got, want));
    at_buf_deinit(&texts[0]);
    at_buf_deinit(&texts[1]);
    json_decref(want);
}

T_TEST(any_history_is_a_request_that_each_api_takes)
{
    json_t *tools = json_of(TOOLS);
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_profile profile;
        struct at_conversation talk = AT_CONVERSATION_INIT;
        codec_profile(&profile, rows[i].profile, rows[i].stream);
        profile.temperature = 0.5;
        fill(&talk);
        struct at_model_request request = {
            .profile = &profile,
            .system = AT_STR("Be a tester"),
            .tools = tools,
            .conversation = &talk,
            .max_out_tokens = 500,
            .force_text = rows[i].force_text,
        };
        T_ROW(rows[i].profile);
        json_t *body = profile.provider->request(&request);
        check_equal(body, rows[i].want);
        json_decref(body);
        at_conversation_deinit(&talk);
        at_profile_deinit(&profile);
    }
    json_decref(tools);
}

// The member of a body of one profile, asked a goal without tools.
static json_t *
body_of(const char *id, bool force_text, bool with_tools)
{
    struct at_profile profile;
    struct at_conversation talk = AT_CONVERSATION_INIT;
    json_t *tools = json_of(with_tools ? TOOLS : "[]");
    codec_profile(&profile, id, false);
    fill(&talk);
    struct at_model_request request = {
        .profile = &profile,
        .tools = tools,
        .conversation = &talk,
        .max_out_tokens = 9,
        .force_text = force_text,
    };
    json_t *body = profile.provider->request(&request);
    at_conversation_deinit(&talk);
    at_profile_deinit(&profile);
    json_decref(tools);
    return body;
}

static const struct {
    const char *profile;
    bool force_text;
    const char *member;
    const char *want; // NULL: absent
} members[] = {
    {"Opus47", true, "tool_choice", "{'type':'none'}"},
    {"Opus47", false, "tool_choice", NULL},
    {"Opus47", false, "temperature", NULL},
    {"Opus47", false, "system", NULL},
    {"Opus47", false, "stream", NULL},
    {"GPT52Pro", true, "tool_choice", "'none'"},
    {"GPT52Pro", false, "max_completion_tokens", "9"},
    {"GPT52Pro", false, "max_tokens", NULL},
    {"GPT52Pro", false, "temperature", NULL},
    {"DeepSeekV4Flash", false, "max_tokens", "9"},
    {"DeepSeekV4Flash", false, "thinking", NULL},
    {"LocalOpenAI", true, "tools", NULL},
    {"LocalOpenAI", true, "tool_choice", NULL},
    {"Ollama", true, "tools", NULL},
    {"Ollama", false, "think", NULL},
    {"QWEN36B", false, "think", "false"},
    {"Gemini3Pro", true, "toolConfig",
     "{'functionCallingConfig':{'mode':'NONE'}}"},
    {"GPT61Sol", false, "temperature", NULL},
    {"GPT61Sol", false, "tool_choice", NULL},
};

T_TEST(quirks_and_wishes_are_members)
{
    for (size_t i = 0; i < T_LEN(members); i++) {
        json_t *body = body_of(members[i].profile, members[i].force_text, true);
        const json_t *member = json_object_get(body, members[i].member);
        T_ROW(members[i].profile);
        if (members[i].want)
            check_equal(member, members[i].want);
        else
            T_NULL(member);
        json_decref(body);
    }
}

T_TEST(tools_are_left_out_if_there_are_none)
{
    static const char *const ids[] = {"Opus47", "LocalOpenAI", "GPT61Sol",
                                      "Gemini3Pro", "Ollama"};
    for (size_t i = 0; i < T_LEN(ids); i++) {
        json_t *body = body_of(ids[i], true, false);
        T_ROW(ids[i]);
        T_NULL(json_object_get(body, "tools"));
        T_NULL(json_object_get(body, "tool_choice"));
        T_NULL(json_object_get(body, "toolConfig"));
        json_decref(body);
    }
}

T_TEST(deepseek_has_reasoning_where_none_was)
{
    json_t *body = body_of("DeepSeekV4Flash", false, true);
    const json_t *message =
        json_array_get(json_object_get(body, "messages"), 1);
    T_OK(json_object_get(message, "tool_calls"));
    check_equal(json_object_get(message, "reasoning_content"), "''");
    json_decref(body);
}

T_TEST(a_model_without_vision_gets_a_note_for_each_image)
{
    json_t *body = body_of("Llama4", false, true);
    struct at_buf text = AT_BUF_INIT(100000);
    at_json_write(body, &text);
    T_HAS(at_buf_text(&text), "This model cannot see pictures");
    T_NULL(strstr(at_buf_text(&text), "YWJj"));
    at_buf_deinit(&text);
    json_decref(body);
}

static const struct {
    const char *profile;
    bool stream;
    const char *path;
    const char *header;
} addresses[] = {
    {"Opus47", true, "/v1/messages", "x-api-key: secret-key-1"},
    {"Opus47", true, "/v1/messages", "anthropic-version: 2023-06-01"},
    {"DeepSeekV4Flash", true, "/chat/completions",
     "authorization: Bearer secret-key-1"},
    {"GPT52Pro", true, "/chat/completions", "X-Title: mobile-tester-agent"},
    {"GPT61Sol", true, "/responses", "authorization: Bearer secret-key-1"},
    {"Gemini3Pro", false,
     "/v1beta/models/gemini-3.1-pro-preview:generateContent",
     "x-goog-api-key: secret-key-1"},
    {"Gemini3Pro", true,
     "/v1beta/models/gemini-3.1-pro-preview:streamGenerateContent?alt=sse",
     "content-type: application/json"},
    {"QWEN36B", true, "/api/chat", "authorization: Bearer secret-key-1"},
};

T_TEST(the_key_is_in_a_header_and_never_in_the_path)
{
    for (size_t i = 0; i < T_LEN(addresses); i++) {
        struct at_profile profile;
        struct at_buf path = AT_BUF_INIT(1000);
        struct at_argv headers = AT_ARGV_INIT;
        bool found = false;
        codec_profile(&profile, addresses[i].profile, addresses[i].stream);
        at_provider_write_path(&profile, &path);
        profile.provider->headers(&profile, &headers);
        T_ROW(addresses[i].profile);
        T_EQ_TEXT(at_buf_text(&path), addresses[i].path);
        for (size_t k = 0; k < headers.count; k++)
            found = found || strcmp(headers.words[k], addresses[i].header) == 0;
        T_OK(found);
        at_argv_deinit(&headers);
        at_buf_deinit(&path);
        at_profile_deinit(&profile);
    }
}

T_TEST(a_model_s_name_cannot_leave_its_path)
{
    struct at_profile profile;
    struct at_buf path = AT_BUF_INIT(1000);
    codec_profile(&profile, "Gemini3Pro", false);
    free(profile.model);
    profile.model = at_strdup("x?key=1#&");
    at_provider_write_path(&profile, &path);
    T_EQ_TEXT(at_buf_text(&path),
              "/v1beta/models/x%3Fkey%3D1%23%26:generateContent");
    at_buf_deinit(&path);
    at_profile_deinit(&profile);
}

// A whole answer, and what of it comes back in the next request.
static const struct {
    const char *profile;
    const char *answer;
    const char *list; // the member of the body
    size_t at;
    const char *want;
} echoes[] = {
    {"Opus47",
     "{'id':'m','content':[{'type':'thinking','thinking':'','signature':'S=='},"
     "{'type':'redacted_thinking','data':'R'},{'type':'text','text':' '},"
     "{'type':'tool_use','id':'t','name':'tap','input':{'text':'A'},'caller':"
     "{'type':'direct'}}],'stop_reason':'tool_use'}",
     "messages", 0,
     "{'role':'assistant','content':[{'type':'thinking','thinking':'',"
     "'signature':'S=='},{'type':'redacted_thinking','data':'R'},{'type':"
     "'tool_use','id':'t','name':'tap','input':{'text':'A'},'caller':{'type':"
     "'direct'}}]}"},
    {"DeepSeekV4Flash",
     "{'choices':[{'finish_reason':'tool_calls','message':{'role':'assistant',"
     "'content':'','reasoning_content':'Hm','refusal':null,'tool_calls':[{'id':"
     "'a','type':'function','function':{'name':'tap','arguments':'{}'}}]}}]}",
     "messages", 0,
     "{'role':'assistant','content':'','reasoning_content':'Hm','tool_calls':"
     "[{'id':'a','type':'function','function':{'name':'tap','arguments':'{}'}}]"
     "}"},
    {"LocalOpenAI",
     "{'choices':[{'finish_reason':'eos','message':{'role':'assistant',"
     "'content':'Hi','reasoning':'Hm'}}]}",
     "messages", 0, "{'role':'assistant','content':'Hi'}"},
    {"GPT61Sol",
     "{'status':'completed','output':[{'type':'reasoning','id':'rs','summary':"
     "[],'encrypted_content':'E'},{'type':'function_call','id':'fc','call_id':"
     "'c','name':'tap','arguments':'{}'}]}",
     "input", 0,
     "{'type':'reasoning','id':'rs','summary':[],'encrypted_content':'E'}"},
    {"GPT61Sol",
     "{'status':'completed','output':[{'type':'reasoning','id':'rs','summary':"
     "[],'encrypted_content':'E'},{'type':'function_call','id':'fc','call_id':"
     "'c','name':'tap','arguments':'{}'}]}",
     "input", 1,
     "{'type':'function_call','id':'fc','call_id':'c','name':'tap',"
     "'arguments':'{}'}"},
    {"Gemini3Pro",
     "{'candidates':[{'finishReason':'STOP','content':{'role':'model','parts':"
     "[{'functionCall':{'name':'tap','args':{}},'thoughtSignature':'S'}]}}]}",
     "contents", 0,
     "{'role':'model','parts':[{'functionCall':{'name':'tap','args':{}},"
     "'thoughtSignature':'S'}]}"},
    {"Gemini3Pro",
     "{'candidates':[{'finishReason':'STOP','content':{'role':'model','parts':"
     "[{'functionCall':{'name':'tap','args':{}},'thoughtSignature':'S'}]}}]}",
     "contents", 1,
     "{'role':'user','parts':[{'functionResponse':{'name':'tap','response':"
     "{'error':" NOT_RUN "}}}]}"},
    {"QWEN36B",
     "{'message':{'role':'assistant','content':'','thinking':'Hm','tool_calls':"
     "[{'function':{'index':0,'name':'tap','arguments':{'text':'A'}}}]},"
     "'done':true,'done_reason':'stop'}",
     "messages", 0,
     "{'role':'assistant','content':'','thinking':'Hm','tool_calls':"
     "[{'function':{'index':0,'name':'tap','arguments':{'text':'A'}}}]}"},
};

T_TEST(an_assistant_s_turn_goes_back_as_it_came)
{
    for (size_t i = 0; i < T_LEN(echoes); i++) {
        struct at_profile profile;
        struct at_model_reply reply;
        struct at_model_failure failure = {0};
        struct at_conversation talk = AT_CONVERSATION_INIT;
        char *answer = codec_quoted(echoes[i].answer);
        codec_profile(&profile, echoes[i].profile, false);
        T_ROW(echoes[i].answer);
        T_OK(at_model_reply_read(&profile, at_str(answer), &reply, &failure));
        at_conversation_add(&talk, &reply.turn);
        struct at_model_request request = {
            .profile = &profile,
            .conversation = &talk,
            .max_out_tokens = 9,
        };
        json_t *body = profile.provider->request(&request);
        check_equal(
            json_array_get(json_object_get(body, echoes[i].list), echoes[i].at),
            echoes[i].want);
        json_decref(body);
        at_conversation_deinit(&talk);
        at_model_reply_deinit(&reply);
        at_profile_deinit(&profile);
        free(answer);
    }
}

// Answers that are empty, or have less than was wanted.
static const struct {
    const char *profile;
    const char *answer;
    const char *want;
} replies[] = {
    {"Opus47", "{'content':[],'stop_reason':'refusal'}", "stop=refused raw=[]"},
    {"Opus47", "{'content':[],'stop_reason':'model_context_window_exceeded'}",
     "stop=context raw=[]"},
    {"Opus47", "{'content':[],'stop_reason':'tool_use'}",
     "stop=malformed raw=[]"},
    {"Opus47", "{}",
     "failed class=retry status=0 wait=-1 the answer has no "
     "content"},
    {"Opus47", "[]",
     "failed class=retry status=200 wait=-1 the answer is none "
     "of this API: is the address right?"},
    {"Opus47", "hello", "failed class=retry status=200 wait=-1 hello"},
    {"LocalOpenAI", "{'choices':[]}",
     "failed class=retry status=0 wait=-1 the answer has no message"},
    {"LocalOpenAI", "{'error':'no model is loaded'}",
     "failed class=retry status=200 wait=-1 no model is loaded"},
    {"LocalOpenAI",
     "{'choices':[{'finish_reason':'stop','message':{'content':'','refusal':"
     "'No.'}}]}",
     "stop=refused text(No.) raw={'content':'','refusal':'No.','role':"
     "'assistant'}"},
    {"LocalOpenAI",
     "{'choices':[{'finish_reason':'content_filter','message':{'content':'x'}}]"
     "}",
     "stop=refused text(x) raw={'content':'x','role':'assistant'}"},
    {"LocalOpenAI",
     "{'choices':[{'finish_reason':'length','message':{'content':[{'type':"
     "'text','text':'x'}]}}]}",
     "stop=length text(x) raw={'content':[{'type':'text','text':'x'}],'role':"
     "'assistant'}"},
    {"GPT61Sol",
     "{'status':'completed','output':[{'type':'message','content':[{'type':"
     "'refusal','refusal':'No.'}]}]}",
     "stop=refused text(No.) raw=[{'type':'message','content':[{'type':"
     "'refusal','refusal':'No.'}]}]"},
    {"GPT61Sol",
     "{'status':'incomplete','incomplete_details':{'reason':'content_filter'},"
     "'output':[]}",
     "stop=refused raw=[]"},
    {"GPT61Sol", "{'status':'queued','output':[]}",
     "failed class=retry status=0 wait=-1 the response was not completed"},
    {"GPT61Sol",
     "{'status':'failed','error':{'code':'server_error','message':'x'}}",
     "failed class=retry status=200 wait=-1 x"},
    {"Gemini3Pro", "{'candidates':[{'finishReason':'SAFETY'}]}",
     "stop=refused raw={'role':'model','parts':[]}"},
    {"Gemini3Pro",
     "{'candidates':[{'finishReason':'MAX_TOKENS','content':{}}]}",
     "stop=length raw={'role':'model','parts':[]}"},
    {"Gemini3Pro", "{'candidates':[{'finishReason':'UNEXPECTED_TOOL_CALL'}]}",
     "stop=malformed raw={'role':'model','parts':[]}"},
    {"Gemini3Pro", "{}",
     "failed class=retry status=0 wait=-1 the answer has no candidate"},
    {"QWEN36B", "{'error':'model runner has unexpectedly stopped'}",
     "failed class=retry status=200 wait=-1 model runner has unexpectedly "
     "stopped"},
    {"QWEN36B",
     "{'message':{'role':'assistant','content':''},'done':true,'done_reason':"
     "'load'}",
     "failed class=retry status=0 wait=-1 the answer has no message"},
    {"QWEN36B",
     "{'message':{'content':'x'},'done_reason':'length','prompt_eval_count':"
     "32000,'eval_count':768}",
     "stop=context text(x) in=32000 out=768 raw={'content':'x','role':"
     "'assistant'}"},
};

T_TEST(empty_answers_fail_and_others_have_their_reason)
{
    for (size_t i = 0; i < T_LEN(replies); i++) {
        struct at_profile profile;
        struct at_model_reply reply;
        struct at_model_failure failure = {0};
        struct at_buf out = AT_BUF_INIT(10000);
        char *answer = codec_quoted(replies[i].answer);
        char *want = codec_quoted(replies[i].want);
        codec_profile(&profile, replies[i].profile, false);
        if (at_model_reply_read(&profile, at_str(answer), &reply, &failure))
            codec_show(&reply, &out);
        else
            codec_show_failure(&failure, &out);
        T_ROW(replies[i].answer);
        T_EQ_TEXT(at_buf_text(&out), want);
        at_buf_deinit(&out);
        at_model_reply_deinit(&reply);
        at_profile_deinit(&profile);
        free(answer);
        free(want);
    }
}

T_MAIN()
