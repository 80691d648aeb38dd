#include "flow/trace.h"

#include <stdio.h>
#include <string.h>

#include "base/limits.h"
#include "flow/change.h"
#include "flow/ways.h"
#include "screen/fingerprint.h"
#include "screen/gaps.h"
#include "sys/clock.h"

// jansson refuses what is not UTF-8; a log or a message may hold it.
static json_t *
json_text(struct at_str text)
{
    struct at_buf clean = AT_BUF_INIT(text.len + 1);
    json_t *json = json_stringn(text.len ? text.ptr : "", text.len);
    while (!json && text.len > 0) {
        size_t len = at_utf8_next(text, NULL);
        if (len > 0)
            at_buf_add(&clean, text.ptr, len);
        else
            at_buf_add_char(&clean, '?');
        text = at_str_skip(text, len ? len : 1);
    }
    if (!json)
        json = json_stringn(at_buf_text(&clean), clean.len);
    at_buf_deinit(&clean);
    return json;
}

static json_t *
json_chars(const char *text)
{
    return json_text(at_str(text));
}

static void
set_buf(json_t *object, const char *name, const struct at_buf *text)
{
    if (text->len > 0)
        json_object_set_new(object, name, json_text(at_buf_str(text)));
}

static json_t *
json_ms(int64_t ns)
{
    return json_integer(ns > 0 ? ns / AT_NS_PER_MS : 0);
}

void
at_trace_init(struct at_trace *trace, struct at_app *app, size_t total)
{
    *trace = (struct at_trace){
        .results = json_array(),
        .results_plain = json_array(),
        .total = total,
        .began_ns = at_now_ns(),
        .spent_before_ns = at_app_device(app)->spent_ns,
        .fallbacks_told = at_app_device(app)->fallbacks.count,
    };
}

void
at_trace_deinit(struct at_trace *trace)
{
    json_decref(trace->results);
    json_decref(trace->results_plain);
    trace->results = NULL;
    trace->results_plain = NULL;
}

// The contract's echo of the step, without secrets.
static json_t *
echo(const struct at_step_call *call)
{
    json_t *action = json_deep_copy(call->step);
    struct at_str value = at_args_str(call->step, "value");
    if (json_object_get(call->step, "value") && call->secret) {
        char text[64];
        snprintf(text, sizeof(text), "(%zu characters)", at_utf8_count(value));
        json_object_set_new(action, "value", json_string(text));
    }
    return action;
}

static void
append_text(void *user, const char *text)
{
    json_array_append_new(user, json_chars(text));
}

// NULL where it is another screen rather than other values.
static json_t *
changes(const struct at_tree *before, const struct at_tree *after,
        const struct at_ref_table *refs)
{
    json_t *list = json_array();
    const struct at_change_sink sink = {append_text, list};
    bool same_shape;
    size_t count = at_change_list(before, after, refs, &sink, &same_shape);
    if (same_shape && count > 0 && count <= AT_CHANGE_MAX)
        return list;
    json_decref(list);
    return NULL;
}

static bool
same_screen(const struct at_tree *a, const struct at_tree *b)
{
    return strcmp(at_tree_screen_fingerprint(a).text,
                  at_tree_screen_fingerprint(b).text) == 0;
}

// Values and states that changed while the elements stayed the same.
static void
set_changes(json_t *with_ref, json_t *plain, struct at_app *app,
            const struct at_tree *before)
{
    const struct at_tree *after = at_app_tree(app);
    if (!before || !at_app_is_current(app) || at_change_none(before, after))
        return;
    json_t *list = changes(before, after, at_app_refs(app));
    if (!list)
        return;
    json_object_set_new(with_ref, "changed", list);
    json_object_set_new(plain, "changed", changes(before, after, NULL));
}

static json_t *
step_head(const struct at_trace_step *step)
{
    const struct at_step_call *call = step->call;
    json_t *head =
        json_pack("{sI so sb so}", "stepIndex", (json_int_t)step->index,
                  "action", echo(call), "success", step->ok, "durationMs",
                  json_ms(step->duration_ns));
    if (!step->ok) {
        json_object_set_new(head, "error", json_chars(step->err->msg));
        json_object_set_new(head, "code",
                            json_string(at_code_info(step->err->code)->name));
    }
    if (call->toast[0])
        json_object_set_new(head, "toast", json_chars(call->toast));
    if (call->idle.loading[0])
        json_object_set_new(head, "loadingDetected",
                            json_chars(call->idle.loading));
    return head;
}

