// page_test.c: which file answers a path, and how
#include "server/handlers.h"
#include "server/dashboard_files.h"
#include "tests/t.h"

static const char script[] =
    "\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\xcb\x48\xcd\xc9"
    "\xc9\x57\xc8\x40\x27\x01\xe3\x51\x3d\x8d\x17\x00\x00\x00";
static const char content[] = "hello hello hello hello";

static const struct at_dashboard_file files[] = {
    {"assets/a-1.js", "aa", {script, sizeof(script) - 1}, 23, true},
    {"icon.svg", "bb", {"<svg/>", 6}, 6, false},
    {"index.html", "cc", {"<html>", 6}, 6, false},
};
static const struct at_dashboard page = {files, T_LEN(files), NULL};

struct asked {
    struct at_server_opts opts;
    struct at_request request;
    struct at_server_reply reply;
};

static void
ask(struct asked *asked, const struct at_dashboard *web, const char *path)
{
    asked->opts.web = *web;
    asked->request.method = AT_STR("GET");
    asked->request.path = at_str(path);
    at_server_reply_init(&asked->reply);
    struct at_server_call call = {
        .opts = &asked->opts,
        .request = &asked->request,
        .reply = &asked->reply,
    };
    at_serve_page(&call);
    at_server_reply_finish(&asked->reply, &asked->request);
}

T_TEST(paths_have_files_or_are_views)
{
    static const struct {
        const char *path;
        const char *tag; // NULL: 404
        const char *type;
        bool lasting;
    } rows[] = {
        {"/", "\"cc\"", "text/html; charset=utf-8", false},
        {"/index.html", "\"cc\"", "text/html; charset=utf-8", false},
        {"/runs", "\"cc\"", "text/html; charset=utf-8", false},
        {"/runs/01ABC/compare/02DEF", "\"cc\"", "text/html; charset=utf-8",
         false},
        {"/v1.2/runs", "\"cc\"", "text/html; charset=utf-8", false},
        {"/icon.svg", "\"bb\"", "image/svg+xml", true},
        {"/assets/a-1.js", "\"aa-gzip\"", "text/javascript; charset=utf-8",
         true},
        {"/assets/a-2.js", NULL, NULL, false},
        {"/assets/none", NULL, NULL, false},
        {"/runs/x.png", NULL, NULL, false},
        {"/.git", NULL, NULL, false},
        {"/runs/.hidden/x", NULL, NULL, false},
        {"/..", NULL, NULL, false},
    };
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct asked asked = {0};
        T_ROW(rows[i].path);
        asked.request.headers[AT_REQUEST_ACCEPT_ENCODING] = AT_STR("gzip");
        ask(&asked, &page, rows[i].path);
        T_EQ_INT(asked.reply.status, rows[i].tag ? 200 : 404);
        if (rows[i].tag) {
            T_EQ_TEXT(asked.reply.tag, rows[i].tag);
            T_EQ_TEXT(asked.reply.type, rows[i].type);
            T_HAS(asked.reply.policy, "default-src 'self'");
        } else {
            T_NULL(asked.reply.policy);
        }
        T_EQ_INT(asked.reply.cache != NULL, rows[i].lasting);
        at_server_reply_deinit(&asked.reply);
    }
}

#define BROWSER "text/html,application/xhtml+xml,*/*;q=0.8"

