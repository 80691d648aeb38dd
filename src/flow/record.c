#include "flow/record.h"

#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "flow/changes/change.h"
#include "screen/gaps.h"
#include "sys/clock.h"

bool
at_observe_has_effects(enum at_observe observe)
{
    return observe != AT_OBSERVE_AUTO && observe != AT_OBSERVE_BRIEF;
}

void
at_record_init(struct at_record *record, struct at_app *app,
               enum at_observe observe, size_t total, struct at_flow_trace *out)
{
    *record = (struct at_record){
        .app = app,
        .observe = observe,
        .trace = out,
        .began_ns = at_now_ns(),
        .spent_before_ns = at_app_device(app)->spent_ns,
        .fallbacks_seen = at_app_device(app)->fallbacks.count,
    };
    *out = (struct at_flow_trace){
        .results = at_alloc((total + 1) * sizeof(*out->results)),
        .total = total,
        .screen = AT_BUF_INIT(AT_COMPACT_MAX_BYTES),
        .note = AT_BUF_INIT(AT_KIB),
    };
}

struct at_step_result *
at_record_begin(struct at_record *record, const struct at_flow_step *step)
{
    struct at_flow_trace *trace = record->trace;
    struct at_step_result *result = &trace->results[trace->count++];
    *result = (struct at_step_result){
        .step = step,
        .idle = {.outcome = AT_IDLE_SETTLED},
        .target = {AT_BUF_INIT(4 * AT_KIB), AT_BUF_INIT(4 * AT_KIB)},
        .value = AT_BUF_INIT(AT_NODE_TEXT_MAX_BYTES),
        .hint = AT_BUF_INIT(AT_NODE_TEXT_MAX_BYTES),
        .note = AT_BUF_INIT(AT_TRACE_NOTES_MAX_BYTES),
        .output = AT_BUF_INIT(AT_STEP_OUTPUT_MAX_BYTES),
        .picture = AT_BUF_INIT(AT_SCREENSHOT_MAX_BYTES),
    };
    return result;
}

static void
append_text(void *user, const char *text)
{
    at_argv_add(user, text);
}

// call may be NULL.
static struct at_change_besides
besides_of(const struct at_step_call *call)
{
    return call ? (struct at_change_besides){call->besides, call->besides_count}
                : (struct at_change_besides){NULL, 0};
}

// Leaves *out empty for a different screen, instead of listing all its values.
static void
list_changes(const struct at_tree *before, const struct at_tree *after,
             const struct at_step_call *call, const struct at_ref_table *refs,
             struct at_argv *out)
{
    const struct at_change_sink sink = {append_text, out};
    const struct at_change_besides besides = besides_of(call);
    bool same_shape;
    size_t count = at_change_list_besides(before, after, refs, &besides, &sink,
                                          &same_shape);
    if (!same_shape || count > AT_CHANGE_MAX)
        at_argv_deinit(out);
}

// List values and states that have changed while the elements are the same.
// plain may be NULL, and so may call, the step's.
static void
set_changes(struct at_app *app, const struct at_tree *before,
            const struct at_step_call *call, struct at_argv *with_ref,
            struct at_argv *plain)
{
    const struct at_tree *after = at_app_tree(app);
    if (!before || !at_app_is_current(app) || at_change_none(before, after))
        return;
    list_changes(before, after, call, at_app_refs(app), with_ref);
    if (plain)
        list_changes(before, after, call, NULL, plain);
}

static void
ignore(void *user, const char *text)
{
    (void)user;
    (void)text;
}

// Text typed earlier in the same request has changed the screen, too; in that
// case only other values, states and elements count.
static bool
has_changed(const struct at_step_outcome *step)
{
    const struct at_step_call *call = step->call;
    const struct at_tree *after = at_app_tree(call->app);
    const struct at_change_sink sink = {ignore, NULL};
    const struct at_change_besides besides = besides_of(call);
    return besides.count > 0 ? at_change_list_besides(step->before, after, NULL,
                                                      &besides, &sink, NULL) > 0
                             : at_app_has_changed(call->app, step->before);
}

static bool
had_no_effect(const struct at_step_outcome *step)
{
    const struct at_step_call *call = step->call;
    return call->result->ok && call->acted && !call->defers && step->before &&
           !call->result->idle.loading[0] &&
           call->result->idle.outcome != AT_IDLE_LOADING &&
           !call->result->has_value && at_app_is_settled(call->app) &&
           !at_journal_has_news(at_app_journal(call->app)) &&
           !has_changed(step);
}

