// exports.c: downloads of a run in other formats
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "server/documents.h"
#include "server/export_name.h"
#include "server/files.h"
#include "server/handlers.h"
#include "server/run_json.h"
#include "sys/file.h"
#include "tester/report/html.h"

static const struct {
    const char *format;
    const char *file;
    const char *ending; // the downloaded file's
    bool ended;         // written when the run ends
} exports[] = {
    {"junit", "junit.xml", "-junit.xml", true},
    {"markdown", "report.md", ".md", true},
    {"json", "report.json", ".json", true},
    {"manifest", "manifest.json", "-manifest.json", false},
    {"log", "log.txt", ".txt", false},
};

static void
set_name(struct at_server_reply *reply, const struct at_store_doc *doc,
         const char *ending)
{
    struct at_buf value = AT_BUF_INIT(AT_HTTP_HEAD_MAX_BYTES);
    at_export_name_write(doc->json, at_str(ending), &value);
    at_server_reply_header(reply, "Content-Disposition", at_buf_text(&value));
    at_buf_deinit(&value);
}

static void
serve_file(struct at_server_call *call, const struct at_store_doc *doc,
           size_t export)
{
    struct at_err err = AT_ERR_INIT;
    if (at_files_reply(call, doc->id, at_str(exports[export].file), &err))
        set_name(call->reply, doc, exports[export].ending);
    else
        at_server_reply_problem(
            call->reply, 404,
            exports[export].ended
                ? "it is written when the run has ended"
                : "the run has not begun, or its files are gone");
}

static bool
write_html(struct at_server_call *call, const struct at_store_doc *doc, int fd,
           struct at_err *err)
{
    struct at_buf page = AT_BUF_INIT(AT_REPORT_MAX_BYTES);
    json_t *document = at_run_json(call, doc);
    char *folder = at_strfmt("%s/%s", call->opts->reports, doc->id);
    bool ok =
        at_dashboard_read(&call->opts->web, AT_STR(AT_HTML_PAGE), &page, err);
    if (ok) {
        struct at_html_report report = {call->opts->store, document, folder,
                                        at_buf_str(&page)};
        ok = at_report_html(&call->op, &report, fd, err);
    }
    free(folder);
    json_decref(document);
    at_buf_deinit(&page);
    return ok;
}

// The page may be larger than a reply in memory, so it is an unnamed file.
static void
serve_html(struct at_server_call *call, const struct at_store_doc *doc)
{
    struct at_server_reply *reply = call->reply;
    struct at_err err = AT_ERR_INIT;
    int fd;
    bool ok = at_file_open_unnamed(call->opts->reports, &fd, &err) &&
              write_html(call, doc, fd, &err);
    off_t size = ok ? lseek(fd, 0, SEEK_END) : -1;
    if (size < 0) {
        if (fd >= 0)
            close(fd);
        at_server_reply_failure(reply, &err);
        return;
    }
    reply->status = 200;
    reply->type = "text/html; charset=utf-8";
    reply->fd = fd;
    reply->count = (uint64_t)size;
    set_name(reply, doc, ".html");
}

void
at_serve_export(struct at_server_call *call)
{
    struct at_store_doc doc = {0};
    struct at_str format = call->request->params[1];
    size_t i = 0;
    if (!at_document_get(call, AT_STORE_RUN, &doc))
        return;
    while (i < AT_LEN(exports) && !at_str_is(format, exports[i].format))
        i++;
    if (i < AT_LEN(exports))
        serve_file(call, &doc, i);
    else if (at_str_is(format, "html"))
        serve_html(call, &doc);
    else
        at_server_reply_problem(
            call->reply, 404,
            "exports are html, junit, markdown, json, manifest "
            "and log");
    at_store_doc_deinit(&doc);
}
