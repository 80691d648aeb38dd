#include "cli/live_client.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "base/lines.h"
#include "net/conn.h"
#include "sys/cancel.h"
#include "sys/clock.h"

enum {
    HELLO_MAX_MS = 2000, // the process speaks first, and at once
    SEND_MAX_MS = 5000,
    READ_SIZE = 64 * 1024,
};

struct at_live_client {
    struct at_conn *conn;
    struct at_lines lines;
    struct at_str rest; // the unread part of piece
    struct at_live_hello hello;
    char piece[READ_SIZE];
};

void
at_live_client_free(struct at_live_client *client)
{
    if (!client)
        return;
    at_conn_free(client->conn);
    at_lines_deinit(&client->lines);
    free(client);
}

void
at_live_client_end_writing(struct at_live_client *client)
{
    at_conn_end_writing(client->conn);
}

const struct at_live_hello *
at_live_client_hello(const struct at_live_client *client)
{
    return &client->hello;
}

bool
at_live_read_line(const struct at_op *op, struct at_live_client *client,
                  struct at_str *out, struct at_err *err)
{
    struct at_line line;
    while (!at_lines_next(&client->lines, &client->rest, &line)) {
        size_t len;
        if (!at_conn_read(op, client->conn, client->piece, READ_SIZE, &len,
                          err))
            return false;
        if (len == 0)
            return at_fail(err, AT_ENODEV, "the live process has ended");
        client->rest = at_str_n(client->piece, len);
    }
    *out = line.text;
    return !line.too_long ||
           at_fail(err, AT_ELIMIT,
                   "a line of the live process is longer than %zu bytes",
                   AT_CLI_RESULT_MAX_BYTES);
}

static bool
read_hello(const struct at_op *op, struct at_live_client *client,
           struct at_err *err)
{
    struct at_op hello_op = at_op_sub(op, at_now_ns(), HELLO_MAX_MS);
    struct at_str line;
    if (!at_conn_is_mine(client->conn))
        return at_fail(err, AT_EPROTO, "the socket belongs to another user");
    return at_live_read_line(&hello_op, client, &line, err) &&
           at_live_hello_parse(line, &client->hello, err);
}

bool
at_live_connect(const struct at_op *op, const struct at_live_files *files,
                struct at_live_client **out_client, struct at_err *err)
{
    struct at_op connect_op = at_op_sub(op, at_now_ns(), HELLO_MAX_MS);
    struct at_conn *conn;
    *out_client = NULL;
    char *endpoint = at_strfmt("unix:%s", files->socket);
    bool ok = at_conn_open(&connect_op, endpoint, &conn, err);
    free(endpoint);
    if (!ok) {
        at_live_files_explain(err);
        at_live_files_clear(files);
        return false;
    }
    struct at_live_client *client = at_alloc(sizeof(*client));
    client->conn = conn;
    client->lines = (struct at_lines)AT_LINES_INIT(AT_CLI_RESULT_MAX_BYTES);
    if (read_hello(op, client, err)) {
        *out_client = client;
        return true;
    }
    at_err_context(err, "'%s'", files->socket);
    at_live_client_free(client);
    return false;
}

bool
at_live_send(const struct at_op *op, struct at_live_client *client,
             const struct at_live_request *request, struct at_err *err)
{
    struct at_op send_op = at_op_sub(op, at_now_ns(), SEND_MAX_MS);
    struct at_buf line = AT_BUF_INIT(AT_LIVE_REQUEST_MAX_BYTES);
    at_live_request_write(request, &line);
    bool ok =
        line.overflow
            ? at_fail(err, AT_ELIMIT, "the command line is too long")
            : at_conn_write(&send_op, client->conn, line.data, line.len, err);
    at_buf_deinit(&line);
    return ok;
}

json_t *
at_live_receive(const struct at_op *op, struct at_live_client *client,
                enum at_live_answer *out_answer, struct at_err *err)
{
    struct at_str line;
    return at_live_read_line(op, client, &line, err)
               ? at_live_answer_parse(line, out_answer, err)
               : NULL;
}

json_t *
at_live_status(const struct at_op *op, struct at_live_client *client,
               struct at_err *err)
{
    const struct at_live_request request = {.what = AT_LIVE_STATUS};
    struct at_op asked = at_op_sub(op, at_now_ns(), SEND_MAX_MS);
    enum at_live_answer answer;
    json_t *json = at_live_send(&asked, client, &request, err)
                       ? at_live_receive(&asked, client, &answer, err)
                       : NULL;
    if (json && answer == AT_LIVE_STATE) {
        json_object_del(json, "type");
        return json;
    }
    if (json)
        at_fail(err, AT_EPROTO,
                "the live process has sent an unexpected answer");
    json_decref(json);
    return NULL;
}
