#include "report/trace_json.h"

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
at_texts_json(const struct at_argv *texts)
{
    json_t *list = json_array();
    for (size_t i = 0; i < texts->count; i++)
        json_array_append_new(list, at_json_text(at_str(texts->words[i])));
    return list;
}

json_t *
at_ms_json(int64_t ns)
{
    return json_integer(ns > 0 ? ns / AT_NS_PER_MS : 0);
}
