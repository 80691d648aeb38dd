#include "cli/flow_report.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "cli/flow_folder.h"
#include "cli/flow_json.h"
#include "maestro/report/allure.h"
#include "maestro/report/html.h"
#include "maestro/report/junit.h"
#include "sys/file.h"
#include "sys/folder.h"
#include "wire/json.h"

enum { CWD_MAX = 4096 };

struct format {
    const char *name;
    const char *file;
    const char *mime;
    void (*write)(const struct at_maestro_suite *suite, struct at_buf *out);
    // NULL, unless it is a folder of several files.
    bool (*write_folder)(const struct at_maestro_suite *suite,
                         const char *folder, struct at_err *err);
};

static bool
put_result(void *user, const char *name, struct at_str content,
           struct at_err *err)
{
    char *path = at_strfmt("%s/%s", (const char *)user, name);
    bool ok = at_file_put(path, content, err);
    free(path);
    return ok;
}

// A second name where that is possible: videos are large.
static bool
copy_file(void *user, const char *name, const char *from)
{
    char *path = at_strfmt("%s/%s", (const char *)user, name);
    struct at_buf bytes = AT_BUF_INIT(AT_REPORT_MAX_BYTES);
    bool ok =
        link(from, path) == 0 || (at_file_read(from, &bytes, NULL) &&
                                  at_file_put(path, at_buf_str(&bytes), NULL));
    at_buf_deinit(&bytes);
    free(path);
    return ok;
}

static bool
write_allure(const struct at_maestro_suite *suite, const char *folder,
             struct at_err *err)
{
    const struct at_maestro_allure allure = {put_result, copy_file,
                                             (void *)folder};
    return at_folder_make(folder, err) &&
           at_maestro_allure_write(suite, &allure, err);
}

static const struct format formats[] = {
    {"junit", "report.xml", "application/xml", at_maestro_junit, NULL},
    {"html", "report.html", "text/html", at_maestro_html, NULL},
    {"html-detailed", "report.html", "text/html", at_maestro_html, NULL},
    {"allure", "allure-results", "inode/directory", NULL, write_allure},
};

static const struct format *
find_format(const char *name)
{
    for (size_t i = 0; i < AT_LEN(formats); i++) {
        if (strcmp(formats[i].name, name) == 0)
            return &formats[i];
    }
    return NULL; // "noop"
}

static size_t
count_formats(const struct at_arguments *args)
{
    const char *name;
    size_t count = 0;
    for (size_t n = 0; (name = at_arguments_nth_option(args, "--format", n));
         n++)
        count += find_format(name) != NULL;
    return count;
}

bool
at_flow_report_check(const struct at_invocation *invocation, struct at_err *err)
{
    return count_formats(invocation->args) > 0 ||
           !at_arguments_option(invocation->args, "--output") ||
           at_fail(err, AT_EUSAGE,
                   "--output needs a report: add --format junit, html or "
                   "allure");
}

// A folder is made, as Maestro makes it.
static bool
make_folder_of(const char *path, struct at_err *err)
{
    const char *slash = strrchr(path, '/');
    char *folder =
        slash && slash > path ? at_strndup(path, (size_t)(slash - path)) : NULL;
    bool ok = !folder || at_folder_make(folder, err);
    free(folder);
    return ok;
}

// --output is the report's file, or the folder of several.
static char *
path_of(struct at_invocation *invocation, const struct format *format,
        struct at_err *err)
{
    const char *output = at_arguments_option(invocation->args, "--output");
    if (!output)
        return at_command_run_artifact_path(invocation->run, format->file, err);
    return count_formats(invocation->args) > 1
               ? at_strfmt("%s/%s", output, format->file)
               : at_strdup(output);
}

static bool
write_file(const struct format *format, const struct at_maestro_suite *suite,
           const char *path, struct at_err *err)
{
    struct at_buf text = AT_BUF_INIT(AT_REPORT_MAX_BYTES);
    format->write(suite, &text);
    bool ok =
        (!text.overflow || at_fail(err, AT_ELIMIT, "the report is too long")) &&
        make_folder_of(path, err) && at_file_put(path, at_buf_str(&text), err);
    at_buf_deinit(&text);
    return ok;
}

static bool
write_one(struct at_invocation *invocation, const struct format *format,
          const struct at_maestro_suite *suite, struct at_err *err)
{
    char *path = path_of(invocation, format, err);
    bool ok = path && (format->write ? write_file(format, suite, path, err)
                                     : format->write_folder(suite, path, err));
    if (ok) {
        at_command_run_add_artifact(invocation->run, "report", path,
                                    format->mime);
        if (!json_object_get(invocation->data, "report"))
            at_invocation_set_text(invocation, "report", path);
    }
    free(path);
    return ok;
}

static bool
write_all(struct at_invocation *invocation,
          const struct at_maestro_suite *suite, struct at_err *err)
{
    const char *name;
    for (size_t n = 0;
         (name = at_arguments_nth_option(invocation->args, "--format", n));
         n++) {
        const struct format *format = find_format(name);
        if (format && !write_one(invocation, format, suite, err))
            return false;
    }
    return true;
}

static json_t *
row_of(const struct at_maestro_result *result)
{
    json_t *row = at_flow_json_row(result->trace);
    at_json_set(row, "device",
                result->device ? at_json_text(at_str(result->device))
                               : json_null());
    if (result->shard > 0)
        at_json_set(row, "shard", json_integer(result->shard));
    if (result->end == AT_MAESTRO_NOT_RUN)
        at_json_set(row, "passed", json_null());
    if (result->folder)
        at_json_set_text(row, "folder", result->folder);
    return row;
}

static int64_t
offset_of(const struct at_flow_queue *queue)
{
    for (size_t i = 0; i < queue->count; i++) {
        if (queue->jobs[i].trace.began_ms > 0)
            return at_flow_local_offset_ms(queue->jobs[i].trace.began_ms);
    }
    return 0;
}

bool
at_flow_report_write(struct at_invocation *invocation,
                     const struct at_flow_queue *queue, struct at_err *err)
{
    const char *name =
        at_arguments_option(invocation->args, "--test-suite-name");
    struct at_maestro_result *rows =
        at_alloc((queue->count + 1) * sizeof(*rows));
    char cwd[CWD_MAX];
    json_t *list = json_array();
    for (size_t i = 0; i < queue->count; i++) {
        rows[i] = at_flow_job_result(&queue->jobs[i]);
        json_array_append_new(list, row_of(&rows[i]));
    }
    at_invocation_set(invocation, "flows", list);
    const struct at_maestro_suite suite = {
        .name = name ? name : "Test Suite",
        .rows = rows,
        .count = queue->count,
        .offset_ms = offset_of(queue),
        .cwd = getcwd(cwd, sizeof(cwd)),
        .files = &at_maestro_disk,
    };
    bool ok = write_all(invocation, &suite, err);
    free(rows);
    return ok;
}
