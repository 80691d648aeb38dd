// repl.c: the loop, one command after the other
#include "cli/repl.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "base/lines.h"
#include "base/words.h"
#include "cli/commands.h"
#include "cli/envelope.h"
#include "cli/execute.h"
#include "cli/line.h"
#include "cli/repl_edit.h"
#include "cli/repl_history.h"
#include "session/place.h"
#include "sys/cancel.h"
#include "sys/interrupt.h"
#include "sys/folder.h"
#include "sys/stop.h"
#include "wire/json.h"

const char *const at_repl_words[] = {"quit", "exit", NULL};

struct repl {
    struct at_call *call;
    struct at_repl_edit *edit; // NULL: plain lines
    bool jsonl;
    bool ends;
    size_t count;  // of commands
    size_t failed; // of them
    char *history; // path
    struct at_buf prompt;
    char device[128]; // of the last command that had one
    // Of the line in hand.
    bool may_keep; // it was read, and holds nothing secret
    bool acted;    // it has changed what the screen shows
};

static const struct at_command *const actions[] = {
    &at_command_ui_tap,        &at_command_ui_type, &at_command_ui_press,
    &at_command_ui_swipe,      &at_command_ui_find, &at_command_app_launch,
    &at_command_app_terminate,
};

static bool
is_action(const struct at_command *command)
{
    for (size_t i = 0; i < AT_LEN(actions); i++) {
        if (actions[i] == command)
            return true;
    }
    return false;
}

static bool
has_secret(const struct at_command *command)
{
    const struct at_argument *row = command->arguments;
    while (row && row->name && !row->secret)
        row++;
    return row && row->name;
}

static void
on_event(void *user, const json_t *event)
{
    at_output_event(user, event);
}

// Ctrl-C cancels the command; what ends a process ends the loop too.
static json_t *
execute(struct repl *repl, const struct at_given *given,
        struct at_output *output)
{
    const struct at_run_listener listener = {on_event, output};
    struct at_err err = AT_ERR_INIT;
    struct at_cancel *cancel = at_cancel_new(repl->call->op->cancel, &err);
    struct at_interrupt *interrupt =
        cancel ? at_interrupt_start(cancel, &err) : NULL;
    json_t *envelope = NULL;
    if (interrupt) {
        struct at_op op = {AT_NEVER_NS, cancel};
        envelope = at_execute(&op, repl->call->host, given, &listener);
        int number = at_stop_signal();
        repl->ends = repl->ends || (number != 0 && number != SIGINT);
    } else {
        envelope = at_envelope_failed(given, &err);
    }
    at_interrupt_stop(interrupt);
    at_cancel_free(cancel);
    return envelope;
}

static void
take_device(struct repl *repl, const json_t *target)
{
    struct at_str id = at_json_get_str(json_object_get(target, "device"), "id");
    if (id.len > 0)
        at_str_cut(repl->device, sizeof(repl->device), id);
}

static json_t *
run(void *user, const struct at_given *given, struct at_output *output)
{
    struct repl *repl = user;
    struct at_err err = AT_ERR_INIT;
    repl->may_keep = !has_secret(given->command);
    if (given->command == &at_command_repl) {
        at_fail(&err, AT_EUSAGE, "this is the repl already");
        return at_envelope_failed(given, &err);
    }
    json_t *envelope = execute(repl, given, output);
    take_device(repl, json_object_get(envelope, "target"));
    repl->acted = is_action(given->command);
    return envelope;
}

// The session of the repl, where the line names none, before what could end
// the options.
static void
add_session(const struct repl *repl, struct at_argv *words)
{
    const char *session = at_given_session(repl->call->given);
    struct at_argv all = AT_ARGV_INIT;
    bool named = strcmp(session, "default") == 0;
    for (size_t i = 0; i < words->count; i++)
        named = named || strncmp(words->words[i], "--session", 9) == 0;
    if (named)
        return;
    at_argv_add(&all, "--session");
    at_argv_add(&all, session);
    at_argv_add_all(&all, at_argv_words(words));
    at_argv_deinit(words);
    *words = all;
}

static int
run_words(struct repl *repl, struct at_argv *words)
{
    const struct at_line_runner runner = {run, repl};
    add_session(repl, words);
    return at_line_run((int)words->count, words->words, repl->jsonl, &runner);
}

// The screen as it is now, its refs the current ones.
static void
redraw(struct repl *repl)
{
    static const char *const snapshot[] = {"ui", "snapshot", "--no-screenshot",
                                           "--quiet", NULL};
    struct at_argv words = AT_ARGV_INIT;
    at_argv_add_all(&words, snapshot);
    run_words(repl, &words);
    at_argv_deinit(&words);
}

static bool
is_end(const char *word)
{
    for (const char *const *row = at_repl_words; *row; row++) {
        if (strcmp(*row, word) == 0)
            return true;
    }
    return false;
}

// What cannot even be cut into words.
static void
refuse_line(const struct repl *repl, const struct at_err *err)
{
    struct at_given given = {0};
    struct at_output output = at_output_of(&given);
    if (repl->jsonl)
        output.mode = AT_OUTPUT_JSONL;
    at_output_failure(&output, &given, err);
}

// As pasted from what a command advises, the program's name may stand first.
static void
drop_program(struct at_argv *words)
{
    if (words->count == 0 || strcmp(words->words[0], AT_SESSION_PROGRAM) != 0)
        return;
    free(words->words[0]);
    memmove(words->words, words->words + 1,
            words->count * sizeof(*words->words));
    words->count--;
}

