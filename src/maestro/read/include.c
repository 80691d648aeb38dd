// include.c: files that a flow names, read before anything runs
#include "maestro/read/read_priv.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"

// Return the start of the last part of a path.
static size_t
last_part(const struct at_buf *path)
{
    size_t at = path->len;
    while (at > 0 && path->data[at - 1] != '/')
        at--;
    return at;
}

static void
add_part(struct at_buf *out, struct at_str part)
{
    size_t last = last_part(out);
    struct at_str newest = at_str_skip(at_buf_str(out), last);
    if (part.len == 0 || at_str_is(part, "."))
        return;
    if (!at_str_is(part, "..") || at_str_is(newest, "..") || (out->len == 0)) {
        if (out->len > 0 && out->data[out->len - 1] != '/')
            at_buf_add_char(out, '/');
        at_buf_add_str(out, part);
        return;
    }
    if (out->len == 1 && out->data[0] == '/')
        return; // above the root is the root
    at_buf_cut(out, last > 1 ? last - 1 : last);
}

const char *
at_maestro_normal_path(struct at_arena *arena, struct at_str path)
{
    struct at_buf out = AT_BUF_INIT(path.len + 2);
    struct at_str part;
    if (at_str_starts(path, AT_STR("/")))
        at_buf_add_char(&out, '/');
    while (at_str_next(&path, '/', &part))
        add_part(&out, part);
    if (out.len == 0)
        at_buf_add_char(&out, '.');
    const char *kept = at_arena_dup(arena, at_buf_str(&out)).ptr;
    at_buf_deinit(&out);
    return kept;
}

// Return the path of a file that is named in another one.
static const char *
path_beside(struct at_maestro_reader *reader, struct at_str name)
{
    const char *file = reader->file->path;
    const char *slash = strrchr(file, '/');
    struct at_buf path = AT_BUF_INIT(strlen(file) + name.len + 2);
    if (slash && !at_str_starts(name, AT_STR("/"))) {
        at_buf_add(&path, file, (size_t)(slash - file) + 1);
    }
    at_buf_add_str(&path, name);
    const char *normal =
        at_maestro_normal_path(&reader->ws->arena, at_buf_str(&path));
    at_buf_deinit(&path);
    return normal;
}

bool
at_maestro_is_below(const char *path, const char *root)
{
    size_t len = strlen(root);
    if (strcmp(root, ".") == 0)
        return path[0] != '/' && strcmp(path, "..") != 0 &&
               strncmp(path, "../", 3) != 0;
    while (len > 0 && root[len - 1] == '/')
        len--;
    return strncmp(path, root, len) == 0 &&
           (path[len] == '/' || path[len] == '\0');
}

const char *
at_maestro_resolve(struct at_maestro_reader *reader,
                   const struct at_yaml_node *node, struct at_str name,
                   const char *what)
{
    const struct at_maestro_files *files = &reader->ws->files;
    if (name.len == 0 || memchr(name.ptr, '\0', name.len)) {
        at_maestro_report(reader, node, AT_MAESTRO_ERROR, NULL,
                          "the %s has no name", what);
        return NULL;
    }
    if (memchr(name.ptr, '\n', name.len)) {
        at_maestro_report(
            reader, node, AT_MAESTRO_ERROR,
            strcmp(what, "script") == 0
                ? "a script in place is - evalScript: ${…}; shell "
                  "commands can't be run"
                : "write commands in place below commands:",
            "a %s is named here, not written", what);
        return NULL;
    }
    const char *path = path_beside(reader, name);
    enum at_maestro_file_kind kind = files->kind(files->user, path);
    if (kind == AT_MAESTRO_IS_FOLDER && strcmp(what, "media file") != 0 &&
        strcmp(what, "app") != 0) {
        at_maestro_report(reader, node, AT_MAESTRO_ERROR, "name a file in it",
                          "the %s '%s' is a folder", what, path);
        return NULL;
    }
    if (kind == AT_MAESTRO_NO_FILE) {
        at_maestro_report(
            reader, node, AT_MAESTRO_ERROR,
            at_str_has(name, AT_STR("${"))
                ? "files are read before anything runs, so variables are not "
                  "expanded in their names; choose by when: instead"
                : "paths are relative to the file that names them",
            "there is no %s '%s'", what, path);
        return NULL;
    }
    if (reader->ws->root && !at_maestro_is_below(path, reader->ws->root))
        at_maestro_report(reader, node, AT_MAESTRO_WARNING, NULL,
                          "the %s '%s' is outside of '%s'", what, path,
                          reader->ws->root);
    return path;
}

