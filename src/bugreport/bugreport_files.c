// bugreport_files.c: files and folders of this machine, into a report
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "base/limits_report.h"
#include "bugreport/bugreport_priv.h"
#include "sys/file.h"
#include "sys/folder.h"
#include "sys/path_below.h"

enum kind { TEXT, PICTURE, VIDEO, OTHER };

// An open file on its way into a report.
struct source {
    const char *name; // in the archive
    const char *what;
    int fd;
    uint64_t size;
    int64_t time_ms; // 0: not known
};

static enum kind
kind_of(const char *name)
{
    static const struct {
        struct at_str ending;
        enum kind kind;
    } rows[] = {
        {AT_STR_ROW(".png"), PICTURE},  {AT_STR_ROW(".jpg"), PICTURE},
        {AT_STR_ROW(".jpeg"), PICTURE}, {AT_STR_ROW(".webp"), PICTURE},
        {AT_STR_ROW(".gif"), PICTURE},  {AT_STR_ROW(".mp4"), VIDEO},
        {AT_STR_ROW(".webm"), VIDEO},   {AT_STR_ROW(".mkv"), VIDEO},
        {AT_STR_ROW(".h264"), VIDEO},   {AT_STR_ROW(".apk"), OTHER},
        {AT_STR_ROW(".zip"), OTHER},    {AT_STR_ROW(".db"), OTHER},
        {AT_STR_ROW(".sqlite"), OTHER},
    };
    for (size_t i = 0; i < AT_LEN(rows); i++) {
        if (at_str_ends(at_str(name), rows[i].ending))
            return rows[i].kind;
    }
    return TEXT;
}

// Lines can be read without those before them, a document cannot.
static bool
has_lines(const char *name)
{
    static const struct at_str endings[] = {
        AT_STR_ROW(".log"), AT_STR_ROW(".txt"), AT_STR_ROW(".jsonl"),
        AT_STR_ROW(".1"),   AT_STR_ROW(".out"), AT_STR_ROW(".err")};
    for (size_t i = 0; i < AT_LEN(endings); i++) {
        if (at_str_ends(at_str(name), endings[i]))
            return true;
    }
    return false;
}

// A file that grows while it is read ends where the room does.
static bool
read_all(const struct source *source, struct at_buf *out, struct at_err *err)
{
    char piece[16384];
    size_t len = sizeof(piece);
    while (len > 0 && out->len < out->max) {
        size_t left = out->max - out->len;
        if (!at_file_read_some(source->fd, piece,
                               left < sizeof(piece) ? left : sizeof(piece),
                               &len, err))
            return false;
        at_buf_add(out, piece, len);
    }
    return true;
}

// Begin at a whole line of the end that has room.
static bool
skip_to_end(const struct source *source, struct at_buf *content)
{
    off_t from = (off_t)(source->size - AT_BUGREPORT_FILE_MAX_BYTES);
    struct at_err err = AT_ERR_INIT;
    if (lseek(source->fd, from, SEEK_SET) < 0 ||
        !read_all(source, content, &err))
        return false;
    const char *line = memchr(content->data, '\n', content->len);
    at_buf_drop(content,
                line ? (size_t)(line + 1 - content->data) : content->len);
    return true;
}

static void
add_text(struct at_bugreport *report, const struct source *source)
{
    struct at_err err = AT_ERR_INIT;
    bool is_long = source->size > AT_BUGREPORT_FILE_MAX_BYTES;
    if (is_long && !has_lines(source->name)) {
        at_bugreport_leave_out(report, source->name, "it is longer than 4 MiB");
        return;
    }
    struct at_bugreport_file *file = at_bugreport_new_file(
        report, source->name, is_long ? "its last 4 MiB" : source->what);
    if (!file)
        return;
    if (source->time_ms > 0)
        file->time_ms = source->time_ms;
    bool ok = is_long ? skip_to_end(source, &file->content)
                      : read_all(source, &file->content, &err);
    if (!ok)
        at_bugreport_drop(report, err.msg[0] ? err.msg : "it cannot be read");
    else if (file->content.len > 0 &&
             memchr(file->content.data, '\0', file->content.len))
        at_bugreport_drop(report, "it is not a text");
    else
        at_bugreport_finish_text(report);
}

static void
add_picture(struct at_bugreport *report, const struct source *source)
{
    struct at_buf bytes = AT_BUF_INIT(AT_BUGREPORT_FILE_MAX_BYTES + 1);
    struct at_err err = AT_ERR_INIT;
    if (!report->opts.pictures || read_all(source, &bytes, &err))
        at_bugreport_add_picture(report, source->name, at_buf_str(&bytes));
    else
        at_bugreport_leave_out(report, source->name, err.msg);
    at_buf_deinit(&bytes);
}

static void
add_source(struct at_bugreport *report, const struct source *source)
{
    switch (kind_of(source->name)) {
    case PICTURE:
        add_picture(report, source);
        return;
    case VIDEO:
        at_bugreport_leave_out(
            report, source->name,
            "a video: attach it yourself, if it may be seen");
        return;
    case OTHER:
        at_bugreport_leave_out(report, source->name, "it is not a text");
        return;
    default:
        add_text(report, source);
    }
}

void
at_bugreport_add_file(struct at_bugreport *report, const char *name,
                      const char *what, const char *path)
{
    struct source source = {.name = name, .what = what};
    struct at_err err = AT_ERR_INIT;
    if (!at_file_open(path, &source.fd, &source.size, &err)) {
        at_bugreport_leave_out(report, name, err.msg);
        return;
    }
    add_source(report, &source);
    close(source.fd);
}

static void
add_below(struct at_bugreport *report, const char *folder, const char *name,
          const char *inner)
{
    struct at_path_below below;
    struct at_err err = AT_ERR_INIT;
    if (!at_path_below_open(folder, at_str(inner), &below, &err)) {
        at_bugreport_leave_out(report, name, err.msg);
        return;
    }
    struct source source = {
        .name = name,
        .fd = below.fd,
        .size = below.size,
        .time_ms = below.modified_ms,
    };
    if (below.modified_ms >= report->opts.since_ms)
        add_source(report, &source);
    else
        at_bugreport_leave_out(report, name, "it is older than --since");
    close(below.fd);
}

// A folder within a folder that is added.
struct place {
    struct at_bugreport *report;
    const char *root;  // on this machine
    const char *name;  // in the archive
    const char *inner; // both below root and below name; "": they themselves
    int depth;
};

static void
add_place(const struct place *place)
{
    char *path = at_strfmt("%s/%s", place->root, place->inner);
    struct at_folder_list list = {0};
    struct at_err err = AT_ERR_INIT;
    if (!at_folder_list(path, &list, &err))
        at_bugreport_leave_out(place->report, place->name, err.msg);
    for (size_t i = 0; i < list.count; i++) {
        char *inner =
            at_strfmt("%s%s%s", place->inner, place->inner[0] ? "/" : "",
                      list.entries[i].name);
        char *name = at_strfmt("%s/%s", place->name, inner);
        struct place next = {place->report, place->root, place->name, inner,
                             place->depth + 1};
        if (!list.entries[i].is_folder)
            add_below(place->report, place->root, name, inner);
        else if (next.depth < AT_BUGREPORT_DEPTH_MAX)
            add_place(&next);
        else
            at_bugreport_leave_out(place->report, name, "it is too deep");
        free(name);
        free(inner);
    }
    at_folder_list_deinit(&list);
    free(path);
}

void
at_bugreport_add_folder(struct at_bugreport *report, const char *name,
                        const char *path)
{
    const struct place place = {report, path, name, "", 0};
    add_place(&place);
}
