// codec_rig.c: profiles without an environment, and replies as one line
#include "codec_rig.h"

#include <inttypes.h>

#include "tests/t.h"
#include "wire/json.h"

static const char *
variable(void *user, const char *name)
{
    (void)user;
    return strstr(name, "KEY") || strcmp(name, "OPEN_ROUTER") == 0
               ? "secret-key-1"
               : NULL;
}

void
codec_profile(struct at_profile *profile, const char *id, bool stream)
{
    struct at_err err = AT_ERR_INIT;
    if (!at_profile_init(profile, at_str(id), variable, NULL, &err))
        print_error("%s\n", err.msg);
    T_OK(profile->row);
    profile->stream = stream;
}

static void
show_part(const struct at_part *part, struct at_buf *out)
{
    switch (part->kind) {
    case AT_PART_TEXT:
        at_buf_add_fmt(out, " text(%s)", part->text);
        break;
    case AT_PART_THOUGHT:
        at_buf_add_fmt(out, " thought(%s)", part->text);
        break;
    case AT_PART_CALL:
        at_buf_add_fmt(out, " call(%s,%s,", part->id, part->name);
        if (part->args)
            at_json_write(part->args, out);
        else
            at_buf_add_fmt(out, "malformed:%s", part->text);
        at_buf_add_char(out, ')');
        break;
    default:
        at_buf_add_text(out, " unexpected");
    }
}

static void
show_number(const char *name, int64_t number, struct at_buf *out)
{
    if (number != 0)
        at_buf_add_fmt(out, " %s=%" PRId64, name, number);
}

void
codec_show(const struct at_model_reply *reply, struct at_buf *out)
{
    static const char *const stops[] = {
        "done",    "calls",  "length",    "refused",
        "context", "paused", "malformed", "spoken",
    };
    const struct at_model_usage *usage = &reply->usage;
    at_buf_add_fmt(out, "stop=%s", stops[reply->stop]);
    for (size_t i = 0; i < reply->turn.count; i++)
        show_part(&reply->turn.parts[i], out);
    show_number("in", usage->in_tokens, out);
    show_number("cached", usage->cached_tokens, out);
    show_number("written", usage->cache_write_tokens, out);
    show_number("out", usage->out_tokens, out);
    show_number("reasoning", usage->reasoning_tokens, out);
    show_number("micro_usd", (int64_t)(usage->cost_usd * 1e6), out);
    if (reply->model)
        at_buf_add_fmt(out, " model=%s", reply->model);
    at_buf_add_text(out, " raw=");
    at_json_write(reply->turn.raw, out);
}

void
codec_show_failure(const struct at_model_failure *failure, struct at_buf *out)
{
    static const char *const classes[] = {
        "ok",      "retry",    "throttled",   "auth",
        "billing", "too_long", "bad_request", "bad_model",
    };
    at_buf_add_fmt(out, "failed class=%s status=%d wait=%" PRId64 " %s",
                   classes[failure->class], failure->status, failure->wait_ms,
                   failure->text);
}

char *
codec_quoted(const char *text)
{
    struct at_buf buf = AT_BUF_INIT(100000);
    for (; *text; text++)
        at_buf_add_char(&buf, *text == '\'' ? '"' : *text);
    return at_buf_take(&buf);
}
