// script_http_test.c: http of scripts, through the real engine and libcurl
#include <sys/stat.h>

#include "base/alloc.h"
#include "maestro/script/fetch_curl.h"
#include "maestro/script/fetch_peer.h"
#include "sys/file.h"
#include "tests/t.h"
#include "tests/unit/maestro/script_rig.h"
#include "tests/unit/net/http_rig.h"
#include "tests/unit/rig.h"

#define OK_HEAD "HTTP/1.1 200 OK\r\n"

struct http_case {
    const char *name;
    const char *script; // PORT is the server's
    const char *shown;
    const char *reply;
    const char *reply2;
    const char *sent;  // a part of the last request
    const char *sent2; // likewise
    const char *not_sent;
};

static const struct http_case rows[] = {
    {"get",
     "const r = http.get('PORT/a?b=1'); [r.ok, r.status, json(r.body).n]",
     "(3)[true, 200, 1]", OK_HEAD "Content-Length: 7\r\n\r\n{\"n\":1}", NULL,
     "GET /a?b=1 HTTP/1.1\r\n", NULL, "Content-Type"},
    {"headers",
     "const h = http.get('PORT/').headers; [h['x-a'], h['X-A'], h.b]",
     "(3)[\"1,2\", undefined, \"x\"]",
     OK_HEAD "X-A: 1\r\nX-a: 2\r\nB:  x \r\nContent-Length: 0\r\n\r\n", NULL,
     "GET / HTTP/1.1\r\n", NULL, NULL},
    {"given headers",
     "http.get('PORT/', {headers: {'X-Key': 'k', Accept: 'a/b'}}).status",
     "204", "HTTP/1.1 204 No\r\n\r\n", NULL, "X-Key: k\r\n", "Accept: a/b\r\n",
     NULL},
    {"post", "http.post('PORT/', {body: JSON.stringify({a: 1})}).body", "é",
     OK_HEAD "Content-Length: 2\r\n\r\n\xc3\xa9", NULL, "POST / HTTP/1.1\r\n",
     "\r\n\r\n{\"a\":1}", "Content-Type"},
    {"post with its type",
     "http.post('PORT/', {body: '', headers: {'Content-Type': 'x/y'}}).ok",
     "true", OK_HEAD "Content-Length: 0\r\n\r\n", NULL, "Content-Type: x/y\r\n",
     NULL, NULL},
    {"put", "http.put('PORT/', {body: 'x'}).ok", "true",
     OK_HEAD "Content-Length: 0\r\n\r\n", NULL, "PUT / HTTP/1.1\r\n", NULL,
     NULL},
    {"delete", "http.delete('PORT/').ok", "true",
     OK_HEAD "Content-Length: 0\r\n\r\n", NULL, "DELETE / HTTP/1.1\r\n", NULL,
     NULL},
    {"request", "http.request('PORT/', {method: 'patch', body: 'x'}).ok",
     "true", OK_HEAD "Content-Length: 0\r\n\r\n", NULL, "PATCH / HTTP/1.1\r\n",
     NULL, NULL},
    {"head",
     "http.request('PORT/', {method: 'HEAD'}).headers['content-length']", "9",
     OK_HEAD "Content-Length: 9\r\n\r\n", NULL, "HEAD / HTTP/1.1\r\n", NULL,
     NULL},
    {"an error status does not throw",
     "const r = http.get('PORT/'); [r.ok, r.status, r.body]",
     "(3)[false, 404, \"no\"]",
     "HTTP/1.1 404 No\r\nContent-Length: 2\r\n\r\nno", NULL,
     "GET / HTTP/1.1\r\n", NULL, NULL},
    {"a redirect of a post is a get",
     "http.post('PORT/a/b?q', {body: 'x', headers: {'Content-Type': 'x/y', "
     "'X-A': '1'}}).body",
     "at last",
     "HTTP/1.1 302 Found\r\nLocation: c\r\nContent-Length: 0\r\n\r\n",
     OK_HEAD "Content-Length: 7\r\n\r\nat last", "GET /a/c HTTP/1.1\r\n",
     "X-A: 1\r\n", "Content-Type"},
    {"a redirect that keeps the method",
     "http.post('PORT/a', {body: 'xyz'}).body", "",
     "HTTP/1.1 307 Found\r\nLocation: /b\r\nContent-Length: 0\r\n\r\n",
     OK_HEAD "Content-Length: 0\r\n\r\n", "POST /b HTTP/1.1\r\n", "\r\n\r\nxyz",
     NULL},
    {"a form",
     "http.post('PORT/', {body: 'lost', multipartForm: {a: 'b', 'q\"': 1, f: "
     "{filePath: 'data.txt', mediaType: 'text/plain'}}}).ok",
     "true", OK_HEAD "Content-Length: 0\r\n\r\n", NULL,
     "name=\"a\"\r\n\r\nb\r\n--",
     "name=\"f\"; filename=\"data.txt\"\r\nContent-Type: "
     "text/plain\r\n\r\nin the workspace\r\n--",
     "lost"},
    {"a form with a file of another folder",
     "http.post('PORT/', {multipartForm: {f: {filePath: '../secret.txt'}}})",
     "outside of the workspace", NULL, NULL, NULL, NULL, NULL},
    {"a form with a link out of the workspace",
     "http.post('PORT/', {multipartForm: {f: {filePath: 'link.txt'}}})",
     "outside of the workspace", NULL, NULL, NULL, NULL, NULL},
    {"a form with an absolute path",
     "http.post('PORT/', {multipartForm: {f: {filePath: '/etc/hostname'}}})",
     "outside of the workspace", NULL, NULL, NULL, NULL, NULL},
    {"a form with a file that is not there",
     "http.post('PORT/', {multipartForm: {f: {filePath: 'none'}}})",
     "no such file", NULL, NULL, NULL, NULL, NULL},
};

