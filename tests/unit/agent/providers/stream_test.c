// stream_test.c: streamed answers, cut at every byte
#include "agent/models/providers/provider.h"
#include "codec_rig.h"
#include "tests/t.h"

#define DATA(json) "data: " json "\n\n"
#define NAMED(name, json) "event: " name "\r\ndata: " json "\r\n\r\n"

#define CHAT(delta)                                                            \
    DATA("{'id':'c1','model':'m','choices':[{'index':0," delta "}]}")
#define CHAT_END(reason)                                                       \
    DATA("{'id':'c1','model':'m','choices':[{'index':0,'delta':{},"            \
         "'finish_reason':'" reason "'}]}")

// Rows write ' for ".
static const struct {
    const char *name;
    const char *profile;
    const char *in;
    const char *want;
} rows[] = {
    {
        "anthropic: thinking, text, two calls",
        "Opus47",
        NAMED("message_start",
              "{'type':'message_start','message':{'id':'msg_1','type':'message'"
              ",'role':'assistant','model':'claude-opus-4-7','content':[],"
              "'stop_reason':null,'usage':{'input_tokens':12,"
              "'cache_creation_input_tokens':100,'cache_read_input_tokens':50,"
              "'output_tokens':1}}}") NAMED("content_block_start",
                                            "{'type':'content_block_start','"
                                            "index':0,'content_block':"
                                            "{'type':'thinking','thinking':'','"
                                            "signature':''}}")
            NAMED("ping", "{'type':'ping'}") NAMED(
                "content_block_delta", "{'type':'content_block_delta','index':"
                                       "0,'delta':"
                                       "{'type':'thinking_delta','thinking':'"
                                       "Let me '}}") NAMED("content_block_"
                                                           "delta",
                                                           "{'type':'content_"
                                                           "block_delta','"
                                                           "index':0,'delta':"
                                                           "{'type':'thinking_"
                                                           "delta','thinking':'"
                                                           "see'}}")
                NAMED("content_block_delta",
                      "{'type':'content_block_delta','index':0,"
                      "'delta':{'type':'signature_delta',"
                      "'signature':'EqQB+/='}}") NAMED("content_block_stop",
                                                       "{'type':'content_block_"
                                                       "stop','index':0}")
                    NAMED("content_block_start",
                          "{'type':'content_block_start','index':1,'content_"
                          "block':"
                          "{'type':'text','text':''}}") NAMED("content_block_"
                                                              "delta",
                                                              "{'type':'"
                                                              "content_block_"
                                                              "delta','index'"
                                                              ":1,'delta':"
                                                              "{'type':'text_"
                                                              "delta','text':"
                                                              "'I tap.'}}")
                        NAMED("content_block_stop", "{'type':'content_"
                                                    "block_stop','index':"
                                                    "1}")
                            NAMED(
                                "content_block_start",
                                "{'type':'content_block_start','index':2,"
                                "'content_block':{'type':'tool_use','id':'"
                                "toolu_1',"
                                "'name':'tap','input':{},'caller':{'type':'"
                                "direct'}}}") NAMED("content_block_delta",
                                                    "{'type':'content_block_"
                                                    "delta','index':2,'delta':"
                                                    "{'type':'input_json_delta'"
                                                    ",'partial_json':''}}")
                                NAMED("content_block_delta",
                                      "{'type':'content_block_delta','index':2,"
                                      "'delta':{'type':'input_json_delta',"
                                      "'partial_json':'{\\'text\\':'}}")
                                    NAMED("content_block_delta",
                                          "{'type':'content_block_delta','"
                                          "index':2,"
                                          "'delta':{'type':'input_json_delta',"
                                          "'partial_json':'\\'Login\\'}'}}")
                                        NAMED("content_block_start",
                                              "{'type':'content_block_start','"
                                              "index':3,'content_block':"
                                              "{'type':'tool_use','id':'toolu_"
                                              "2','name':'goBack','input':{}}}")
                                            NAMED("content_block_delta",
                                                  "{'type':'content_block_"
                                                  "delta','index':3,'delta':"
                                                  "{'type':'input_json_delta','"
                                                  "partial_json':''}}")
                                                NAMED("message_delta",
                                                      "{'type':'message_delta',"
                                                      "'delta':{'stop_reason':"
                                                      "'tool_use','stop_"
                                                      "sequence':null},'usage':"
                                                      "{'output_tokens':64}}")
                                                    NAMED("message_stop",
                                                          "{'type':'message_"
                                                          "stop'}"),
        "stop=calls thought(Let me see) text(I tap.) "
        "call(toolu_1,tap,{'text':'Login'}) call(toolu_2,goBack,{}) in=162 "
        "cached=50 written=100 out=64 model=claude-opus-4-7 "
        "raw=[{'type':'thinking','thinking':'Let me see','signature':'EqQB+/='}"
        ",{'type':'text','text':'I tap.'},{'type':'tool_use','id':'toolu_1',"
        "'name':'tap','input':{'text':'Login'},'caller':{'type':'direct'}},"
        "{'type':'tool_use','id':'toolu_2','name':'goBack','input':{}}]",
    },
    {
        "anthropic: a call is cut by max_tokens",
        "Opus47",
        DATA("{'type':'message_start','message':{'id':'m','content':[]}}")
            DATA("{'type':'content_block_start','index':0,'content_block':"
                 "{'type':'tool_use','id':'t1','name':'tap','input':{}}}")
                DATA("{'type':'content_block_delta','index':0,'delta':"
                     "{'type':'input_json_delta','partial_json':'{\\'te'}}")
                    DATA("{'type':'message_delta','delta':{'stop_reason':"
                         "'max_tokens'}}") DATA("{'type':'message_stop'}"),
        "stop=length call(t1,tap,malformed:{'te) raw=[{'type':'tool_use',"
        "'id':'t1','name':'tap','input':{}}]",
    },
    {
        "anthropic: an error in the middle",
        "Opus47",
        DATA("{'type':'message_start','message':{'id':'m','content':[]}}")
            NAMED("error", "{'type':'error','error':{'type':'overloaded_error',"
                           "'message':'Overloaded'}}"),
        "failed class=throttled status=200 wait=-1 Overloaded",
    },
    {
        "anthropic: cut",
        "Opus47",
        DATA("{'type':'message_start','message':{'id':'m','content':[]}}")
            DATA("{'type':'message_delta','delta':{'stop_reason':'end_turn'}}"),
        "failed class=retry status=0 wait=-1 the stream was cut before its end",
    },
    {
        "anthropic: cut within an event",
        "Opus47",
        DATA(
            "{'type':'message_start','message':{'id':'m','content':[]}}") "data"
                                                                          ": "
                                                                          "{'"
                                                                          "type"
                                                                          "':'"
                                                                          "cont"
                                                                          "ent_"
                                                                          "bl",
        "failed class=retry status=0 wait=-1 the stream was cut before its end",
    },
    {
        "anthropic: an event and a delta of the future",
        "Opus47",
        DATA("{'type':'message_start','message':{'id':'m','content':[]}}")
            DATA("{'type':'new_event','x':1}") DATA(
                "{'type':'content_block_start','index':0,'content_block':"
                "{'type':'new_block','x':1}}")
                DATA("{'type':'content_block_delta','index':0,'delta':"
                     "{'type':'new_delta','x':1}}")
                    DATA("{'type':'content_block_delta','index':9,'delta':"
                         "{'type':'text_delta','text':'lost'}}")
                        DATA("{'type':'message_delta','delta':"
                             "{'stop_reason':'pause_turn'}}") "data: {'type':"
                                                              "'message_stop'}",
        "stop=paused raw=[{'type':'new_block','x':1}]",
    },
    {
        "anthropic: garbage",
        "Opus47",
        "data: <html>\n\n",
        "failed class=retry status=0 wait=-1 the stream is broken: an event is "
        "not a JSON object",
    },
    {
        "chat: text in pieces, keep-alives, usage, the end",
        "LocalOpenAI",
        ": keep-alive\n\n" CHAT("'delta':{'role':'assistant','content':''},"
                                "'finish_reason':null")
            CHAT("'delta':{'content':'Hi '}") CHAT("'delta':{'content':'you'}")
                CHAT_END("stop")
                    DATA("{'id':'c1','choices':[],'usage':{'prompt_tokens':900,"
                         "'completion_tokens':20,'prompt_tokens_details':"
                         "{'cached_tokens':768},'completion_tokens_details':"
                         "{'reasoning_tokens':5}}}") DATA("[DONE]"),
        "stop=done text(Hi you) in=900 cached=768 out=20 reasoning=5 model=m "
        "raw={'content':'Hi you','role':'assistant'}",
    },
    {
        "chat: two calls by index, a broken one among them",
        "LocalOpenAI",
        CHAT("'delta':{'content':null,'tool_calls':[{'index':0,'id':'a',"
             "'type':'function','function':{'name':'tap','arguments':''}}]}")
            CHAT("'delta':{'tool_calls':[{'index':1,'id':'b','type':'function',"
                 "'function':{'name':'wait','arguments':'{'}}]}")
                CHAT("'delta':{'tool_calls':[{'index':0,'function':"
                     "{'arguments':'{\\'text\\':'}}]}")
                    CHAT("'delta':{'tool_calls':[{'index':0,'function':"
                         "{'arguments':'\\'A\\'}'}}]}") CHAT_END("tool_calls"),
        "stop=calls call(a,tap,{'text':'A'}) call(b,wait,malformed:{) model=m "
        "raw={'tool_calls':[{'id':'a','type':'function','function':"
        "{'name':'tap','arguments':'{\\'text\\':\\'A\\'}'}},{'id':'b'"
        ","
        "'type':'function','function':{'name':'wait','arguments':'{}'}}],"
        "'content':null,'role':'assistant'}",
    },
    {
        "chat: calls without an index, the reason is not theirs",
        "LocalOpenAI",
        CHAT("'delta':{'tool_calls':[{'id':'a','function':{'name':'tap',"
             "'arguments':{'x':1}}}]}")
            CHAT("'delta':{'tool_calls':[{'id':'b','function':{'name':'goBack',"
                 "'arguments':''}}]}") CHAT_END("stop"),
        "stop=calls call(a,tap,{'x':1}) call(b,goBack,{}) model=m "
        "raw={'tool_calls':[{'id':'a','function':{'name':'tap','arguments':"
        "'{\\'x\\':1}'},'type':'function'},{'id':'b','function':{'name':'"
        "goBack'"
        ",'arguments':'{}'},'type':'function'}],'content':null,"
        "'role':'assistant'}",
    },
    {
        "deepseek: reasoning comes back",
        "DeepSeekV4Flash",
        "\n\n" CHAT("'delta':{'reasoning_content':'Hm'}")
            CHAT("'delta':{'reasoning_content':'m.'}") CHAT(
                "'delta':{'content':'','tool_calls':[{'index':0,'id':'a',"
                "'type':'function','function':{'name':'tap','arguments':"
                "'{}'}}]}") DATA("{'id':'c1','choices':[{'index':0,'delta':{},"
                                 "'finish_reason':'tool_calls'}],'usage':"
                                 "{'prompt_tokens':10,'completion_tokens':3,"
                                 "'prompt_cache_hit_tokens':4,"
                                 "'prompt_cache_miss_tokens':6}}"),
        "stop=calls thought(Hmm.) call(a,tap,{}) in=10 cached=4 out=3 model=m "
        "raw={'tool_calls':[{'id':'a','type':'function','function':"
        "{'name':'tap','arguments':'{}'}}],'reasoning_content':'Hmm.',"
        "'content':null,'role':'assistant'}",
    },
    {
        "deepseek: out of resources",
        "DeepSeekV4Flash",
        CHAT_END("insufficient_system_resource"),
        "failed class=throttled status=0 wait=-1 the provider is out of "
        "resources",
    },
    {
        "openrouter: details are joined, cost is theirs",
        "GPT52Pro",
        ": OPENROUTER PROCESSING\n\n" CHAT(
            "'delta':{'content':'','reasoning':'So','reasoning_details':"
            "[{'type':'reasoning.text','text':'S','index':0,'format':'f',"
            "'signature':null}]}")
            CHAT("'delta':{'content':'','reasoning_details':"
                 "[{'type':'reasoning.text','text':'o','index':0,"
                 "'signature':'sig'}]}")
                CHAT("'delta':{'content':'ok','reasoning_details':"
                     "[{'type':'reasoning.encrypted','data':'AAA','id':'r1',"
                     "'index':0}]}") CHAT_END("stop")
                    DATA("{'id':'c1','choices':[],'usage':{'prompt_tokens':1,"
                         "'completion_tokens':1,'cost':0.0125}}")
                        DATA("[DONE]"),
        "stop=done thought(So) text(ok) in=1 out=1 micro_usd=12500 model=m "
        "raw={'reasoning_details':[{'type':'reasoning.text','index':0,"
        "'format':'f','signature':'sig','text':'So'},{'type':"
        "'reasoning.encrypted','data':'AAA','id':'r1','index':0}],'reasoning':"
        "'So','content':'ok','role':'assistant'}",
    },
    {
        "openrouter: an error in the middle",
        "GPT52Pro",
        CHAT("'delta':{'content':'Hi'}")
            DATA("{'id':'c1','error':{'code':502,'message':'Provider "
                 "disconnected'},'choices':[{'index':0,'delta':{'content':''},"
                 "'finish_reason':'error'}]}"),
        "failed class=retry status=200 wait=-1 Provider disconnected",
    },
    {
        "openrouter: the reason is an error",
        "GPT52Pro",
        CHAT("'delta':{'content':'Hi'}") CHAT_END("error") DATA("[DONE]"),
        "failed class=retry status=0 wait=-1 the provider behind this API has "
        "failed",
    },
    {
        "openrouter: JSON instead of a stream",
        "GPT52Pro",
        " {'error':{'code':429,'message':'Rate limited'}}",
        "failed class=throttled status=200 wait=-1 Rate limited",
    },
    {
        "chat: a whole answer instead of a stream",
        "LocalOpenAI",
        "{'choices':[{'message':{'role':'assistant','content':'Hi'},"
        "'finish_reason':'stop'}]}",
        "stop=done text(Hi) raw={'role':'assistant','content':'Hi'}",
    },
    {
        "chat: a page instead of a stream",
        "LocalOpenAI",
        "<html><head><title>502 Bad Gateway</title></head></html>",
        "failed class=retry status=200 wait=-1 502 Bad Gateway",
    },
    {
        "chat: nothing",
        "LocalOpenAI",
        "",
        "failed class=retry status=0 wait=-1 the stream was cut before its end",
    },
    {
        "chat: cut",
        "LocalOpenAI",
        CHAT("'delta':{'content':'Hi'}"),
        "failed class=retry status=0 wait=-1 the stream was cut before its end",
    },
    {
        "responses: reasoning, a message and a call",
        "GPT61Sol",
        NAMED("response.created",
              "{'type':'response.created','sequence_number':0,'response':"
              "{'id':'resp_1','status':'in_progress','output':[]}}")
            NAMED("response.output_text.delta",
                  "{'type':'response.output_text.delta','delta':'Hi'}")
                NAMED("response.output_item.done",
                      "{'type':'response.output_item.done','item':"
                      "{'type':'message','id':'lost','content':[]}}")
                    NAMED(
                        "response.completed",
                        "{'type':'response.completed','response':{'id':"
                        "'resp_1','model':'gpt-6.1-sol','status':'completed',"
                        "'error':null,'output':[{'type':'reasoning','id':"
                        "'rs_1','summary':[{'type':'summary_text','text':"
                        "'Hm'}],'encrypted_content':'gAAA='},{'type':'message',"
                        "'id':'msg_1','role':'assistant','content':[{'type':"
                        "'output_text','text':'Hi','annotations':[]}]},"
                        "{'type':'function_call','id':'fc_1','call_id':"
                        "'call_1','name':'tap','arguments':'{}','status':"
                        "'completed'}],'usage':{'input_tokens':9,"
                        "'input_tokens_details':{'cached_tokens':3},"
                        "'output_tokens':7,'output_tokens_details':"
                        "{'reasoning_tokens':4}}}}"),
        "stop=calls thought(Hm) text(Hi) call(call_1,tap,{}) in=9 cached=3 "
        "out=7 reasoning=4 model=gpt-6.1-sol raw=[{'type':'reasoning','id':"
        "'rs_1','summary':[{'type':'summary_text','text':'Hm'}],"
        "'encrypted_content':'gAAA='},{'type':'message','id':'msg_1','role':"
        "'assistant','content':[{'type':'output_text','text':'Hi',"
        "'annotations':[]}]},{'type':'function_call','id':'fc_1','call_id':"
        "'call_1','name':'tap','arguments':'{}','status':'completed'}]",
    },
    {
        "responses: items only when they were done; unencrypted reasoning",
        "GPT61Sol",
        DATA("{'type':'response.output_item.done','item':{'type':'reasoning',"
             "'id':'rs_1','summary':[],'encrypted_content':null}}")
            DATA("{'type':'response.output_item.done','item':{'type':"
                 "'function_call','id':'fc_1','call_id':'call_1','name':'tap',"
                 "'arguments':'{\\'te','status':'incomplete'}}")
                DATA("{'type':'response.incomplete','response':{'status':"
                     "'incomplete','incomplete_details':{'reason':"
                     "'max_output_tokens'},'output':[]}}"),
        "stop=length call(call_1,tap,malformed:{'te) raw=[{'type':"
        "'function_call','call_id':'call_1','name':'tap','arguments':'{}',"
        "'status':'incomplete'}]",
    },
    {
        "responses: failed",
        "GPT61Sol",
        DATA("{'type':'response.failed','response':{'status':'failed','error':"
             "{'code':'server_error','message':'It broke'},'output':[]}}"),
        "failed class=retry status=200 wait=-1 It broke",
    },
    {
        "responses: error event",
        "GPT61Sol",
        DATA("{'type':'error','code':'rate_limit_exceeded','message':'Slow "
             "down','param':null,'sequence_number':2}"),
        "failed class=throttled status=200 wait=-1 Slow down",
    },
    {
        "gemini: signatures stay on their parts",
        "Gemini3Pro",
        "data: {'candidates':[{'content':{'role':'model','parts':[{'text':"
        "'Think','thought':true}]},'index':0}],'usageMetadata':"
        "{'promptTokenCount':900}}\r\n\r\n"
        "data: {'candidates':[{'content':{'role':'model','parts':[{'text':"
        "'ing','thought':true},{'text':'A'}]}}]}\r\n\r\n"
        "data: {'candidates':[{'content':{'role':'model','parts':[{'text':'B'},"
        "{'functionCall':{'id':'x1','name':'tap','args':{'text':'Login'}},"
        "'thoughtSignature':'sig+/='},{'functionCall':{'name':'goBack',"
        "'args':{}}}]}}]}\r\n\r\n"
        "data: {'candidates':[{'content':{'role':'model','parts':[{'text':'',"
        "'thoughtSignature':'last'}]},'finishReason':'STOP'}],'usageMetadata':"
        "{'promptTokenCount':900,'candidatesTokenCount':20,"
        "'thoughtsTokenCount':80,'cachedContentTokenCount':5},"
        "'modelVersion':'g','responseId':'r'}\r\n\r\n",
        "stop=calls thought(Thinking) text(AB) "
        "call(x1,tap,{'text':'Login'}) call(MADE_1,goBack,{}) in=900 cached=5 "
        "out=100 reasoning=80 model=g raw={'role':'model','parts':[{'text':"
        "'Thinking','thought':true},{'text':'AB'},{'functionCall':{'id':'x1',"
        "'name':'tap','args':{'text':'Login'}},'thoughtSignature':'sig+/='},"
        "{'functionCall':{'name':'goBack','args':{}}},{'text':'',"
        "'thoughtSignature':'last'}]}",
    },
    {
        "gemini: malformed call without content",
        "Gemini3Pro",
        DATA("{'candidates':[{'content':{},'finishReason':"
             "'MALFORMED_FUNCTION_CALL'}]}"),
        "stop=malformed raw={'role':'model','parts':[]}",
    },
    {
        "gemini: the prompt is blocked",
        "Gemini3Pro",
        DATA("{'promptFeedback':{'blockReason':'SAFETY'}}"),
        "stop=refused text(The prompt was blocked: SAFETY) raw={'role':'model',"
        "'parts':[]}",
    },
    {
        "gemini: an error in the middle",
        "Gemini3Pro",
        DATA("{'error':{'code':503,'message':'The model is overloaded.',"
             "'status':'UNAVAILABLE'}}"),
        "failed class=retry status=200 wait=-1 The model is overloaded.",
    },
    {
        "ollama: lines, calls whole in one of them",
        "QWEN36B",
        "{'model':'q','created_at':'1','message':{'role':'assistant','content':"
        "'Hi ','thinking':'H'},'done':false}\n"
        "{'model':'q','created_at':'2','message':{'role':'assistant','content':"
        "'you','thinking':'m'},'done':false}\n"
        "{'model':'q','created_at':'3','message':{'role':'assistant','content':"
        "'','tool_calls':[{'function':{'index':0,'name':'tap','arguments':"
        "{'text':'A'}}}]},'done':false}\n"
        "{'model':'q','created_at':'4','message':{'role':'assistant','content':"
        "''},'done':true,'done_reason':'stop','prompt_eval_count':90,"
        "'eval_count':20}",
        "stop=calls thought(Hm) text(Hi you) call(MADE_0,tap,{'text':'A'}) "
        "in=90 out=20 model=q raw={'tool_calls':[{'function':{'index':0,'name':"
        "'tap','arguments':{'text':'A'}}}],'content':'Hi you','thinking':'Hm',"
        "'role':'assistant'}",
    },
    {
        "ollama: an error in a line",
        "QWEN36B",
        "{'model':'q','message':{'role':'assistant','content':'H'},'done':"
        "false}"
        "\n{'error':'model runner has unexpectedly stopped'}\n",
        "failed class=retry status=200 wait=-1 model runner has unexpectedly "
        "stopped",
    },
    {
        "ollama: the prompt filled the context",
        "Llama4",
        "{'model':'q','message':{'role':'assistant','content':'H'},'done':true,"
        "'done_reason':'stop','prompt_eval_count':8192,'eval_count':2}\n",
        "stop=context text(H) in=8192 out=2 model=q raw={'content':'H','role':"
        "'assistant'}",
    },
    {
        "ollama: cut",
        "QWEN36B",
        "{'model':'q','message':{'role':'assistant','content':'H'},'done':"
        "false}"
        "\n{'model':'q','mess",
        "failed class=retry status=0 wait=-1 the stream was cut before its end",
    },
    {
        "ollama: a page",
        "QWEN36B",
        "<html>502 Bad Gateway</html>",
        "failed class=retry status=200 wait=-1 502 Bad Gateway",
    },
};

