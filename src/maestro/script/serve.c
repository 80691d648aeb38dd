#include "maestro/script/serve.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/limits_script.h"
#include "maestro/script/wire.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "wire/frames.h"

enum { READ_BYTES = 64 * 1024 };

struct at_script_serve {
    struct at_conn *conn; // borrowed
    struct at_frames frames;
    size_t logged; // bytes of this evaluation's lines
    bool broken;   // the other side is gone, or doesn't follow the protocol
    bool is_limit; // the engine can't go on
    char bytes[READ_BYTES];
};

static const struct at_op never = {AT_NEVER_NS, NULL};

struct at_script_serve *
at_script_serve_new(struct at_conn *conn)
{
    struct at_script_serve *serve = at_alloc(sizeof(*serve));
    serve->conn = conn;
    at_frames_init(&serve->frames, AT_SCRIPT_MESSAGE_MAX_BYTES);
    return serve;
}

void
at_script_serve_free(struct at_script_serve *serve)
{
    if (!serve)
        return;
    at_frames_deinit(&serve->frames);
    free(serve);
}

// Return false at the end of the stream.
static bool
read_message(struct at_script_serve *serve, uint8_t *out_kind,
             struct at_str *out_payload)
{
    size_t len;
    while (!at_frames_next(&serve->frames, out_kind, out_payload)) {
        if (!at_conn_read(&never, serve->conn, serve->bytes, READ_BYTES, &len,
                          NULL) ||
            len == 0 ||
            !at_frames_add(&serve->frames, at_str_n(serve->bytes, len), NULL))
            return false;
    }
    return true;
}

static void
write_message(struct at_script_serve *serve, enum at_script_message kind,
              struct at_str payload)
{
    struct at_buf out =
        AT_BUF_INIT(AT_SCRIPT_MESSAGE_MAX_BYTES + AT_FRAMES_HEAD_BYTES);
    if (!at_frames_write((uint8_t)kind, payload, &out) ||
        !at_conn_write(&never, serve->conn, out.data, out.len, NULL))
        serve->broken = true;
    at_buf_deinit(&out);
}

static void
write_texts(struct at_script_serve *serve, enum at_script_message kind,
            const struct at_str *texts, size_t count)
{
    struct at_buf payload = AT_BUF_INIT(AT_SCRIPT_MESSAGE_MAX_BYTES);
    for (size_t i = 0; i < count; i++)
        at_script_text_add(&payload, texts[i]);
    write_message(serve, kind, at_buf_str(&payload));
    at_buf_deinit(&payload);
}

// Lines over the limit are dropped, and the first of them says so.
static void
log_line(struct at_script_serve *serve, struct at_str level, struct at_str text)
{
    bool was_over = serve->logged > AT_SCRIPT_LOG_MAX_BYTES;
    serve->logged += text.len + 1;
    const struct at_str texts[] = {
        level, serve->logged > AT_SCRIPT_LOG_MAX_BYTES
                   ? AT_STR("further lines of this script are not shown")
                   : text};
    if (!was_over)
        write_texts(serve, AT_SCRIPT_LOG, texts, 2);
}

static void
ask(void *user, const struct at_str *texts, size_t count, struct at_buf *reply)
{
    struct at_script_serve *serve = user;
    struct at_str payload;
    uint8_t kind;
    if (count == 3 && at_str_is(texts[0], "log")) {
        log_line(serve, texts[1], texts[2]);
        return;
    }
    write_texts(serve, AT_SCRIPT_HTTP, texts + 1, count > 0 ? count - 1 : 0);
    if (!serve->broken && read_message(serve, &kind, &payload) &&
        kind == AT_SCRIPT_HTTP_ANSWER) {
        at_buf_add_str(reply, payload);
        return;
    }
    serve->broken = true;
    at_script_text_add(reply, AT_STR("the runner is gone"));
}

static bool
sleep_ms(void *user, int64_t ms)
{
    struct at_script_serve *serve = user;
    const struct at_op nap = {at_now_ns() + ms * AT_NS_PER_MS, NULL};
    struct at_err err = AT_ERR_INIT;
    // Nothing is sent to us meanwhile: what wakes us is the end.
    if (!at_op_wait_fd(&nap, at_conn_fd(serve->conn), 1, &err) &&
        err.code == AT_ETIMEOUT)
        return true;
    serve->broken = true;
    return false;
}

struct at_js_host
at_script_serve_host(struct at_script_serve *serve)
{
    return (struct at_js_host){.ask = ask, .sleep = sleep_ms, .user = serve};
}

static void
evaluate(struct at_script_serve *serve, struct at_js *js, struct at_str path,
         struct at_str source)
{
    static const enum at_script_message kinds[] = {
        [AT_JS_VALUE] = AT_SCRIPT_VALUE,
        [AT_JS_THROWN] = AT_SCRIPT_THROWN,
        [AT_JS_LIMIT] = AT_SCRIPT_LIMIT,
    };
    struct at_buf out = AT_BUF_INIT(AT_MAESTRO_TEXT_MAX_BYTES);
    serve->logged = 0;
    enum at_js_end end = at_js_run(js, path, source, &out);
    const struct at_str text = at_buf_str(&out);
    if (end == AT_JS_THROWN)
        write_message(serve, AT_SCRIPT_THROWN, text);
    else
        write_texts(serve, kinds[end], &text, 1);
    serve->is_limit = end == AT_JS_LIMIT;
    at_buf_deinit(&out);
}

// Return false if it is not a message that we know.
static bool
take(struct at_script_serve *serve, struct at_js *js, uint8_t kind,
     struct at_str payload)
{
    struct at_str texts[2];
    switch (kind) {
    case AT_SCRIPT_START:
        return at_js_start(js, payload);
    case AT_SCRIPT_VARIABLES:
        return at_js_set_variables(js, payload);
    case AT_SCRIPT_COPIED:
        if (!at_script_texts(payload, texts, 1))
            return false;
        at_js_set_copied(js, texts[0]);
        return true;
    case AT_SCRIPT_EVALUATE:
        if (!at_script_texts(payload, texts, 1))
            return false;
        evaluate(serve, js, AT_STR(""), texts[0]);
        return true;
    case AT_SCRIPT_FILE:
        if (!at_script_texts(payload, texts, 2) || texts[0].len == 0)
            return false;
        evaluate(serve, js, texts[0], texts[1]);
        return true;
    default:
        return false;
    }
}

int
at_script_serve_run(struct at_script_serve *serve, struct at_js *js)
{
    struct at_str payload;
    uint8_t kind;
    while (!serve->broken && !serve->is_limit &&
           read_message(serve, &kind, &payload)) {
        if (!take(serve, js, kind, payload))
            return AT_SCRIPT_EXIT_PEER;
    }
    return 0;
}
