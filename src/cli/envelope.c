#include "cli/envelope.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "cli/error_name.h"
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

static bool
is_odd(const struct at_arguments *args)
{
    size_t count = 0;
    while (at_arguments_at(args, count))
        count++;
    return count % 2 == 1;
}

// Return true if word is the value of a secret positional. The last one may
// repeat. If the second of the last pair is missing, each may be a text.
static bool
is_secret(const struct at_arguments *args, const char *word)
{
    const struct at_positional *row =
        args->command ? args->command->positionals : NULL;
    size_t times = 0; // arguments that the last row took
    for (size_t n = 0; row && row->name; n++) {
        const char *value = at_arguments_at(args, n);
        if (!value)
            return false;
        if (value == word)
            return row->secret &&
                   (!row->alternates || times % 2 == 1 || is_odd(args));
        times = row->repeats ? times + 1 : 0;
        row += row->repeats ? 0 : 1;
    }
    return false;
}

// Find where the value of a secret option begins in word, as in "--env
// KEY=value"; NULL.
static const char *
secret_in(const struct at_arguments *args, const char *word)
{
    const char *end = word + strlen(word);
    for (size_t i = 0; i < args->count; i++) {
        const char *value = args->words[i].value;
        if (!args->words[i].row || !args->words[i].row->secret ||
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
    const char *secret = secret_in(facts->args, word);
    if (facts->invocation && facts->invocation->secret &&
        is_secret(facts->args, word))
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
    const struct at_arguments *args = facts->args;
    json_t *command = json_object();
    json_t *argv = json_array();
    struct at_buf name = AT_BUF_INIT(100);
    at_buf_add_text(&name, args->command ? args->command->name : "");
    for (size_t i = 0; i < name.len; i++)
        name.data[i] = name.data[i] == ' ' ? '.' : name.data[i];
    for (int i = 0; i < args->argc; i++)
        json_array_append_new(argv, word_of(facts, args->argv[i]));
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
    enum at_code code = facts->err->code;
    json_t *error = json_object();
    at_json_set_text(error, "code", at_error_name(code));
    at_json_set_text(error, "message", facts->err->msg);
    at_json_set(error, "exit_status", json_integer(facts->exit_status));
    bool is_loading = facts->invocation && facts->invocation->is_loading;
    at_json_set(error, "retry_may_help",
                json_boolean(is_loading || at_error_retry_may_help(code)));
    return error;
}

static json_t *
text_or_null(const char *text)
{
    return text ? at_json_text(at_str(text)) : json_null();
}

// Return the platform that was used, else the one that was named; NULL.
static const char *
platform_of(const struct at_invocation *invocation)
{
    const struct at_platform *platform =
        invocation ? invocation->platform : NULL;
    const char *named =
        invocation ? at_arguments_option(invocation->args, "--platform") : NULL;
    if (!platform && named)
        platform = at_device_pool_platform(invocation->pool, named);
    return platform ? platform->name : NULL;
}

static void
set_invocation(json_t *envelope, const struct at_invocation *invocation)
{
    const char *folder =
        invocation ? at_command_run_folder(invocation->run) : NULL;
    at_json_set(envelope, "platform", text_or_null(platform_of(invocation)));
    at_json_set(envelope, "run_dir", text_or_null(folder));
    at_json_set(envelope, "target",
                invocation ? json_incref(invocation->target)
                           : json_pack("{sn sn}", "device", "app"));
    at_json_set(envelope, "artifacts",
                invocation ? at_command_run_artifacts(invocation->run)
                           : json_array());
    at_json_set(envelope, "data",
                invocation ? json_incref(invocation->data) : json_object());
    at_json_set(envelope, "next_steps",
                invocation ? json_incref(invocation->next_steps)
                           : json_array());
    if (invocation &&
        json_array_size(at_command_run_warnings(invocation->run)) > 0)
        at_json_set(
            envelope, "warnings",
            json_incref((json_t *)at_command_run_warnings(invocation->run)));
}

json_t *
at_envelope(const struct at_envelope_facts *facts)
{
    json_t *envelope = json_object();
    at_json_set(envelope, "ok", json_boolean(!facts->err));
    at_json_set_text(envelope, "version", "mobile-dev-agent@" AT_VERSION);
    at_json_set(envelope, "command", command_of(facts));
    at_json_set_text(envelope, "session", at_cli_session(facts->args));
    at_json_set(envelope, "timing", timing_of(facts));
    set_invocation(envelope, facts->invocation);
    at_json_set(envelope, "error", facts->err ? error_of(facts) : json_null());
    return envelope;
}

json_t *
at_envelope_failed(const struct at_arguments *args, const struct at_err *err)
{
    return at_envelope(&(struct at_envelope_facts){
        .args = args,
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