static bool
had_no_effect(const struct at_trace_step *step)
{
    const struct at_step_call *call = step->call;
    return step->ok && call->acted && step->before && !call->has_value &&
           at_app_is_settled(call->app) &&
           !at_change_seen(step->before, at_app_tree(call->app));
}

static void
set_tail(json_t *result, const struct at_trace_step *step, bool no_effect)
{
    const struct at_step_call *call = step->call;
    struct at_buf note = AT_BUF_INIT(8 * AT_KIB);
    if (call->has_value)
        json_object_set_new(result, "value",
                            json_text(at_buf_str(&call->value)));
    set_buf(result, "hint", &call->hint);
    if (call->idle.outcome != AT_IDLE_SETTLED ||
        call->row->run == at_step_wait_for_stable)
        json_object_set_new(
            result, "idle",
            json_string(at_idle_outcome_name(call->idle.outcome)));
    at_buf_add_str(&note, at_buf_str(&call->note));
    if (no_effect)
        at_buf_add_fmt(&note, "%snothing observable changed",
                       note.len ? "; " : "");
    bool tells = call->idle.outcome == AT_IDLE_CHANGING ||
                 call->idle.outcome == AT_IDLE_APP_GONE;
    if (step->ok && tells && call->idle.detail[0])
        at_buf_add_fmt(&note, "%s%s", note.len ? "; " : "", call->idle.detail);
    set_buf(result, "note", &note);
    at_buf_deinit(&note);
}

