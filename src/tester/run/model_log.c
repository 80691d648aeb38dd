#include "tester/run/model_log.h"

#include <stdio.h>
#include <stdlib.h>

#include "agent/loop/cost.h"
#include "agent/guards/redact.h"
#include "agent/tool.h"
#include "base/alloc.h"
#include "base/limits.h"
#include "sys/file.h"
#include "sys/folder.h"
#include "sys/log.h"
#include "wire/json.h"

#define AT_LOG_MODULE "report"

enum { REPLY_MAX_BYTES = 256 * 1024 };

struct at_model_log {
    const char *folder;
    const struct at_secrets *secrets;
    struct at_buf request; // request with secrets masked; "": too long
    size_t request_bytes;  // bytes sent
    size_t all_bytes;      // size of all files so far
    int count;
    bool told; // an unwritable file was reported
    char path[AT_AGENT_PATH_MAX];
};

struct at_model_log *
at_model_log_new(const char *folder, const struct at_secrets *secrets)
{
    struct at_model_log *log = at_alloc(sizeof(*log));
    log->folder = folder;
    log->secrets = secrets;
    log->request = (struct at_buf)AT_BUF_INIT(AT_MODEL_CALL_MAX_BYTES);
    return log;
}

void
at_model_log_free(struct at_model_log *log)
{
    if (!log)
        return;
    at_buf_deinit(&log->request);
    free(log);
}

// Nearly all requests have nothing to hide, and their bytes are there already.
void
at_model_log_sent(void *user, const json_t *request, struct at_str body)
{
    struct at_model_log *log = user;
    if (!log)
        return;
    json_t *shown = at_redact(request, log->secrets);
    at_buf_clear(&log->request);
    log->request_bytes = body.len;
    if (shown == request)
        at_buf_add_str(&log->request, body);
    else
        (void)at_json_write(shown, &log->request);
    if (log->request.overflow)
        at_buf_clear(&log->request);
    json_decref(shown);
}

static json_t *
part_json(const struct at_part *part)
{
    static const char *const kinds[] = {
        [AT_PART_TEXT] = "text",       [AT_PART_IMAGE] = "image",
        [AT_PART_CALL] = "call",       [AT_PART_RESULT] = "result",
        [AT_PART_THOUGHT] = "thought",
    };
    json_t *json = json_object();
    at_json_set_text(json, "kind", kinds[part->kind]);
    if (part->text)
        at_json_set(json, "text", at_json_text(at_str(part->text)));
    if (part->name)
        at_json_set(json, "name", at_json_text(at_str(part->name)));
    if (part->args)
        json_object_set(json, "args", part->args);
    return json;
}

static json_t *
reply_json(const struct at_model_reply *reply)
{
    static const char *const stops[] = {
        [AT_MODEL_STOP_DONE] = "done",
        [AT_MODEL_STOP_CALLS] = "calls",
        [AT_MODEL_STOP_LENGTH] = "length",
        [AT_MODEL_STOP_REFUSED] = "refused",
        [AT_MODEL_STOP_CONTEXT] = "context",
        [AT_MODEL_STOP_PAUSED] = "paused",
        [AT_MODEL_STOP_MALFORMED] = "malformed",
        [AT_MODEL_STOP_SPOKEN] = "spoken",
    };
    json_t *parts = json_array();
    for (size_t i = 0; i < reply->turn.count; i++)
        json_array_append_new(parts, part_json(&reply->turn.parts[i]));
    json_t *usage = json_object();
    at_members_write(at_model_usage_members, &reply->usage, usage);
    json_t *json = json_pack("{s:s, s:o, s:o}", "stop", stops[reply->stop],
                             "parts", parts, "usage", usage);
    if (reply->turn.raw)
        json_object_set(json, "raw", reply->turn.raw);
    return json;
}

// Everything but the request. Owned.
static json_t *
answer_json(const struct at_model_log *log, const struct at_profile *profile,
            const struct at_model_answer *answer, bool ok, int64_t duration_ms)
{
    json_t *json = json_object();
    json_t *said = ok ? reply_json(&answer->reply) : json_object();
    if (!ok)
        at_json_set(said, "text", at_json_text(at_str(answer->failure.text)));
    at_json_set_text(json, "provider", profile->row->provider);
    at_json_set(json, "model", at_json_text(at_str(profile->model)));
    at_json_set(json, "status", json_integer(answer->status));
    at_json_set(json, "durationMs", json_integer(duration_ms));
    at_json_set(json, "requestBytes",
                json_integer((json_int_t)log->request_bytes));
    at_json_set(json, ok ? "reply" : "failure", said);
    json_t *shown = at_redact(json, log->secrets);
    json_decref(json);
    return shown;
}

static bool
write_call(const struct at_model_log *log, const json_t *answer,
           struct at_buf *out)
{
    struct at_str request = at_buf_str(&log->request);
    (void)at_json_write(answer, out);
    at_buf_cut(out, out->len - 1); // its brace
    at_buf_add_text(out, ",\"request\":");
    at_buf_add_str(out, request.len > 0 ? request : AT_STR("null"));
    at_buf_add_text(out, "}\n");
    return !out->overflow;
}

static bool
put(struct at_model_log *log, struct at_str text, struct at_err *err)
{
    char *folder = at_strfmt("%s/model", log->folder);
    char *path = at_strfmt("%s/%s", log->folder, log->path);
    bool ok = (log->count > 1 || at_folder_make(folder, err)) &&
              at_file_put(path, text, err);
    free(path);
    free(folder);
    return ok;
}

const char *
at_model_log_answer(struct at_model_log *log, const struct at_profile *profile,
                    const struct at_model_answer *answer, bool ok,
                    int64_t duration_ms)
{
    struct at_buf text = AT_BUF_INIT(AT_MODEL_CALL_MAX_BYTES + REPLY_MAX_BYTES);
    struct at_err err = AT_ERR_INIT;
    if (!log || log->all_bytes >= AT_MODEL_CALLS_MAX_BYTES)
        return "";
    json_t *json = answer_json(log, profile, answer, ok, duration_ms);
    log->count++;
    snprintf(log->path, sizeof(log->path), "model/%04d.json", log->count);
    bool kept = write_call(log, json, &text);
    if (kept && !put(log, at_buf_str(&text), &err)) {
        kept = false;
        if (!log->told)
            at_log_error("a call of the model was not kept: %s", err.msg);
        log->told = true;
    }
    log->all_bytes += text.len;
    at_buf_deinit(&text);
    json_decref(json);
    return kept ? log->path : "";
}
