// imports.c: the modules that a script imports, read with it
#include "maestro/read/read_priv.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "maestro/read/modules.h"

enum { MODULES_MAX = 200, MODULE_BYTES_MAX = 4 * AT_YAML_MAX_BYTES };

struct module {
    const char *path;
    struct at_str text; // rewritten; ptr NULL while it is being read
};

struct bundle {
    struct at_maestro_reader *reader;
    const char *flow; // the outermost: modules are in its workspace
    struct module rows[MODULES_MAX];
    size_t count;
    bool is_wrong;
};

// A file whose imports are being read.
struct importer {
    struct bundle *bundle;
    const char *path;
    struct at_str source;
};

static void
report(const struct importer *importer, size_t offset, const char *hint,
       const char *words, const char *path)
{
    struct bundle *bundle = importer->bundle;
    struct at_maestro_file file = {.path = importer->path};
    struct at_maestro_reader reader = *bundle->reader;
    struct at_yaml_node at = {.line = 1, .column = 1};
    for (size_t i = 0; i < offset && i < importer->source.len; i++) {
        bool ends = importer->source.ptr[i] == '\n';
        at.line += ends;
        at.column = ends ? 1 : at.column + 1;
    }
    reader.file = &file;
    at_maestro_report(&reader, &at, AT_MAESTRO_ERROR, hint, words, path);
    bundle->reader->is_wrong = true;
    bundle->reader->reported = reader.reported;
    bundle->is_wrong = true;
}

static ptrdiff_t
known(const struct importer *importer, const char *path, size_t offset)
{
    const struct bundle *bundle = importer->bundle;
    for (size_t i = 0; i < bundle->count; i++) {
        if (strcmp(bundle->rows[i].path, path) != 0)
            continue;
        if (bundle->rows[i].text.ptr)
            return (ptrdiff_t)i;
        report(importer, offset, "move what both need to a third module",
               "the module '%s' imports itself, perhaps through others", path);
        return -2;
    }
    return -1;
}

static bool rewrite(const struct importer *importer, struct at_buf *out,
                    bool *out_any);

static bool
read_module(const struct importer *by, const char *path, size_t offset,
            struct at_buf *source)
{
    struct bundle *bundle = by->bundle;
    struct at_maestro_workspace *ws = bundle->reader->ws;
    struct at_err err = AT_ERR_INIT;
    bool ok = ws->files.read(ws->files.user, path, source, &err);
    ws->bytes += source->len;
    if (!ok)
        report(by, offset, NULL, "%s", err.msg);
    else if (!at_utf8_valid(at_buf_str(source)))
        report(by, offset, NULL, "the module '%s' is not UTF-8", path);
    else if (ws->bytes > AT_MAESTRO_BYTES_MAX)
        report(by, offset, NULL, "all files with '%s' are too long", path);
    return !bundle->is_wrong;
}

static ptrdiff_t
load(const struct importer *by, const char *path, size_t offset)
{
    struct bundle *bundle = by->bundle;
    struct at_buf source = AT_BUF_INIT(AT_YAML_MAX_BYTES);
    struct at_buf text = AT_BUF_INIT(2 * AT_YAML_MAX_BYTES);
    bool any;
    if (bundle->count == MODULES_MAX) {
        report(by, offset, NULL, "'%s' is one module too many", path);
        return -1;
    }
    size_t at = bundle->count++;
    bundle->rows[at] = (struct module){.path = path};
    const struct importer own = {.bundle = bundle, .path = path};
    struct importer importer = own;
    if (read_module(by, path, offset, &source)) {
        importer.source = at_buf_str(&source);
        if (rewrite(&importer, &text, &any))
            bundle->rows[at].text =
                at_arena_dup(&bundle->reader->ws->arena, at_buf_str(&text));
    }
    at_buf_deinit(&source);
    at_buf_deinit(&text);
    return bundle->is_wrong ? -1 : (ptrdiff_t)at;
}

// "./api.js" beside the file that imports it.
static const char *
path_of(const struct importer *importer, struct at_str name)
{
    struct at_arena *arena = &importer->bundle->reader->ws->arena;
    const char *slash = strrchr(importer->path, '/');
    size_t folder = slash ? (size_t)(slash - importer->path) + 1 : 0;
    struct at_buf path = AT_BUF_INIT(folder + name.len + 1);
    at_buf_add(&path, importer->path, folder);
    at_buf_add_str(&path, name);
    const char *normal = at_maestro_normal_path(arena, at_buf_str(&path));
    at_buf_deinit(&path);
    return normal;
}

// The current folder if the flow is below it, else the flow's.
static const char *
folder_of(struct at_maestro_workspace *ws, const char *flow)
{
    const char *slash = strrchr(flow, '/');
    if (!slash || at_maestro_is_below(flow, "."))
        return ".";
    size_t len = slash == flow ? 1 : (size_t)(slash - flow);
    return at_arena_dup(&ws->arena, at_str_n(flow, len)).ptr;
}

