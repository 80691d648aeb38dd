#include "cli/live_link.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "base/duration.h"
#include "base/lines.h"
#include "cli/commands.h"
#include "cli/envelope.h"
#include "cli/execute.h"
#include "cli/live_execute.h"
#include "cli/live_server.h"
#include "cli/live_wire.h"
#include "sys/clock.h"
#include "wire/json.h"

enum {
    REQUEST_MAX_MS = 10000, // a client sends its request at once
    WRITE_MAX_MS = 5000,    // a client that does not read is gone
    READ_SIZE = 4096,
};

static void
write_bytes(struct at_live_link *link, struct at_str bytes)
{
    struct at_op op = {at_now_ns() + WRITE_MAX_MS * AT_NS_PER_MS, NULL};
    if (at_conn_write(&op, link->conn, bytes.ptr, bytes.len, NULL))
        return;
    // The client is gone: cancel its command.
    pthread_mutex_lock(&link->server->lock);
    link->left = true;
    pthread_mutex_unlock(&link->server->lock);
    at_cancel_fire(link->cancel);
}

static void
write_json(struct at_live_link *link, const json_t *value)
{
    struct at_buf line = AT_BUF_INIT(AT_CLI_RESULT_MAX_BYTES);
    if (at_json_write(value, &line) && at_buf_add_char(&line, '\n'))
        write_bytes(link, at_buf_str(&line));
    at_buf_deinit(&line);
}

// Send {"type":…} and the members of values, which is taken over.
static void
answer(struct at_live_link *link, enum at_live_answer type, json_t *values)
{
    json_t *line = json_object();
    at_json_set_text(line, "type", at_live_answer_name(type));
    json_object_update(line, values);
    write_json(link, line);
    json_decref(line);
    json_decref(values);
}

static void
refuse(struct at_live_link *link, const char *message)
{
    json_t *values = json_object();
    at_json_set_text(values, "message", message);
    answer(link, AT_LIVE_REFUSED, values);
    pthread_mutex_lock(&link->server->lock);
    link->server->refused++;
    pthread_mutex_unlock(&link->server->lock);
    at_live_log(link->server, "refused: %s", message);
}

// Takes because over.
static void
send_elsewhere(struct at_live_link *link, json_t *because)
{
    json_t *values = json_object();
    at_json_set(values, "because", because);
    answer(link, AT_LIVE_ELSEWHERE, values);
}

static void
send_elsewhere_for(struct at_live_link *link, const char *because)
{
    json_t *names = json_array();
    json_array_append_new(names, at_json_text(at_str(because)));
    send_elsewhere(link, names);
}

static void
on_event(void *user, const json_t *event)
{
    write_json(user, event);
}

static void
set_runs(struct at_live_link *link, bool runs, bool beside)
{
    struct at_live_server *server = link->server;
    pthread_mutex_lock(&server->lock);
    link->runs = runs;
    link->beside = beside;
    if (!runs) {
        server->idle_since_ns = at_now_ns();
        server->commands++;
    }
    pthread_mutex_unlock(&server->lock);
    at_live_wake(server); // it watches this client
}

static void
execute(struct at_live_link *link, struct at_device_pool *pool,
        const struct at_arguments *args)
{
    const struct at_command_run_listener listener = {on_event, link};
    struct at_op op = {AT_NEVER_NS, link->cancel};
    int64_t began_ns = at_now_ns();
    json_t *envelope = at_execute(&op, pool, args, &listener);
    int64_t took_ms = (at_now_ns() - began_ns) / AT_NS_PER_MS;
    at_live_log(link->server, "%s: status %d, %" PRId64 " ms",
                args->command->name, at_envelope_status(envelope), took_ms);
    at_json_set(envelope, "live", json_true());
    answer(link, AT_LIVE_RESULT, envelope);
}

// The working directory belongs to the whole process, and so does the pool:
// only one command at a time has them.
static void
execute_in_turn(struct at_live_link *link, const struct at_arguments *args,
                const char *cwd)
{
    struct at_live_server *server = link->server;
    pthread_mutex_lock(&server->turn);
    if (chdir(cwd) == 0)
        execute(link, server->pool, args);
    else
        send_elsewhere_for(link, "the working directory");
    if (chdir("/") != 0)
        at_live_log(server, "cannot go to /");
    pthread_mutex_unlock(&server->turn);
}

static void
execute_following(struct at_live_link *link, const struct at_arguments *args)
{
    struct at_live_server *server = link->server;
    struct at_device_pool *pool =
        at_device_pool_new(server->platforms, server->program);
    execute(link, pool, args);
    at_device_pool_free(pool);
}

static void
run_arguments(struct at_live_link *link, const struct at_arguments *args,
              const char *cwd)
{
    struct at_live_server *server = link->server;
    enum at_live_route route = at_live_route_of(args);
    if (route == AT_LIVE_ROUTE_HERE ||
        strcmp(at_cli_session(args), server->files.session) != 0) {
        refuse(link, "not a command of this live process");
        return;
    }
    set_runs(link, true, route == AT_LIVE_ROUTE_BESIDE);
    if (route == AT_LIVE_ROUTE_BESIDE)
        execute_following(link, args);
    else
        execute_in_turn(link, args, cwd);
    set_runs(link, false, false);
}

