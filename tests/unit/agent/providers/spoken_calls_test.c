// spoken_calls_test.c: calls in the text of an answer, and prose that only
// looks like one
#include "agent/models/providers/spoken_calls.h"

#include "codec_rig.h"
#include "tests/t.h"

// Answers write ' for ". A call's id has a hash, shown as "id".
static const struct {
    const char *name;
    const char *text;
    const char *want;
} rows[] = {
    {"Hermes and Qwen",
     "<tool_call>\n{'name': 'tap', 'arguments': {'text': 'Login'}}\n"
     "</tool_call>",
     "stop=calls tap{\"text\":\"Login\"}"},
    {"several, with words before",
     "I log in first.\n<tool_call>{'name':'inputText','arguments':{'text':'a'}}"
     "</tool_call>\n<tool_call>{'name':'tap','arguments':{'text':'b'}}"
     "</tool_call>",
     "stop=calls text(I log in first.) inputText{\"text\":\"a\"} "
     "tap{\"text\":\"b\"}"},
    {"no end of it", "<tool_call>{'name':'goBack','arguments':{}}",
     "stop=calls goBack{}"},
    {"thoughts before, with a call in them",
     "<think>Maybe {'name':'goBack'}\n{'name':'goBack','arguments':{}}</think>"
     "\n<tool_call>{'name':'tap','arguments':{'text':'Login'}}</tool_call>",
     "stop=calls tap{\"text\":\"Login\"}"},
    {"thoughts without their beginning",
     "hm\n{'name':'goBack','arguments':{}}\n</think>{'name':'wait','arguments':"
     "{'milliseconds':500}}",
     "stop=calls wait{\"milliseconds\":500}"},
    {"only thoughts so far", "<think>{'name':'goBack','arguments':{}}",
     "stop=done text(<think>{\"name\":\"goBack\",\"arguments\":{}})"},
    {"a fenced block",
     "Next:\n```json\n{\n  'name': 'tap',\n  'arguments': {'text': 'Login'}\n}"
     "\n```\n",
     "stop=calls text(Next:) tap{\"text\":\"Login\"}"},
    {"a fenced list",
     "```\n[{'name':'goBack','arguments':{}},{'name':'tap','parameters':"
     "{'text':'x'}}]\n```",
     "stop=calls goBack{} tap{\"text\":\"x\"}"},
    {"Mistral",
     "[TOOL_CALLS] [{'name': 'tap', 'arguments': {'text': 'Login'}}]",
     "stop=calls tap{\"text\":\"Login\"}"},
    {"Llama", "<|python_tag|>{'name': 'tap', 'parameters': {'text': 'Login'}}",
     "stop=calls tap{\"text\":\"Login\"}"},
    {"Llama's element", "<function=tap>{'text': 'Login'}</function>",
     "stop=calls tap{\"text\":\"Login\"}"},
    {"Qwen's coder",
     "<tool_call>\n<function=tap>\n<parameter=text>\nLogin\n</parameter>\n"
     "<parameter=position>\n1\n</parameter>\n</function>\n</tool_call>",
     "stop=calls tap{\"position\":\"1\",\"text\":\"Login\"}"},
    {"invoke",
     "<function_calls><invoke name='tap'><parameter name='text'>Login"
     "</parameter></invoke></function_calls>",
     "stop=calls tap{\"text\":\"Login\"}"},
    {"functools", "functools[{'name':'tap','arguments':{'text':'x'}}]",
     "stop=calls tap{\"text\":\"x\"}"},
    {"the API's own form",
     "{'tool_calls':[{'type':'function','function':{'name':'tap','arguments':"
     "'{\\'text\\':\\'x\\'}'}}]}",
     "stop=calls tap{\"text\":\"x\"}"},
    {"other members", "{'tool':'tap','args':{'text':'x'}}",
     "stop=calls tap{\"text\":\"x\"}"},
    {"the name as member", "Action: {'tap': {'text': 'x'}}",
     "stop=calls text(Action:) tap{\"text\":\"x\"}"},
    {"with a namespace",
     "<tool_call>{'name':'functions.tap','arguments':{'text':'x'}}</tool_call>",
     "stop=calls tap{\"text\":\"x\"}"},
    {"in parallel",
     "{'name':'multi_tool_use.parallel','arguments':{'tool_uses':["
     "{'recipient_name':'functions.goBack','parameters':{}},{'recipient_name':"
     "'functions.tap','parameters':{'text':'x'}}]}}",
     "stop=calls goBack{} tap{\"text\":\"x\"}"},
    {"braces in a text",
     "<tool_call>{'name':'tap','arguments':{'text':'a } ] \\' b'}}"
     "</tool_call>",
     "stop=calls tap{\"text\":\"a } ] \\\" b\"}"},
    {"arguments that are none",
     "<tool_call>{'name':'tap','arguments':'Login'}</tool_call>",
     "stop=calls tap(malformed)"},
    {"no tool of ours, in a mark",
     "<tool_call>{'name':'get_weather','arguments':{}}</tool_call>",
     "stop=spoken text(<tool_call>{\"name\":\"get_weather\",\"arguments\":{}}"
     "</tool_call>)"},
    {"cannot be read", "<tool_call>{name: tap, text: Login}</tool_call>",
     "stop=spoken text(<tool_call>{name: tap, text: Login}</tool_call>)"},
    {"cut off", "<tool_call>{'name':'tap','argum",
     "stop=spoken text(<tool_call>{\"name\":\"tap\",\"argum)"},
    {"DeepSeek's, without its server's parser",
     "<\xef\xbd\x9ctool\xe2\x96\x81"
     "calls\xe2\x96\x81"
     "begin>x",
     "stop=spoken text(<\xef\xbd\x9ctool\xe2\x96\x81"
     "calls\xe2\x96\x81"
     "begin>x)"},
    {"prose", "Step 1: PASS - the list is shown",
     "stop=done text(Step 1: PASS - the list is shown)"},
    {"prose that names a call",
     "I called tap with {'name':'tap','arguments':{'text':'x'}} before.",
     "stop=done text(I called tap with "
     "{\"name\":\"tap\",\"arguments\":{\"text\":\"x\"}} before.)"},
    {"JSON that is no call", "{'result':'PASS','steps':[1,2]}",
     "stop=done text({\"result\":\"PASS\",\"steps\":[1,2]})"},
    {"JSON with another name", "{'name':'Petra','arguments':{'a':1}}",
     "stop=done text({\"name\":\"Petra\",\"arguments\":{\"a\":1}})"},
};

