// page.c: replies with the web page's files
#include <stdio.h>

#include "http/fields.h"
#include "server/files.h"
#include "server/handlers.h"
#include "server/dashboard_files.h"
#include "sys/path_below.h"

static const char policy[] =
    "default-src 'self'; img-src 'self' data: blob:; media-src 'self' blob:; "
    "style-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'";

static const char plain_page[] =
    "<!doctype html>\n"
    "<html lang=\"en\">\n"
    "<meta charset=\"utf-8\">\n"
    "<title>mobile-tester-agent</title>\n"
    "<h1>mobile-tester-agent</h1>\n"
    "<p>A server that tests mobile apps by scenarios in plain words.</p>\n"
    "<ul>\n"
    "<li><a href=\"/api/v1/openapi.json\">/api/v1/openapi.json</a>: all that "
    "it offers</li>\n"
    "<li><code>POST /run-test</code> with {\"goal\", \"packageName\", "
    "\"steps\"}: run a test and wait for its end</li>\n"
    "<li><a href=\"/api/v1/runs\">/api/v1/runs</a>, "
    "<a href=\"/api/v1/scenarios\">/api/v1/scenarios</a>, "
    "<a href=\"/api/v1/devices\">/api/v1/devices</a>, "
    "<a href=\"/api/v1/profiles\">/api/v1/profiles</a></li>\n"
    "</ul>\n"
    "</html>\n";

static void
reply_missing(struct at_server_call *call)
{
    at_server_reply_problem(call->reply, 404, "the page has no such file");
}

// Unpack the file for the rare client that does not accept gzip.
static void
reply_unpacked(struct at_server_call *call,
               const struct at_dashboard_file *file)
{
    struct at_err err = AT_ERR_INIT;
    if (!at_dashboard_read(&call->opts->web, at_str(file->path),
                           &call->reply->body, &err))
        at_server_reply_failure(call->reply, &err);
}

// The names of files in assets/ contain the hash of their content.
static void
reply_file(struct at_server_call *call, const struct at_dashboard_file *file)
{
    struct at_server_reply *reply = call->reply;
    struct at_str takes = call->request->headers[AT_REQUEST_ACCEPT_ENCODING];
    bool packed = file->gzip && at_http_takes_coding(takes, "gzip");
    reply->status = 200;
    snprintf(reply->tag, sizeof(reply->tag), "\"%s%s\"", file->hash,
             packed ? "-gzip" : "");
    if (at_str_starts(at_str(file->path), AT_STR("assets/")))
        reply->cache = "public, max-age=31536000, immutable";
    else if (at_str_is(at_str(file->path), "icon.svg")) // on each page, twice
        reply->cache = "public, max-age=3600";
    if (file->gzip)
        at_server_reply_header(reply, "Vary", "Accept-Encoding");
    if (packed)
        at_server_reply_header(reply, "Content-Encoding", "gzip");
    if (file->gzip && !packed)
        reply_unpacked(call, file);
    else
        reply->fixed = file->data;
}

static bool
find_file(struct at_server_call *call, const struct at_dashboard *web,
          struct at_str path)
{
    struct at_server_reply *reply = call->reply;
    const struct at_dashboard_file *file = NULL;
    reply->type = at_dashboard_type(path);
    reply->policy = policy;
    if (web->folder)
        return at_files_open(reply, web->folder, path, NULL);
    file = at_dashboard_find(web, path);
    if (file)
        reply_file(call, file);
    return file != NULL;
}

// The program of a view selects it by the address. The same path without HTML
// in its Accept header is a missing file.
static bool
find_view(struct at_server_call *call, const struct at_dashboard *web,
          struct at_str path)
{
    struct at_str accept = call->request->headers[AT_REQUEST_ACCEPT];
    if (!at_dashboard_is_view(path, accept) ||
        !find_file(call, web, AT_STR("index.html")))
        return false;
    at_server_reply_header(call->reply, "Vary", "Accept");
    return true;
}

void
at_serve_page(struct at_server_call *call)
{
    const struct at_dashboard *web = &call->opts->web;
    struct at_str path = at_str_skip(call->request->path, 1);
    if (!at_dashboard_exists(web)) {
        at_server_reply_text(call->reply, 200, plain_page);
        call->reply->type = "text/html; charset=utf-8";
    } else if (at_dashboard_is_hidden(path) ||
               (!(path.len > 0 && find_file(call, web, path)) &&
                !find_view(call, web, path))) {
        reply_missing(call);
    }
}