// Report that path includes itself, and by which way.
static void
refuse_circle(struct at_maestro_reader *reader, const struct at_yaml_node *node,
              const struct at_maestro_file *again)
{
    struct at_buf chain = AT_BUF_INIT(64 * AT_KIB);
    const struct at_maestro_file *files[AT_MAESTRO_INCLUDES_MAX + 1];
    size_t count = 0;
    for (const struct at_maestro_file *at = reader->file;
         at && count < AT_MAESTRO_INCLUDES_MAX; at = at->by) {
        files[count++] = at;
        if (at == again)
            break;
    }
    while (count > 0)
        at_buf_add_fmt(&chain, "%s → ", files[--count]->path);
    at_buf_add_text(&chain, again->path);
    at_maestro_report(reader, node, AT_MAESTRO_ERROR,
                      "use repeat: to run steps several times",
                      "the flow runs itself: %s", at_buf_text(&chain));
    at_buf_deinit(&chain);
}

void
at_maestro_include(struct at_maestro_reader *reader,
                   const struct at_yaml_node *node,
                   struct at_maestro_body *body)
{
    const char *path =
        at_maestro_resolve(reader, node, body->file, "flow file");
    if (!path)
        return;
    if (reader->file->depth == AT_MAESTRO_INCLUDES_MAX) {
        at_maestro_report(reader, node, AT_MAESTRO_ERROR, NULL,
                          "more than %d files run each other",
                          AT_MAESTRO_INCLUDES_MAX);
        return;
    }
    struct at_maestro_file *file =
        at_maestro_load(reader->ws, path, reader, reader->problems);
    if (!file) {
        at_maestro_report(reader, node, AT_MAESTRO_ERROR, NULL,
                          "more than %d files", AT_MAESTRO_FILES_MAX);
        return;
    }
    if (file->state == AT_MAESTRO_FILE_READING)
        refuse_circle(reader, node, file);
    else if (file->state == AT_MAESTRO_FILE_WRONG)
        reader->is_wrong = true; // its problems have been reported
    body->flow = file->state == AT_MAESTRO_FILE_READING ? NULL : file->flow;
    if (body->flow && body->flow->reads_log)
        reader->flow->reads_log = true;
}

void
at_maestro_script(struct at_maestro_reader *reader,
                  const struct at_yaml_node *node,
                  struct at_maestro_command *command)
{
    const struct at_maestro_files *files = &reader->ws->files;
    struct at_buf source = AT_BUF_INIT(AT_YAML_MAX_BYTES);
    struct at_err err = AT_ERR_INIT;
    const char *path =
        at_maestro_resolve(reader, node, command->body.file, "script");
    if (!path)
        return;
    command->path = at_str(path);
    if (reader->ws->bytes > AT_MAESTRO_BYTES_MAX)
        at_maestro_report(reader, node, AT_MAESTRO_ERROR, NULL,
                          "all files together are longer than %zu bytes",
                          AT_MAESTRO_BYTES_MAX);
    else if (!files->read(files->user, path, &source, &err))
        at_maestro_report(reader, node, AT_MAESTRO_ERROR, NULL, "%s", err.msg);
    else if (!at_utf8_valid(at_buf_str(&source)))
        at_maestro_report(reader, node, AT_MAESTRO_ERROR, NULL,
                          "the script '%s' is not UTF-8", path);
    else
        command->text = at_arena_dup(&reader->ws->arena, at_buf_str(&source));
    reader->ws->bytes += source.len;
    at_buf_deinit(&source);
    if (command->text.ptr)
        at_maestro_imports(reader, command);
}

