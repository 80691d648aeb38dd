#include "cli/envelope.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "sys/clock.h"
#include "wire/json.h"

static json_t *
hidden(const char *head, const char *text)
{
    struct at_buf said = AT_BUF_INIT(AT_CLI_RESULT_MAX_BYTES);
    at_buf_add_fmt(&said, "%s(%zu characters)", head,
                   at_utf8_count(at_str(text)));
    json_t *json = at_json_text(at_buf_str(&said));
    at_buf_deinit(&said);
    return json;
}

// Is word a secret argument of this call?
static bool
is_secret(const struct at_given *given, const char *word)
{
    const struct at_argument *row =
        given->command ? given->command->arguments : NULL;
    for (size_t n = 0; row && row[n].name; n++) {
        const char *value = at_given_argument(given, n);
        if (row[n].secret && value == word)
            return true;
    }
    return false;
}

// Where in word the value of a secret option begins, "--env KEY=value"; NULL.
static const char *
secret_in(const struct at_given *given, const char *word)
{
    const char *end = word + strlen(word);
    for (size_t i = 0; i < given->count; i++) {
        const char *value = given->words[i].value;
        if (!given->words[i].row || !given->words[i].row->secret ||
            value < word || value > end)
            continue;
        const char *equals = strchr(value, '=');
        return equals ? equals + 1 : value;
    }
    return NULL;
}

static json_t *
word_of(const struct at_envelope_facts *facts, const char *word)
{
    const char *secret = secret_in(facts->given, word);
    if (facts->call && facts->call->secret && is_secret(facts->given, word))
        return hidden("", word);
    if (!secret)
        return at_json_text(at_str(word));
    char *head = at_strndup(word, (size_t)(secret - word));
    json_t *json = hidden(head, secret);
    free(head);
    return json;
}

static json_t *
command_of(const struct at_envelope_facts *facts)
{
    const struct at_given *given = facts->given;
    json_t *command = json_object();
    json_t *argv = json_array();
    struct at_buf name = AT_BUF_INIT(100);
    at_buf_add_text(&name, given->command ? given->command->name : "");
    for (size_t i = 0; i < name.len; i++)
        name.data[i] = name.data[i] == ' ' ? '.' : name.data[i];
    for (int i = 0; i < given->argc; i++)
        json_array_append_new(argv, word_of(facts, given->argv[i]));
    at_json_set(command, "name",
                name.len ? at_json_text(at_buf_str(&name)) : json_null());
    at_json_set(command, "argv", argv);
    at_buf_deinit(&name);
    return command;
}

static json_t *
timing_of(const struct at_envelope_facts *facts)
{
    char began[AT_RFC3339_MAX];
    json_t *timing = json_object();
    at_wall_write(facts->began_wall_ms, began);
    at_json_set_text(timing, "started_at", began);
    at_json_set(timing, "duration_ms",
                json_integer(facts->took_ns / AT_NS_PER_MS));
    return timing;
}

static json_t *
error_of(const struct at_envelope_facts *facts)
{
    const struct at_code_info *info = at_code_info(facts->err->code);
    json_t *error = json_object();
    at_json_set_text(error, "code", info->name);
    at_json_set_text(error, "message", facts->err->msg);
    at_json_set(error, "exit_status", json_integer(facts->exit_status));
    at_json_set(error, "retry_may_help", json_boolean(info->retry_may_help));
    return error;
}

static json_t *
text_or_null(const char *text)
{
    return text ? at_json_text(at_str(text)) : json_null();
}

static void
set_call(json_t *envelope, const struct at_call *call)
{
    const char *folder = call ? at_run_folder(call->run) : NULL;
    const char *platform = call && call->platform ? call->platform->name : NULL;
    at_json_set(envelope, "platform", text_or_null(platform));
    at_json_set(envelope, "run_dir", text_or_null(folder));
    at_json_set(envelope, "target",
                call ? json_incref(call->target)
                     : json_pack("{sn sn}", "device", "app"));
    at_json_set(envelope, "artifacts",
                call ? at_run_artifacts(call->run) : json_array());
    at_json_set(envelope, "data",
                call ? json_incref(call->data) : json_object());
    at_json_set(envelope, "next_steps",
                call ? json_incref(call->next_steps) : json_array());
    if (call && json_array_size(at_run_warnings(call->run)) > 0)
        at_json_set(envelope, "warnings",
                    json_incref((json_t *)at_run_warnings(call->run)));
}

json_t *
at_envelope(const struct at_envelope_facts *facts)
{
    json_t *envelope = json_object();
    at_json_set(envelope, "ok", json_boolean(!facts->err));
    at_json_set_text(envelope, "version", "mobile-dev-agent@" AT_VERSION);
    at_json_set(envelope, "command", command_of(facts));
    at_json_set_text(envelope, "session", at_given_session(facts->given));
    at_json_set(envelope, "timing", timing_of(facts));
    set_call(envelope, facts->call);
    at_json_set(envelope, "error", facts->err ? error_of(facts) : json_null());
    return envelope;
}

json_t *
at_envelope_failed(const struct at_given *given, const struct at_err *err)
{
    return at_envelope(&(struct at_envelope_facts){
        .given = given,
        .began_wall_ms = at_wall_now_ms(),
        .err = err,
        .exit_status = at_code_info(err->code)->exit_status,
    });
}

int
at_envelope_status(const json_t *envelope)
{
    const json_t *error = json_object_get(envelope, "error");
    return (int)json_integer_value(json_object_get(error, "exit_status"));
}