void
at_trace_add_step(struct at_trace *trace, const struct at_trace_step *step)
{
    const struct at_step_call *call = step->call;
    json_t *with_ref = step_head(step);
    at_ways_set_fallbacks(with_ref, call->app, &trace->fallbacks_told);
    json_t *plain = json_copy(with_ref);
    bool no_effect = had_no_effect(step);

    set_buf(with_ref, "target", &call->target.with_ref);
    set_buf(plain, "target", &call->target.plain);
    set_tail(with_ref, step, no_effect);
    set_tail(plain, step, no_effect);
    if (trace->observe != AT_OBSERVE_AUTO) {
        at_effect_write(step, with_ref);
        at_effect_write(step, plain);
    }
    // a text step's own value says what it changed
    if (call->acted && !call->has_value)
        set_changes(with_ref, plain, call->app, step->before);
    json_array_append_new(trace->results, with_ref);
    json_array_append_new(trace->results_plain, plain);
    trace->unobserved = trace->unobserved || no_effect;
    trace->completed += step->ok ? 1 : 0;
    trace->waited_ns += call->idle.waited_ns;
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
at_trace_add_dialog(struct at_trace *trace, const struct at_tree *tree)
{
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

// A dialog that went away during the flow is told to be gone.
static json_t *
write_dialogs(const struct at_trace *trace, const struct at_tree *tree)
{
    struct at_trace_dialog now = {.kind = AT_DIALOG_NONE};
    json_t *list = json_array();
    if (tree)
        read_dialog(tree, &now);
    for (size_t i = 0; i < trace->dialog_count; i++) {
        const struct at_trace_dialog *dialog = &trace->dialogs[i];
        json_t *entry =
            json_pack("{ss ss ss}", "type", at_dialog_kind_name(dialog->kind),
                      "package", dialog->package, "title", dialog->title);
        if (!same_dialog(dialog, &now))
            json_object_set_new(entry, "gone", json_true());
        json_array_append_new(list, entry);
    }
    return list;
}

static json_t *
write_crash(const struct at_crash *crash)
{
    json_t *frames = json_array();
    for (size_t i = 0; i < AT_LEN(crash->frames) && crash->frames[i][0]; i++)
        json_array_append_new(frames, json_chars(crash->frames[i]));
    return json_pack("{so so so so sb}", "process", json_chars(crash->process),
                     "exception", json_chars(crash->exception), "message",
                     json_chars(crash->message), "frames", frames, "anr",
                     crash->anr);
}

static json_t *
write_timing(const struct at_trace *trace, struct at_app *app)
{
    int64_t device_ns = at_app_device(app)->spent_ns - trace->spent_before_ns;
    int64_t all_ns = at_now_ns() - trace->began_ns;
    return json_pack("{so so so}", "deviceMs", json_ms(device_ns), "waitMs",
                     json_ms(trace->waited_ns), "ownMs",
                     json_ms(all_ns - device_ns - trace->waited_ns));
}

static void
set_tree(json_t *json, struct at_app *app)
{
    struct at_buf text = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
    struct at_compact_result result;
    at_app_write_tree(app, NULL, &text, &result);
    json_object_set_new(json, "finalUiTree", json_text(at_buf_str(&text)));
    at_buf_deinit(&text);
}

// False where the client has seen no tree to which there is a difference.
static bool
set_diff(json_t *json, struct at_app *app)
{
    struct at_buf text = AT_BUF_INIT(AT_COMPACT_MAX_BYTES);
    struct at_diff_result result;
    bool known = at_app_write_diff(app, NULL, &text, &result);
    const char *note = "no tree was shown before: this is the whole one";
    if (known)
        json_object_set_new(json, "diff", json_text(at_buf_str(&text)));
    else
        json_object_set_new(json, "note", json_string(note));
    at_buf_deinit(&text);
    return known;
}

// Where no text of the screen is there to say it.
static void
set_gaps(json_t *json, const struct at_tree *tree)
{
    struct at_buf note = AT_BUF_INIT(AT_KIB);
    at_buf_add_text(&note, "not the whole screen: ");
    if (at_gaps_write(tree, &note))
        set_buf(json, "note", &note);
    at_buf_deinit(&note);
}

// What the flow changed in all, where one step's "changed" is not the whole.
static void
set_net_changes(json_t *json, const struct at_trace *trace, struct at_app *app,
                const struct at_tree *first)
{
    json_t *unused = json_object();
    if (trace->total > 1)
        set_changes(json, unused, app, first);
    json_decref(unused);
}

// True where the refs are those of another text than before, which the
// results then do not know.
static bool
observe(json_t *json, const struct at_trace *trace, struct at_app *app,
        bool quiet)
{
    switch (trace->observe) {
    case AT_OBSERVE_NONE:
        return false;
    case AT_OBSERVE_DIFF:
        if (set_diff(json, app))
            return false;
        break;
    case AT_OBSERVE_AUTO:
        if (quiet)
            return false;
        break;
    case AT_OBSERVE_TREE:
        break;
    }
    set_tree(json, app);
    return true;
}

static void
set_screen(json_t *json, const struct at_trace *trace, struct at_app *app,
           const struct at_tree *first, bool ok)
{
    const struct at_tree *tree =
        at_app_is_current(app) ? at_app_tree(app) : NULL;
    bool changed = !first || !tree || !same_screen(first, tree);
    struct at_fingerprint print = {0};
    bool renewed = false;

    if (tree)
        print = at_tree_screen_fingerprint(tree);
    json_object_set_new(json, "screenFingerprint", json_string(print.text));
    json_object_set_new(json, "screenChanged", json_boolean(changed));
    if (!changed && trace->observe != AT_OBSERVE_DIFF)
        set_net_changes(json, trace, app, first);
    if (tree)
        renewed = observe(json, trace, app, ok && !changed);
    else
        json_object_set_new(json, "note",
                            json_string("the screen could not be read at the "
                                        "end: no tree, the refs are as "
                                        "before"));
    if (tree && !json_object_get(json, "finalUiTree") &&
        !json_object_get(json, "diff"))
        set_gaps(json, tree);
    json_object_set(json, "results",
                    renewed ? trace->results_plain : trace->results);
}

json_t *
at_trace_write(struct at_trace *trace, struct at_app *app,
               const struct at_tree *first, const struct at_err *err)
{
    bool ok = err->code == AT_OK;
    const struct at_tree *tree =
        at_app_is_current(app) ? at_app_tree(app) : NULL;
    json_t *json =
        json_pack("{sb sI sI sO}", "success", ok, "stepsCompleted",
                  (json_int_t)trace->completed, "totalSteps",
                  (json_int_t)trace->total, "results", trace->results);
    set_screen(json, trace, app, first, ok);
    if (!ok) {
        json_object_set_new(json, "error", json_chars(err->msg));
        json_object_set_new(json, "code",
                            json_string(at_code_info(err->code)->name));
    }
    if (trace->dialog_count > 0)
        json_object_set_new(json, "systemDialogs", write_dialogs(trace, tree));
    if (trace->crashed) {
        json_object_set_new(json, "appCrashDetected", json_true());
        json_object_set_new(json, "crash", write_crash(&trace->crash));
    }
    // a dump shows windows, and a toast is none
    if (trace->unobserved && strcmp(at_app_backend(app), "adb") == 0)
        json_object_set_new(json, "toasts",
                            json_string("not visible to this backend"));
    at_ways_set_backend(json, app, NULL);
    json_object_set_new(json, "timing", write_timing(trace, app));
    return json;
}
