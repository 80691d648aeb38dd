#include <string.h>

#include "agent/models/providers/provider.h"
#include "agent/models/providers/spoken_calls.h"
#include "base/alloc.h"
#include "wire/json.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

// A profile of each format.
static const char *const ids[] = {"Opus47", "DeepSeekV4Flash", "GPT61Sol",
                                  "Gemini3Pro", "QWEN36B"};

static const char *
variable(void *user, const char *name)
{
    (void)user;
    return strstr(name, "KEY") || strstr(name, "_URL")
               ? "http://127.0.0.1/a-key-of-its-own"
               : NULL;
}

// A reply can always be sent back, and its calls can be paired.
static void
check_reply(const struct at_profile *profile, struct at_model_reply *reply)
{
    struct at_conversation talk = AT_CONVERSATION_INIT;
    at_spoken_calls_take(reply);
    for (size_t i = 0; i < reply->turn.count; i++) {
        const struct at_part *part = &reply->turn.parts[i];
        if (part->kind == AT_PART_CALL)
            at_assert(part->id[0] && part->name &&
                      (part->args != NULL) == (part->text == NULL));
        else
            at_assert(part->text[0]);
    }
    at_conversation_add(&talk, &reply->turn);
    struct at_model_request request = {
        .profile = profile,
        .conversation = &talk,
        .max_out_tokens = 9,
    };
    json_t *body = profile->provider->request(&request);
    struct at_buf text = AT_BUF_INIT(100000000);
    at_assert(at_json_write(body, &text));
    json_decref(body);
    at_buf_deinit(&text);
    at_conversation_deinit(&talk);
    at_model_reply_deinit(reply);
}

static void
check_failure(const struct at_model_failure *failure)
{
    at_assert(failure->class > AT_MODEL_OK &&
              failure->class < AT_MODEL_CLASS_COUNT);
    at_assert(failure->wait_ms >= -1 && failure->text[0]);
    at_assert(at_utf8_valid(at_str(failure->text)));
    for (const char *c = failure->text; *c; c++)
        at_assert((unsigned char)*c >= ' ');
}

static void
check_stream(const struct at_profile *profile, struct at_str in, size_t step)
{
    struct at_model_stream *stream = at_model_stream_new(profile, NULL, NULL);
    struct at_model_reply reply = {0};
    struct at_model_failure failure = {0};
    bool ok = true;
    while (ok && in.len > 0) {
        size_t take = step < in.len ? step : in.len;
        ok = at_model_stream_feed(stream, at_str_head(in, take), &failure);
        in = at_str_skip(in, take);
    }
    ok = ok && at_model_stream_end(stream, &reply, &failure);
    if (ok)
        check_reply(profile, &reply);
    else
        check_failure(&failure);
    at_model_reply_deinit(&reply);
    at_model_stream_free(stream);
}

// Reading a profile from its variables costs more than most replies.
static const struct at_profile *
profile_of(size_t index)
{
    static struct at_profile profiles[AT_LEN(ids)];
    struct at_profile *profile = &profiles[index];
    if (!profile->provider)
        at_assert(
            at_profile_init(profile, at_str(ids[index]), variable, NULL, NULL));
    return profile;
}

// The first byte chooses a format and the size of pieces; the others are a
// whole answer, a stream, and an error.
int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    struct at_model_reply reply;
    struct at_model_failure failure = {0};
    if (len == 0)
        return 0;
    struct at_str in = at_str_n((const char *)data + 1, len - 1);
    struct at_model_head head = {
        .status = 200 + data[0] * 2,
        .retry_after = at_str_head(in, 40),
        .now_ms = 1,
    };
    const struct at_profile *profile = profile_of(data[0] % AT_LEN(ids));
    if (at_model_reply_read(profile, in, &reply, &failure))
        check_reply(profile, &reply);
    else
        check_failure(&failure);
    check_stream(profile, in, len);
    check_stream(profile, in, 1 + data[0] / AT_LEN(ids));
    at_model_failure_read(profile, &head, in, &failure);
    check_failure(&failure);
    return 0;
}