void
at_record_keep(struct at_record *record, size_t count)
{
    at_flow_trace_keep(record->trace, count);
}

// Report the app's endless work only in the first result of a flow.
static void
drop_told(struct at_record *record, struct at_idle_result *idle)
{
    if (!idle->app_endless[0])
        return;
    if (strcmp(idle->app_endless, record->endless_told) == 0)
        idle->app_endless[0] = '\0';
    else
        memcpy(record->endless_told, idle->app_endless,
               sizeof(record->endless_told));
}

static void
add_passed(struct at_step_result *result, const struct at_argv *passed)
{
    for (size_t i = 0; i < passed->count; i++) {
        at_argv_add(&result->changes.with_ref, at_argv_words(passed)[i]);
        at_argv_add(&result->changes.plain, at_argv_words(passed)[i]);
    }
}

void
at_record_end_step(struct at_record *record, const struct at_step_outcome *step)
{
    const struct at_step_call *call = step->call;
    struct at_step_result *result = call->result;
    struct at_flow_trace *trace = record->trace;
    struct at_argv passed = AT_ARGV_INIT;
    at_passing_tell(&call->passing, step->before, record->app, &passed);
    result->no_effect = had_no_effect(step);
    result->was_selected = call->target_selected;
    at_backends_list_fallbacks(record->app, &record->fallbacks_seen,
                               &result->fallbacks);
    drop_told(record, &result->idle);
    if (at_observe_has_effects(record->observe))
        at_effect_find(step);
    // the value of a text step already shows its change
    if (call->acted && !result->has_value)
        set_changes(record->app, step->before, call, &result->changes.with_ref,
                    &result->changes.plain);
    add_passed(result, &passed);
    at_argv_deinit(&passed);
    record->unobserved = record->unobserved || result->no_effect;
    trace->completed += result->ok ? 1 : 0;
    trace->wait_ns += result->idle.waited_ns;
    trace->app_wait_ns += result->idle.app_waited_ns;
}

static void
read_dialog(const struct at_tree *tree, struct at_trace_dialog *out)
{
    struct at_dialog dialog = at_tree_dialog(tree);
    *out = (struct at_trace_dialog){.kind = dialog.kind};
    at_str_cut(out->package, sizeof(out->package), dialog.package);
    at_str_cut(out->title, sizeof(out->title), dialog.title);
}

static bool
same_dialog(const struct at_trace_dialog *a, const struct at_trace_dialog *b)
{
    return a->kind == b->kind && strcmp(a->package, b->package) == 0 &&
           strcmp(a->title, b->title) == 0;
}

void
at_record_dialog(struct at_record *record, const struct at_tree *tree)
{
    struct at_flow_trace *trace = record->trace;
    struct at_trace_dialog dialog;
    read_dialog(tree, &dialog);
    if (dialog.kind == AT_DIALOG_NONE ||
        trace->dialog_count == AT_TRACE_MAX_DIALOGS)
        return;
    for (size_t i = 0; i < trace->dialog_count; i++) {
        if (same_dialog(&trace->dialogs[i], &dialog))
            return;
    }
    trace->dialogs[trace->dialog_count++] = dialog;
}

// Mark the dialogs that disappeared during the flow.
static void
mark_gone(struct at_flow_trace *trace, const struct at_tree *tree)
{
    struct at_trace_dialog now = {.kind = AT_DIALOG_NONE};
    if (tree)
        read_dialog(tree, &now);
    for (size_t i = 0; i < trace->dialog_count; i++)
        trace->dialogs[i].gone = !same_dialog(&trace->dialogs[i], &now);
}

static bool
same_screen(const struct at_tree *a, const struct at_tree *b)
{
    return strcmp(at_tree_screen_fingerprint(a).text,
                  at_tree_screen_fingerprint(b).text) == 0;
}

static void
write_tree(struct at_record *record)
{
    struct at_flow_trace *trace = record->trace;
    struct at_compact_result result;
    at_app_write_tree(record->app, NULL, &trace->screen, &result);
    trace->screen_kind = AT_TRACE_SCREEN_TREE;
    // the results use refs of the previous text
    trace->refs_renewed = true;
}

