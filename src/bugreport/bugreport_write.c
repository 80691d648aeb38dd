// bugreport_write.c: hide, list, and write the archive
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "base/limits_report.h"
#include "base/size.h"
#include "base/wipe.h"
#include "bugreport/bugreport_priv.h"
#include "sys/clock.h"
#include "sys/file.h"
#include "sys/path.h"
#include "wire/json.h"
#include "wire/zip_write.h"

#define MANIFEST "README.txt"

enum { NAMES_TRIED = 100 };

static void
hide_in_place(const struct at_bugreport_hider *hider, char **inout_text)
{
    struct at_buf hidden = AT_BUF_INIT(AT_BUGREPORT_FILE_MAX_BYTES);
    at_bugreport_hide_text(hider, at_str(*inout_text), &hidden);
    free(*inout_text);
    *inout_text = at_buf_take(&hidden);
}

// Returns false if the text became too long.
static bool
hide_file(const struct at_bugreport_hider *hider,
          struct at_bugreport_file *file)
{
    struct at_buf hidden = AT_BUF_INIT(4 * AT_BUGREPORT_FILE_MAX_BYTES);
    hide_in_place(hider, &file->name);
    hide_in_place(hider, &file->what);
    if (file->is_picture)
        return true;
    at_bugreport_hide_content(hider, at_buf_str(&file->content), &hidden);
    at_wipe_buf(&file->content);
    file->content = hidden;
    return !hidden.overflow;
}

static void
hide_all(struct at_bugreport *report)
{
    struct at_bugreport_hider hider;
    size_t kept = 0;
    at_bugreport_hider_init(&hider, &report->known, getenv("HOME"));
    for (size_t i = 0; i < report->count; i++) {
        struct at_bugreport_file *file = &report->files[i];
        if (hide_file(&hider, file)) {
            report->files[kept++] = *file;
            continue;
        }
        at_bugreport_leave_out(report, file->name,
                               "it is too long once it is masked");
        free(file->name);
        free(file->what);
        at_wipe_buf(&file->content);
    }
    report->count = kept;
    json_t *left_out = at_bugreport_hide_json(&hider, report->left_out);
    json_decref(report->left_out);
    report->left_out = left_out;
    at_bugreport_hider_deinit(&hider);
}

json_t *
at_bugreport_json(const struct at_bugreport *report)
{
    json_t *json = json_object();
    json_t *files = json_array();
    json_t *hidden = json_object();
    const size_t *counts = report->known.counts;
    for (size_t i = 0; i < report->count; i++) {
        const struct at_bugreport_file *file = &report->files[i];
        json_t *row = json_object();
        at_json_set(row, "name", at_json_text(at_str(file->name)));
        at_json_set(row, "bytes", json_integer((json_int_t)file->content.len));
        at_json_set(row, "what", at_json_text(at_str(file->what)));
        json_array_append_new(files, row);
    }
    at_json_set(hidden, "secrets",
                json_integer((json_int_t)counts[AT_BUGREPORT_SECRET]));
    at_json_set(hidden, "typed",
                json_integer((json_int_t)counts[AT_BUGREPORT_TYPED]));
    at_json_set(hidden, "devices",
                json_integer((json_int_t)counts[AT_BUGREPORT_DEVICE]));
    at_json_set(json, "path",
                report->path ? at_json_text(at_str(report->path))
                             : json_null());
    at_json_set(json, "bytes", json_integer((json_int_t)report->bytes));
    at_json_set(json, "pictures", json_boolean(report->opts.pictures));
    at_json_set(json, "files", files);
    at_json_set(json, "left_out", json_incref(report->left_out));
    at_json_set(json, "hidden", hidden);
    return json;
}

// Pack what fits, and list the rest. The manifest comes last, because only then
// is it known; its room is kept free.
static void
pack(struct at_bugreport *report, struct at_buf *out)
{
    struct at_zip_writer zip;
    struct at_buf manifest = AT_BUF_INIT(AT_BUGREPORT_FILE_MAX_BYTES);
    size_t kept = 0;
    size_t max = out->max;
    at_zip_writer_init(&zip, out);
    out->max -= AT_BUGREPORT_FILE_MAX_BYTES;
    for (size_t i = 0; i < report->count; i++) {
        struct at_bugreport_file *file = &report->files[i];
        if (at_zip_writer_add(&zip, at_str(file->name),
                              at_buf_str(&file->content), file->time_ms)) {
            report->files[kept++] = *file;
            continue;
        }
        at_bugreport_leave_out(report, file->name, "the archive is full");
        free(file->name);
        free(file->what);
        at_wipe_buf(&file->content);
    }
    report->count = kept;
    out->max = max;
    json_t *json = at_bugreport_json(report);
    at_bugreport_manifest(report, json, &manifest);
    json_decref(json);
    if (!at_zip_writer_add(&zip, AT_STR(MANIFEST), at_buf_str(&manifest),
                           at_wall_now_ms()))
        at_bugreport_leave_out(report, MANIFEST, "the archive is full");
    at_zip_writer_end(&zip);
    at_zip_writer_deinit(&zip);
    at_buf_deinit(&manifest);
}

// Two reports of one second have different names.
static bool
write_by_time(const struct at_bugreport *report, struct at_str bytes,
              char **out_path, struct at_err *err)
{
    char time[AT_RFC3339_MAX];
    bool ok = false;
    (void)report;
    at_wall_write_name(at_wall_now_ms(), time);
    for (int i = 1; !ok && i <= NAMES_TRIED; i++) {
        free(*out_path);
        *out_path = i == 1 ? at_strfmt("agentest-report-%s.zip", time)
                           : at_strfmt("agentest-report-%s-%d.zip", time, i);
        bool taken = at_file_exists(*out_path);
        ok = !taken && at_file_create(*out_path, bytes, err);
        if (!ok && !taken)
            break;
    }
    return ok;
}

static bool
write_to(struct at_bugreport *report, const char *path, struct at_str bytes,
         struct at_err *err)
{
    char *written = path ? at_strdup(path) : NULL;
    bool ok = path ? at_file_create(path, bytes, err)
                   : write_by_time(report, bytes, &written, err);
    if (ok)
        report->path = at_path_absolute(written);
    else
        at_err_add(err, "--out FILE writes it elsewhere; an existing file is "
                        "never replaced");
    free(written);
    return ok;
}

bool
at_bugreport_write(struct at_bugreport *report, const char *path, bool dry,
                   struct at_err *err)
{
    struct at_buf archive = AT_BUF_INIT(AT_BUGREPORT_MAX_BYTES);
    hide_all(report);
    pack(report, &archive);
    report->bytes = archive.len;
    bool ok = dry || write_to(report, path, at_buf_str(&archive), err);
    at_buf_deinit(&archive);
    return ok;
}
