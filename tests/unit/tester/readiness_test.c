// readiness_test.c: a model is ready only after an answer, and a failure says
// why; against a server that answers by script
#include "tester/readiness.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/limits.h"
#include "sys/clock.h"
#include "sys/file.h"
#include "sys/folder.h"
#include "tests/t.h"
#include "tests/unit/net/http_rig.h"

#define JSON_HEAD                                                              \
    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"                    \
    "Connection: close\r\n\r\n"

static char root[] = "/tmp/at-readiness-XXXXXX";
static struct at_store_db *store;
static struct at_env *env;
static struct at_readiness *readiness;

static int
set_up(void **state)
{
    (void)state;
    if (!mkdtemp(root) || chdir(root) != 0)
        return -1;
    setenv("OLLAMA_HOST", "http://127.0.0.1:1", 1);
    unsetenv("CLAUDE_API_KEY");
    unsetenv("ANTHROPIC_API_KEY");
    unsetenv("ANTHROPIC_AUTH_TOKEN");
    if (!at_file_write("env", AT_STR(""), NULL) ||
        !at_env_open("env", &env, NULL) ||
        !at_store_sqlite_open("db", &store, NULL))
        return -1;
    readiness = at_readiness_new(env, store);
    return 0;
}

static int
tear_down(void **state)
{
    (void)state;
    at_readiness_free(readiness);
    at_store_db_free(store);
    at_env_free(env);
    return at_folder_remove(root, NULL) ? 0 : -1;
}

// State of a profile as it is now; ask: after asking its provider.
static enum at_ready
state_of(const char *id, bool ask, struct at_ready_answer *out)
{
    struct at_op op = {at_now_ns() + 60000 * AT_NS_PER_MS, NULL};
    struct at_profile profile;
    T_OK(at_profiles_open(env, store, at_str(id), &profile, NULL));
    if (ask)
        at_readiness_ask(&op, readiness, &profile, out);
    else
        at_readiness_of(readiness, &profile, out);
    at_ready_answer_deinit(out);
    at_profile_deinit(&profile);
    return out->state;
}

T_TEST(nothing_is_ready_before_an_answer)
{
    struct at_ready_answer answer;
    T_EQ_INT(state_of("Opus47", false, &answer), AT_READY_NOT_CONFIGURED);
    T_HAS(answer.why, "CLAUDE_API_KEY");
    T_EQ_INT(state_of("Opus47", true, &answer), AT_READY_NOT_CONFIGURED);
    T_EQ_INT(state_of("Ollama", false, &answer), AT_READY_NOT_TESTED);
    setenv("CLAUDE_API_KEY", "sk-ant-0123456789abcdef", 1);
    T_EQ_INT(state_of("Opus47", false, &answer), AT_READY_NOT_TESTED);
    unsetenv("CLAUDE_API_KEY");
}

static const struct {
    const char *name;
    const char *reply;
    enum at_ready state;
    enum at_model_trouble trouble;
    const char *why;
} answers[] = {
    {"has it", JSON_HEAD "{\"models\":[{\"name\":\"qwen3:8b\"}]}", AT_READY,
     AT_MODEL_ANSWERS, ""},
    {"has others",
     JSON_HEAD "{\"models\":[{\"name\":\"a:1b\"},{\"name\":\"b\"}]}",
     AT_READY_FAILED, AT_MODEL_NOT_LISTED,
     "it answers, but has no model 'qwen3:8b'; it has: a:1b, b"},
    {"has none", JSON_HEAD "{\"models\":[]}", AT_READY_FAILED,
     AT_MODEL_NOT_LISTED, "it has no models at all"},
    {"another server", JSON_HEAD "<html>hello</html>", AT_READY_FAILED,
     AT_MODEL_NOT_JSON, "not JSON"},
    {"wrong key",
     "HTTP/1.1 401 X\r\nConnection: close\r\n\r\n{\"error\":\"no\"}",
     AT_READY_FAILED, AT_MODEL_NO_ENTRY, "refuses the key"},
    {"another path", "HTTP/1.1 404 X\r\nConnection: close\r\n\r\nno",
     AT_READY_FAILED, AT_MODEL_OTHER_STATUS, "HTTP 404"},
    {"cut", "HTTP/1.1 200", AT_READY_FAILED, AT_MODEL_UNREACHABLE,
     "cannot be reached"},
};

T_TEST(an_answer_decides_and_is_remembered)
{
    for (size_t i = 0; i < T_LEN(answers); i++) {
        struct http_rig_reply replies[] = {
            {answers[i].reply, HTTP_RIG_CLOSE, 0},
            {.bytes = NULL},
        };
        struct http_rig rig;
        struct at_ready_answer answer;
        char url[64];
        T_ROW(answers[i].name);
        http_rig_start(&rig, replies);
        snprintf(url, sizeof(url), "http://127.0.0.1:%d", rig.port);
        setenv("OLLAMA_HOST", url, 1);
        T_EQ_INT(state_of("Ollama", true, &answer), answers[i].state);
        T_EQ_INT(answer.trouble, answers[i].trouble);
        T_HAS(answer.why, answers[i].why);
        http_rig_stop(&rig);
        // Another model at the same address needs no other question.
        T_EQ_INT(state_of("Ollama", false, &answer), answers[i].state);
        T_OK(answer.asked_ms > 0);
        T_OK(state_of("QWEN36B", false, &answer) == AT_READY_FAILED);
        // Another process finds it in the store.
        at_readiness_free(readiness);
        readiness = at_readiness_new(env, store);
        T_EQ_INT(state_of("Ollama", false, &answer), answers[i].state);
        // Another address has not answered.
        setenv("OLLAMA_HOST", "http://127.0.0.1:2", 1);
        T_EQ_INT(state_of("Ollama", false, &answer), AT_READY_NOT_TESTED);
    }
}

