#include "cli/output.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/limits.h"
#include "base/quote.h"
#include "base/words.h"
#include "cli/commands.h"
#include "cli/envelope.h"
#include "wire/json.h"

enum { PROGRESS_MAX = 78 }; // columns of a progress line

static bool
has_word(const struct at_arguments *args, const char *word)
{
    for (int i = 0; i < args->argc && strcmp(args->argv[i], "--") != 0; i++) {
        if (strcmp(args->argv[i], word) == 0)
            return true;
    }
    return false;
}

// Search the words: a line that cannot be parsed still says the mode of its
// error.
static enum at_output_mode
mode_of(const struct at_arguments *args)
{
    if (has_word(args, "--jsonl"))
        return AT_OUTPUT_JSONL;
    return has_word(args, "--json") ? AT_OUTPUT_JSON : AT_OUTPUT_TEXT;
}

struct at_output
at_output_of(const struct at_arguments *args)
{
    const char *no_colour = getenv("NO_COLOR");
    const char *term = getenv("TERM");
    bool obeys = !term || strcmp(term, "dumb") != 0;
    struct at_output output = {
        .mode = mode_of(args),
        .quiet = at_arguments_have(args, "--quiet"),
        .verbose = at_arguments_have(args, "--verbose"),
    };
    output.colour =
        obeys && isatty(STDOUT_FILENO) && !(no_colour && *no_colour);
    output.progress = obeys && isatty(STDERR_FILENO) && !output.verbose;
    return output;
}

static bool
print_json(const json_t *value)
{
    struct at_buf line = AT_BUF_INIT(AT_CLI_RESULT_MAX_BYTES);
    bool ok = at_json_write(value, &line) && at_buf_add_char(&line, '\n') &&
              fwrite(line.data, 1, line.len, stdout) == line.len &&
              fflush(stdout) == 0;
    at_buf_deinit(&line);
    return ok;
}

static void
close_line(struct at_output *output)
{
    if (output->line_open)
        fputs("\r\033[K", stderr);
    output->line_open = false;
}

// Print text of a device or a tool without what the terminal would obey.
static void
print_safe(struct at_str text, FILE *file)
{
    struct at_buf safe = AT_BUF_INIT(AT_CLI_RESULT_MAX_BYTES);
    at_printable_write(text, &safe);
    fwrite(at_buf_text(&safe), 1, safe.len, file);
    at_buf_deinit(&safe);
}

// Which of several devices is meant: "[shard 2] " as Maestro does it, or
// "[emulator-5554] ".
static void
add_device(const json_t *data, struct at_buf *line)
{
    json_int_t shard = json_integer_value(json_object_get(data, "shard"));
    struct at_str device = at_json_get_str(data, "device");
    if (shard > 0)
        at_buf_add_fmt(line, "[shard %d] ", (int)shard);
    else if (device.len > 0)
        at_buf_add_fmt(line, "[%.*s] ", AT_STR_ARG(device));
}

// A step of a flow that has ended: 'Tap on "Log in"... COMPLETED'.
static void
add_step(const json_t *data, struct at_buf *line)
{
    static const char *const more[] = {"error", "note"};
    json_int_t depth = json_integer_value(json_object_get(data, "depth"));
    int indent = depth < 20 ? (int)depth * 2 : 40;
    add_device(data, line);
    at_buf_add_fmt(line, "%*s%.*s... %.*s", indent, "",
                   AT_STR_ARG(at_json_get_str(data, "description")),
                   AT_STR_ARG(at_json_get_str(data, "outcome")));
    for (size_t i = 0; i < AT_LEN(more); i++) {
        struct at_str text = at_json_get_str(data, more[i]);
        if (text.len > 0)
            at_buf_add_fmt(line, "\n%*s  %s: %.*s", indent, "", more[i],
                           AT_STR_ARG(text));
    }
}

// A step that was recorded: the commands that stand for it.
static void
add_recorded(const json_t *data, struct at_buf *line)
{
    struct at_str commands = at_str_trim(at_json_get_str(data, "commands"));
    struct at_str missing = at_json_get_str(data, "missing");
    at_buf_add_str(line, commands);
    if (missing.len > 0)
        at_buf_add_fmt(line, "%swarning: not recorded: %.*s",
                       commands.len > 0 ? "\n" : "", AT_STR_ARG(missing));
}

// One of several results, with --continuous.
static void
add_result(const json_t *data, struct at_buf *line)
{
    struct at_str error = at_json_get_str(data, "error");
    at_buf_add_fmt(line, "[%s] %.*s",
                   json_is_true(json_object_get(data, "passed")) ? "Passed"
                                                                 : "Failed",
                   AT_STR_ARG(at_json_get_str(data, "file")));
    if (error.len > 0)
        at_buf_add_fmt(line, " (%.*s)", AT_STR_ARG(error));
}