static uint64_t
hash_of(const char *path)
{
    uint64_t hash = UINT64_C(14695981039346656037);
    for (; *path; path++)
        hash = (hash ^ (unsigned char)*path) * UINT64_C(1099511628211);
    return hash;
}

static struct at_maestro_file **
slot_of(struct at_maestro_file **rows, size_t cap, const char *path)
{
    size_t at = hash_of(path) & (cap - 1);
    while (rows[at] && strcmp(rows[at]->path, path) != 0)
        at = (at + 1) & (cap - 1);
    return &rows[at];
}

static void
grow(struct at_maestro_workspace *ws)
{
    size_t cap = ws->read_cap ? ws->read_cap * 2 : 64;
    struct at_maestro_file **rows = at_alloc(cap * sizeof(rows[0]));
    for (size_t i = 0; i < ws->read_cap; i++) {
        if (ws->read[i])
            *slot_of(rows, cap, ws->read[i]->path) = ws->read[i];
    }
    free(ws->read);
    ws->read = rows;
    ws->read_cap = cap;
}

static void
read_file(struct at_maestro_reader *reader)
{
    const struct at_maestro_files *files = &reader->ws->files;
    struct at_buf text = AT_BUF_INIT(AT_YAML_MAX_BYTES);
    struct at_err err = AT_ERR_INIT;
    if (reader->ws->bytes > AT_MAESTRO_BYTES_MAX)
        at_maestro_report(reader, NULL, AT_MAESTRO_ERROR, NULL,
                          "all files together are longer than %zu bytes",
                          AT_MAESTRO_BYTES_MAX);
    else if (files->read(files->user, reader->file->path, &text, &err))
        at_maestro_document(reader, at_buf_str(&text), NULL);
    else
        at_maestro_report(reader, NULL, AT_MAESTRO_ERROR, NULL, "%s", err.msg);
    reader->ws->bytes += text.len;
    at_buf_deinit(&text);
}

struct at_maestro_file *
at_maestro_load(struct at_maestro_workspace *ws, const char *path,
                const struct at_maestro_reader *by,
                struct at_maestro_problems *problems)
{
    struct at_maestro_reader reader = {.ws = ws, .problems = problems};
    if (2 * (ws->read_count + 1) > ws->read_cap)
        grow(ws);
    struct at_maestro_file **slot = slot_of(ws->read, ws->read_cap, path);
    if (*slot)
        return *slot;
    if (ws->read_count == AT_MAESTRO_FILES_MAX)
        return NULL;
    struct at_maestro_file *file = at_arena_alloc(&ws->arena, sizeof(*file));
    file->path = path;
    file->by = by ? by->file : NULL;
    file->depth = by ? by->file->depth + 1 : 1;
    *slot = file;
    ws->read_count++;
    reader.file = file;
    read_file(&reader);
    file->flow = reader.flow;
    file->state =
        reader.is_wrong ? AT_MAESTRO_FILE_WRONG : AT_MAESTRO_FILE_SOUND;
    return file;
}

bool
at_maestro_read(struct at_maestro_workspace *ws, const char *path,
                const struct at_maestro_flow **out,
                struct at_maestro_problems *problems)
{
    const char *normal = at_maestro_normal_path(&ws->arena, at_str(path));
    const struct at_maestro_file *file =
        at_maestro_load(ws, normal, NULL, problems);
    *out = file ? file->flow : NULL;
    return file && file->state == AT_MAESTRO_FILE_SOUND;
}

bool
at_maestro_read_text(struct at_maestro_workspace *ws, const char *path,
                     struct at_str text, const char *app_id,
                     const struct at_maestro_flow **out,
                     struct at_maestro_problems *problems)
{
    struct at_maestro_file *file = at_arena_alloc(&ws->arena, sizeof(*file));
    struct at_maestro_reader reader = {
        .ws = ws, .problems = problems, .file = file};
    file->path = at_maestro_normal_path(&ws->arena, at_str(path));
    file->depth = 1;
    at_maestro_document(&reader, text, app_id ? app_id : "");
    *out = reader.flow;
    return !reader.is_wrong;
}
