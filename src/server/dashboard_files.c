// dashboard_files.c: files by path, types by suffix, and the addresses of the
// page's views
#include "server/dashboard_files.h"

#include <string.h>
#include <unistd.h>

#include "http/access.h"
#include "sys/path_below.h"
#include "wire/gzip.h"

static const struct {
    const char *suffix;
    const char *type;
} types[] = {
    {".html", "text/html; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".json", "application/json"},
    {".map", "application/json"},
    {".webmanifest", "application/manifest+json"},
    {".txt", "text/plain; charset=utf-8"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".jpg", "image/jpeg"},
    {".webp", "image/webp"},
    {".ico", "image/x-icon"},
    {".woff2", "font/woff2"},
};

// Return the type of a known suffix, or NULL.
static const char *
type_of(struct at_str path)
{
    for (size_t i = 0; i < AT_LEN(types); i++) {
        if (at_str_ends(path, at_str(types[i].suffix)))
            return types[i].type;
    }
    return NULL;
}

const char *
at_dashboard_type(struct at_str path)
{
    const char *type = type_of(path);
    return type ? type : "application/octet-stream";
}

bool
at_dashboard_check(const struct at_dashboard *web, struct at_err *err)
{
    struct at_path_below file;
    struct at_err why = AT_ERR_INIT;
    if (!web->folder)
        return true;
    if (!at_path_below_open(web->folder, AT_STR("index.html"), &file, &why))
        return at_fail(err, AT_EUSAGE, "no page is in '%s': %s", web->folder,
                       why.msg);
    close(file.fd);
    return true;
}

bool
at_dashboard_exists(const struct at_dashboard *web)
{
    return web->folder || web->count > 0;
}

const struct at_dashboard_file *
at_dashboard_find(const struct at_dashboard *web, struct at_str path)
{
    for (size_t i = 0; i < web->count; i++) {
        if (at_str_is(path, web->files[i].path))
            return &web->files[i];
    }
    return NULL;
}

static bool
read_folder(const char *folder, struct at_str path, struct at_buf *out,
            struct at_err *err)
{
    struct at_path_below file;
    ssize_t count = 1;
    if (!at_path_below_open(folder, path, &file, err))
        return false;
    char *room = at_buf_reserve(out, (size_t)file.size);
    size_t end = out->len + (size_t)file.size;
    while (room && out->len < end && count > 0) {
        count = read(file.fd, out->data + out->len, end - out->len);
        if (count > 0)
            out->len += (size_t)count;
    }
    close(file.fd);
    if (!room)
        return at_fail(err, AT_ELIMIT, "the file is too large");
    return out->len == end ||
           at_fail(err, AT_EIO, "the file has become shorter");
}

bool
at_dashboard_read(const struct at_dashboard *web, struct at_str path,
                  struct at_buf *out, struct at_err *err)
{
    if (web->folder)
        return read_folder(web->folder, path, out, err);
    const struct at_dashboard_file *file = at_dashboard_find(web, path);
    if (!file)
        return at_fail(err, AT_ENOTFOUND, "the program has no file '%.*s'",
                       AT_STR_ARG(at_utf8_head(path, 200)));
    char *room = at_buf_reserve(out, file->len);
    if (!room)
        return at_fail(err, AT_ELIMIT, "the file is too large");
    if (!file->gzip)
        memcpy(room, file->data.ptr, file->len);
    else if (!at_gzip_unpack(file->data, room, file->len))
        return at_fail(err, AT_EIO, "the program's file is damaged");
    out->len += file->len;
    return true;
}

static bool
names_html(struct at_str accept)
{
    struct at_str part;
    while (at_str_next(&accept, ',', &part)) {
        if (at_str_eq_nocase(at_http_media_type(part), AT_STR("text/html")))
            return true;
    }
    return false;
}

bool
at_dashboard_is_view(struct at_str path, struct at_str accept)
{
    if (at_str_starts(path, AT_STR("assets/")))
        return false;
    return names_html(accept) ||
           (!type_of(path) && at_http_accepts(accept, "text/html", "text/*"));
}

bool
at_dashboard_is_hidden(struct at_str path)
{
    struct at_str part;
    while (at_str_next(&path, '/', &part)) {
        if (at_str_starts(part, AT_STR(".")))
            return true;
    }
    return false;
}
