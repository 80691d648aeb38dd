#include "maestro/report/allure.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/limits.h"
#include "maestro/report/names.h"
#include "wire/json.h"

enum { NESTED_MAX = 64, ID_LEN = 36 };

// One flow's result while it is made.
struct draft {
    const struct at_maestro_suite *suite;
    const struct at_maestro_allure *allure;
    const struct at_maestro_result *result;
    char id[ID_LEN + 1];
    size_t files;
};

static const char *const status_names[] = {
    [AT_MAESTRO_PASSED] = "passed",
    [AT_MAESTRO_NOT_PASSED] = "failed",
    [AT_MAESTRO_TROUBLE] = "broken",
    [AT_MAESTRO_NOT_RUN] = "skipped",
};

// FNV-1a: equal inputs are to get equal names, nothing more.
static uint64_t
hash(uint64_t so_far, struct at_str text)
{
    for (size_t i = 0; i < text.len; i++) {
        so_far ^= (unsigned char)text.ptr[i];
        so_far *= UINT64_C(1099511628211);
    }
    so_far ^= 0xff; // "a","b" is not "ab",""
    return so_far * UINT64_C(1099511628211);
}

static void
write_id(uint64_t high, uint64_t low, char out[ID_LEN + 1])
{
    snprintf(out, ID_LEN + 1, "%08x-%04x-%04x-%04x-%012" PRIx64,
             (unsigned)(high >> 32), (unsigned)(high >> 16 & 0xffff),
             (unsigned)(high & 0xffff), (unsigned)(low >> 48),
             low & UINT64_C(0xffffffffffff));
}

static void
add_pair(json_t *rows, struct at_str name, struct at_str value)
{
    json_t *row = json_object();
    at_json_set(row, "name", at_json_text(name));
    at_json_set(row, "value", at_json_text(value));
    json_array_append_new(rows, row);
}

static void
attach(struct draft *draft, json_t *rows, const char *title, const char *path)
{
    const struct at_maestro_file_type *kind = at_maestro_file_type(path);
    char name[ID_LEN + 40];
    snprintf(name, sizeof(name), "%s-%zu-attachment%s", draft->id,
             draft->files + 1, kind->ending);
    if (!draft->allure->copy(draft->allure->user, name, path))
        return;
    draft->files++;
    json_t *row = json_object();
    at_json_set_text(row, "name", title);
    at_json_set_text(row, "source", name);
    at_json_set_text(row, "type", kind->mime);
    json_array_append_new(rows, row);
}

static const char *
step_status(const struct at_maestro_step *step)
{
    switch (step->outcome) {
    case AT_MAESTRO_COMPLETED:
        return "passed";
    case AT_MAESTRO_SKIPPED:
        return "skipped";
    case AT_MAESTRO_FAILED:
        return at_maestro_is_verdict(step->code) ? "failed" : "broken";
    default:
        return "broken"; // optional and failed, or cut off
    }
}

static void
set_time(json_t *row, int64_t began_ms, int64_t duration_ms)
{
    at_json_set_text(row, "stage", "finished");
    at_json_set(row, "start", json_integer(began_ms));
    at_json_set(row, "stop", json_integer(began_ms + duration_ms));
}

static void
set_details(json_t *row, const char *error, const char *note)
{
    json_t *details = json_object();
    if (error)
        at_json_set(details, "message", at_json_text(at_str(error)));
    if (note)
        at_json_set(details, "trace", at_json_text(at_str(note)));
    at_json_set(row, "statusDetails", details);
}

static json_t *
step_json(struct draft *draft, const struct at_maestro_step *step)
{
    json_t *row = json_object();
    json_t *attachments = json_array();
    at_json_set(
        row, "name",
        at_json_text(at_str(step->description ? step->description : "")));
    at_json_set_text(row, "status", step_status(step));
    if (step->error || step->note)
        set_details(row, step->error, step->note);
    set_time(row, step->began_ms, step->duration_ms);
    for (size_t i = 0; i < step->artifact_count; i++)
        attach(draft, attachments, step->artifacts[i].type,
               step->artifacts[i].path);
    at_json_set(row, "steps", json_array());
    at_json_set(row, "attachments", attachments);
    return row;
}