// Write the diff, or the whole tree if that is shorter or the client has not
// seen one yet. Elements in both trees keep their refs.
static void
write_diff(struct at_record *record)
{
    struct at_flow_trace *trace = record->trace;
    struct at_diff_result result;
    at_app_revisit(record->app);
    if (at_app_write_diff(record->app, NULL, &trace->screen, &result)) {
        trace->screen_kind =
            result.whole ? AT_TRACE_SCREEN_TREE : AT_TRACE_SCREEN_DIFF;
        return;
    }
    if (record->observe == AT_OBSERVE_DIFF)
        at_buf_add_text(&trace->note,
                        "no tree was shown before: this is the whole one");
    write_tree(record);
}

static void
write_screen(struct at_record *record, bool quiet)
{
    switch (record->observe) {
    case AT_OBSERVE_NONE:
        break;
    case AT_OBSERVE_DIFF:
        write_diff(record);
        break;
    case AT_OBSERVE_AUTO:
        if (!quiet)
            write_tree(record);
        break;
    case AT_OBSERVE_BRIEF:
        if (!quiet)
            write_diff(record);
        break;
    case AT_OBSERVE_TREE:
        write_tree(record);
        break;
    }
}

// Note the missing parts of the screen, because its text does not show them.
static void
note_gaps(struct at_flow_trace *trace, const struct at_tree *tree)
{
    at_buf_add_text(&trace->note, "not the whole screen: ");
    if (!at_gaps_write(tree, &trace->note))
        at_buf_clear(&trace->note);
}

static void
set_screen(struct at_record *record, const struct at_tree *first,
           const struct at_tree *tree)
{
    struct at_flow_trace *trace = record->trace;
    trace->screen_changed = tree && (!first || !same_screen(first, tree));
    // the changes of a single step are in its result
    if (!trace->screen_changed && record->observe != AT_OBSERVE_DIFF &&
        trace->total > 1)
        set_changes(record->app, first, NULL, &trace->changes, NULL);
    if (!tree) {
        at_buf_add_text(&trace->note, "the screen could not be read at the "
                                      "end: no tree, the refs are as before");
        return;
    }
    trace->fingerprint = at_tree_screen_fingerprint(tree);
    write_screen(record, trace->ok && !trace->screen_changed);
    if (trace->screen_kind == AT_TRACE_SCREEN_NONE)
        note_gaps(trace, tree);
}

// The step has searched its ref in the previous screen. If the client gets a
// text with fresh refs now, list those instead of the advice to get fresh ones.
static void
explain_ref(struct at_record *record)
{
    struct at_flow_trace *trace = record->trace;
    const char *advice = at_app_advice(record->app)->fresh_refs;
    const char *found = strstr(trace->err.msg, advice);
    if (!found || trace->count == 0 ||
        trace->screen_kind == AT_TRACE_SCREEN_NONE)
        return;
    struct at_step_result *result = &trace->results[trace->count - 1];
    struct at_err why = AT_ERR_INIT;
    if (!at_ref_explain_old(at_app_refs(record->app), result->step->target.ref,
                            at_app_tree(record->app), &why))
        return;
    const char *rest = found + strlen(advice);
    if (at_str_starts(at_str(rest), AT_STR("; ")))
        at_err_add(&why, "%s", rest + 2);
    snprintf(trace->err.msg, sizeof(trace->err.msg), "%s", why.msg);
    result->err = trace->err;
}

void
at_record_end(struct at_record *record, const struct at_tree *first,
              const struct at_err *err)
{
    struct at_flow_trace *trace = record->trace;
    struct at_app *app = record->app;
    const struct at_tree *tree =
        at_app_is_current(app) ? at_app_tree(app) : NULL;
    trace->ok = err->code == AT_OK;
    trace->err = *err;
    set_screen(record, first, tree);
    if (!trace->ok)
        explain_ref(record);
    mark_gone(trace, tree);
    // a dump contains windows, but not toasts
    trace->toasts_hidden =
        record->unobserved && strcmp(at_app_backend(app), "adb") == 0;
    at_journal_begin_step(at_app_journal(app), -1, at_now_ns());
    at_journal_tell(at_app_journal(app), at_now_ns(), &trace->events);
    trace->backends = at_backends_of(app, NULL);
    trace->device_ns = at_app_device(app)->spent_ns - record->spent_before_ns;
    trace->own_ns =
        at_now_ns() - record->began_ns - trace->device_ns - trace->wait_ns;
}