static bool
is_inside(const struct bundle *bundle, const char *path)
{
    const struct at_maestro_files *files = &bundle->reader->ws->files;
    return files->is_within
               ? files->is_within(files->user, path, bundle->flow)
               : at_maestro_is_below(
                     path, folder_of(bundle->reader->ws, bundle->flow));
}

static ptrdiff_t
import(void *user, struct at_str name, size_t offset)
{
    const struct importer *importer = user;
    const struct at_maestro_files *files = &importer->bundle->reader->ws->files;
    char *written = at_strndup(name.ptr, name.len);
    const char *path = path_of(importer, name);
    ptrdiff_t number = -1;
    if (!at_str_starts(name, AT_STR("./")) &&
        !at_str_starts(name, AT_STR("../")))
        report(importer, offset, "write \"./lib.js\": a file beside this one",
               "'%s' is not a path, and packages can't be imported", written);
    else if (files->kind(files->user, path) != AT_MAESTRO_IS_FILE)
        report(importer, offset,
               "paths are relative to the file that names them, with their "
               "extension",
               "there is no module '%s'", path);
    else if (!is_inside(importer->bundle, path))
        report(importer, offset, "copy it into the folder of the flows",
               "the module '%s' is outside of the workspace", path);
    else
        number = known(importer, path, offset);
    free(written);
    if (number != -1 || importer->bundle->is_wrong)
        return number;
    return load(importer, path, offset);
}

static bool
rewrite(const struct importer *importer, struct at_buf *out, bool *out_any)
{
    struct importer own = *importer;
    *out_any = false;
    if (!at_str_has(own.source, AT_STR("import")) &&
        !at_str_has(own.source, AT_STR("export")))
        return at_buf_add_str(out, own.source);
    return at_maestro_module_rewrite(own.source, import, &own, out, out_any);
}

static size_t
lines_of(const struct at_buf *text)
{
    size_t lines = 1;
    for (size_t i = 0; i < text->len; i++)
        lines += text->data[i] == '\n';
    return lines;
}

// Begin a part at the end of the text, where its beginning is already written.
static void
add_part(struct at_maestro_command *command, struct at_maestro_part *parts,
         const char *path, const struct at_buf *text)
{
    size_t indent = 0;
    while (indent < text->len && text->data[text->len - indent - 1] != '\n')
        indent++;
    parts[command->part_count++] = (struct at_maestro_part){
        .path = at_str(path),
        .line = (uint32_t)lines_of(text),
        .indent = (uint32_t)indent,
    };
}

// One text of the script and its modules.
static void
join(const struct bundle *bundle, struct at_str script,
     struct at_maestro_command *command)
{
    struct at_arena *arena = &bundle->reader->ws->arena;
    struct at_buf text = AT_BUF_INIT(MODULE_BYTES_MAX);
    struct at_maestro_part *parts =
        at_arena_alloc(arena, (bundle->count + 1) * sizeof(*parts));
    at_buf_add_text(&text, at_maestro_modules_head);
    add_part(command, parts, command->path.ptr, &text);
    at_buf_add_str(&text, script);
    at_buf_add_text(&text, at_maestro_modules_tail);
    for (size_t i = 0; i < bundle->count; i++) {
        at_buf_add_char(&text, '\n');
        at_maestro_module_begin(i, &text);
        add_part(command, parts, bundle->rows[i].path, &text);
        at_buf_add_str(&text, bundle->rows[i].text);
        at_buf_add_text(&text, "\n}");
    }
    at_buf_add_char(&text, '\n');
    at_maestro_modules_end(bundle->count, &text);
    command->parts = parts;
    command->text = at_arena_dup(arena, at_buf_str(&text));
    if (text.overflow)
        at_maestro_report(bundle->reader, NULL, AT_MAESTRO_ERROR, NULL,
                          "the script '%.*s' and its modules are too long",
                          AT_STR_ARG(command->path));
    at_buf_deinit(&text);
}

void
at_maestro_imports(struct at_maestro_reader *reader,
                   struct at_maestro_command *command)
{
    struct at_buf text = AT_BUF_INIT(2 * AT_YAML_MAX_BYTES);
    struct bundle *bundle = at_alloc(sizeof(*bundle));
    bundle->reader = reader;
    const struct at_maestro_file *outermost = reader->file;
    while (outermost->by)
        outermost = outermost->by;
    bundle->flow = outermost->path;
    const struct importer importer = {
        .bundle = bundle, .path = command->path.ptr, .source = command->text};
    bool any;
    if (rewrite(&importer, &text, &any) && any)
        join(bundle, at_buf_str(&text), command);
    at_buf_deinit(&text);
    free(bundle);
}
