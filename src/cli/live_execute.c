#include "cli/live_execute.h"

#include <limits.h>
#include <stdio.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/duration.h"
#include "base/options.h"
#include "cli/envelope.h"
#include "cli/live_client.h"
#include "cli/live_server.h"
#include "cli/live_start.h"
#include "session/defaults.h"
#include "session/run.h"
#include "session/store.h"
#include "sys/clock.h"
#include "wire/json.h"

// For the last line of a command that was cancelled.
enum { LAST_MAX_MS = 10000 };

enum at_live_route
at_live_route_of(const struct at_arguments *args)
{
    const struct at_command *command = args->command;
    if (!(command->flags & AT_CLI_LIVE))
        return AT_LIVE_ROUTE_HERE;
    if (!command->options ||
        !at_options_find(command->options, AT_STR("--follow")))
        return AT_LIVE_ROUTE_THERE;
    return at_arguments_have(args, "--follow") &&
                   at_cli_mode(args) == AT_OUTPUT_JSONL
               ? AT_LIVE_ROUTE_BESIDE
               : AT_LIVE_ROUTE_HERE;
}

// The beginnings of lines that are printed as they are, without parsing: the
// result of a snapshot has thousands of values.
static const struct at_str event_head = AT_STR_ROW("{\"type\":\"event\",");
static const struct at_str result_head = AT_STR_ROW("{\"type\":\"result\",");
static const struct at_str success = AT_STR_ROW("\"ok\":true,");

// Print the line if its mode allows that. *out is the envelope of a result;
// NULL for an event.
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