static void
write_file(const char *folder, const char *name, const char *text)
{
    char path[4096];
    snprintf(path, sizeof(path), "%s/%s", folder, name);
    T_OK(at_file_write(path, at_str(text), NULL));
}

// Return the script with the server's address for PORT.
static const char *
with_port(const char *script, uint16_t port)
{
    static char text[1024];
    const char *at = strstr(script, "PORT");
    if (!at)
        return script;
    snprintf(text, sizeof(text), "%.*shttp://127.0.0.1:%d%s",
             (int)(at - script), script, port, at + 4);
    return text;
}

static void
check_case(const struct http_case *row, struct script_rig *rig)
{
    const struct http_rig_reply replies[] = {
        {row->reply, HTTP_RIG_CLOSE, 0}, {row->reply2, HTTP_RIG_CLOSE, 0}, {0}};
    struct http_rig server = {0};
    if (row->reply)
        http_rig_start(&server, replies);
    const char *shown =
        script_rig_engine(rig, with_port(row->script, server.port));
    if (row->reply)
        http_rig_stop(&server);
    if (!row->reply) {
        T_HAS(shown, row->shown);
        return;
    }
    T_EQ_TEXT(shown, row->shown);
    const char *request = server.requests[server.replied - 1];
    T_HAS(request, row->sent);
    T_HAS(request, row->sent2 ? row->sent2 : "");
    if (row->not_sent)
        T_NULL(strstr(request, row->not_sent));
}

static void
check_all(const struct at_maestro_fetcher *fetcher)
{
    char folder[512], workspace[600], link[700];
    rig_make_home(folder, sizeof(folder));
    snprintf(workspace, sizeof(workspace), "%s/flows", folder);
    T_EQ_INT(mkdir(workspace, 0700), 0);
    write_file(workspace, "data.txt", "in the workspace");
    write_file(folder, "secret.txt", "outside");
    snprintf(link, sizeof(link), "%s/link.txt", workspace);
    T_EQ_INT(symlink("../secret.txt", link), 0);
    const struct at_maestro_script_opts opts = {.workspace = workspace,
                                                .fetcher = fetcher};
    struct script_rig rig;
    script_rig_init(&rig, &opts);
    for (size_t i = 0; i < T_LEN(rows); i++) {
        T_ROW(rows[i].name);
        check_case(&rows[i], &rig);
    }
    script_rig_deinit(&rig);
    rig_remove_home(folder);
}

T_TEST(requests_and_answers)
{
    struct at_maestro_curl *curl = at_maestro_curl_new(true, NULL);
    check_all(at_maestro_curl_fetcher(curl));
    at_maestro_curl_free(curl);
}

static char *
fetch_program(void)
{
    struct script_rig rig;
    script_rig_init(&rig, NULL);
    char *program = at_strfmt(
        "%.*sagentest-fetch",
        (int)(strlen(rig.program) - strlen("agentest-script")), rig.program);
    script_rig_deinit(&rig);
    return program;
}

T_TEST(the_same_by_a_process)
{
    char *program = fetch_program();
    struct at_maestro_fetch_peer *peer =
        at_maestro_fetch_peer_new(program, true);
    check_all(at_maestro_fetch_peer_fetcher(peer));
    at_maestro_fetch_peer_free(peer);
    free(program);
}

T_TEST(this_machine_is_refused_unless_it_is_allowed)
{
    static const char *const hosts[] = {"127.0.0.1",       "localhost",
                                        "[::1]",           "2130706433",
                                        "169.254.169.254", "0.0.0.0"};
    char *program = fetch_program();
    struct at_maestro_fetch_peer *peer =
        at_maestro_fetch_peer_new(program, false);
    const struct at_maestro_script_opts opts = {
        .fetcher = at_maestro_fetch_peer_fetcher(peer)};
    struct script_rig rig;
    char script[256];
    script_rig_init(&rig, &opts);
    for (size_t i = 0; i < T_LEN(hosts); i++) {
        T_ROW(hosts[i]);
        snprintf(script, sizeof(script), "http.get('http://%s:9/')", hosts[i]);
        T_HAS(script_rig_engine(&rig, script), "which is not allowed");
        T_EQ_INT(rig.err.code, AT_EASSERT);
    }
    script_rig_deinit(&rig);
    at_maestro_fetch_peer_free(peer);
    free(program);
}

T_TEST(no_connection_throws_into_the_script)
{
    struct at_maestro_curl *curl = at_maestro_curl_new(true, NULL);
    const struct at_maestro_script_opts opts = {
        .fetcher = at_maestro_curl_fetcher(curl)};
    struct script_rig rig;
    script_rig_init(&rig, &opts);
    T_EQ_TEXT(script_rig_engine(&rig, "let e; try { "
                                      "http.get('http://127.0.0.1:9/') } catch "
                                      "(x) { e = x }; e instanceof Error"),
              "true");
    script_rig_deinit(&rig);
    at_maestro_curl_free(curl);
}

T_MAIN()
