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
#include "cli/command_line.h"
#include "cli/repl_edit.h"
#include "cli/repl_history.h"
#include "cli/step_screen.h"
#include "session/root_folder.h"
#include "sys/cancel.h"
#include "sys/interrupt.h"
#include "sys/folder.h"
#include "sys/stop.h"
#include "wire/json.h"

enum { REFUSED_STATUS = 2 };

const char *const at_repl_words[] = {"quit", "exit", NULL};

struct repl {
    struct at_invocation *invocation;
    struct at_repl_edit *edit; // NULL: plain lines
    bool jsonl;
    bool ends;
    size_t count;  // commands run so far
    size_t failed; // commands
    char *history; // path
    struct at_buf prompt;
    char device[128]; // the last command's that had one
    // The current line:
    bool may_keep; // in the history: it was understood and has no secret
    bool acted; // its command may have changed the screen, and did not show it
};

// Return true if the command acted on the app without showing the screen that
// it was asked to show.
static bool
hides_change(const struct at_arguments *args, const json_t *data)
{
    if (args->command == &at_cli_app_launch ||
        args->command == &at_cli_app_terminate)
        return true;
    return (args->command->flags & AT_CLI_SHOWS) &&
           at_show_of(args) != AT_SHOW_NONE &&
           json_object_get(data, "action") && !json_object_get(data, "diff") &&
           !json_object_get(data, "tree");
}

static void
on_event(void *user, const json_t *event)
{
    at_output_event(user, event);
}

// Ctrl-C cancels the command; other signals end the loop too.
static json_t *
execute(struct repl *repl, const struct at_arguments *args,
        struct at_output *output)
{
    const struct at_command_run_listener listener = {on_event, output};
    struct at_err err = AT_ERR_INIT;
    struct at_cancel *cancel =
        at_cancel_new(repl->invocation->op->cancel, &err);
    struct at_interrupt *interrupt =
        cancel ? at_interrupt_start(cancel, &err) : NULL;
    json_t *envelope = NULL;
    if (interrupt) {
        struct at_op op = {AT_NEVER_NS, cancel};
        envelope = at_execute(&op, repl->invocation->pool, args, &listener);
        int number = at_stop_signal();
        repl->ends = repl->ends || (number != 0 && number != SIGINT);
    } else {
        envelope = at_envelope_failed(args, &err);
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
run(void *user, const struct at_arguments *args, struct at_output *output)
{
    struct repl *repl = user;
    struct at_err err = AT_ERR_INIT;
    if (args->command == &at_cli_repl) {
        at_fail(&err, AT_EUSAGE, "this is the repl already");
        return at_envelope_failed(args, &err);
    }
    json_t *envelope = execute(repl, args, output);
    take_device(repl, json_object_get(envelope, "target"));
    return envelope;
}

// Run the person's own line. A line that was refused may hold anything, also a
// password that was meant for another command.
static json_t *
run_typed(void *user, const struct at_arguments *args, struct at_output *output)
{
    struct repl *repl = user;
    json_t *envelope = run(user, args, output);
    repl->acted = hides_change(args, json_object_get(envelope, "data"));
    repl->may_keep = at_arguments_may_be_kept(args) &&
                     at_envelope_status(envelope) != REFUSED_STATUS;
    return envelope;
}

// Add the repl's session if the line names none, in front: "--" may follow.
static void
add_session(const struct repl *repl, struct at_argv *words)
{
    const char *session = at_cli_session(repl->invocation->args);
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
run_words(struct repl *repl, struct at_argv *words,
          json_t *(*run_it)(void *user, const struct at_arguments *args,
                            struct at_output *output))
{
    const struct at_cli_runner runner = {run_it, repl};
    add_session(repl, words);
    return at_cli_line_run((int)words->count, words->words, repl->jsonl,
                           &runner);
}

// Take a snapshot of the screen, whose refs become the current ones.
static void
redraw(struct repl *repl)
{
    static const char *const snapshot[] = {"ui", "snapshot", "--no-screenshot",
                                           "--quiet", NULL};
    struct at_argv words = AT_ARGV_INIT;
    at_argv_add_all(&words, snapshot);
    run_words(repl, &words, run);
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

// Report a line that cannot be split into words.
static void
refuse_line(const struct repl *repl, const struct at_err *err)
{
    struct at_arguments args = {0};
    struct at_output output = at_output_of(&args);
    if (repl->jsonl)
        output.mode = AT_OUTPUT_JSONL;
    at_output_failure(&output, &args, err);
}

// Drop the program's name, with which pasted advice begins.
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
        int status = run_words(repl, &words, run_typed);
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
    at_buf_add_text(&repl->prompt, at_cli_session(repl->invocation->args));
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
    // A damaged file offers nothing; the next command reports it.
    if (!at_store_read(repl->invocation->store, AT_STORE_SNAPSHOT, &snapshot,
                       NULL))
        snapshot = NULL;
    at_complete(line, snapshot, out);
    json_decref(snapshot);
}

// Keep the line for the arrow keys, and in the history if it may be kept.
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

// Read from a pipe or a file. The last line needs no newline.
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

// Find the session's device, or that of its last command.
static void
find_device(struct repl *repl)
{
    json_t *target = NULL;
    const char *selector = at_invocation_default(repl->invocation, "device");
    if (selector)
        at_str_cut(repl->device, sizeof(repl->device), at_str(selector));
    else if (at_store_read(repl->invocation->store, AT_STORE_TARGET, &target,
                           NULL))
        take_device(repl, target);
    json_decref(target);
}

bool
at_repl_run(struct at_invocation *invocation, struct at_err *err)
{
    struct repl repl = {
        .invocation = invocation,
        .jsonl = at_cli_mode(invocation->args) == AT_OUTPUT_JSONL,
        .prompt = AT_BUF_INIT(1 * AT_KIB),
        .history = at_strfmt("%s/history", at_store_run_dir(invocation->store)),
    };
    bool ok = true;
    bool edits = !repl.jsonl && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    at_device_pool_set_persistent(invocation->pool);
    find_device(&repl);
    if (edits)
        ok = at_folder_make(at_store_run_dir(invocation->store), err) &&
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
