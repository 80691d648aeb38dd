#include "tester/manifest.h"

#include "base/alloc.h"
#include "base/limits.h"
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
copy(json_t *to, const char *name, const json_t *from, const char *from_name)
{
    json_t *value = json_object_get(from, from_name);
    at_json_set(to, name, value ? json_incref(value) : json_null());
}

static json_t *
head_of(const struct at_manifest *manifest)
{
    const json_t *document = manifest->document;
    const json_t *config = json_object_get(document, "config");
    struct at_str status = at_json_get_str(document, "status");
    bool is_over = at_str_is(at_json_get_str(document, "state"), "ended");
    json_t *head = json_object();
    copy(head, "startedAt", document, "startedAt");
    copy(head, "endedAt", document, "endedAt");
    copy(head, "scenario", document, "goal");
    copy(head, "packageName", document, "packageName");
    copy(head, "logsEnabled", config, "logsEnabled");
    copy(head, "screenshotsEnabled", config, "screenshotsEnabled");
    copy(head, "recordingEnabled", config, "recordingEnabled");
    at_json_set(head, "status",
                is_over ? at_json_text(status) : json_string("running"));
    at_json_set_text(head, "run", manifest->run);
    copy(head, "device", document, "device");
    if (is_over) {
        copy(head, "verdict", document, "verdict");
        copy(head, "summary", document, "summary");
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
        .run = at_str(manifest->run), .each = add_event, .user = draft};
    json_t *head = head_of(manifest);
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
    const json_t *config = json_object_get(manifest->document, "config");
    struct draft draft = {
        .text = AT_BUF_INIT(AT_REPORT_MAX_BYTES),
        .videos = json_array(),
        .logs = json_is_true(json_object_get(config, "logsEnabled")),
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
