#include "session/run_artifacts.h"

#include <string.h>

#include "base/alloc.h"
#include "base/ascii.h"
#include "session/run_events.h"
#include "session/run_state.h"
#include "sys/file.h"
#include "sys/folder.h"
#include "wire/json.h"

enum { TOOL_NAME_MAX_BYTES = 40 };

static bool
is_below(struct at_str name)
{
    struct at_str part;
    bool ok =
        name.len > 0 && name.ptr[0] != '/' && name.ptr[name.len - 1] != '/';
    while (ok && at_str_next(&name, '/', &part))
        ok = part.len > 0 && !at_str_is(part, ".") && !at_str_is(part, "..");
    return ok;
}

char *
at_command_run_artifact_path(struct at_command_run *run, const char *name,
                             struct at_err *err)
{
    if (!is_below(at_str(name))) {
        at_fail(err, AT_EUSAGE, "'%s' is not a name for an artifact", name);
        return NULL;
    }
    if (!run->folder) {
        at_fail(err, AT_EIO, "no run folder to keep '%s' in", name);
        return NULL;
    }
    char *path = at_strfmt("%s/artifacts/%s", run->folder, name);
    char *slash = strrchr(path, '/');
    *slash = '\0';
    bool ok = at_folder_make(path, err);
    *slash = '/';
    if (ok)
        return path;
    free(path);
    return NULL;
}

static json_t *
artifact(const char *type, const char *path, const char *mime)
{
    json_t *row = json_object();
    at_json_set_text(row, "type", type);
    at_json_set_text(row, "path", path);
    at_json_set_text(row, "mime", mime);
    return row;
}

void
at_command_run_add_artifact(struct at_command_run *run, const char *type,
                            const char *path, const char *mime)
{
    json_t *row = artifact(type, path, mime);
    json_array_append(run->announced, row);
    at_command_run_event(run, "artifact", row);
}

bool
at_command_run_write_artifact(struct at_command_run *run, const char *type,
                              const char *name, const char *mime,
                              struct at_str content, struct at_err *err)
{
    char *path = at_command_run_artifact_path(run, name, err);
    bool ok = path && at_file_put(path, content, err);
    if (ok)
        at_command_run_add_artifact(run, type, path, mime);
    free(path);
    return ok;
}

static void
add_name(struct at_buf *out, const char *name)
{
    for (size_t i = 0; name[i] && i < TOOL_NAME_MAX_BYTES; i++) {
        char c = name[i];
        at_buf_add_char(out, at_ascii_is_name(c) ? c : '_');
    }
}

char *
at_command_run_next_log(struct at_command_run *run, const char *tool,
                        const char *action)
{
    struct at_buf path = AT_BUF_INIT(SIZE_MAX / 2);
    if (!run->folder)
        return NULL;
    at_buf_add_fmt(&path, "%s/logs", run->folder);
    // writing the log will report a failure
    bool made = at_folder_make(at_buf_text(&path), NULL);
    at_buf_add_fmt(&path, "/%03zu_", ++run->log_count);
    add_name(&path, tool);
    if (action[0]) {
        at_buf_add_char(&path, '_');
        add_name(&path, action);
    }
    at_buf_add_text(&path, ".log");
    // create it now, so every listed artifact exists
    if (made && at_file_append(at_buf_text(&path), AT_STR(""), NULL))
        json_array_append_new(
            run->logs,
            artifact("process_log", at_buf_text(&path), "text/plain"));
    return at_buf_take(&path);
}

json_t *
at_command_run_artifacts(const struct at_command_run *run)
{
    json_t *all = json_array();
    if (run->folder) {
        char *trace = at_strfmt("%s/trace.jsonl", run->folder);
        json_array_append_new(all,
                              artifact("trace", trace, "application/x-ndjson"));
        free(trace);
    }
    json_array_extend(all, run->logs);
    json_array_extend(all, run->announced);
    return all;
}
