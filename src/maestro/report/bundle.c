#include "maestro/report/bundle.h"

#include <string.h>

#include "base/civil.h"
#include "base/limits.h"
#include "maestro/report/names.h"
#include "wire/json.h"

#define SCHEMA                                                                 \
    "https://storage.googleapis.com/maestro-schemas/artifact-manifest/"        \
    "v1.schema.json"

// Files are told apart by their place, which the runner decides.
static const struct place {
    const char *folder;
    const char *ending;
    const char *kind;
    const char *format;
    bool is_many; // one entry for the folder
} places[] = {
    {"screenshots/", ".png", "SCREENSHOT", "PNG", true},
    {"takeScreenshot/", ".png", "TAKE_SCREENSHOT", "PNG", true},
    {"startRecording/", ".mp4", "START_SCREEN_RECORDING", "MP4", true},
    {"screen-hierarchy/", ".json", "SCREEN_HIERARCHY", "JSON", true},
    {"logs/", ".log", "DEVICE_LOG", "TXT", false},
};

// Return the path within the flow's folder.
static struct at_str
inner_path(const struct at_maestro_result *result, const char *path)
{
    struct at_str all = at_str(path);
    struct at_str folder = at_str(result->folder ? result->folder : "");
    if (folder.len > 0 && at_str_starts(all, folder))
        all = at_str_skip(all, folder.len);
    return at_str_starts(all, AT_STR("/")) ? at_str_skip(all, 1) : all;
}

static const struct place *
place_of(struct at_str path)
{
    for (size_t i = 0; i < AT_LEN(places); i++) {
        if (at_str_starts(path, at_str(places[i].folder)) &&
            at_str_ends(path, at_str(places[i].ending)))
            return &places[i];
    }
    return NULL;
}

static void
set_str(json_t *row, const char *name, struct at_str text)
{
    if (text.ptr)
        at_json_set(row, name, at_json_text(text));
}

static json_t *
selector_json(const struct at_maestro_selector *selector, bool optional)
{
    json_t *row = json_object();
    set_str(row, "textRegex", selector->text);
    set_str(row, "idRegex", selector->id);
    set_str(row, "index", selector->index);
    at_json_set(row, "optional", json_boolean(optional));
    return row;
}

static json_t *
condition_json(const struct at_maestro_command *command)
{
    const struct at_maestro_condition *condition = &command->condition;
    json_t *row = json_object();
    if (condition->visible)
        at_json_set(row, "visible", selector_json(condition->visible, false));
    if (condition->not_visible)
        at_json_set(row, "notVisible",
                    selector_json(condition->not_visible, false));
    set_str(row, "scriptCondition", condition->is_true);
    return row;
}

// Members whose values people search for; typed texts are not among them.
static json_t *
command_json(const struct at_maestro_command *command)
{
    struct at_buf member = AT_BUF_INIT(AT_KIB);
    json_t *row = json_object();
    json_t *inner = json_object();
    if (command->selector)
        at_json_set(inner, "selector",
                    selector_json(command->selector, command->optional));
    if (command->kind == AT_MAESTRO_ASSERT_CONDITION)
        at_json_set(inner, "condition", condition_json(command));
    if (command->kind == AT_MAESTRO_LONG_PRESS_ON)
        at_json_set(inner, "longPress", json_true());
    set_str(inner, "point", command->point);
    set_str(inner, "appId", command->app_id);
    set_str(inner, "path", command->path);
    set_str(inner, "sourceDescription", command->body.file);
    set_str(inner, "label", command->label);
    at_json_set(inner, "optional", json_boolean(command->optional));
    at_maestro_command_member(command, &member);
    at_json_set(row, at_buf_text(&member), inner);
    at_buf_deinit(&member);
    return row;
}

static json_t *
artifacts_json(const struct at_maestro_result *result,
               const struct at_maestro_step *step)
{
    json_t *rows = json_array();
    for (size_t i = 0; i < step->artifact_count; i++) {
        struct at_str path = inner_path(result, step->artifacts[i].path);
        const struct place *place = place_of(path);
        if (!place)
            continue;
        json_t *row = json_object();
        at_json_set_text(row, "type", place->kind);
        at_json_set(row, "path", at_json_text(path));
        json_array_append_new(rows, row);
    }
    return rows;
}

static json_t *
metadata_json(const struct at_maestro_result *result,
              const struct at_maestro_step *step)
{
    json_t *row = json_object();
    json_t *artifacts = artifacts_json(result, step);
    at_json_set_text(row, "status", at_maestro_outcome_name(step->outcome));
    at_json_set(row, "timestamp", json_integer(step->began_ms));
    at_json_set(row, "duration", json_integer(step->duration_ms));
    if (step->error)
        at_json_set(
            row, "error",
            json_pack("{s:o}", "message", at_json_text(at_str(step->error))));
    at_json_set(row, "sequenceNumber", json_integer(step->sequence));
    at_json_set(row, "depth", json_integer(step->depth));
    if (json_array_size(artifacts) > 0)
        at_json_set(row, "artifacts", json_incref(artifacts));
    json_decref(artifacts);
    at_json_set(
        row, "description",
        at_json_text(at_str(step->description ? step->description : "")));
    if (step->note)
        at_json_set(row, "note", at_json_text(at_str(step->note)));
    if (step->place.file)
        at_json_set(row, "file", at_json_text(at_str(step->place.file)));
    at_json_set(row, "line", json_integer(step->place.line));
    return row;
}