static void
show(const struct at_model_reply *reply, struct at_buf *out)
{
    static const char *const stops[] = {
        [AT_MODEL_STOP_DONE] = "done",
        [AT_MODEL_STOP_CALLS] = "calls",
        [AT_MODEL_STOP_SPOKEN] = "spoken",
    };
    at_buf_add_fmt(out, "stop=%s", stops[reply->stop]);
    for (size_t i = 0; i < reply->turn.count; i++) {
        const struct at_part *part = &reply->turn.parts[i];
        if (part->kind == AT_PART_TEXT) {
            at_buf_add_fmt(out, " text(%s)", part->text);
            continue;
        }
        T_EQ_INT(part->kind, AT_PART_CALL);
        T_OK(part->id[0]);
        at_buf_add_fmt(out, " %s", part->name);
        json_t *sorted = part->args;
        char *args =
            sorted ? json_dumps(sorted, JSON_COMPACT | JSON_SORT_KEYS) : NULL;
        at_buf_add_text(out, args ? args : "(malformed)");
        free(args);
    }
}

T_TEST(calls_in_a_text_are_calls_and_prose_is_not)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_model_reply reply = {.turn.role = AT_TURN_ASSISTANT};
        struct at_buf out = AT_BUF_INIT(10000);
        char *text = codec_quoted(rows[i].text);
        T_ROW(rows[i].name);
        at_turn_add_text(&reply.turn, at_str(text));
        reply.turn.raw = json_pack("{s:s}", "content", text);
        reply.turn.format = "openai";
        at_spoken_calls_take(&reply);
        show(&reply, &out);
        T_EQ_TEXT(at_buf_text(&out), rows[i].want);
        // A form without the calls must not go back with their results.
        T_EQ_INT(reply.turn.raw == NULL, reply.stop == AT_MODEL_STOP_CALLS);
        at_model_reply_deinit(&reply);
        at_buf_deinit(&out);
        free(text);
    }
}

// A call, and the same text beside it: only the call counts.
T_TEST(a_reply_with_calls_stays_as_it_is)
{
    struct at_model_reply reply = {.turn.role = AT_TURN_ASSISTANT,
                                   .stop = AT_MODEL_STOP_CALLS};
    at_turn_add_text(&reply.turn,
                     AT_STR("{\"name\":\"tap\",\"arguments\":{}}"));
    struct at_part *call = at_turn_add(&reply.turn, AT_PART_CALL);
    call->id = strdup("a");
    call->name = strdup("goBack");
    call->args = json_object();
    at_spoken_calls_take(&reply);
    T_EQ_SIZE(reply.turn.count, 2);
    at_model_reply_deinit(&reply);
}

// Brackets without an end cost a bounded number of searches.
T_TEST(a_long_text_of_brackets_is_searched_in_time)
{
    enum { LEN = 1000000 };
    struct at_model_reply reply = {.turn.role = AT_TURN_ASSISTANT};
    char *text = malloc(LEN);
    for (size_t i = 0; i < LEN; i++)
        text[i] = i % 2 ? '{' : '\n';
    at_turn_add_text(&reply.turn, at_str_n(text, LEN));
    at_spoken_calls_take(&reply);
    T_EQ_INT(reply.stop, AT_MODEL_STOP_DONE);
    at_model_reply_deinit(&reply);
    free(text);
}

T_MAIN()
