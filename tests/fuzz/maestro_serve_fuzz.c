// maestro_serve_fuzz.c: whatever agentest-script is sent, each request gets one
// answer and a malformed one ends it
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/limits_script.h"
#include "maestro/script/serve.h"
#include "maestro/script/wire.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

enum { INPUT_MAX_BYTES = 16 * 1024 }; // fits into a socket

// In place of an engine: it logs, asks, and echoes.
struct at_js {
    struct at_js_host host;
};

bool
at_js_start(struct at_js *js, struct at_str payload)
{
    struct at_str texts[3];
    (void)js;
    return at_script_texts(payload, texts, 3);
}

bool
at_js_set_variables(struct at_js *js, struct at_str payload)
{
    struct at_str text;
    size_t count = 0;
    (void)js;
    while (at_script_text_next(&payload, &text))
        count++;
    return payload.len == 0 && count % 2 == 0;
}

void
at_js_set_copied(struct at_js *js, struct at_str text)
{
    (void)js;
    (void)text;
}

enum at_js_end
at_js_run(struct at_js *js, struct at_str path, struct at_str source,
          struct at_buf *out)
{
    const struct at_str line[] = {AT_STR("log"), AT_STR("warn"), source};
    const struct at_str request[] = {AT_STR("http"), AT_STR("GET"), source};
    struct at_buf reply = AT_BUF_INIT(AT_SCRIPT_MESSAGE_MAX_BYTES);
    js->host.ask(js->host.user, line, 3, &reply);
    if (reply.len > 0)
        abort(); // a line has no answer
    if (path.len == 3) {
        js->host.ask(js->host.user, request, 3, &reply);
        struct at_str rest = at_buf_str(&reply), text;
        while (at_script_text_next(&rest, &text))
            at_buf_add_str(out, text);
    }
    at_buf_deinit(&reply);
    at_buf_add_str(out, source);
    return path.len == 5 ? AT_JS_LIMIT : AT_JS_VALUE;
}

static void
read_to_the_end(int fd)
{
    char bytes[4096];
    while (recv(fd, bytes, sizeof(bytes), MSG_DONTWAIT) > 0) {
    }
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    int fds[2];
    struct at_conn *conn;
    if (len > INPUT_MAX_BYTES || socketpair(AF_UNIX, SOCK_STREAM, 0, fds) != 0)
        return 0;
    if (send(fds[0], data, len, 0) != (ssize_t)len ||
        shutdown(fds[0], SHUT_WR) != 0 || !at_conn_adopt(fds[1], &conn, NULL))
        abort();
    struct at_script_serve *serve = at_script_serve_new(conn);
    struct at_js js = {at_script_serve_host(serve)};
    int status = at_script_serve_run(serve, &js);
    if (status != 0 && status != AT_SCRIPT_EXIT_PEER)
        abort();
    read_to_the_end(fds[0]);
    at_script_serve_free(serve);
    at_conn_free(conn);
    close(fds[0]);
    return 0;
}
