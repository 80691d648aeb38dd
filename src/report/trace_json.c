#include "report/trace_json.h"

#include "base/limits.h"
#include "report/trace_words.h"
#include "sys/clock.h"
#include "wire/json.h"

json_t *
at_blocker_json(const struct at_blocker *blocker)
{
    json_t *json = json_object();
    at_json_set_text(json, "what", at_blocker_name(blocker->kind));
    if (blocker->kind == AT_BLOCKER_DIALOG) {
        at_json_set_text(json, "kind", at_dialog_kind_name(blocker->dialog));
        at_json_set_text(json, "title", blocker->title);
    }
    if (blocker->package[0])
        at_json_set_text(json, "package", blocker->package);
    return json;
}

json_t *
at_dialogs_json(const struct at_flow_trace *trace)
{
    json_t *list = json_array();
    for (size_t i = 0; i < trace->dialog_count; i++) {
        const struct at_trace_dialog *dialog = &trace->dialogs[i];
        json_t *entry = json_object();
        at_json_set_text(entry, "type", at_dialog_kind_name(dialog->kind));
        at_json_set_text(entry, "package", dialog->package);
        at_json_set_text(entry, "title", dialog->title);
        if (dialog->gone)
            at_json_set(entry, "gone", json_true());
        json_array_append_new(list, entry);
    }
    return list;
}

json_t *
at_crash_json(const struct at_crash *crash)
{
    json_t *json = json_object();
    json_t *frames = json_array();
    for (size_t i = 0; i < AT_LEN(crash->frames) && crash->frames[i][0]; i++)
        json_array_append_new(frames, at_json_text(at_str(crash->frames[i])));
    at_json_set_text(json, "process", crash->process);
    at_json_set_text(json, "exception", crash->exception);
    at_json_set_text(json, "message", crash->message);
    at_json_set(json, "frames", frames);
    at_json_set(json, "anr", json_boolean(crash->anr));
    return json;
}

json_t *
at_ms_json(int64_t ns)
{
    return json_integer(ns > 0 ? ns / AT_NS_PER_MS : 0);
}

void
at_trace_set_text(json_t *json, const char *name, struct at_str text)
{
    if (text.len > 0)
        at_json_set(json, name, at_json_text(text));
}

void
at_trace_set_texts(json_t *json, const char *name, const struct at_argv *texts)
{
    if (texts->count > 0)
        at_json_set(json, name, at_json_texts(texts));
}

void
at_trace_set_waited(json_t *json, const char *name,
                    const struct at_idle_result *idle)
{
    struct at_buf text = AT_BUF_INIT(AT_KIB);
    at_idle_write_waited(idle, &text);
    at_trace_set_text(json, name, at_buf_str(&text));
    at_buf_deinit(&text);
}

void
at_trace_set_notes(json_t *json, const char *name,
                   const struct at_step_result *result, bool unchanged)
{
    struct at_buf text = AT_BUF_INIT(AT_TRACE_NOTES_MAX_BYTES);
    at_trace_write_notes(result, unchanged, &text);
    at_trace_set_text(json, name, at_buf_str(&text));
    at_buf_deinit(&text);
}
