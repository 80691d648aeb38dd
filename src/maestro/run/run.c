#include "maestro/run/run.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "maestro/run/describe.h"
#include "maestro/run/devices.h"
#include "maestro/run/kinds.h"
#include "maestro/run/pictures.h"
#include "maestro/run/remains.h"
#include "maestro/run/runner.h"
#include "sys/clock.h"

enum { DESCRIPTION_MAX = 16 * 1024, NOTE_MAX = 2048, UTF8_MAX = 4 };

struct at_device *
at_maestro_device(const struct at_maestro_call *call)
{
    return at_app_device(call->run->app);
}

const struct at_op *
at_maestro_op(const struct at_maestro_call *call)
{
    return call->run->op;
}

bool
at_maestro_fail_hard(struct at_maestro_runner *run)
{
    run->hard = true;
    return false;
}

void
at_maestro_copy(struct at_maestro_runner *run, struct at_str text)
{
    free(run->copied);
    run->copied = at_strndup(text.ptr, text.len);
    at_maestro_scope_set_copied(run->opts->scope, text);
}

static char *
take_text(struct at_buf *text)
{
    char *copy = at_strdup(at_buf_text(text));
    at_buf_deinit(text);
    return copy;
}

char *
at_maestro_masked(const struct at_maestro_runner *run, struct at_str text)
{
    struct at_buf out = AT_BUF_INIT(DESCRIPTION_MAX);
    at_maestro_scope_mask(run->opts->scope, text, &out);
    return take_text(&out);
}

char *
at_maestro_masked_cut(const struct at_maestro_runner *run, struct at_str text)
{
    struct at_buf out = AT_BUF_INIT(DESCRIPTION_MAX);
    at_maestro_scope_mask_cut(run->opts->scope, text, &out);
    return take_text(&out);
}

// An error's message that takes all of its room may have lost its end; a note
// may end with one.
static char *
masked_message(const struct at_maestro_runner *run, struct at_str text)
{
    return text.len + UTF8_MAX < AT_ERR_MSG_MAX
               ? at_maestro_masked(run, text)
               : at_maestro_masked_cut(run, text);
}

static struct at_maestro_step *
step_of(const struct at_maestro_call *call)
{
    return &call->run->trace->steps[call->step];
}

void
at_maestro_note(struct at_maestro_call *call, const char *fmt, ...)
{
    va_list args;
    va_list again;
    va_start(args, fmt);
    va_copy(again, args);
    size_t size = (size_t)vsnprintf(NULL, 0, fmt, args) + 1;
    char *text = at_alloc(size);
    vsnprintf(text, size, fmt, again);
    va_end(again);
    va_end(args);
    char *safe = masked_message(call->run, at_str(text));
    safe[at_utf8_head(at_str(safe), NOTE_MAX).len] = '\0';
    at_maestro_step_note(step_of(call), safe);
    free(safe);
    free(text);
}

static void
describe(struct at_maestro_call *call, const struct at_maestro_command *command)
{
    struct at_buf words = AT_BUF_INIT(AT_MAESTRO_TEXT_MAX_BYTES);
    if (!command->label.ptr)
        at_maestro_describe(command, &words);
    struct at_maestro_step *step = step_of(call);
    free(step->description);
    step->description = at_maestro_masked(
        call->run, command->label.ptr ? command->label : at_buf_str(&words));
    at_buf_deinit(&words);
}

static void
begin(struct at_maestro_call *call)
{
    const struct at_maestro_command *written = call->written;
    struct at_maestro_step *step = at_maestro_trace_add(call->run->trace);
    call->step = step->sequence;
    step->command = written;
    step->place = written->place;
    step->depth = call->run->depth;
    step->began_ms = at_wall_now_ms();
    describe(call, written);
}

static void
tell_began(const struct at_maestro_call *call)
{
    const struct at_maestro_listener *listener = call->run->opts->listener;
    if (listener && listener->began)
        listener->began(listener->user, step_of(call));
}

