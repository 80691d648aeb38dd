#include "tester/manifest.h"

#include "base/alloc.h"
#include "base/limits.h"
#include "sys/clock.h"
#include "sys/file.h"
#include "wire/json.h"

// The manifest while it is written, event by event.
struct draft {
    struct at_buf text;
    json_t *videos;
    bool logs;
    bool first;
};

static void
set_time(json_t *head, const char *name, int64_t ms)
{
    char text[AT_RFC3339_MAX];
    at_wall_write(ms, text);
    at_json_set(head, name, ms > 0 ? json_string(text) : json_null());
}

static void
set_text(json_t *head, const char *name, const char *text)
{
    at_json_set(head, name, text ? at_json_text(at_str(text)) : json_null());
}

static json_t *
head_of(const struct at_run_record *record)
{
    const struct at_tester_config *config = &record->config;
    bool is_over = record->state == AT_RUN_STATE_ENDED;
    json_t *head = json_object();
    set_time(head, "startedAt", record->started_ms);
    set_time(head, "endedAt", record->ended_ms);
    set_text(head, "scenario", record->scenario.goal);
    set_text(head, "packageName", record->scenario.package);
    at_json_set(head, "logsEnabled", json_boolean(config->logs));
    at_json_set(head, "screenshotsEnabled", json_boolean(config->screenshots));
    at_json_set(head, "recordingEnabled", json_boolean(config->recording));
    set_text(head, "status", at_run_record_status(record));
    set_text(head, "run", record->id);
    set_text(head, "device", record->device);
    if (is_over) {
        set_text(head, "verdict", at_verdict_names[record->verdict]);
        set_text(head, "summary", record->summary);
    }
    return head;
}

// Make it one of the contract's types. Returns false if it is none of the
// manifest's events.
static bool
translate(struct draft *draft, json_t *event)
{
    char kind[32];
    at_str_cut(kind, sizeof(kind), at_json_get_str(event, "type"));
    struct at_str type = at_str(kind);
    if (at_str_is(type, "video")) {
        json_t *path = json_object_get(event, "videoPath");
        if (path)
            json_array_append(draft->videos, path);
        return false;
    }
    if (at_str_is(type, "screenshot"))
        return true;
    if (!at_str_is(type, "tool") && !at_str_is(type, "log")) {
        at_json_set_text(event, "type", "log");
        at_json_set_text(event, "kind", kind);
        if (!json_object_get(event, "message"))
            at_json_set_text(event, "message", kind);
    }
    return draft->logs;
}

// Returns false once the draft is full.
static bool
add_event(void *user, int64_t index, struct at_str text)
{
    (void)index;
    struct draft *draft = user;
    json_t *event = at_json_parse(text, NULL);
    if (event && translate(draft, event)) {
        at_buf_add_text(&draft->text, draft->first ? "\n" : ",\n");
        at_json_write(event, &draft->text);
        draft->first = false;
    }
    json_decref(event);
    return !draft->text.overflow;
}

static bool
write_draft(const struct at_manifest *manifest, struct draft *draft,
            struct at_err *err)
{
    const struct at_store_reading all = {
        .run = at_str(manifest->record->id), .each = add_event, .user = draft};
    json_t *head = head_of(manifest->record);
    at_json_write(head, &draft->text);
    json_decref(head);
    at_buf_cut(&draft->text, draft->text.len - 1); // its brace
    at_buf_add_text(&draft->text, ",\"events\":[");
    if (!manifest->store->ops->events(manifest->store, &all, err))
        return false;
    at_buf_add_text(&draft->text, "\n],\"videoChunks\":");
    at_json_write(draft->videos, &draft->text);
    at_buf_add_text(&draft->text, "}\n");
    return !draft->text.overflow ||
           at_fail(err, AT_ELIMIT,
                   "the manifest would have more than %zu bytes",
                   draft->text.max);
}

bool
at_manifest_write(const struct at_manifest *manifest, struct at_err *err)
{
    struct draft draft = {
        .text = AT_BUF_INIT(AT_REPORT_MAX_BYTES),
        .videos = json_array(),
        .logs = manifest->record->config.logs,
        .first = true,
    };
    char *path = at_strfmt("%s/manifest.json", manifest->folder);
    bool ok = write_draft(manifest, &draft, err) &&
              at_file_put(path, at_buf_str(&draft.text), err);
    free(path);
    json_decref(draft.videos);
    at_buf_deinit(&draft.text);
    return ok;
}