static void
run_line(struct repl *repl, struct at_str line)
{
    struct at_argv words = AT_ARGV_INIT;
    struct at_err err = AT_ERR_INIT;
    bool ok = at_words_split(line, &words, &err);
    repl->may_keep = false;
    repl->acted = false;
    drop_program(&words);
    if (!ok) {
        refuse_line(repl, &err);
        repl->count++;
        repl->failed++;
    } else if (words.count > 0 && is_end(words.words[0])) {
        repl->ends = true;
    } else if (words.count > 0) {
        repl->count++;
        int status = run_words(repl, &words);
        repl->failed += status != 0;
        if (status == 0 && repl->acted && repl->edit && !repl->ends)
            redraw(repl);
    }
    at_argv_deinit(&words);
}

static const char *
prompt(void *user)
{
    struct repl *repl = user;
    at_buf_clear(&repl->prompt);
    at_buf_add_text(&repl->prompt, at_given_session(repl->call->given));
    if (repl->device[0])
        at_buf_add_fmt(&repl->prompt, " %s", repl->device);
    at_buf_add_text(&repl->prompt, "> ");
    return at_buf_text(&repl->prompt);
}

static void
complete(void *user, struct at_str line, struct at_candidates *out)
{
    struct repl *repl = user;
    json_t *snapshot = NULL;
    // A damaged file offers nothing here; a command will say what is wrong.
    if (!at_store_read(repl->call->store, AT_STORE_SNAPSHOT, &snapshot, NULL))
        snapshot = NULL;
    at_complete(line, snapshot, out);
    json_decref(snapshot);
}

// A typed text stays on its line, and goes no further.
static void
remember(struct repl *repl, struct at_str line)
{
    struct at_err err = AT_ERR_INIT;
    line = at_str_trim(line);
    if (line.len == 0)
        return;
    at_repl_edit_remember(repl->edit, line);
    if (repl->may_keep && !at_repl_history_add(repl->history, line, &err))
        fprintf(stderr, "warning: history: %s\n", err.msg);
}

static void
load_history(struct repl *repl)
{
    struct at_buf text = AT_BUF_INIT(AT_REPL_HISTORY_MAX_BYTES);
    struct at_str line;
    at_repl_history_read(repl->history, &text);
    struct at_str rest = at_buf_str(&text);
    while (at_str_next_line(&rest, &line)) {
        if (line.len > 0)
            at_repl_edit_remember(repl->edit, line);
    }
    at_buf_deinit(&text);
}

static bool
edit_lines(struct repl *repl, struct at_err *err)
{
    const struct at_repl_edit_opts opts = {prompt, complete, repl};
    struct at_buf line = AT_BUF_INIT(AT_REPL_LINE_MAX_BYTES);
    if (!at_repl_edit_new(&opts, &repl->edit, err))
        return false;
    load_history(repl);
    while (!repl->ends) {
        enum at_repl_key key = at_repl_edit_read(repl->edit, &line);
        repl->ends = key == AT_REPL_END;
        if (key != AT_REPL_LINE)
            continue;
        run_line(repl, at_buf_str(&line));
        remember(repl, at_buf_str(&line));
    }
    at_repl_edit_free(repl->edit);
    at_buf_deinit(&line);
    return true;
}

static void
take_line(struct repl *repl, const struct at_line *line)
{
    struct at_err err = AT_ERR_INIT;
    if (!line->too_long) {
        run_line(repl, line->text);
        return;
    }
    at_fail(&err, AT_EUSAGE, "a line is longer than %zu bytes",
            AT_REPL_LINE_MAX_BYTES);
    refuse_line(repl, &err);
    repl->count++;
    repl->failed++;
}

// From a pipe or a file: the last line needs no newline.
static void
read_lines(struct repl *repl)
{
    struct at_lines lines = AT_LINES_INIT(AT_REPL_LINE_MAX_BYTES);
    struct at_line line;
    char piece[4096];
    while (!repl->ends) {
        ssize_t n = read(STDIN_FILENO, piece, sizeof(piece));
        if (n < 0 && errno == EINTR)
            continue;
        struct at_str in = n > 0 ? at_str_n(piece, (size_t)n) : AT_STR("\n");
        while (!repl->ends && at_lines_next(&lines, &in, &line))
            take_line(repl, &line);
        repl->ends = repl->ends || n <= 0;
    }
    at_lines_deinit(&lines);
}

// What the session means, or meant last.
static void
find_device(struct repl *repl)
{
    json_t *target = NULL;
    const char *selector = at_call_default(repl->call, "device");
    if (selector)
        at_str_cut(repl->device, sizeof(repl->device), at_str(selector));
    else if (at_store_read(repl->call->store, AT_STORE_TARGET, &target, NULL))
        take_device(repl, target);
    json_decref(target);
}

bool
at_repl_run(struct at_call *call, struct at_err *err)
{
    struct repl repl = {
        .call = call,
        .jsonl = at_given_mode(call->given) == AT_OUTPUT_JSONL,
        .prompt = AT_BUF_INIT(1 * AT_KIB),
        .history = at_strfmt("%s/history", at_store_run_dir(call->store)),
    };
    bool ok = true;
    bool edits = !repl.jsonl && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    at_host_set_stays(call->host);
    find_device(&repl);
    if (edits)
        ok = at_folder_make(at_store_run_dir(call->store), err) &&
             edit_lines(&repl, err);
    else
        read_lines(&repl);
    free(repl.history);
    at_buf_deinit(&repl.prompt);
    if (ok && !edits && repl.failed > 0)
        ok = at_fail(err, AT_EASSERT, "%zu of %zu commands failed", repl.failed,
                     repl.count);
    return ok;
}
