#include "tester/report/report.h"

#include "base/alloc.h"
#include "base/limits.h"
#include "sys/file.h"
#include "sys/log.h"
#include "wire/json.h"

#define AT_LOG_MODULE "report"

// Members that only processes of these machines need.
static const char *const inner[] = {"owner", "holder", "pooled", "anyProfile"};

static void
write_document(const struct at_run_record *record, struct at_buf *out)
{
    json_t *shown = at_run_record_json(record);
    for (size_t i = 0; i < AT_LEN(inner); i++)
        json_object_del(shown, inner[i]);
    at_json_write(shown, out);
    at_buf_add_char(out, '\n');
    json_decref(shown);
}

static const struct {
    const char *name;
    void (*write)(const struct at_run_record *record, struct at_buf *out);
} files[] = {
    {"junit.xml", at_report_junit},
    {"report.json", write_document},
    {"report.md", at_report_markdown},
};

void
at_report_write(const char *folder, const struct at_run_record *record)
{
    for (size_t i = 0; i < AT_LEN(files); i++) {
        struct at_buf text = AT_BUF_INIT(AT_REPORT_MAX_BYTES);
        struct at_err err = AT_ERR_INIT;
        char *path = at_strfmt("%s/%s", folder, files[i].name);
        files[i].write(record, &text);
        if (!at_file_put(path, at_buf_str(&text), &err))
            at_log_warn("no report: %s", err.msg);
        at_buf_deinit(&text);
        free(path);
    }
}
