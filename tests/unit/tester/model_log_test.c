// model_log_test.c: the files of a model's calls, and their limits
#include "tester/run/model_log.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "sys/file.h"
#include "sys/folder.h"
#include "tests/t.h"
#include "wire/json.h"

static const struct at_profile_row row = {.id = "x", .provider = "anthropic"};
static const struct at_profile profile = {.row = &row,
                                          .model = (char *)"claude"};

static char *
make_folder(void)
{
    char name[] = "build/model-log-XXXXXX";
    T_OK(at_folder_make("build", NULL) && mkdtemp(name) != NULL);
    return at_strdup(name);
}

static json_t *
read_file(const char *folder, const char *name)
{
    struct at_buf text = AT_BUF_INIT(4 * AT_MIB);
    char *path = at_strfmt("%s/%s", folder, name);
    T_OK(at_file_read(path, &text, NULL));
    json_t *json = at_json_parse(at_buf_str(&text), NULL);
    T_OK(json != NULL);
    at_buf_deinit(&text);
    free(path);
    return json;
}

static void
send(struct at_model_log *log, const char *question)
{
    struct at_buf body = AT_BUF_INIT(8 * AT_MIB);
    json_t *json = json_pack("{s:s}", "messages", question);
    T_OK(at_json_write(json, &body));
    at_model_log_sent(log, json, at_buf_str(&body));
    at_buf_deinit(&body);
    json_decref(json);
}

static void
end(struct at_model_log *log, char *folder)
{
    at_model_log_free(log);
    T_OK(at_folder_remove(folder, NULL));
    free(folder);
}

T_TEST(a_call_is_kept_with_its_answer)
{
    char *folder = make_folder();
    struct at_model_log *log = at_model_log_new(folder, NULL);
    struct at_model_answer answer = {.status = 200};
    at_turn_add_text(&answer.reply.turn, AT_STR("Hello"));
    struct at_part *call = at_turn_add(&answer.reply.turn, AT_PART_CALL);
    call->name = at_strdup("tap");
    call->args = json_pack("{s:s}", "text", "Go on");
    answer.reply.usage.in_tokens = 7;
    send(log, "What now?");
    T_EQ_TEXT(at_model_log_answer(log, &profile, &answer, true, 42),
              "model/0001.json");
    json_t *json = read_file(folder, "model/0001.json");
    json_t *want = json_loads(
        "{\"provider\":\"anthropic\",\"model\":\"claude\",\"status\":200,"
        "\"durationMs\":42,\"requestBytes\":24,\"reply\":{\"stop\":\"done\","
        "\"parts\":[{\"kind\":\"text\",\"text\":\"Hello\"},{\"kind\":\"call\","
        "\"name\":\"tap\",\"args\":{\"text\":\"Go on\"}}],\"usage\":{"
        "\"inputTokens\":7,\"cachedTokens\":0,\"outputTokens\":0,"
        "\"reasoningTokens\":0,\"costUsd\":0.0}},\"request\":{\"messages\":"
        "\"What now?\"}}",
        0, NULL);
    T_OK(want && json_equal(json, want));
    json_decref(want);
    json_decref(json);
    at_model_reply_deinit(&answer.reply);
    end(log, folder);
}

T_TEST(a_call_that_failed_is_kept_too)
{
    char *folder = make_folder();
    struct at_model_log *log = at_model_log_new(folder, NULL);
    struct at_model_answer answer = {.status = 401,
                                     .failure.text = "the key is wrong"};
    send(log, "What now?");
    at_model_log_answer(log, &profile, &answer, false, 1);
    json_t *json = read_file(folder, "model/0001.json");
    const json_t *failure = json_object_get(json, "failure");
    T_OK(at_str_is(at_json_get_str(failure, "text"), "the key is wrong"));
    T_EQ_INT(json_integer_value(json_object_get(json, "status")), 401);
    json_decref(json);
    end(log, folder);
}

T_TEST(a_request_that_is_too_long_is_left_out)
{
    char *folder = make_folder();
    char *words = at_alloc(AT_MODEL_CALL_MAX_BYTES + 1);
    struct at_model_log *log = at_model_log_new(folder, NULL);
    struct at_model_answer answer = {.status = 200};
    memset(words, '.', AT_MODEL_CALL_MAX_BYTES);
    send(log, words);
    at_model_log_answer(log, &profile, &answer, true, 1);
    json_t *json = read_file(folder, "model/0001.json");
    T_OK(json_is_null(json_object_get(json, "request")));
    json_decref(json);
    send(log, "A short one"); // the next is whole again
    at_model_log_answer(log, &profile, &answer, true, 1);
    json = read_file(folder, "model/0002.json");
    T_OK(json_is_object(json_object_get(json, "request")));
    json_decref(json);
    free(words);
    end(log, folder);
}

// 70 calls of 1 MiB each, of which a run keeps 64 MiB.
T_TEST(a_run_keeps_no_more_than_its_share)
{
    char *folder = make_folder();
    size_t len = AT_MODEL_CALL_MAX_BYTES - 100;
    char *words = at_alloc(len + 1);
    struct at_model_log *log = at_model_log_new(folder, NULL);
    struct at_model_answer answer = {.status = 200};
    int kept = 0;
    memset(words, '.', len);
    for (int i = 0; i < 70; i++) {
        send(log, words);
        kept += at_model_log_answer(log, &profile, &answer, true, 1)[0] != '\0';
    }
    T_OK(kept >= 64 && kept <= 65);
    free(words);
    end(log, folder);
}

T_TEST(without_a_log_nothing_is_kept)
{
    struct at_model_answer answer = {.status = 200};
    send(NULL, "What now?");
    T_EQ_TEXT(at_model_log_answer(NULL, &profile, &answer, true, 1), "");
}

T_MAIN()