// Record the outcome. Return false if the flow ends here.
static bool
conclude(struct at_maestro_call *call, bool ok, int64_t began_ns,
         const struct at_err *why)
{
    struct at_maestro_runner *run = call->run;
    struct at_maestro_step *step = step_of(call);
    bool covered = !ok && call->written->optional && !run->hard;
    step->duration_ms = (at_now_ns() - began_ns) / AT_NS_PER_MS;
    step->outcome = call->skipped ? AT_MAESTRO_SKIPPED
                    : ok          ? AT_MAESTRO_COMPLETED
                    : covered     ? AT_MAESTRO_WARNED
                                  : AT_MAESTRO_FAILED;
    if (!ok) {
        step->code = why->code;
        step->error = masked_message(run, at_str(why->msg));
    }
    if (ok || covered)
        run->trace->failed = -1;
    else if (run->trace->failed < 0)
        run->trace->failed = (ptrdiff_t)call->step;
    const struct at_maestro_listener *listener = run->opts->listener;
    if (listener && listener->ended)
        listener->ended(listener->user, step);
    return ok || covered;
}

static bool
perform(struct at_maestro_call *call, struct at_maestro_command *expanded,
        struct at_err *err)
{
    struct at_maestro_runner *run = call->run;
    const struct at_maestro_kind_row *row =
        &at_maestro_kinds[call->written->kind];
    bool ok = at_maestro_expand_command(run, call->written, &call->arena,
                                        expanded, err);
    if (ok) {
        call->command = expanded;
        if (expanded->secret)
            at_maestro_scope_hide(run->opts->scope, expanded->text);
        describe(call, expanded);
    }
    at_maestro_withhold_recording(run);
    tell_began(call);
    if (!ok)
        return at_maestro_fail_hard(run);
    run->quiet = false;
    ok = row->run(call, err);
    if (ok && row->acts && !call->skipped)
        run->acted_ns = at_now_ns();
    if (!ok && !row->nests && !at_maestro_is_verdict(err->code))
        run->hard = true;
    return ok;
}

// The user's words for a failure; Maestro's become a note. Trouble of the
// device or of this machine keeps its own.
static void
word_failure(struct at_maestro_call *call, struct at_err *why)
{
    struct at_maestro_runner *run = call->run;
    struct at_str text = call->written->message;
    struct at_err lost = AT_ERR_INIT;
    bool hard = run->hard;
    if (text.len == 0 || !at_maestro_is_verdict(why->code))
        return;
    if (!at_maestro_expand_text(run, &call->arena, text, &text, &lost)) {
        at_maestro_note(call, "message: %s", lost.msg);
        text = call->written->message;
    }
    run->hard = hard;
    at_maestro_note(call, "%s", why->msg);
    enum at_code code = why->code;
    *why = (struct at_err)AT_ERR_INIT;
    at_fail(why, code, "%.*s",
            AT_STR_ARG(at_utf8_head(text, AT_ERR_MSG_MAX - 1)));
}

static bool
run_command(struct at_maestro_runner *run,
            const struct at_maestro_command *command, struct at_err *err)
{
    struct at_maestro_call call = {.run = run, .written = command};
    struct at_maestro_command expanded;
    struct at_err why = AT_ERR_INIT;
    int64_t began_ns = at_now_ns();
    run->hard = false;
    begin(&call);
    call.command = command;
    bool ok = perform(&call, &expanded, &why);
    if (!ok && !at_maestro_kinds[command->kind].nests)
        at_maestro_keep_remains(&call);
    if (!ok)
        word_failure(&call, &why);
    bool on = conclude(&call, ok, began_ns, &why);
    at_arena_deinit(&call.arena);
    return on || at_err_pass(err, &why);
}

bool
at_maestro_run_commands(struct at_maestro_runner *run,
                        const struct at_maestro_commands *commands,
                        struct at_err *err)
{
    for (size_t i = 0; i < commands->count; i++) {
        if (!run_command(run, &commands->rows[i], err))
            return false;
    }
    return true;
}

// The failed step as variables, for the commands that run after it.
static bool
define_failure(struct at_maestro_runner *run, const struct at_err *why)
{
    struct at_maestro_scope *scope = run->opts->scope;
    const struct at_maestro_step *step = at_maestro_trace_failed(run->trace);
    const char *picture = "";
    for (size_t i = 0; step && i < step->artifact_count; i++) {
        if (strcmp(step->artifacts[i].type, "screenshot") == 0)
            picture = step->artifacts[i].path;
    }
    char *message = masked_message(run, at_str(why->msg));
    char *place =
        step && step->place.file
            ? at_strfmt("%s:%u", step->place.file, (unsigned)step->place.line)
            : at_strdup("");
    const struct {
        const char *name;
        const char *value;
    } rows[] = {{"FAILURE_STEP", step ? step->description : ""},
                {"FAILURE_MESSAGE", message},
                {"FAILURE_SCREENSHOT", picture},
                {"FAILURE_PLACE", place}};
    bool ok = true;
    for (size_t i = 0; ok && i < AT_LEN(rows); i++)
        ok = at_maestro_scope_set(scope, at_str(rows[i].name),
                                  at_str(rows[i].value), false, NULL);
    free(message);
    free(place);
    return ok;
}

