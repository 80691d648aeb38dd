// html.c: blocks of data between the two halves of the page
#include "tester/report/html.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/base64.h"
#include "base/limits.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "sys/file.h"
#include "sys/path_below.h"
#include "wire/image.h"
#include "wire/json.h"

#define PLACE "<!--run-->"

// Members for the server's own use.
static const char *const inner[] = {"owner", "holder", "pooled", "anyProfile",
                                    "final"};

// The op's last seconds are for the rest of the report, even if some pictures
// are left out.
enum { RESERVE_MS = 5000 };

// Pictures are the larger, the fewer there are.
static const struct {
    size_t count_max;
    size_t width_px;
} widths[] = {{100, 720}, {300, 480}, {SIZE_MAX, 240}};

// The report while it is written.
struct draft {
    const struct at_op *op;
    const struct at_html_report *report;
    int fd;
    struct at_err err;
    bool failed;
    struct at_buf piece;
    json_t *pictures; // paths as members, as events name them; owned
    json_t *others;   // the same of JSON files; owned
    json_t *files;    // array: paths of the files in the report; owned
    size_t width_px;
    size_t events_bytes;
    size_t pictures_bytes;
    size_t others_bytes;
    json_int_t events_left_out;
    json_int_t pictures_left_out;
    json_int_t others_left_out;
};

void
at_html_write_json(struct at_str json, struct at_buf *out)
{
    static const char breaks[] = "\xe2\x80"; // first bytes of U+2028 and U+2029
    size_t from = 0;
    for (size_t i = 0; i < json.len; i++) {
        unsigned char c = (unsigned char)json.ptr[i];
        bool breaks_line = c == 0xa8 || c == 0xa9;
        if (breaks_line && i >= from + 2 &&
            at_str_ends(at_str_head(json, i), at_str(breaks))) {
            at_buf_add(out, json.ptr + from, i - 2 - from);
            at_buf_add_text(out, c == 0xa8 ? "\\u2028" : "\\u2029");
            from = i + 1;
        } else if (c == '<' || c == '>') {
            at_buf_add(out, json.ptr + from, i - from);
            at_buf_add_text(out, c == '<' ? "\\u003c" : "\\u003e");
            from = i + 1;
        }
    }
    at_buf_add(out, json.ptr + from, json.len - from);
}

// Return false after a failure, which stays: the report is of no use then.
static bool
flush(struct draft *draft)
{
    if (draft->piece.overflow)
        at_fail(&draft->err, AT_ELIMIT, "a part of the report is too large");
    draft->failed =
        draft->failed || draft->piece.overflow ||
        !at_op_check(draft->op, &draft->err) ||
        !at_file_write_open(draft->fd, at_buf_str(&draft->piece), &draft->err);
    at_buf_clear(&draft->piece);
    return !draft->failed;
}

static bool
write_block(struct draft *draft, const char *id, const json_t *value)
{
    struct at_buf json = AT_BUF_INIT(AT_STORE_DOC_MAX_BYTES);
    at_buf_add_fmt(&draft->piece,
                   "<script type=\"application/json\" id=\"%s\">", id);
    if (at_json_write(value, &json))
        at_html_write_json(at_buf_str(&json), &draft->piece);
    draft->piece.overflow = draft->piece.overflow || json.overflow;
    at_buf_add_text(&draft->piece, "</script>\n");
    at_buf_deinit(&json);
    return flush(draft);
}

static bool
write_document(struct draft *draft)
{
    json_t *shown = json_copy((json_t *)draft->report->document);
    for (size_t i = 0; i < AT_LEN(inner); i++)
        json_object_del(shown, inner[i]);
    bool ok = write_block(draft, "run", shown);
    json_decref(shown);
    return ok;
}

static void
note_path(json_t *paths, const json_t *event, const char *member)
{
    struct at_str path = at_json_get_str(event, member);
    char *name = at_strndup(path.ptr, path.len);
    if (path.len > 0 && json_object_size(paths) < AT_HTML_FILES_MAX)
        at_json_set(paths, name, json_true());
    free(name);
}

static void
note_files(struct draft *draft, struct at_str text)
{
    json_t *event = at_json_parse(text, NULL);
    note_path(draft->pictures, event, "before");
    note_path(draft->pictures, event, "screenshotPath");
    note_path(draft->others, event, "callPath");
    json_decref(event);
}

static bool
add_event(void *user, int64_t index, struct at_str text)
{
    struct draft *draft = user;
    (void)index;
    if (draft->events_bytes + text.len > AT_HTML_EVENTS_MAX_BYTES) {
        draft->events_left_out++;
        return true;
    }
    at_buf_add_text(&draft->piece, draft->events_bytes == 0 ? "\n" : ",\n");
    draft->events_bytes += text.len;
    at_html_write_json(text, &draft->piece);
    note_files(draft, text);
    return flush(draft);
}

static bool
write_events(struct draft *draft)
{
    const struct at_html_report *report = draft->report;
    const struct at_store_reading all = {
        .run = at_json_get_str(report->document, "id"),
        .each = add_event,
        .user = draft,
    };
    at_buf_add_text(&draft->piece,
                    "<script type=\"application/json\" id=\"events\">[");
    if (!report->store->ops->events(report->store, &all, &draft->err))
        draft->failed = true;
    at_buf_add_text(&draft->piece, "\n]</script>\n");
    return flush(draft);
}

