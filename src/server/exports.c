// exports.c: downloads of a run in other formats
#include <ctype.h>
#include <string.h>
#include <unistd.h>

#include "agent/run/run_record.h"
#include "base/alloc.h"
#include "base/limits.h"
#include "server/documents.h"
#include "server/export_name.h"
#include "server/files.h"
#include "server/forward.h"
#include "server/handlers.h"
#include "server/run_json.h"
#include "sys/file.h"
#include "tester/report/html.h"
#include "tester/report/report.h"

static const struct {
    const char *format;
    const char *file;
    const char *ending; // the downloaded file's
    bool ended;         // written when the run ends
} exports[] = {
    {"junit", "junit.xml", "-junit.xml", true},
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

// The address by which the client has reached the dashboard; "": it is no plain
// name.
static void
write_address(const struct at_request *request, struct at_buf *out)
{
    struct at_str host = request->headers[AT_REQUEST_HOST];
    bool is_secure =
        at_str_is(request->headers[AT_REQUEST_FORWARDED_PROTO], "https");
    for (size_t i = 0; i < host.len; i++) {
        unsigned char c = (unsigned char)host.ptr[i];
        if (!isalnum(c) && !strchr(".-:", c))
            return;
    }
    if (host.len > 0)
        at_buf_add_fmt(out, "%s://%.*s", is_secure ? "https" : "http",
                       AT_STR_ARG(host));
}

static void
serve_markdown(struct at_server_call *call, const struct at_store_doc *doc)
{
    struct at_run_record record;
    struct at_server_reply *reply = call->reply;
    struct at_buf address = AT_BUF_INIT(AT_HTTP_HEAD_MAX_BYTES);
    at_run_record_init(&record);
    at_run_record_update(&record, doc->json);
    if (record.state == AT_RUN_STATE_ENDED) {
        write_address(call->request, &address);
        at_report_markdown_linked(&record, at_buf_str(&address), &reply->body);
        reply->status = 200;
        reply->type = "text/markdown; charset=utf-8";
        set_name(reply, doc, ".md");
    } else {
        at_server_reply_problem(reply, 404,
                                "it is written when the run has ended");
    }
    at_buf_deinit(&address);
    at_run_record_deinit(&record);
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
    bool elsewhere = at_forward_run(call, &doc);
    if (elsewhere)
        ; // the other host's answer
    else if (i < AT_LEN(exports))
        serve_file(call, &doc, i);
    else if (at_str_is(format, "html"))
        serve_html(call, &doc);
    else if (at_str_is(format, "markdown"))
        serve_markdown(call, &doc);
    else
        at_server_reply_problem(
            call->reply, 404,
            "exports are html, junit, markdown, json, manifest "
            "and log");
    at_store_doc_deinit(&doc);
}
