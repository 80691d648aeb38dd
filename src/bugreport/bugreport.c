// bugreport.c: the files of a report, as they are collected
#include "bugreport/bugreport.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "base/limits_report.h"
#include "base/wipe.h"
#include "bugreport/bugreport_priv.h"
#include "bugreport/learn.h"
#include "sys/clock.h"
#include "wire/json.h"

struct at_bugreport *
at_bugreport_new(const struct at_bugreport_opts *opts)
{
    struct at_bugreport *report = at_alloc(sizeof(*report));
    report->opts = *opts;
    report->left_out = json_array();
    return report;
}

static void
file_deinit(struct at_bugreport_file *file)
{
    free(file->name);
    free(file->what);
    at_wipe_buf(&file->content);
}

void
at_bugreport_free(struct at_bugreport *report)
{
    if (!report)
        return;
    for (size_t i = 0; i < report->count; i++)
        file_deinit(&report->files[i]);
    free(report->files);
    at_bugreport_known_deinit(&report->known);
    json_decref(report->left_out);
    free(report->path);
    free(report);
}

void
at_bugreport_add_secret(struct at_bugreport *report, struct at_str value)
{
    at_bugreport_known_add(&report->known, AT_BUGREPORT_SECRET, value);
}

void
at_bugreport_add_device(struct at_bugreport *report, struct at_str serial)
{
    at_bugreport_learn_device(serial, &report->known);
}

void
at_bugreport_leave_out(struct at_bugreport *report, const char *name,
                       const char *why)
{
    json_t *row = json_object();
    at_json_set(row, "name", at_json_text(at_str(name)));
    at_json_set(row, "why", at_json_text(at_str(why)));
    json_array_append_new(report->left_out, row);
}

static bool
has_name(const struct at_bugreport *report, const char *name)
{
    for (size_t i = 0; i < report->count; i++) {
        if (strcmp(report->files[i].name, name) == 0)
            return true;
    }
    return false;
}

struct at_bugreport_file *
at_bugreport_new_file(struct at_bugreport *report, const char *name,
                      const char *what)
{
    const char *why = NULL;
    if (report->known.is_full)
        why = "more was typed than can be looked for";
    else if (report->count >= AT_BUGREPORT_FILES_MAX)
        why = "the report has too many files";
    else if (report->text_bytes >= AT_BUGREPORT_TEXT_MAX_BYTES)
        why = "newer texts fill the report";
    else if (has_name(report, name))
        why = "another file has this name";
    if (why) {
        at_bugreport_leave_out(report, name, why);
        return NULL;
    }
    report->files = at_realloc_array(report->files, report->count + 1,
                                     sizeof(*report->files));
    struct at_bugreport_file *file = &report->files[report->count++];
    *file = (struct at_bugreport_file){
        .name = at_strdup(name),
        .what = at_strdup(what ? what : ""),
        .content = AT_BUF_INIT(AT_BUGREPORT_FILE_MAX_BYTES),
        .time_ms = at_wall_now_ms(),
    };
    return file;
}

void
at_bugreport_drop(struct at_bugreport *report, const char *why)
{
    struct at_bugreport_file *file = &report->files[--report->count];
    at_bugreport_leave_out(report, file->name, why);
    file_deinit(file);
}

// A file whose texts cannot all be hidden stays out.
void
at_bugreport_finish_text(struct at_bugreport *report)
{
    struct at_bugreport_file *file = &report->files[report->count - 1];
    struct at_str text = at_buf_str(&file->content);
    size_t left = AT_BUGREPORT_TEXT_MAX_BYTES - report->text_bytes;
    if (text.len > left) {
        at_bugreport_drop(report, "newer texts fill the report");
        return;
    }
    at_bugreport_learn_text(text, &report->known);
    if (report->known.is_full)
        at_bugreport_drop(report, "more was typed than can be looked for");
    else
        report->text_bytes += text.len;
}

void
at_bugreport_add_text(struct at_bugreport *report, const char *name,
                      const char *what, struct at_str text)
{
    struct at_bugreport_file *file = at_bugreport_new_file(report, name, what);
    if (!file)
        return;
    if (at_buf_add_str(&file->content, text))
        at_bugreport_finish_text(report);
    else
        at_bugreport_drop(report, "it is longer than 4 MiB");
}

void
at_bugreport_add_picture(struct at_bugreport *report, const char *name,
                         struct at_str bytes)
{
    struct at_bugreport_file *file = NULL;
    if (!report->opts.pictures)
        at_bugreport_leave_out(report, name,
                               "a picture: --pictures takes it in");
    else
        file = at_bugreport_new_file(report, name, "a picture, as it is");
    if (!file)
        return;
    file->is_picture = true;
    if (!at_buf_add_str(&file->content, bytes))
        at_bugreport_drop(report, "it is longer than 4 MiB");
    else if (report->picture_bytes + bytes.len > AT_BUGREPORT_MAX_BYTES / 2)
        at_bugreport_drop(report, "newer pictures fill the report");
    else
        report->picture_bytes += bytes.len;
}