bool
at_maestro_run_after(struct at_maestro_runner *run,
                     const struct at_maestro_commands *commands,
                     const struct at_err *why, struct at_err *err)
{
    struct at_maestro_scope *scope = run->opts->scope;
    if (commands->count == 0)
        return true;
    at_maestro_scope_push(scope);
    bool ok = define_failure(run, why) ||
              at_fail(err, AT_ELIMIT, "too many variables");
    run->trace->failed = -1; // another step may be the one that counts
    ok = ok && at_maestro_run_commands(run, commands, err);
    at_maestro_scope_pop(scope);
    return ok;
}

// Whatever the hooks do after a failure, it stays the flow's.
static void
run_hooks_after(struct at_maestro_runner *run,
                const struct at_maestro_flow *flow, bool completes,
                const struct at_err *why)
{
    struct at_err lost = AT_ERR_INIT;
    bool hard = run->hard;
    ptrdiff_t failed = run->trace->failed;
    (void)!at_maestro_run_after(run, &flow->on_failure, why, &lost);
    if (completes)
        (void)!at_maestro_run_commands(run, &flow->on_complete, &lost);
    run->hard = hard;
    run->trace->failed = failed;
}

// Maestro's order: the env, onFlowStart, the commands unless that has failed,
// onFlowComplete in any case. The earliest error is the reason. Our
// onFlowFailure comes at once after what has failed.
bool
at_maestro_run_parts(struct at_maestro_runner *run,
                     const struct at_maestro_flow *flow, struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    for (size_t i = 0; i < flow->secrets.count; i++)
        at_maestro_scope_hide_name(run->opts->scope, flow->secrets.rows[i]);
    if (!at_maestro_scope_env(run->op, run->opts->scope, &flow->env, err))
        return at_maestro_fail_hard(run);
    if (run->depth == 0) // the secrets of the flow are known now
        at_maestro_start_video(run);
    bool ok = at_maestro_run_commands(run, &flow->on_start, &why) &&
              at_maestro_run_commands(run, &flow->commands, &why);
    if (ok && at_maestro_run_commands(run, &flow->on_complete, &why))
        return true;
    run_hooks_after(run, flow, !ok, &why);
    return at_err_pass(err, &why);
}

// A fact about the log is one since the flow began, or since the latest launch.
static void
mark_log(struct at_maestro_runner *run)
{
    if (!run->flow->reads_log ||
        !at_device_log_mark(run->op, at_app_device(run->app), run->began_mark,
                            NULL))
        run->began_mark[0] = '\0';
    at_str_cut(run->mark, sizeof(run->mark), at_str(run->began_mark));
}

static void
finish(struct at_maestro_runner *run, int64_t began_ns)
{
    at_maestro_end_devices(run);
    at_maestro_end_recording(run);
    run->trace->duration_ms = (at_now_ns() - began_ns) / AT_NS_PER_MS;
    free(run->copied);
    struct at_err *why = &run->trace->err;
    char *safe = masked_message(run, at_str(why->msg));
    snprintf(why->msg, sizeof(why->msg), "%s", safe);
    free(safe);
}

bool
at_maestro_run_flow(const struct at_op *op, struct at_app *app,
                    const struct at_maestro_flow *flow,
                    const struct at_maestro_run_opts *opts,
                    struct at_maestro_trace *trace, struct at_err *err)
{
    int64_t began_ns = at_now_ns();
    struct at_maestro_runner run = {.op = op,
                                    .app = app,
                                    .flow = flow,
                                    .opts = opts,
                                    .trace = trace,
                                    .acted_ns = began_ns};
    *trace = (struct at_maestro_trace)AT_MAESTRO_TRACE_INIT;
    trace->flow = flow;
    trace->began_ms = at_wall_now_ms();
    mark_log(&run);
    trace->passed = at_maestro_run_parts(&run, flow, &trace->err);
    finish(&run, began_ns);
    return trace->passed || at_err_pass(err, &trace->err);
}
