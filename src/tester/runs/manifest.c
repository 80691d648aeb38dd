#include "tester/runs/manifest.h"

#include "base/alloc.h"
#include "base/limits.h"
#include "sys/clock.h"
#include "sys/file.h"
#include "wire/json.h"

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

void
at_manifest_init(struct at_manifest *manifest, struct at_store_db *store,
                 const char *folder, const struct at_run_record *record)
{
    *manifest = (struct at_manifest){
        .store = store,
        .folder = folder,
        .record = record,
        .events = AT_BUF_INIT(AT_REPORT_MAX_BYTES),
        .videos = json_array(),
    };
}

void
at_manifest_deinit(struct at_manifest *manifest)
{
    at_buf_deinit(&manifest->events);
    json_decref(manifest->videos);
    manifest->videos = NULL;
}

// Give an event one of the contract's types. Return false if the manifest does
// not show it.
static bool
translate(const struct at_manifest *manifest, json_t *event)
{
    char kind[32];
    at_str_cut(kind, sizeof(kind), at_json_get_str(event, "type"));
    struct at_str type = at_str(kind);
    if (at_str_is(type, "video")) {
        json_t *path = json_object_get(event, "videoPath");
        if (path)
            json_array_append(manifest->videos, path);
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
    return manifest->record->config.logs;
}

// Return false if the event does not fit.
static bool
add_event(void *user, int64_t index, struct at_str text)
{
    struct at_manifest *manifest = user;
    struct at_buf *events = &manifest->events;
    json_t *event = at_json_parse(text, NULL);
    if (event && translate(manifest, event)) {
        at_buf_add_text(events, events->len > 0 ? ",\n" : "\n");
        at_json_write(event, events);
    }
    json_decref(event);
    manifest->last_index = index;
    return !events->overflow;
}

static void
write_whole(const struct at_manifest *manifest, struct at_buf *out)
{
    json_t *head = head_of(manifest->record);
    at_json_write(head, out);
    json_decref(head);
    at_buf_cut(out, out->len - 1); // its brace
    at_buf_add_text(out, ",\"events\":[");
    at_buf_add_str(out, at_buf_str(&manifest->events));
    at_buf_add_text(out, "\n],\"videoChunks\":");
    at_json_write(manifest->videos, out);
    at_buf_add_text(out, "}\n");
}

bool
at_manifest_write(struct at_manifest *manifest, struct at_err *err)
{
    const struct at_store_reading newer = {.run = at_str(manifest->record->id),
                                           .after = manifest->last_index,
                                           .each = add_event,
                                           .user = manifest};
    struct at_buf text = AT_BUF_INIT(AT_REPORT_MAX_BYTES);
    if (!manifest->store->ops->events(manifest->store, &newer, err))
        return false;
    char *path = at_strfmt("%s/manifest.json", manifest->folder);
    write_whole(manifest, &text);
    bool ok = !manifest->events.overflow && !text.overflow;
    if (ok)
        ok = at_file_put(path, at_buf_str(&text), err);
    else
        at_fail(err, AT_ELIMIT, "the manifest would have more than %zu bytes",
                text.max);
    free(path);
    at_buf_deinit(&text);
    return ok;
}