void
at_maestro_commands_json(const struct at_maestro_result *result,
                         const struct at_maestro_masking *masking,
                         struct at_buf *out)
{
    const struct at_maestro_trace *trace = result->trace;
    json_t *rows = json_array();
    for (size_t i = 0; i < trace->count; i++) {
        const struct at_maestro_step *step = &trace->steps[i];
        json_t *row = json_object();
        at_json_set(row, "command", command_json(step->command));
        at_json_set(row, "metadata", metadata_json(result, step));
        json_array_append_new(rows, row);
    }
    at_maestro_mask_json(masking, rows);
    at_json_write(rows, out);
    json_decref(rows);
}

static json_t *
entry(const char *kind, const char *format, struct at_str path, size_t count)
{
    json_t *row = json_object();
    at_json_set_text(row, "kind", kind);
    at_json_set_text(row, "format", format);
    at_json_set(row, "relativePath", at_json_text(path));
    if (count > 0)
        at_json_set(row, "count", json_integer((json_int_t)count));
    return row;
}

static void
add_entries(const struct at_maestro_result *result, const struct place *place,
            json_t *entries)
{
    const struct at_maestro_trace *trace = result->trace;
    struct at_str folder =
        at_str_n(place->folder, strlen(place->folder) - place->is_many);
    size_t count = 0;
    for (size_t i = 0; i < trace->count; i++) {
        const struct at_maestro_step *step = &trace->steps[i];
        for (size_t k = 0; k < step->artifact_count; k++) {
            struct at_str path = inner_path(result, step->artifacts[k].path);
            if (place_of(path) != place)
                continue;
            count++;
            if (!place->is_many)
                json_array_append_new(
                    entries, entry(place->kind, place->format, path, 0));
        }
    }
    if (place->is_many && count > 0)
        json_array_append_new(entries,
                              entry(place->kind, place->format, folder, count));
}

void
at_maestro_manifest_json(const struct at_maestro_result *result,
                         struct at_buf *out)
{
    json_t *row = json_object();
    json_t *entries = json_array();
    at_json_set_text(row, "$schema", SCHEMA);
    json_array_append_new(
        entries, entry("MAESTRO_LOG", "TXT", AT_STR("logs/maestro.log"), 0));
    for (size_t i = 0; i < AT_LEN(places); i++)
        add_entries(result, &places[i], entries);
    if (result->trace->video)
        json_array_append_new(
            entries, entry("SCREEN_RECORDING", "MP4",
                           inner_path(result, result->trace->video), 0));
    json_array_append_new(
        entries, entry("COMMAND_METADATA", "JSON", AT_STR("commands.json"), 0));
    at_json_set(row, "entries", entries);
    at_json_write(row, out);
    json_decref(row);
}

static void
log_line(const struct at_maestro_suite *suite, int64_t at_ms, const char *level,
         const char *text, const char *end, struct at_buf *out)
{
    char time[sizeof("hh:mm:ss.fff")];
    at_civil_write(at_ms + suite->offset_ms, "hh:mm:ss.fff", time);
    at_buf_add_fmt(out, "%s [%5s] %s%s%s\n", time, level, text ? text : "",
                   *end ? " " : "", end);
}

void
at_maestro_log(const struct at_maestro_suite *suite,
               const struct at_maestro_result *result, struct at_buf *out)
{
    const struct at_maestro_trace *trace = result->trace;
    int64_t ended_ms = trace->began_ms + trace->duration_ms;
    char title[256];
    at_maestro_flow_title(trace->flow, title, sizeof(title));
    log_line(suite, trace->began_ms, "INFO", title, "RUNNING", out);
    for (size_t i = 0; i < trace->count; i++) {
        const struct at_maestro_step *step = &trace->steps[i];
        int64_t at_ms = step->began_ms + step->duration_ms;
        log_line(suite, step->began_ms, "INFO", step->description, "RUNNING",
                 out);
        log_line(suite, at_ms, "INFO", step->description,
                 at_maestro_outcome_name(step->outcome), out);
        if (step->error)
            log_line(suite, at_ms, "ERROR", step->error, "", out);
        if (step->note)
            log_line(suite, at_ms, "WARN", step->note, "", out);
    }
    log_line(suite, ended_ms, trace->passed ? "INFO" : "ERROR",
             trace->passed ? title : trace->err.msg,
             trace->passed ? "COMPLETED" : "", out);
}
