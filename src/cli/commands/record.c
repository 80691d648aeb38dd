// record: write down what programs do on a device as a flow, and replay it
#include "cli/commands.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "cli/flow_native.h"
#include "cli/flow_print.h"
#include "cli/flow_set.h"
#include "cli/invocation.h"
#include "cli/recorder.h"
#include "maestro/trace.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "sys/file.h"
#include "sys/path.h"
#include "wire/json.h"

static const char default_file[] = "recorded.yaml";

enum { STEPS_MAX = 500, REPLAY_MS = 30 * 60 * 1000, REPLAYS_MAX = 4 };

struct session {
    struct at_invocation *invocation;
    const char *path;
    bool clear_state;
    struct at_maestro_recording *recording; // owned
};

// Start the app just as the flow will start it.
static bool
launch(const struct session *session, struct at_err *err)
{
    struct at_flow_set set;
    struct at_str app_id = session->recording->app_id;
    struct at_str text = session->clear_state
                             ? AT_STR("- launchApp: {clearState: true}\n")
                             : AT_STR("- launchApp\n");
    at_flow_set_init(&set);
    at_flow_set_add_text(&set, "launch", text, app_id.ptr);
    bool ok = at_flow_native_run(session->invocation, &set, err);
    at_flow_set_deinit(&set);
    // the result is about what follows
    json_object_del(session->invocation->data, "flows");
    json_object_del(session->invocation->data, "duration_ms");
    return ok;
}

static bool
begin(struct session *session, struct at_err *err)
{
    struct at_invocation *invocation = session->invocation;
    if (at_arguments_have(invocation->args, "--no-launch"))
        return true;
    if (session->recording->app_id.len == 0)
        return at_fail(err, AT_EUSAGE,
                       "no app to start: name it with --app-id, or record from "
                       "the screen as it is with --no-launch");
    if (!launch(session, err))
        return false;
    at_maestro_recording_launch(session->recording, session->clear_state);
    return true;
}

// Listen until Ctrl-C. Others act on the device in the meantime, so this
// command's lease ends.
static bool
listen(struct session *session, struct at_app *app, int64_t most,
       struct at_err *err)
{
    struct at_invocation *invocation = session->invocation;
    const char *serial = at_app_device(app)->serial;
    struct at_recorder *recorder =
        at_recorder_open(invocation->op, serial, err);
    if (!recorder)
        return false;
    json_t *data = json_object();
    at_json_set(data, "message",
                at_json_text(AT_STR("recording: act on the device through "
                                    "agentest, mobile-dev-agent or "
                                    "mobile-tester-agent; Ctrl-C ends it")));
    at_json_set_text(data, "device", serial);
    at_command_run_event(invocation->run, "recording", data);
    at_device_pool_end_command(invocation->pool, NULL);
    bool ok = at_recorder_listen(invocation->op, recorder, invocation->run,
                                 (size_t)most, session->recording, err);
    at_recorder_close(recorder);
    return ok;
}

static void
leave_result(const struct session *session)
{
    struct at_invocation *invocation = session->invocation;
    const struct at_maestro_recording *recording = session->recording;
    json_t *secrets = json_array();
    for (size_t i = 0; i < recording->secret_count; i++) {
        const struct at_maestro_secret *secret = &recording->secrets[i];
        if (at_maestro_recording_needs(recording, secret))
            json_array_append_new(secrets, at_json_text(secret->name));
    }
    at_invocation_set_text(invocation, "flow", session->path);
    at_invocation_set(invocation, "steps",
                      json_integer((json_int_t)recording->steps));
    at_invocation_set(invocation, "commands",
                      json_integer((json_int_t)recording->count));
    at_invocation_set(invocation, "secrets", secrets);
}

static bool
write_file(struct session *session, struct at_err *err)
{
    struct at_buf text = AT_BUF_INIT(AT_FLOW_TEXT_MAX_BYTES);
    struct at_maestro_recording *recording = session->recording;
    bool ok = (recording->steps > 0 ||
               at_fail(err, AT_EUSAGE,
                       "nothing was done on the device while it was recorded, "
                       "so there is no flow")) &&
              at_maestro_recording_write(recording, &text, err) &&
              at_command_run_write_artifact(session->invocation->run, "flow",
                                            "flow.yaml", "application/yaml",
                                            at_buf_str(&text), err) &&
              at_file_put(session->path, at_buf_str(&text), err);
    if (ok) {
        char *whole = at_path_absolute(session->path);
        at_command_run_add_artifact(session->invocation->run, "flow", whole,
                                    "application/yaml");
        free(whole);
        leave_result(session);
    }
    at_buf_deinit(&text);
    return ok;
}