static void
print_event(struct at_output *output, const char *event, const json_t *data)
{
    struct at_str text = at_json_get_str(data, "message");
    struct at_buf line = AT_BUF_INIT(AT_CLI_RESULT_MAX_BYTES);
    bool warning = strcmp(event, "warning") == 0;
    if (output->verbose) {
        at_buf_add_fmt(&line, "%s ", event);
        at_json_write(data, &line);
    } else if (strcmp(event, "step") == 0 && !output->quiet) {
        add_step(data, &line);
    } else if (strcmp(event, "recorded") == 0 && !output->quiet) {
        add_recorded(data, &line);
    } else if (strcmp(event, "recording") == 0 && !output->quiet) {
        at_buf_add_str(&line, text);
    } else if (strcmp(event, "flow") == 0 && !output->quiet) {
        add_device(data, &line);
        at_buf_add_fmt(&line, "> %.*s",
                       AT_STR_ARG(at_json_get_str(data, "flow")));
    } else if (strcmp(event, "result") == 0 && !output->quiet) {
        add_result(data, &line);
    } else if (strcmp(event, "waiting") == 0 && !output->quiet) {
        at_buf_add_fmt(&line,
                       "waiting for a change of '%.*s' or what it "
                       "names; Ctrl-C ends",
                       AT_STR_ARG(at_json_get_str(data, "file")));
    } else if (strcmp(event, "console") == 0 && !output->quiet) {
        at_buf_add_fmt(&line, "  %.*s: %.*s",
                       AT_STR_ARG(at_json_get_str(data, "level")),
                       AT_STR_ARG(at_json_get_str(data, "text")));
    } else if (warning && !output->quiet) {
        at_buf_add_fmt(&line, "warning: %.*s", AT_STR_ARG(text));
    }
    if (line.len > 0) {
        close_line(output);
        print_safe(at_buf_str(&line), stderr);
        fputc('\n', stderr);
    } else if (strcmp(event, "progress") == 0 && text.len > 0 &&
               output->progress && !output->quiet) {
        fputs("\r\033[K", stderr);
        print_safe(at_utf8_head(text, PROGRESS_MAX), stderr);
        fflush(stderr);
        output->line_open = true;
    }
    at_buf_deinit(&line);
}

void
at_output_event(struct at_output *output, const json_t *event)
{
    const char *name = json_string_value(json_object_get(event, "event"));
    if (output->mode == AT_OUTPUT_JSONL)
        (void)print_json(event);
    else if (output->mode == AT_OUTPUT_TEXT && name)
        print_event(output, name, json_object_get(event, "data"));
}

// Print each member on a line, for commands without their own print().
static void
print_members(const json_t *data, struct at_buf *out)
{
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)data, name, value)
    {
        at_buf_add_fmt(out, "%s: ", name);
        if (json_is_string(value))
            at_buf_add_str(out, at_json_str(value));
        else
            at_json_write(value, out);
        at_buf_add_char(out, '\n');
    }
}

static void
print_error(const struct at_output *output, const json_t *error)
{
    bool colour = output->progress && output->colour;
    fputs(colour ? "\033[31merror:\033[0m " : "error: ", stderr);
    print_safe(at_json_get_str(error, "message"), stderr);
    fputc('\n', stderr);
}

static void
print_next_steps(const struct at_output *output, const json_t *steps)
{
    size_t i, n;
    json_t *step, *word;
    json_array_foreach((json_t *)steps, i, step)
    {
        struct at_buf line = AT_BUF_INIT(64 * AT_KIB);
        at_buf_add_text(&line, "mobile-dev-agent");
        json_array_foreach(json_object_get(step, "argv"), n, word)
        {
            at_buf_add_char(&line, ' ');
            at_words_quote(at_json_str(word), &line);
        }
        fputs(output->colour ? "\033[2mnext: " : "next: ", stderr);
        print_safe(at_buf_str(&line), stderr);
        fputs("  # ", stderr);
        print_safe(at_json_get_str(step, "label"), stderr);
        fputs(output->colour ? "\033[0m\n" : "\n", stderr);
        at_buf_deinit(&line);
    }
}

static const struct at_command *
command_of(const json_t *envelope)
{
    struct at_str dotted =
        at_json_get_str(json_object_get(envelope, "command"), "name");
    struct at_buf name = AT_BUF_INIT(200);
    at_buf_add_str(&name, dotted);
    for (size_t i = 0; i < name.len; i++)
        name.data[i] = name.data[i] == '.' ? ' ' : name.data[i];
    const struct at_command *command =
        at_command_find(&at_mobile_dev_agent, at_buf_str(&name));
    at_buf_deinit(&name);
    return command;
}

static bool
print_text(struct at_output *output, const json_t *envelope)
{
    const struct at_command *command = command_of(envelope);
    const json_t *data = json_object_get(envelope, "data");
    const json_t *error = json_object_get(envelope, "error");
    struct at_buf text = AT_BUF_INIT(AT_CLI_RESULT_MAX_BYTES);
    if (command && command->print)
        command->print(data, &text);
    else
        print_members(data, &text);
    print_safe(at_buf_str(&text), stdout);
    at_buf_deinit(&text);
    // what fwrite() could not write is no longer in the buffer
    bool ok = fflush(stdout) == 0 && !ferror(stdout);
    if (json_is_object(error))
        print_error(output, error);
    if (!output->quiet)
        print_next_steps(output, json_object_get(envelope, "next_steps"));
    return ok;
}

bool
at_output_result(struct at_output *output, const json_t *envelope)
{
    close_line(output);
    if (output->done)
        return true;
    if (output->mode == AT_OUTPUT_TEXT)
        return print_text(output, envelope);
    if (output->mode == AT_OUTPUT_JSON)
        return print_json(envelope);
    json_t *line = json_object();
    at_json_set_text(line, "type", "result");
    json_object_update(line, (json_t *)envelope);
    bool ok = print_json(line);
    json_decref(line);
    return ok;
}

bool
at_output_line(struct at_output *output, struct at_str line, bool is_result)
{
    bool ok = fwrite(line.ptr, 1, line.len, stdout) == line.len &&
              fputc('\n', stdout) != EOF && fflush(stdout) == 0;
    output->done = is_result && ok;
    return ok;
}

int
at_output_failure(struct at_output *output, const struct at_arguments *args,
                  const struct at_err *err)
{
    json_t *envelope = at_envelope_failed(args, err);
    at_output_result(output, envelope);
    int status = at_envelope_status(envelope);
    json_decref(envelope);
    return status;
}
