// maestro_fetch.c: agentest-fetch, which makes the http exchanges of scripts
//
// Started by a program that does not link libcurl, with a stream as descriptor
// 3. What a script may reach is decided before (script/fetch.h), except for
// addresses, which are known here.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/curl_env.h"
#include "base/limits_script.h"
#include "base/version.h"
#include "maestro/script/fetch_curl.h"
#include "maestro/script/wire.h"
#include "net/conn.h"
#include "sys/core.h"
#include "wire/frames.h"

enum { STREAM_FD = 3, READ_BYTES = 64 * 1024 };

static const struct at_op never = {AT_NEVER_NS, NULL};

static bool
write_message(struct at_conn *conn, enum at_fetch_message kind,
              struct at_buf *payload)
{
    struct at_buf out =
        AT_BUF_INIT(AT_SCRIPT_MESSAGE_MAX_BYTES + AT_FRAMES_HEAD_BYTES);
    bool ok = at_frames_write((uint8_t)kind, at_buf_str(payload), &out) &&
              at_conn_write(&never, conn, out.data, out.len, NULL);
    at_buf_deinit(&out);
    return ok;
}

static bool
write_answer(struct at_conn *conn, const struct at_maestro_answer *answer)
{
    struct at_buf payload = AT_BUF_INIT(AT_SCRIPT_MESSAGE_MAX_BYTES);
    char status[16];
    snprintf(status, sizeof(status), "%d", answer->status);
    at_script_text_add(&payload, at_str(status));
    at_script_text_add(&payload, at_buf_str(&answer->body));
    for (size_t i = 0; i < answer->headers.count; i++)
        at_script_text_add(&payload, at_str(answer->headers.words[i]));
    bool ok = write_message(conn, AT_FETCH_ANSWER, &payload);
    at_buf_deinit(&payload);
    return ok;
}

static bool
write_failure(struct at_conn *conn, const struct at_err *err)
{
    struct at_buf payload = AT_BUF_INIT(AT_SCRIPT_MESSAGE_MAX_BYTES);
    char code[16];
    snprintf(code, sizeof(code), "%d", (int)err->code);
    at_script_text_add(&payload, at_str(code));
    at_script_text_add(&payload, at_str(err->msg));
    bool ok = write_message(conn, AT_FETCH_FAILED, &payload);
    at_buf_deinit(&payload);
    return ok;
}

static char *
text_of(struct at_str *rest)
{
    struct at_str text = {0};
    at_script_text_next(rest, &text);
    return at_strndup(text.len ? text.ptr : "", text.len);
}

// Return false if the other side is gone.
static bool
make_exchange(struct at_conn *conn, const struct at_maestro_fetcher *fetcher,
              struct at_str payload)
{
    struct at_argv headers = AT_ARGV_INIT;
    struct at_str has_body = {0}, body = {0}, header;
    struct at_maestro_answer answer = {
        .body = AT_BUF_INIT(AT_SCRIPT_HTTP_MAX_BYTES)};
    struct at_err err = AT_ERR_INIT;
    char *method = text_of(&payload);
    char *url = text_of(&payload);
    at_script_text_next(&payload, &has_body);
    at_script_text_next(&payload, &body);
    while (at_script_text_next(&payload, &header))
        at_argv_add_str(&headers, header);
    const struct at_maestro_exchange exchange = {method, url, &headers, body,
                                                 has_body.len > 0};
    bool ok = fetcher->exchange(&never, fetcher->user, &exchange, &answer, &err)
                  ? write_answer(conn, &answer)
                  : write_failure(conn, &err);
    at_argv_deinit(&headers);
    at_argv_deinit(&answer.headers);
    at_buf_deinit(&answer.body);
    free(method);
    free(url);
    return ok;
}

static const char *
variable(void *user, const char *name)
{
    (void)user;
    return getenv(name);
}

static int
serve(bool local)
{
    static char bytes[READ_BYTES];
    struct at_conn *conn;
    struct at_frames frames;
    struct at_str payload;
    uint8_t kind;
    size_t len;
    if (!at_conn_adopt(STREAM_FD, &conn, NULL))
        return 1;
    struct at_maestro_curl *curl =
        at_maestro_curl_new(local, at_curl_env_ca_file(variable, NULL));
    at_frames_init(&frames, AT_SCRIPT_MESSAGE_MAX_BYTES);
    while (at_conn_read(&never, conn, bytes, sizeof(bytes), &len, NULL) &&
           len > 0 && at_frames_add(&frames, at_str_n(bytes, len), NULL)) {
        while (at_frames_next(&frames, &kind, &payload)) {
            if (kind != AT_FETCH_EXCHANGE ||
                !make_exchange(conn, at_maestro_curl_fetcher(curl), payload))
                return AT_SCRIPT_EXIT_PEER;
        }
    }
    at_frames_deinit(&frames);
    at_maestro_curl_free(curl);
    at_conn_free(conn);
    return 0;
}

int
main(int argc, char **argv)
{
    const char *word = argc > 1 ? argv[1] : "";
    at_core_forbid();
    if (strcmp(word, "--serve") == 0)
        return serve(argc > 2 && strcmp(argv[2], "--local") == 0);
    if (strcmp(word, "--version") == 0) {
        printf("agentest-fetch %s\n", at_version_text);
        return 0;
    }
    printf("agentest-fetch makes the http requests of flows' scripts; it is "
           "started by the programs that run them.\n");
    return strcmp(word, "--help") == 0 ? 0 : 2;
}