// Take out the proposed assertion at which the file has failed; false if it has
// failed elsewhere.
static bool
drop_failed(struct session *session, const struct at_flow_set *set)
{
    const json_t *flows = json_object_get(session->invocation->data, "flows");
    const json_t *step =
        json_object_get(json_array_get(flows, 0), "failed_step");
    const json_t *place = json_object_get(step, "place");
    json_int_t line = json_integer_value(json_object_get(place, "line"));
    return set->count == 1 &&
           at_maestro_recording_drop(session->recording, set->flows[0],
                                     (uint32_t)line);
}

static bool
run_file(struct session *session, bool *out_dropped, struct at_err *err)
{
    struct at_invocation *invocation = session->invocation;
    const struct at_maestro_recording *recording = session->recording;
    struct at_flow_set set;
    at_flow_set_init(&set);
    for (size_t i = 0; i < recording->secret_count; i++)
        at_argv_add_fmt(&set.env, "%.*s=%.*s",
                        AT_STR_ARG(recording->secrets[i].name),
                        AT_STR_ARG(recording->secrets[i].value));
    at_flow_set_add_file(&set, session->path);
    bool ok = at_flow_set_check(invocation, &set, err) &&
              at_flow_native_run(invocation, &set, err);
    *out_dropped =
        !ok && at_maestro_is_verdict(err->code) && drop_failed(session, &set);
    at_flow_set_deinit(&set);
    at_device_pool_end_command(invocation->pool, NULL);
    return ok;
}

// A Ctrl-C that has ended the recording doesn't end the replay; another one
// does. An assertion that was only proposed, and does not hold again, is left
// out; the rest must pass.
static bool
replay(struct session *session, struct at_err *err)
{
    struct at_invocation *invocation = session->invocation;
    const struct at_op *ended = invocation->op;
    const struct at_op own = {
        AT_NEVER_NS, at_cancel_fired(ended->cancel) ? NULL : ended->cancel};
    const struct at_op op = at_op_sub(&own, at_now_ns(), REPLAY_MS);
    struct at_err why = AT_ERR_INIT;
    bool dropped;
    invocation->op = &op;
    bool ok = run_file(session, &dropped, &why);
    for (int tries = 1; !ok && dropped && tries < REPLAYS_MAX; tries++) {
        at_command_run_warning(invocation->run,
                               "left out, as it does not hold again: %s",
                               why.msg);
        why = (struct at_err)AT_ERR_INIT;
        invocation->exit_status = -1;
        ok = write_file(session, &why) && run_file(session, &dropped, &why);
    }
    at_invocation_set(invocation, "replayed", json_boolean(ok));
    invocation->op = ended;
    if (why.code == AT_ECANCELED)
        at_err_add(&why, "'%.200s' is written, but not replayed to its end",
                   session->path);
    return ok || at_err_pass(err, &why);
}

// Write the steps that were heard before the recorder failed.
static bool
keep_rest(struct session *session, const struct at_err *why, struct at_err *err)
{
    struct at_err failure = *why;
    if (session->recording->steps > 0 && write_file(session, NULL))
        at_err_add(&failure, "'%.200s' has what was recorded until then",
                   session->path);
    return at_err_pass(err, &failure);
}

static bool
record(struct session *session, int64_t most, struct at_err *err)
{
    struct at_invocation *invocation = session->invocation;
    struct at_err why = AT_ERR_INIT;
    struct at_app *app;
    if (!at_invocation_open(invocation, &app, err) || !begin(session, err))
        return false;
    if (!listen(session, app, most, &why))
        return keep_rest(session, &why, err);
    return write_file(session, err) &&
           (at_arguments_have(invocation->args, "--no-replay") ||
            replay(session, err));
}