T_TEST(a_view_is_what_accepts_html)
{
    static const struct {
        const char *path;
        const char *accept; // NULL: absent
        bool is_view;
    } rows[] = {
        {"/devices/127.0.0.1:5555", BROWSER, true},
        {"/devices/127.0.0.1:5555", "*/*", true},
        {"/devices/127.0.0.1:5555", NULL, true},
        {"/devices/adb-1A2B._adb-tls-connect._tcp", BROWSER, true},
        {"/devices/tv.png", "TEXT/HTML;level=1", true},
        {"/devices/tv.png", "*/*", false},
        {"/devices/127.0.0.1:5555", "image/avif,image/*;q=0.8", false},
        {"/runs", "application/json", false},
        {"/runs/a.b/step.2", BROWSER, true},
        {"/assets/a-2.js", BROWSER, false},
        {"/assets/none", BROWSER, false},
        {"/favicon.ico", "image/png,*/*;q=0.8", false},
        {"/.git/config", BROWSER, false},
        {"/runs/..", BROWSER, false},
    };
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct asked asked = {0};
        T_ROW(rows[i].path);
        if (rows[i].accept)
            asked.request.headers[AT_REQUEST_ACCEPT] = at_str(rows[i].accept);
        ask(&asked, &page, rows[i].path);
        T_EQ_INT(asked.reply.status, rows[i].is_view ? 200 : 404);
        if (rows[i].is_view)
            T_EQ_TEXT(asked.reply.tag, "\"cc\"");
        at_server_reply_deinit(&asked.reply);
    }
}

T_TEST(a_packed_file_is_sent_as_it_is_or_unpacked)
{
    struct asked asked = {0};
    asked.request.headers[AT_REQUEST_ACCEPT_ENCODING] = AT_STR("br, gzip");
    ask(&asked, &page, "/assets/a-1.js");
    T_OK(asked.reply.fixed.ptr == script); // no copy
    T_EQ_SIZE(asked.reply.header_count, 2);
    T_EQ_TEXT(asked.reply.headers[0].name, "Vary");
    T_EQ_TEXT(asked.reply.headers[1].value, "gzip");
    at_server_reply_deinit(&asked.reply);

    asked = (struct asked){0};
    ask(&asked, &page, "/assets/a-1.js");
    T_NULL(asked.reply.fixed.ptr);
    T_EQ_STR(at_buf_str(&asked.reply.body), content);
    T_EQ_TEXT(asked.reply.tag, "\"aa\"");
    T_EQ_SIZE(asked.reply.header_count, 1);
    at_server_reply_deinit(&asked.reply);
}

T_TEST(content_of_the_client_is_not_sent_again)
{
    struct asked asked = {0};
    asked.request.headers[AT_REQUEST_ACCEPT_ENCODING] = AT_STR("gzip");
    asked.request.headers[AT_REQUEST_IF_NONE_MATCH] = AT_STR("\"aa-gzip\"");
    ask(&asked, &page, "/assets/a-1.js");
    T_EQ_INT(asked.reply.status, 304);
    T_NULL(asked.reply.fixed.ptr);
    at_server_reply_deinit(&asked.reply);

    asked.request.headers[AT_REQUEST_IF_NONE_MATCH] = AT_STR("\"aa\"");
    ask(&asked, &page, "/assets/a-1.js");
    T_EQ_INT(asked.reply.status, 200);
    at_server_reply_deinit(&asked.reply);
}

T_TEST(without_files_there_is_a_plain_page)
{
    struct asked asked = {0};
    ask(&asked, &(struct at_dashboard){0}, "/");
    T_EQ_INT(asked.reply.status, 200);
    T_EQ_TEXT(asked.reply.type, "text/html; charset=utf-8");
    T_HAS(at_buf_text(&asked.reply.body), "/api/v1/openapi.json");
    T_NULL(asked.reply.policy);
    at_server_reply_deinit(&asked.reply);
}

T_TEST(a_file_is_read_for_other_uses)
{
    struct at_buf out = AT_BUF_INIT(30);
    struct at_err err = AT_ERR_INIT;
    T_OK(at_dashboard_read(&page, AT_STR("assets/a-1.js"), &out, &err));
    T_EQ_STR(at_buf_str(&out), content);
    T_OK(at_dashboard_read(&page, AT_STR("icon.svg"), &out, &err));
    T_EQ_STR(at_buf_str(&out), "hello hello hello hello<svg/>");
    T_NOT(at_dashboard_read(&page, AT_STR("index.html"), &out, &err));
    T_EQ_INT(err.code, AT_ELIMIT);
    T_NOT(at_dashboard_read(&page, AT_STR("none"), &out, &err));
    T_EQ_INT(err.code, AT_ENOTFOUND);
    at_buf_deinit(&out);
}

T_MAIN()