// Print events up to the last line, which is returned. Once op is cancelled the
// process learns so by the end of our writing, and still sends its last line.
static json_t *
receive_all(const struct at_op *op, struct at_live_client *client,
            struct at_output *output, enum at_live_answer *out_answer,
            struct at_err *err)
{
    struct at_op now = *op;
    for (;;) {
        struct at_str line;
        json_t *json = NULL;
        *out_answer = AT_LIVE_RESULT;
        bool came = at_live_read_line(&now, client, &line, err);
        if (came && pass_on(output, line, &json)) {
            if (json)
                return json;
            continue;
        }
        if (came)
            json = at_live_answer_parse(line, out_answer, err);
        if (json && *out_answer != AT_LIVE_EVENT)
            return json;
        if (json) {
            at_output_event(output, json);
            json_decref(json);
        } else if (err->code == AT_ECANCELED && now.cancel) {
            at_live_client_end_writing(client);
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
report_difference(struct at_command_run *notes, const json_t *json)
{
    struct at_buf names = AT_BUF_INIT(AT_ERR_MSG_MAX);
    const json_t *because = json_object_get(json, "because");
    for (size_t i = 0; i < json_array_size(because); i++)
        at_buf_add_fmt(&names, "%s%.*s", i ? ", " : "",
                       AT_STR_ARG(at_json_str(json_array_get(because, i))));
    at_command_run_progress(
        notes, "run here, not in the live process, which differs in %s",
        at_buf_text(&names));
    at_buf_deinit(&names);
}

static json_t *
run_there(const struct at_op *op, const struct at_arguments *args,
          struct at_live_client *client, const struct at_live_request *request,
          struct at_output *output, struct at_command_run *notes)
{
    struct at_err err = AT_ERR_INIT;
    enum at_live_answer answer;
    if (!at_live_send(op, client, request, &err))
        return NULL; // it only acts on whole lines
    json_t *json = receive_all(op, client, output, &answer, &err);
    if (json && answer == AT_LIVE_RESULT) {
        json_object_del(json, "type");
        return json;
    }
    if (json && answer == AT_LIVE_ELSEWHERE) {
        report_difference(notes, json);
        json_decref(json);
        return NULL;
    }
    if (json)
        at_fail(&err, AT_EPROTO, "the live process refuses: %.*s",
                AT_STR_ARG(at_json_get_str(json, "message")));
    else
        at_err_add(&err, "the command may have been carried out: see live.log "
                         "next to the socket");
    json_decref(json);
    return at_envelope_failed(args, &err);
}

// Fails if a word is not UTF-8, as file names may be: JSON cannot hold it.
static bool
make_request(const struct at_arguments *args, struct at_live_request *out)
{
    char cwd[PATH_MAX];
    *out = (struct at_live_request){.what = AT_LIVE_RUN};
    if (!getcwd(cwd, sizeof(cwd)) || !at_utf8_valid(at_str(cwd)))
        return false;
    for (int i = 0; i < args->argc; i++) {
        if (!at_utf8_valid(at_str(args->argv[i])))
            return false;
        at_argv_add(&out->argv, args->argv[i]);
    }
    out->cwd = at_strdup(cwd);
    out->facts = at_live_facts();
    return true;
}

// The time that the session wants a live process to stay; 0: it wants none. The
// command itself reports a damaged file.
static int64_t
wanted_ttl_ms(const char *session)
{
    struct at_store *store;
    json_t *values = NULL;
    int64_t ttl_ms = 0;
    if (!at_store_open(session, &store, NULL))
        return 0;
    bool ok = at_store_read(store, AT_STORE_SESSION, &values, NULL);
    const char *live = ok ? at_defaults_get(values, "live") : NULL;
    if (live && !at_duration_parse(at_str(live), AT_LIVE_TTL_MAX_MS, &ttl_ms))
        ttl_ms = 0;
    json_decref(values);
    at_store_free(store);
    return ttl_ms;
}

// Connect to a live process of this version; start one if the session or the
// command wants it.
static struct at_live_client *
reach(const struct at_op *op, const struct at_live_files *files,
      const char *program, bool wanted, struct at_command_run *notes)
{
    struct at_live_client *client;
    struct at_err err = AT_ERR_INIT;
    bool started;
    bool there = at_live_connect(op, files, &client, &err);
    if (there && at_live_hello_is_ours(at_live_client_hello(client)))
        return client;
    if (there)
        at_command_run_progress(notes, "the live process is %s: it is replaced",
                                at_live_client_hello(client)->version);
    else if (err.code != AT_ENODEV && err.code != AT_EUSAGE)
        at_command_run_warning(notes, "run here, not in the live process: %s",
                               err.msg);
    at_live_client_free(client);
    int64_t ttl_ms = wanted_ttl_ms(files->session);
    wanted = wanted || ttl_ms > 0;
    if (!there && (!wanted || err.code != AT_ENODEV))
        return NULL;
    const struct at_live_start_opts opts = {files, program, there ? 0 : ttl_ms};
    if (!at_live_start(op, &opts, &client, &started, &err))
        at_command_run_warning(notes, "run here, without a live process: %s",
                               err.msg);
    return client;
}

json_t *
at_live_execute(const struct at_op *op, const struct at_arguments *args,
                const char *program, struct at_output *output)
{
    const struct at_command_run_listener listener = {on_event, output};
    struct at_live_files files;
    struct at_live_request request = {0};
    enum at_live_route route = at_live_route_of(args);
    json_t *envelope = NULL;
    if (route == AT_LIVE_ROUTE_HERE ||
        !at_live_files_init(&files, at_cli_session(args), NULL))
        return NULL;
    bool beside = route == AT_LIVE_ROUTE_BESIDE;
    if (beside || access(files.socket, F_OK) == 0 ||
        access(files.pid, F_OK) == 0 || wanted_ttl_ms(files.session) > 0) {
        struct at_command_run *notes = at_command_run_new(&listener);
        struct at_live_client *client =
            reach(op, &files, program, beside, notes);
        if (client && make_request(args, &request))
            envelope = run_there(op, args, client, &request, output, notes);
        at_live_client_free(client);
        at_command_run_free(notes);
    }
    at_live_request_deinit(&request);
    at_live_files_deinit(&files);
    return envelope;
}