// Steps are in the order in which they began; their depth nests them.
static json_t *
steps_json(struct draft *draft)
{
    const struct at_maestro_trace *trace = draft->result->trace;
    json_t *open[NESTED_MAX + 1] = {json_array()};
    uint32_t deepest = 0;
    for (size_t i = 0; i < trace->count; i++) {
        uint32_t depth = trace->steps[i].depth;
        depth = depth > deepest ? deepest : depth;
        json_t *row = step_json(draft, &trace->steps[i]);
        json_array_append_new(open[depth], row);
        deepest = depth;
        if (depth < NESTED_MAX) {
            deepest = depth + 1;
            open[deepest] = json_object_get(row, "steps");
        }
    }
    return open[0];
}

static json_t *
labels_json(const struct draft *draft)
{
    const struct at_maestro_flow *flow = draft->result->trace->flow;
    json_t *rows = json_array();
    add_pair(rows, AT_STR("suite"), at_str(draft->suite->name));
    add_pair(rows, AT_STR("framework"), AT_STR("maestro"));
    if (draft->result->device)
        add_pair(rows, AT_STR("thread"), at_str(draft->result->device));
    for (size_t i = 0; i < flow->tags.count; i++)
        add_pair(rows, AT_STR("tag"), flow->tags.rows[i]);
    for (size_t i = 0; i < flow->properties.count; i++)
        add_pair(rows, flow->properties.rows[i].name,
                 flow->properties.rows[i].value);
    return rows;
}

static void
set_ids(struct draft *draft, json_t *row, const char *title)
{
    const struct at_maestro_result *result = draft->result;
    const struct at_maestro_trace *trace = result->trace;
    char more[64];
    char history[ID_LEN + 1];
    struct at_str path = at_maestro_short_path(draft->suite, trace->flow->file);
    uint64_t what = hash(UINT64_C(14695981039346656037), path);
    what = hash(what, at_str(title));
    snprintf(more, sizeof(more), "%d", result->shard);
    what = hash(what, at_str(more));
    snprintf(more, sizeof(more), "%" PRId64 " %td", trace->began_ms,
             result - draft->suite->rows);
    uint64_t when = hash(what, at_str(more));
    write_id(when, hash(when, at_str(result->device ? result->device : "")),
             draft->id);
    write_id(what, hash(what, path), history);
    at_json_set_text(row, "uuid", draft->id);
    at_json_set_text(row, "historyId", history);
    at_json_set_text(row, "testCaseId", history);
    at_json_set(row, "fullName", at_json_text(path));
}

static json_t *
result_json(struct draft *draft)
{
    const struct at_maestro_result *result = draft->result;
    const struct at_maestro_trace *trace = result->trace;
    const struct at_maestro_step *failed = at_maestro_trace_failed(trace);
    json_t *row = json_object();
    json_t *attachments = json_array();
    char title[256];
    at_maestro_flow_title(trace->flow, title, sizeof(title));
    set_ids(draft, row, title);
    at_json_set_text(row, "name", title);
    at_json_set_text(row, "status", status_names[result->end]);
    if (result->end != AT_MAESTRO_PASSED) {
        struct at_buf reason = AT_BUF_INIT(4 * AT_KIB);
        at_maestro_reason(result, &reason);
        set_details(row, at_buf_text(&reason), failed ? failed->note : NULL);
        at_buf_deinit(&reason);
    }
    set_time(row, trace->began_ms, trace->duration_ms);
    at_json_set(row, "labels", labels_json(draft));
    at_json_set(row, "steps", steps_json(draft));
    if (trace->video)
        attach(draft, attachments, "video", trace->video);
    at_json_set(row, "attachments", attachments);
    return row;
}

static bool
write_result(struct draft *draft, struct at_err *err)
{
    struct at_buf text = AT_BUF_INIT(AT_REPORT_MAX_BYTES);
    json_t *row = result_json(draft);
    char name[ID_LEN + 20];
    snprintf(name, sizeof(name), "%s-result.json", draft->id);
    bool ok = at_json_write(row, &text) ||
              at_fail(err, AT_ELIMIT, "a flow's result is too long");
    ok = ok &&
         draft->allure->put(draft->allure->user, name, at_buf_str(&text), err);
    json_decref(row);
    at_buf_deinit(&text);
    return ok;
}

bool
at_maestro_allure_write(const struct at_maestro_suite *suite,
                        const struct at_maestro_allure *allure,
                        struct at_err *err)
{
    for (size_t i = 0; i < suite->count; i++) {
        struct draft draft = {
            .suite = suite, .allure = allure, .result = &suite->rows[i]};
        if (!write_result(&draft, err))
            return false;
    }
    return true;
}