static void
hear(void *user, struct at_str text, bool thought)
{
    if (!thought)
        at_buf_add_str(user, text);
}

// In pieces of the sizes first and then step.
static void
feed(struct at_model_stream *stream, struct at_str rest, size_t first,
     size_t step, struct at_buf *out)
{
    struct at_model_failure failure = {0};
    struct at_model_reply reply = {0};
    for (size_t len = first; rest.len > 0; len = step) {
        size_t take = len < rest.len ? len : rest.len;
        // A copy of the piece alone: a sanitizer sees a read past it.
        char *piece = malloc(take + !take);
        memcpy(piece, rest.ptr, take);
        bool ok = at_model_stream_feed(stream, at_str_n(piece, take), &failure);
        free(piece);
        if (!ok) {
            codec_show_failure(&failure, out);
            return;
        }
        rest = at_str_skip(rest, take);
    }
    if (at_model_stream_end(stream, &reply, &failure))
        codec_show(&reply, out);
    else
        codec_show_failure(&failure, out);
    at_model_reply_deinit(&reply);
}

// An id that we have made is a hash; rows write "MADE_n" for it.
static char *
without_hashes(const char *text)
{
    struct at_buf out = AT_BUF_INIT(100000);
    struct at_str made = AT_STR("call(call_");
    for (struct at_str rest = at_str(text); rest.len > 0;) {
        bool hash = at_str_starts(rest, made) && rest.len > made.len + 17 &&
                    rest.ptr[made.len + 16] == '_';
        if (hash) {
            at_buf_add_text(&out, "call(MADE");
            rest = at_str_skip(rest, made.len + 16);
        } else {
            at_buf_add_char(&out, rest.ptr[0]);
            rest = at_str_skip(rest, 1);
        }
    }
    return at_buf_take(&out);
}

static void
check(const char *id, struct at_str in, const char *want, size_t first,
      size_t step)
{
    struct at_profile profile;
    codec_profile(&profile, id, true);
    struct at_buf heard = AT_BUF_INIT(10000);
    struct at_buf out = AT_BUF_INIT(100000);
    struct at_model_stream *stream =
        at_model_stream_new(&profile, hear, &heard);
    feed(stream, in, first, step, &out);
    char *shown = without_hashes(at_buf_text(&out));
    T_EQ_TEXT(shown, want);
    free(shown);
    at_model_stream_free(stream);
    at_buf_deinit(&heard);
    at_buf_deinit(&out);
    at_profile_deinit(&profile);
}

T_TEST(the_reply_is_the_same_however_the_stream_is_cut)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        char *in = codec_quoted(rows[i].in);
        char *want = codec_quoted(rows[i].want);
        size_t len = strlen(in);
        T_ROW(rows[i].name);
        for (size_t cut = 0; cut <= len; cut++)
            check(rows[i].profile, at_str(in), want, cut, len + 1);
        check(rows[i].profile, at_str(in), want, 1, 1);
        free(in);
        free(want);
    }
}

T_MAIN()