static void
do_run(struct at_live_link *link, const struct at_live_request *request)
{
    struct at_arguments args;
    struct at_err err = AT_ERR_INIT;
    json_t *because = at_live_difference(link->server->facts, request->facts);
    if (json_array_size(because) > 0) {
        send_elsewhere(link, because);
        return;
    }
    json_decref(because);
    if (at_arguments_parse(&at_mobile_dev_agent, (int)request->argv.count,
                           request->argv.words, &args, &err))
        run_arguments(link, &args, request->cwd);
    else
        refuse(link, err.msg);
    at_arguments_deinit(&args);
}

static void
do_status(struct at_live_link *link, const struct at_live_request *request)
{
    struct at_live_server *server = link->server;
    char began[AT_RFC3339_MAX];
    json_t *values = json_object();
    int64_t running = 0;
    int64_t following = 0;
    (void)request;
    at_wall_write(server->began_wall_ms, began);
    at_json_set_text(values, "version", AT_LIVE_VERSION);
    at_json_set(values, "pid", json_integer((json_int_t)getpid()));
    at_json_set_text(values, "session", server->files.session);
    at_json_set_text(values, "started_at", began);
    at_json_set(values, "ttl_ms", json_integer(server->ttl_ms));
    pthread_mutex_lock(&server->lock);
    for (size_t i = 0; i < AT_LIVE_LINKS_MAX; i++) {
        const struct at_live_link *other = &server->links[i];
        running += other->runs && !other->beside;
        following += other->runs && other->beside;
    }
    int64_t idle_ns =
        running + following > 0 ? 0 : at_now_ns() - server->idle_since_ns;
    at_json_set(values, "idle_ms", json_integer(idle_ns / AT_NS_PER_MS));
    at_json_set(values, "commands", json_integer(server->commands));
    at_json_set(values, "refused", json_integer(server->refused));
    pthread_mutex_unlock(&server->lock);
    at_json_set(values, "running_now", json_integer(running));
    at_json_set(values, "following", json_integer(following));
    answer(link, AT_LIVE_STATE, values);
}

static void
do_stop(struct at_live_link *link, const struct at_live_request *request)
{
    (void)request;
    answer(link, AT_LIVE_STOPPING, json_object());
    pthread_mutex_lock(&link->server->lock);
    link->server->stops = true;
    pthread_mutex_unlock(&link->server->lock);
}

static void (*const handlers[])(struct at_live_link *,
                                const struct at_live_request *) = {
    [AT_LIVE_RUN] = do_run,
    [AT_LIVE_STATUS] = do_status,
    [AT_LIVE_STOP] = do_stop,
};

static void
serve_line(struct at_live_link *link, const struct at_line *line)
{
    struct at_live_request request;
    struct at_err err = AT_ERR_INIT;
    if (line->too_long) {
        refuse(link, "the request is too long");
    } else if (!at_live_request_parse(line->text, &request, &err)) {
        refuse(link, err.msg);
    } else {
        handlers[request.what](link, &request);
        at_live_request_deinit(&request);
    }
}

// Refuse a peer that is not a client.
static bool
is_client(struct at_live_link *link, struct at_str first_bytes)
{
    switch (at_live_speaker_of(first_bytes)) {
    case AT_LIVE_SPEAKER_HTTP:
        refuse(link, "HTTP is not spoken here");
        return false;
    case AT_LIVE_SPEAKER_OTHER:
        refuse(link, "a line with a JSON object was expected");
        return false;
    case AT_LIVE_SPEAKER_UNKNOWN:
    case AT_LIVE_SPEAKER_CLIENT:
        break;
    }
    return true;
}

// Serve one request, and ignore the bytes that follow it.
static void
serve_request(struct at_live_link *link)
{
    struct at_op op = {at_now_ns() + REQUEST_MAX_MS * AT_NS_PER_MS,
                       link->cancel};
    struct at_lines lines = AT_LINES_INIT(AT_LIVE_REQUEST_MAX_BYTES);
    struct at_line line;
    char piece[READ_SIZE];
    struct at_err err = AT_ERR_INIT;
    bool whole = false;
    while (!whole) {
        size_t len;
        if (!at_conn_read(&op, link->conn, piece, sizeof(piece), &len, &err))
            break;
        struct at_str in = at_str_n(piece, len);
        whole = at_lines_next(&lines, &in, &line);
        struct at_str first = whole ? line.text : at_buf_str(&lines.part);
        bool known = (whole && line.too_long) || lines.skipping;
        if (len == 0 || (!known && !is_client(link, first)))
            break;
        if (lines.skipping && !whole) { // its end is not waited for
            refuse(link, "the request is too long");
            break;
        }
        if (whole)
            serve_line(link, &line);
    }
    if (err.code == AT_ECANCELED)
        send_elsewhere_for(link, "it is ending");
    at_lines_deinit(&lines);
}

void *
at_live_link_run(void *arg)
{
    struct at_live_link *link = arg;
    struct at_live_server *server = link->server;
    struct at_buf line = AT_BUF_INIT(AT_LIVE_HELLO_MAX_BYTES);
    struct at_live_hello hello = {.protocol = AT_LIVE_PROTOCOL,
                                  .version = AT_LIVE_VERSION,
                                  .pid = (int64_t)getpid(),
                                  .ttl_ms = server->ttl_ms};
    at_live_hello_write(&hello, &line);
    write_bytes(link, at_buf_str(&line));
    at_buf_deinit(&line);
    serve_request(link);
    pthread_mutex_lock(&server->lock);
    link->ended = true;
    pthread_mutex_unlock(&server->lock);
    at_live_wake(server);
    return NULL;
}