T_TEST(servers_of_this_machine_are_asked_by_themselves)
{
    struct at_op op = {at_now_ns() + 60000 * AT_NS_PER_MS, NULL};
    struct at_ready_answer answer;
    setenv("OLLAMA_HOST", "http://127.0.0.1:1", 1);
    setenv("CLAUDE_API_KEY", "sk-ant-0123456789abcdef", 1);
    at_readiness_look_around(&op, readiness);
    T_EQ_INT(state_of("Ollama", false, &answer), AT_READY_FAILED);
    T_EQ_INT(answer.trouble, AT_MODEL_REFUSES);
    T_HAS(answer.why, "connection refused at http://127.0.0.1:1");
    T_EQ_INT(state_of("Opus47", false, &answer), AT_READY_NOT_TESTED);
    unsetenv("CLAUDE_API_KEY");
}

static void
tell(const char *json)
{
    at_readiness_event(readiness, "01RUN", at_str(json));
}

// A run of this profile begins.
static void
begin_run(const char *profile)
{
    struct at_store_doc doc = {0};
    at_str_cut(doc.id, sizeof(doc.id), AT_STR("01RUN"));
    doc.json = json_pack("{s:s, s:s}", "state", "running", "profile", profile);
    T_OK(store->ops->put(store, AT_STORE_RUN, -1, &doc, NULL));
    at_store_doc_deinit(&doc);
    tell("{\"type\":\"state\",\"state\":\"running\"}");
}

#define NO_LIST "HTTP/1.1 404 X\r\nConnection: close\r\n\r\nno"
#define NO_ENTRY "HTTP/1.1 401 X\r\nConnection: close\r\n\r\n{}"

// State of Ollama, which has answered in a run, after such a list of models.
static enum at_ready
state_after(const char *reply)
{
    struct http_rig_reply replies[] = {{reply, HTTP_RIG_CLOSE, 0},
                                       {.bytes = NULL}};
    struct http_rig rig;
    struct at_ready_answer answer;
    char url[64];
    http_rig_start(&rig, replies);
    snprintf(url, sizeof(url), "http://127.0.0.1:%d", rig.port);
    setenv("OLLAMA_HOST", url, 1);
    begin_run("Ollama");
    tell("{\"type\":\"model\"}");
    enum at_ready state = state_of("Ollama", true, &answer);
    http_rig_stop(&rig);
    return state;
}

T_TEST(a_call_that_was_answered_in_a_run_is_a_test)
{
    static const char answered[] = "{\"type\":\"model\",\"model\":\"x\"}";
    struct at_ready_answer answer;
    struct at_op op = {at_now_ns() + 60000 * AT_NS_PER_MS, NULL};
    setenv("OLLAMA_HOST", "http://127.0.0.1:1", 1);
    setenv("CLAUDE_API_KEY", "sk-ant-heard", 1);
    begin_run("Opus47");
    T_EQ_INT(state_of("Opus47", false, &answer), AT_READY_NOT_TESTED);
    tell("{\"type\":\"model\",\"failed\":true}");
    tell("{\"type\":\"tool\",\"result\":\"\\\"type\\\":\\\"model\\\"\"}");
    T_EQ_INT(state_of("Opus47", false, &answer), AT_READY_NOT_TESTED);
    // The key of the run counts, not the one that is set by then.
    setenv("CLAUDE_API_KEY", "sk-ant-other", 1);
    tell(answered);
    T_EQ_INT(state_of("Opus47", false, &answer), AT_READY_NOT_TESTED);
    setenv("CLAUDE_API_KEY", "sk-ant-heard", 1);
    T_EQ_INT(state_of("Opus47", false, &answer), AT_READY);
    T_OK(answer.asked_ms > 0);
    // Another model of the provider has not answered.
    T_OK(state_of("Haiku55", false, &answer) != AT_READY);
    // Another process knows it.
    at_readiness_free(readiness);
    readiness = at_readiness_new(env, store);
    T_EQ_INT(state_of("Opus47", false, &answer), AT_READY);
    // A provider that fails later is not ready, until it answers again.
    begin_run("Ollama");
    tell(answered);
    T_EQ_INT(state_of("Ollama", false, &answer), AT_READY);
    at_readiness_look_around(&op, readiness);
    T_EQ_INT(state_of("Ollama", false, &answer), AT_READY_FAILED);
    tell(answered);
    T_EQ_INT(state_of("Ollama", false, &answer), AT_READY);
    T_EQ_INT(state_after(NO_LIST), AT_READY);
    T_EQ_INT(state_after(NO_ENTRY), AT_READY_FAILED);
    // The run has ended: nothing more is heard of it.
    tell("{\"type\":\"state\",\"state\":\"ended\"}");
    setenv("OLLAMA_HOST", "http://127.0.0.1:2", 1);
    tell(answered);
    T_EQ_INT(state_of("Ollama", false, &answer), AT_READY_NOT_TESTED);
    unsetenv("CLAUDE_API_KEY");
}

int
main(void)
{
    return T_RUN(set_up, tear_down);
}
