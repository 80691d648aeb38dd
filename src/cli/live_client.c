// live_client.c: one request to the live process
#include "cli/live_client.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "base/lines.h"
#include "cli/envelope.h"
#include "cli/live_client_priv.h"
#include "cli/live_route.h"
#include "net/conn.h"
#include "session/run.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "wire/json.h"

enum {
    HELLO_MAX_MS = 2000, // it speaks first, and at once
    SEND_MAX_MS = 5000,
    LAST_MAX_MS = 10000, // for the last line of a command that was cancelled
    READ_SIZE = 64 * 1024,
};

struct at_live_client {
    struct at_conn *conn;
    struct at_lines lines;
    struct at_str rest; // of piece
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

const struct at_live_hello *
at_live_client_hello(const struct at_live_client *client)
{
    return &client->hello;
}

// The next line, valid until the next call. AT_ENODEV where it has closed.
static bool
read_line(const struct at_op *op, struct at_live_client *client,
          struct at_str *out, struct at_err *err)
{
    struct at_line line;
    while (!at_lines_next(&client->lines, &client->rest, &line)) {
        size_t len;
        if (!at_conn_read(op, client->conn, client->piece, READ_SIZE, &len,
                          err))
            return false;
        if (len == 0)
            return at_fail(err, AT_ENODEV, "the live process has gone");
        client->rest = at_str_n(client->piece, len);
    }
    *out = line.text;
    return !line.too_long ||
           at_fail(err, AT_ELIMIT, "its line is longer than %zu bytes",
                   AT_CLI_RESULT_MAX_BYTES);
}

static bool
read_hello(const struct at_op *op, struct at_live_client *client,
           struct at_err *err)
{
    struct at_op hello_op = at_op_sub(op, at_now_ns(), HELLO_MAX_MS);
    struct at_str line;
    if (!at_conn_is_mine(client->conn))
        return at_fail(err, AT_EPROTO, "it belongs to another user");
    return read_line(&hello_op, client, &line, err) &&
           at_live_hello_parse(line, &client->hello, err);
}

bool
at_live_connect(const struct at_op *op, const struct at_live_place *place,
                struct at_live_client **out_client, struct at_err *err)
{
    struct at_op connect_op = at_op_sub(op, at_now_ns(), HELLO_MAX_MS);
    struct at_conn *conn;
    *out_client = NULL;
    char *endpoint = at_strfmt("unix:%s", place->socket);
    bool ok = at_conn_open(&connect_op, endpoint, &conn, err);
    free(endpoint);
    if (!ok) {
        at_live_place_explain(err);
        at_live_place_clear(place);
        return false;
    }
    struct at_live_client *client = at_alloc(sizeof(*client));
    client->conn = conn;
    client->lines = (struct at_lines)AT_LINES_INIT(AT_CLI_RESULT_MAX_BYTES);
    if (read_hello(op, client, err)) {
        *out_client = client;
        return true;
    }
    at_err_context(err, "'%s'", place->socket);
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
    return read_line(op, client, &line, err)
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
        at_fail(err, AT_EPROTO, "the live process answers something else");
    json_decref(json);
    return NULL;
}

// What begins a line that can be printed as it is, unread: a snapshot's result
// has thousands of values.
static const struct at_str event_head = AT_STR_ROW("{\"type\":\"event\",");
static const struct at_str result_head = AT_STR_ROW("{\"type\":\"result\",");
static const struct at_str success = AT_STR_ROW("\"ok\":true,");

// *out is the envelope of a result that was printed; NULL for an event.
static bool
pass_on(struct at_output *output, struct at_str line, json_t **out)
{
    struct at_str rest = at_str_skip(line, result_head.len);
    bool jsonl = output->mode == AT_OUTPUT_JSONL;
    *out = NULL;
    if (output->mode == AT_OUTPUT_TEXT)
        return false;
    if (at_str_starts(line, event_head)) {
        if (jsonl)
            at_output_line(output, line, false);
        return true;
    }
    if (!at_str_starts(line, result_head) || !at_str_starts(rest, success))
        return false;
    if (!jsonl) {
        fputc('{', stdout);
        line = rest;
    }
    at_output_line(output, line, true);
    *out = json_pack("{sb sn}", "ok", 1, "error");
    return true;
}

// Everything up to the last line. Once op is cancelled the process is told so
// by the end of what we say, and the last line still waited for.
static json_t *
hear_out(const struct at_op *op, struct at_live_client *client,
         struct at_output *output, enum at_live_answer *out_answer,
         struct at_err *err)
{
    struct at_op now = *op;
    for (;;) {
        struct at_str line;
        json_t *json = NULL;
        *out_answer = AT_LIVE_RESULT;
        bool heard = read_line(&now, client, &line, err);
        if (heard && pass_on(output, line, &json)) {
            if (json)
                return json;
            continue;
        }
        if (heard)
            json = at_live_answer_parse(line, out_answer, err);
        if (json && *out_answer != AT_LIVE_EVENT)
            return json;
        if (json) {
            at_output_event(output, json);
            json_decref(json);
        } else if (err->code == AT_ECANCELED && now.cancel) {
            at_conn_end_writing(client->conn);
            now =
                (struct at_op){at_now_ns() + LAST_MAX_MS * AT_NS_PER_MS, NULL};
        } else {
            return NULL;
        }
    }
}

static void
on_event(void *user, const json_t *event)
{
    at_output_event(user, event);
}

static void
tell_because(struct at_run *told, const json_t *json)
{
    struct at_buf names = AT_BUF_INIT(AT_ERR_MSG_MAX);
    const json_t *because = json_object_get(json, "because");
    for (size_t i = 0; i < json_array_size(because); i++)
        at_buf_add_fmt(&names, "%s%.*s", i ? ", " : "",
                       AT_STR_ARG(at_json_str(json_array_get(because, i))));
    at_run_progress(told, "run here, not in the live process: it differs in %s",
                    at_buf_text(&names));
    at_buf_deinit(&names);
}

static json_t *
run_there(const struct at_op *op, const struct at_given *given,
          struct at_live_client *client, const struct at_live_request *request,
          struct at_output *output, struct at_run *told)
{
    struct at_err err = AT_ERR_INIT;
    enum at_live_answer answer;
    if (!at_live_send(op, client, request, &err))
        return NULL; // it acts on whole lines alone
    json_t *json = hear_out(op, client, output, &answer, &err);
    if (json && answer == AT_LIVE_RESULT) {
        json_object_del(json, "type");
        return json;
    }
    if (json && answer == AT_LIVE_ELSEWHERE) {
        tell_because(told, json);
        json_decref(json);
        return NULL;
    }
    if (json)
        at_fail(&err, AT_EPROTO, "the live process refuses: %.*s",
                AT_STR_ARG(at_json_get_str(json, "message")));
    else
        at_err_add(&err, "the command may have been carried out: see live.log "
                         "beside the socket");
    json_decref(json);
    return at_envelope_failed(given, &err);
}

// JSON holds UTF-8 only; a file's name need not be.
static bool
make_request(const struct at_given *given, struct at_live_request *out)
{
    char cwd[PATH_MAX];
    *out = (struct at_live_request){.what = AT_LIVE_RUN};
    if (!getcwd(cwd, sizeof(cwd)) || !at_utf8_valid(at_str(cwd)))
        return false;
    for (int i = 0; i < given->argc; i++) {
        if (!at_utf8_valid(at_str(given->argv[i])))
            return false;
        at_argv_add(&out->argv, given->argv[i]);
    }
    out->cwd = at_strdup(cwd);
    out->facts = at_live_facts();
    return true;
}

// A live process of this version, if there is to be one for the route.
static struct at_live_client *
reach(const struct at_op *op, const struct at_live_place *place,
      const char *program, enum at_live_route route, struct at_run *told)
{
    struct at_live_client *client;
    struct at_err err = AT_ERR_INIT;
    bool started;
    bool there = at_live_connect(op, place, &client, &err);
    if (there && at_live_hello_is_ours(&client->hello))
        return client;
    if (there)
        at_run_progress(told, "the live process is %s: it is replaced",
                        client->hello.version);
    else if (err.code != AT_ENODEV && err.code != AT_EUSAGE)
        at_run_warning(told, "run here, not in the live process: %s", err.msg);
    at_live_client_free(client);
    if (!there && (route != AT_LIVE_ROUTE_BESIDE || err.code != AT_ENODEV))
        return NULL;
    const struct at_live_start_opts opts = {place, program, 0};
    if (!at_live_start(op, &opts, &client, &started, &err))
        at_run_warning(told, "run here, without a live process: %s", err.msg);
    return client;
}

json_t *
at_live_execute(const struct at_op *op, const struct at_given *given,
                const char *program, struct at_output *output)
{
    const struct at_run_listener listener = {on_event, output};
    struct at_live_place place;
    struct at_live_request request = {0};
    enum at_live_route route = at_live_route_of(given);
    json_t *envelope = NULL;
    if (route == AT_LIVE_ROUTE_HERE ||
        !at_live_place_init(&place, at_given_session(given), NULL))
        return NULL;
    if (route == AT_LIVE_ROUTE_BESIDE || access(place.socket, F_OK) == 0 ||
        access(place.pid, F_OK) == 0) {
        struct at_run *told = at_run_new(&listener);
        struct at_live_client *client = reach(op, &place, program, route, told);
        if (client && make_request(given, &request))
            envelope = run_there(op, given, client, &request, output, told);
        at_live_client_free(client);
        at_run_free(told);
    }
    at_live_request_deinit(&request);
    at_live_place_deinit(&place);
    return envelope;
}
