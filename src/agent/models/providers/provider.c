// provider.c: the list of formats, and the entry points that select one
#include "agent/models/providers/provider.h"

#include "agent/models/providers/formats.h"
#include "agent/models/providers/reading.h"
#include "base/alloc.h"
#include "wire/json.h"

const struct at_provider *const at_providers[] = {
    &at_provider_anthropic, &at_provider_gemini,    &at_provider_ollama,
    &at_provider_openai,    &at_provider_responses, NULL,
};

const struct at_provider *
at_provider_find(struct at_str name)
{
    for (size_t i = 0; at_providers[i]; i++) {
        if (at_str_is(name, at_providers[i]->name))
            return at_providers[i];
    }
    return NULL;
}

void
at_provider_write_path(const struct at_profile *profile, struct at_buf *out)
{
    if (profile->provider->path)
        at_buf_add_text(out, profile->provider->path);
    else
        profile->provider->write_path(profile, out);
}

void
at_model_reply_deinit(struct at_model_reply *reply)
{
    at_turn_deinit(&reply->turn);
    free(reply->model);
    *reply = (struct at_model_reply){.turn.role = AT_TURN_ASSISTANT};
}

bool
at_model_reply_read(const struct at_profile *profile, struct at_str body,
                    struct at_model_reply *out,
                    struct at_model_failure *out_failure)
{
    *out = (struct at_model_reply){.turn.role = AT_TURN_ASSISTANT};
    struct at_model_head head = {.status = 200};
    json_t *answer = at_json_parse(body, NULL);
    bool ok = json_is_object(answer) &&
              !at_reading_is_error(profile, answer, out_failure);
    if (ok)
        ok = profile->provider->read(profile, answer, out, out_failure);
    else if (!json_is_object(answer))
        at_model_failure_read(profile, &head, body, out_failure);
    if (!ok)
        at_model_reply_deinit(out);
    json_decref(answer);
    return ok;
}
