// flow_load.c: a flow of this machine's disk as values, with all its files
#include "tester/flow/flow_files.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/argv.h"
#include "base/base64.h"
#include "base/limits.h"
#include "base/limits_flow.h"
#include "sys/file.h"
#include "sys/path.h"
#include "wire/json.h"

// Notes the files that the reader finds.
struct loading {
    struct at_argv paths; // absolute, each once
};

static void
note(struct loading *loading, const char *path)
{
    char *absolute = at_path_absolute(path);
    size_t i = 0;
    while (i < loading->paths.count &&
           strcmp(loading->paths.words[i], absolute) != 0)
        i++;
    if (i == loading->paths.count)
        at_argv_add(&loading->paths, absolute);
    free(absolute);
}

static bool
read_noted(void *user, const char *path, struct at_buf *out, struct at_err *err)
{
    bool ok = at_maestro_disk.read(at_maestro_disk.user, path, out, err);
    if (ok)
        note(user, path);
    return ok;
}

// The reader asks for the kind of each file that a flow names.
static enum at_maestro_file_kind
kind_noted(void *user, const char *path)
{
    enum at_maestro_file_kind kind =
        at_maestro_disk.kind(at_maestro_disk.user, path);
    if (kind == AT_MAESTRO_IS_FILE)
        note(user, path);
    return kind;
}

static void note_pictures(struct loading *loading,
                          const struct at_maestro_commands *commands);

// The reference of a comparison lies beside its flow.
static void
note_picture(struct loading *loading, const struct at_maestro_command *command)
{
    const char *file = command->place.file;
    const char *slash = file ? strrchr(file, '/') : NULL;
    static const char *const ends[] = {"", ".png"};
    for (size_t i = 0; i < AT_LEN(ends); i++) {
        char *path =
            at_strfmt("%.*s%.*s%s", slash ? (int)(slash + 1 - file) : 0,
                      file ? file : "", AT_STR_ARG(command->path), ends[i]);
        char *real = at_path_real(path, NULL);
        if (real && at_maestro_disk.kind(at_maestro_disk.user, real) ==
                        AT_MAESTRO_IS_FILE)
            note(loading, real);
        free(real);
        free(path);
    }
}

static void
note_flow_pictures(struct loading *loading, const struct at_maestro_flow *flow)
{
    note_pictures(loading, &flow->on_start);
    note_pictures(loading, &flow->commands);
    note_pictures(loading, &flow->on_complete);
    note_pictures(loading, &flow->on_failure);
}

static void
note_pictures(struct loading *loading,
              const struct at_maestro_commands *commands)
{
    for (size_t i = 0; i < commands->count; i++) {
        const struct at_maestro_command *command = &commands->rows[i];
        if (command->kind == AT_MAESTRO_ASSERT_SCREENSHOT)
            note_picture(loading, command);
        if (command->body.flow)
            note_flow_pictures(loading, command->body.flow);
        note_pictures(loading, &command->body.commands);
        note_pictures(loading, &command->body.otherwise);
        note_pictures(loading, &command->body.on_error);
    }
}

// The length of the folder that all paths are below, with its slash.
static size_t
common(const struct at_argv *paths, const char *preferred)
{
    size_t len = strlen(preferred);
    bool below = len > 0;
    for (size_t i = 0; i < paths->count; i++)
        below = below && strncmp(paths->words[i], preferred, len) == 0 &&
                paths->words[i][len] == '/';
    if (below)
        return len + 1;
    const char *first = paths->words[0];
    len = (size_t)(strrchr(first, '/') - first) + 1;
    for (size_t i = 1; i < paths->count; i++) {
        while (strncmp(paths->words[i], first, len) != 0)
            for (len--; first[len - 1] != '/';)
                len--;
    }
    return len;
}

static bool
add_file(json_t *files, const char *path, size_t skip, size_t *inout_bytes,
         struct at_err *err)
{
    struct at_buf bytes = AT_BUF_INIT(AT_SCENARIO_FLOW_MAX_BYTES);
    struct at_buf text = AT_BUF_INIT(2 * AT_SCENARIO_FLOW_MAX_BYTES);
    bool ok = at_file_read(path, &bytes, err);
    struct at_str whole = at_buf_str(&bytes);
    bool is_text = ok && at_utf8_valid(whole) &&
                   !(whole.len > 0 && memchr(whole.ptr, '\0', whole.len));
    if (ok && !is_text)
        ok = at_base64_write(whole, &text);
    *inout_bytes += is_text ? bytes.len : text.len;
    if (ok && *inout_bytes > AT_SCENARIO_FLOW_MAX_BYTES)
        ok = at_fail(err, AT_ELIMIT, "the files of the flow are too large");
    if (ok && is_text)
        json_object_set_new(files, path + skip, at_json_text(whole));
    else if (ok)
        json_object_set_new(
            files, path + skip,
            json_pack("{s:o}", "base64", at_json_text(at_buf_str(&text))));
    if (!ok && err->code == AT_ELIMIT)
        at_err_context(err,
                       "'%s': a flow may have %zu KiB with its subflows, "
                       "scripts and media",
                       path + skip, AT_SCENARIO_FLOW_MAX_BYTES / 1024);
    at_buf_deinit(&text);
    at_buf_deinit(&bytes);
    return ok;
}

// paths[0] is the flow itself.
static json_t *
pack(const struct loading *loading, struct at_err *err)
{
    char *here = at_path_real(".", NULL);
    size_t skip = common(&loading->paths, here ? here : "");
    json_t *files = json_object();
    size_t bytes = 0;
    bool ok = true;
    for (size_t i = 0; ok && i < loading->paths.count; i++)
        ok = add_file(files, loading->paths.words[i], skip, &bytes, err);
    free(here);
    if (ok)
        return json_pack("{s:o, s:o}", "file",
                         at_json_text(at_str(loading->paths.words[0] + skip)),
                         "files", files);
    json_decref(files);
    return NULL;
}

json_t *
at_flow_files_load(const char *path, struct at_err *err)
{
    struct loading loading = {.paths = AT_ARGV_INIT};
    const struct at_maestro_files files = {.read = read_noted,
                                           .kind = kind_noted,
                                           .is_within =
                                               at_maestro_disk.is_within,
                                           .user = &loading};
    struct at_maestro_workspace ws;
    struct at_maestro_problems problems = {0};
    const struct at_maestro_flow *flow = NULL;
    char *real = at_path_real(path, err);
    json_t *json = NULL;
    if (!real)
        return NULL;
    note(&loading, real);
    at_maestro_workspace_init(&ws, &files, NULL);
    // Problems are reported when the result is checked.
    (void)at_maestro_read(&ws, real, &flow, &problems);
    if (flow)
        note_flow_pictures(&loading, flow);
    json = pack(&loading, err);
    at_maestro_problems_deinit(&problems);
    at_maestro_workspace_deinit(&ws);
    at_argv_deinit(&loading.paths);
    free(real);
    return json;
}
