#include <string.h>

#include "base/alloc.h"
#include "device/android/adb/client/link.h"
#include "net/conn.h"
#include "sys/file.h"

enum { REPLY_MAX_BYTES = 64 * 1024, TOKEN_MAX_BYTES = 4096 };

// emulator-5554 has its console on port 5554.
static bool
console_port(const char *serial, int64_t *out_port, struct at_err *err)
{
    static const struct at_str prefix = AT_STR_ROW("emulator-");
    struct at_str text = at_str(serial);
    return (at_str_starts(text, prefix) &&
            at_str_to_i64(at_str_skip(text, prefix.len), 1, 65535, out_port)) ||
           at_fail(err, AT_EUNSUPPORTED,
                   "'%s' is not an emulator and has no console", serial);
}

// The reply ends with "OK", or after `kill` with "OK: killing emulator, bye
// bye".
static bool
is_ok(struct at_str line)
{
    return at_str_is(line, "OK") || at_str_starts(line, AT_STR("OK: "));
}

// Split the reply up to OK or KO off the received text. Returns true if it is
// whole; *out_words is the text before OK, or after "KO:".
static bool
take_reply(struct at_buf *in, bool *out_ok, struct at_buf *words)
{
    struct at_str rest = at_buf_str(in);
    struct at_str line;
    while (at_str_has(rest, AT_STR("\n")) && at_str_next_line(&rest, &line)) {
        bool failed = at_str_starts(line, AT_STR("KO"));
        if (failed)
            at_buf_clear(words);
        if (!is_ok(line)) {
            at_buf_add_str(words, line);
            at_buf_add_char(words, '\n');
        }
        if (failed || is_ok(line)) {
            *out_ok = !failed;
            at_buf_drop(in, in->len - rest.len);
            return true;
        }
    }
    at_buf_drop(in, in->len - rest.len);
    return false;
}

// Read one reply into words, whose old content is dropped.
static bool
read_reply(const struct at_op *op, struct at_adb_stream *stream, bool *out_ok,
           struct at_buf *words, struct at_err *err)
{
    at_buf_clear(words);
    while (!take_reply(&stream->in, out_ok, words)) {
        if (words->overflow)
            return at_fail(err, AT_ELIMIT, "it answered more than %zu bytes",
                           words->max);
        if (stream->ended)
            return at_fail(err, AT_ENODEV, "it closed the connection");
        if (!at_adb_stream_read(op, stream, err))
            return false;
    }
    return true;
}

// Return the words without a newline at their end.
static struct at_str
trimmed(const struct at_buf *words)
{
    return at_utf8_head(at_str_trim(at_buf_str(words)), AT_ERR_MSG_MAX / 2);
}

static bool
send_line(const struct at_op *op, struct at_adb_stream *stream,
          struct at_str line, struct at_err *err)
{
    char *text = at_strfmt("%.*s\n", AT_STR_ARG(line));
    bool ok = at_adb_stream_send(op, stream, at_str(text), err);
    free(text);
    return ok;
}

// Send one line and read its reply; a KO fails with the console's message.
static bool
talk(const struct at_op *op, struct at_adb_stream *stream, struct at_str line,
     struct at_buf *words, struct at_err *err)
{
    bool ok;
    if (!send_line(op, stream, line, err) ||
        !read_reply(op, stream, &ok, words, err))
        return false;
    return ok || at_fail(err, AT_EDEVICE, "%.*s", AT_STR_ARG(trimmed(words)));
}

// Read the console's token; empty if it is missing.
static void
read_token(struct at_buf *out)
{
    const char *home = getenv("HOME");
    char *path = at_strfmt("%s/.emulator_console_auth_token", home ? home : "");
    if (!at_file_read(path, out, NULL))
        at_buf_clear(out);
    free(path);
}

// Present the token if there is one. Otherwise the command is sent unchanged,
// like `adb emu` does.
static bool
authenticate(const struct at_op *op, struct at_adb_stream *stream,
             bool demanded, bool *out_has_token, struct at_err *err)
{
    struct at_buf file = AT_BUF_INIT(TOKEN_MAX_BYTES);
    struct at_buf words = AT_BUF_INIT(REPLY_MAX_BYTES);
    bool ok = true;
    read_token(&file);
    struct at_str token = at_str_trim(at_buf_str(&file));
    *out_has_token = token.len > 0;
    if (token.len > 0) {
        char *line = at_strfmt("auth %.*s", AT_STR_ARG(token));
        struct at_err why = AT_ERR_INIT;
        ok = talk(op, stream, at_str(line), &words, &why) ||
             (!demanded && why.code == AT_EDEVICE); // it knows no `auth`
        if (!ok && err)
            *err = why;
        free(line);
    }
    at_buf_deinit(&words);
    at_buf_deinit(&file);
    return ok;
}

static bool
run_console(const struct at_op *op, struct at_adb_stream *stream,
            const char *words, struct at_buf *reply, struct at_err *err)
{
    bool greeted;
    bool has_token;
    if (!read_reply(op, stream, &greeted, reply, err))
        return false;
    bool demanded = at_str_find_nocase(at_buf_str(reply),
                                       AT_STR("authentication required")) >= 0;
    if (!authenticate(op, stream, demanded, &has_token, err))
        return false;
    if (talk(op, stream, at_str(words), reply, err))
        return true;
    if (demanded && !has_token)
        at_err_add(err, "it may need a token, and "
                        "~/.emulator_console_auth_token has none: run as the "
                        "user who started the emulator");
    return false;
}

static bool
open_console(const struct at_op *op, int64_t port, struct at_adb_stream *stream,
             struct at_err *err)
{
    char *endpoint = at_strfmt("tcp:127.0.0.1:%d", (int)port);
    bool ok = at_conn_open(op, endpoint, &stream->conn, err);
    free(endpoint);
    return ok;
}

bool
at_adb_console(const struct at_op *op, const char *serial, const char *words,
               struct at_buf *out, struct at_err *err)
{
    struct at_adb_stream stream = {.in = AT_BUF_INIT(REPLY_MAX_BYTES)};
    struct at_buf reply = AT_BUF_INIT(REPLY_MAX_BYTES);
    int64_t port;
    if (strpbrk(words, "\r\n"))
        return at_fail(err, AT_EUSAGE, "a console command is one line");
    if (!console_port(serial, &port, err))
        return false;
    bool ok = open_console(op, port, &stream, err) &&
              run_console(op, &stream, words, &reply, err);
    if (ok && !at_buf_add_str(out, at_buf_str(&reply)))
        ok = at_fail(err, AT_ELIMIT, "it answered more than %zu bytes",
                     out->max);
    at_adb_stream_deinit(&stream);
    at_buf_deinit(&reply);
    if (!ok)
        at_err_context(err, "console of '%s'", serial);
    return ok;
}
