// files.c: artifacts and exports of runs
#include "server/files.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "server/documents.h"
#include "server/forward.h"
#include "server/handlers.h"
#include "server/thumbnails.h"
#include "sys/folder.h"
#include "sys/path_below.h"
#include "tester/runs/attempt.h"
#include "wire/json.h"

static const struct {
    const char *suffix;
    const char *type;
} types[] = {
    {".png", "image/png"},
    {".jpg", "image/jpeg"},
    {".jpeg", "image/jpeg"},
    {".webp", "image/webp"},
    {".mp4", "video/mp4"},
    {".json", "application/json"},
    {".xml", "application/xml"},
    {".md", "text/markdown; charset=utf-8"},
    {".txt", "text/plain; charset=utf-8"},
    {".log", "text/plain; charset=utf-8"},
};

static const char *
type_of(struct at_str path)
{
    for (size_t i = 0; i < AT_LEN(types); i++) {
        if (at_str_ends(path, at_str(types[i].suffix)))
            return types[i].type;
    }
    return "application/octet-stream";
}

// Pictures and model calls get their names when they are complete, and never
// change afterwards.
static bool
is_lasting(struct at_str path)
{
    return at_str_starts(path, AT_STR("screenshots/")) ||
           at_str_starts(path, AT_STR("model/")) ||
           at_str_starts(path, AT_STR(AT_THUMBNAILS "/"));
}

bool
at_files_latest(const char *reports, char out[AT_STORE_KEY_MAX + 1])
{
    char *path = at_strfmt("%s/latest", reports);
    ssize_t len = readlink(path, out, AT_STORE_KEY_MAX);
    free(path);
    if (len <= 0)
        return false;
    out[len] = '\0';
    return !strchr(out, '/') && out[0] != '.';
}

// Names that begin with a dot are ours, in any case: a disk may not tell
// ".Work" from ".work". The two that lead elsewhere are refused with their own
// reason.
static bool
is_hidden(struct at_str path)
{
    struct at_str part;
    bool hidden = false;
    while (!hidden && at_str_next(&path, '/', &part))
        hidden = at_str_starts(part, AT_STR(".")) && !at_str_is(part, ".") &&
                 !at_str_is(part, "..");
    return hidden;
}

bool
at_files_open(struct at_server_reply *reply, const char *folder,
              struct at_str path, struct at_err *err)
{
    struct at_path_below file;
    if (is_hidden(path))
        return at_fail(err, AT_ENOTFOUND, "there is no such file");
    if (!at_path_below_open(folder, path, &file, err))
        return false;
    reply->status = 200;
    reply->fd = file.fd;
    reply->count = file.size;
    snprintf(reply->tag, sizeof(reply->tag),
             "\"%" PRIx64 "-%" PRIx64 "-%" PRIx64 "\"", file.inode,
             (uint64_t)file.modified_ms, file.size);
    return true;
}

bool
at_files_reply(struct at_server_call *call, const char *run, struct at_str path,
               struct at_err *err)
{
    struct at_server_reply *reply = call->reply;
    // Reports are those of the newest attempt; paths of events name theirs.
    char *folder = at_str_has(path, AT_STR("/"))
                       ? at_attempt_folder(call->opts->reports, run, 1)
                       : at_attempt_newest(call->opts->reports, run);
    bool ok = at_files_open(reply, folder, path, err);
    free(folder);
    if (!ok)
        return false;
    reply->type = type_of(path);
    if (is_lasting(path))
        reply->cache = AT_FILES_LASTING;
    return true;
}

// Return false with a reply unless the run exists, because its id becomes part
// of a path, and its files are on this host.
static bool
find_run(struct at_server_call *call, char out[AT_STORE_KEY_MAX + 1])
{
    struct at_store_doc doc = {0};
    if (!at_document_get(call, AT_STORE_RUN, &doc))
        return false;
    at_str_cut(out, AT_STORE_KEY_MAX + 1, at_str(doc.id));
    bool here = !at_forward_run(call, &doc);
    at_store_doc_deinit(&doc);
    return here;
}

static void
reply_missing(struct at_server_call *call, const struct at_err *err)
{
    bool outside = err->code == AT_EUSAGE;
    at_server_reply_problem(call->reply, outside ? 403 : 404, err->msg);
}

void
at_serve_artifact(struct at_server_call *call)
{
    char run[AT_STORE_KEY_MAX + 1];
    struct at_err err = AT_ERR_INIT;
    struct at_str path = call->request->params[1];
    int64_t width_px = at_request_query_i64(call->request, "width", 0);
    if (!find_run(call, run))
        return;
    bool ok = width_px > 0
                  ? at_thumbnail_reply(call, run, path, (size_t)width_px, &err)
                  : at_files_reply(call, run, path, &err);
    if (!ok)
        reply_missing(call, &err);
}

static void
list_file(json_t *out, const char *folder, const char *run, const char *path)
{
    struct at_path_below file;
    if (!at_path_below_open(folder, at_str(path), &file, NULL))
        return;
    close(file.fd);
    char *link = at_strfmt("/api/v1/runs/%s/artifacts/%s", run, path);
    json_array_append_new(out, json_pack("{s:o, s:I, s:s, s:o}", "path",
                                         at_json_text(at_str(path)), "bytes",
                                         (json_int_t)file.size, "type",
                                         type_of(at_str(path)), "href",
                                         at_json_text(at_str(link))));
    free(link);
}

// List the files of a run's folder and, one level deep, of its subfolders.
static void
list_files(json_t *out, const char *run, const char *folder, const char *below)
{
    struct at_folder_list list = {0};
    char *path = at_strfmt("%s/%s", folder, below);
    if (at_folder_list(path, &list, NULL)) {
        for (size_t i = 0; i < list.count; i++) {
            const struct at_folder_entry *entry = &list.entries[i];
            char *name =
                at_strfmt("%s%s%s", below, below[0] ? "/" : "", entry->name);
            bool shown = !is_hidden(at_str(entry->name));
            if (shown && !entry->is_folder)
                list_file(out, folder, run, name);
            else if (shown && !below[0] && strcmp(name, AT_THUMBNAILS) != 0)
                list_files(out, run, folder, name);
            free(name);
        }
    }
    at_folder_list_deinit(&list);
    free(path);
}

void
at_serve_artifacts(struct at_server_call *call)
{
    char run[AT_STORE_KEY_MAX + 1];
    if (!find_run(call, run))
        return;
    json_t *files = json_array();
    char *folder = at_strfmt("%s/%s", call->opts->reports, run);
    list_files(files, run, folder, "");
    free(folder);
    at_server_reply_json(call->reply, 200,
                         json_pack("{s:o}", "artifacts", files));
}