static bool
read_file(const struct draft *draft, const char *path, struct at_buf *out)
{
    struct at_path_below file;
    if (!at_path_below_open(draft->report->folder, at_str(path), &file, NULL))
        return false;
    bool ok = at_file_read_open(file.fd, path, out, NULL);
    close(file.fd);
    return ok;
}

static bool
read_picture(const struct draft *draft, const char *path, struct at_buf *out)
{
    struct at_buf png = AT_BUF_INIT(AT_SCREENSHOT_MAX_BYTES);
    bool ok =
        read_file(draft, path, &png) &&
        at_image_narrow(at_buf_str(&png), draft->width_px, out->max, out, NULL);
    at_buf_deinit(&png);
    return ok;
}

static void
begin_file(struct draft *draft, const char *path)
{
    at_buf_add_fmt(&draft->piece,
                   "<script type=\"text/plain\" id=\"file-%zu\">",
                   json_array_size(draft->files));
    json_array_append_new(draft->files, at_json_text(at_str(path)));
}

static bool
end_file(struct draft *draft)
{
    at_buf_add_text(&draft->piece, "</script>\n");
    return flush(draft);
}

static bool
has_room(const struct draft *draft)
{
    return draft->pictures_bytes < AT_HTML_PICTURES_MAX_BYTES &&
           at_op_left_ms(draft->op, at_now_ns()) > RESERVE_MS;
}

// A picture that is gone is left out too.
static bool
write_picture(struct draft *draft, const char *path)
{
    struct at_buf jpeg = AT_BUF_INIT(AT_PICTURE_MAX_BYTES);
    bool fits = has_room(draft) && read_picture(draft, path, &jpeg) &&
                draft->pictures_bytes + jpeg.len <= AT_HTML_PICTURES_MAX_BYTES;
    if (fits) {
        begin_file(draft, path);
        at_base64_write(at_buf_str(&jpeg), &draft->piece);
        draft->pictures_bytes += jpeg.len;
    } else {
        draft->pictures_left_out++;
    }
    at_buf_deinit(&jpeg);
    return !fits || end_file(draft);
}

static bool
write_other(struct draft *draft, const char *path)
{
    struct at_buf json = AT_BUF_INIT(AT_HTML_FILE_MAX_BYTES);
    bool fits = read_file(draft, path, &json) &&
                draft->others_bytes + json.len <= AT_HTML_OTHERS_MAX_BYTES;
    if (fits) {
        begin_file(draft, path);
        at_html_write_json(at_buf_str(&json), &draft->piece);
        draft->others_bytes += json.len;
    } else {
        draft->others_left_out++;
    }
    at_buf_deinit(&json);
    return !fits || end_file(draft);
}

// The newest first: they show how the run ended.
static bool
write_each(struct draft *draft, json_t *paths,
           bool (*write)(struct draft *draft, const char *path))
{
    size_t count = json_object_size(paths), i = count;
    const char **names = at_realloc_array(NULL, count, sizeof(*names));
    const char *name;
    json_t *value;
    bool ok = true;
    json_object_foreach(paths, name, value) names[--i] = name;
    for (i = 0; ok && i < count; i++)
        ok = write(draft, names[i]);
    free(names);
    return ok;
}

static bool
write_files(struct draft *draft)
{
    size_t count = json_object_size(draft->pictures), i = 0;
    while (count > widths[i].count_max)
        i++;
    draft->width_px = widths[i].width_px;
    return !draft->report->folder ||
           (write_each(draft, draft->pictures, write_picture) &&
            write_each(draft, draft->others, write_other));
}

static bool
write_index(struct draft *draft)
{
    char now[AT_RFC3339_MAX];
    at_wall_write(at_wall_now_ms(), now);
    json_t *index = json_pack(
        "{s:O, s:s, s:{s:I, s:I, s:I}}", "files", draft->files, "madeAt", now,
        "leftOut", "events", draft->events_left_out, "pictures",
        draft->pictures_left_out, "files", draft->others_left_out);
    bool ok = write_block(draft, "index", index);
    json_decref(index);
    return ok;
}

static bool
write_all(struct draft *draft, struct at_str head, struct at_str tail)
{
    at_buf_add_str(&draft->piece, head);
    bool ok = flush(draft) && write_document(draft) && write_events(draft) &&
              write_files(draft) && write_index(draft);
    at_buf_add_str(&draft->piece, tail);
    return ok && flush(draft);
}

bool
at_report_html(const struct at_op *op, const struct at_html_report *report,
               int fd, struct at_err *err)
{
    struct at_str page = report->page;
    ptrdiff_t at = at_str_find(page, AT_STR(PLACE));
    struct draft draft = {
        .op = op,
        .report = report,
        .fd = fd,
        .err = AT_ERR_INIT,
        .piece = AT_BUF_INIT(AT_REPORT_MAX_BYTES),
        .pictures = json_object(),
        .others = json_object(),
        .files = json_array(),
    };
    bool ok = at >= 0 ? write_all(&draft, at_str_head(page, (size_t)at),
                                  at_str_skip(page, (size_t)at + strlen(PLACE)))
                      : at_fail(&draft.err, AT_EUNSUPPORTED,
                                "this program was built without the page of "
                                "reports");
    at_buf_deinit(&draft.piece);
    json_decref(draft.pictures);
    json_decref(draft.others);
    json_decref(draft.files);
    return ok || at_err_pass(err, &draft.err);
}