// A recording must not be lost because its file can't be written.
static bool
has_folder(const char *path, struct at_err *err)
{
    const char *slash = strrchr(path, '/');
    char *folder = slash && slash > path
                       ? at_strndup(path, (size_t)(slash - path))
                       : at_strdup(slash ? "/" : ".");
    bool ok = access(folder, W_OK | X_OK) == 0 ||
              at_fail(err, AT_EUSAGE, "cannot write into the folder '%.200s'",
                      folder);
    free(folder);
    return ok;
}

static bool
give_secrets(struct session *session, struct at_err *err)
{
    const struct at_arguments *args = session->invocation->args;
    const char *word;
    for (size_t n = 0; (word = at_arguments_nth_option(args, "--env", n));
         n++) {
        if (!at_maestro_recording_give(session->recording, word, err))
            return false;
    }
    return true;
}

static bool
run(struct at_invocation *invocation, struct at_err *err)
{
    const char *path = at_arguments_at(invocation->args, 0);
    int64_t most = 0;
    struct session session = {
        .invocation = invocation,
        .path = path ? path : default_file,
        .clear_state = at_arguments_have(invocation->args, "--clear-state"),
    };
    if (!at_arguments_int(invocation->args, "--steps", 1, STEPS_MAX, &most,
                          err))
        return false;
    if (!has_folder(session.path, err))
        return false;
    if (at_file_exists(session.path) &&
        !at_arguments_have(invocation->args, "--overwrite"))
        return at_fail(err, AT_EUSAGE,
                       "'%.200s' exists: name another file, or add --overwrite",
                       session.path);
    session.recording =
        at_maestro_recording_new(at_invocation_app_id(invocation));
    bool ok = give_secrets(&session, err) && record(&session, most, err);
    at_maestro_recording_free(session.recording);
    return ok;
}

static void
print(const json_t *data, struct at_buf *out)
{
    struct at_str path = at_json_get_str(data, "flow");
    size_t i;
    json_t *secret;
    if (path.len == 0)
        return;
    at_buf_add_fmt(
        out, "%.*s: %lld steps, %lld commands\n", AT_STR_ARG(path),
        (long long)json_integer_value(json_object_get(data, "steps")),
        (long long)json_integer_value(json_object_get(data, "commands")));
    json_array_foreach(json_object_get(data, "secrets"), i, secret)
        at_buf_add_fmt(out, "  secret: give --env %.*s=… to run it\n",
                       AT_STR_ARG(at_json_str(secret)));
    at_flow_print(data, out);
}

const struct at_command at_cli_record = {
    .name = "record",
    .summary = "write what is done on a device as a flow, and replay it",
    .about =
        "Starts the app and writes down what an agent or a person does on the "
        "device through agentest,\nmobile-dev-agent or mobile-tester-agent, "
        "until Ctrl-C. Elements are named by the most stable\nselector that "
        "means just them: id, text, relation, index. What an action changed is "
        "asserted\nafter it. Texts typed into password fields become ${NAME}. "
        "The flow is replayed at once; the\nexit status is 0 if it passes. "
        "Touches of a finger on the device itself are not seen.",
    .positionals =
        AT_POSITIONALS({.name = "FILE",
                        .help = "the flow file to write; recorded.yaml without "
                                "one",
                        .optional = true}),
    .options = AT_OPTIONS(
        {.name = "--clear-state", .help = "clear the app's data first"},
        {.name = "--no-launch",
         .help = "begin with the screen as it is: the flow starts no app"},
        {.name = "--no-replay", .help = "only write the file"},
        {.name = "--steps",
         .value = "N",
         .help = "end after so many steps, without Ctrl-C"},
        {.name = "--env",
         .alias = "-e",
         .value = "NAME=VALUE",
         .repeats = true,
         .secret = true,
         .help = "a typed text that becomes ${NAME}, in whichever field"},
        {.name = "--overwrite", .help = "replace FILE if it exists"}),
    .examples =
        AT_EXAMPLES({"record sign_in.yaml --app-id com.example.notes",
                     "what is done with this app, as a flow"},
                    {"record --clear-state --steps 2 --no-replay --app-id "
                     "com.example.notes",
                     "two steps of an agent, without proof"}),
    .flags = AT_COMMAND_HISTORY | AT_CLI_RUN | AT_CLI_PLATFORM | AT_CLI_APP |
             AT_CLI_ALONE,
    .timeout_ms = AT_COMMAND_NO_TIMEOUT,
    .run = run,
    .print = print,
};
