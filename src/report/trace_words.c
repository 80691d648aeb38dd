#include "report/trace_words.h"

#include "base/quote.h"

enum { EVENTS_MAX = 4, EVENT_MAX_BYTES = 200 };

const char *
at_effect_words(struct at_str name)
{
    static const char *const words[] = {
        [AT_STEP_EFFECT_CHANGED] = "the screen has changed",
        [AT_STEP_EFFECT_NONE] = "nothing observable has changed",
        [AT_STEP_EFFECT_ALREADY] = "it was selected already",
        [AT_STEP_EFFECT_BLOCKED] = "something is in its way",
        [AT_STEP_EFFECT_APP_GONE] = "the app is no longer in front",
    };
    for (size_t i = AT_STEP_EFFECT_CHANGED; i < AT_LEN(words); i++) {
        if (at_str_is(name, at_step_effect_name((enum at_step_effect)i)))
            return words[i];
    }
    return NULL;
}

static void
add(struct at_buf *out, const char *before, const char *text, const char *after)
{
    if (text[0])
        at_buf_add_fmt(out, "%s%s%s%s", out->len > 0 ? "; " : "", before, text,
                       after);
}

void
at_trace_write_notes(const struct at_step_result *result, bool unchanged,
                     struct at_buf *out)
{
    const struct at_idle_result *idle = &result->idle;
    bool matters =
        idle->outcome == AT_IDLE_CHANGING || idle->outcome == AT_IDLE_APP_GONE;
    at_buf_add_str(out, at_buf_str(&result->note));
    if (unchanged && result->no_effect)
        add(out, "",
            result->was_selected ? "already selected"
                                 : "nothing observable changed",
            "");
    if (result->ok && matters)
        add(out, "", idle->detail, "");
    if (result->ok)
        add(out, "", idle->ticking,
            " keeps changing by itself and was not waited for");
    if (result->ok && idle->outcome == AT_IDLE_LOADING)
        add(out, "the app is still busy: ", idle->app_still, "");
    add(out, "not waited for: ", idle->app_endless, "");
}

void
at_trace_write_dialogs(const struct at_flow_trace *trace, struct at_buf *out)
{
    for (size_t i = 0; i < trace->dialog_count; i++) {
        const struct at_trace_dialog *dialog = &trace->dialogs[i];
        if (!dialog->gone)
            at_buf_add_fmt(out, "; a %s dialog is in front: %s",
                           at_dialog_kind_name(dialog->kind),
                           AT_QUOTED(at_str(dialog->title)));
    }
}

void
at_trace_write_events(const struct at_flow_trace *trace, struct at_buf *out)
{
    const struct at_argv *events = &trace->events;
    for (size_t i = 0; i < events->count && i < EVENTS_MAX; i++) {
        at_buf_add_text(out, "; ");
        at_quote_cut(at_str(events->words[i]), EVENT_MAX_BYTES, out);
    }
    if (events->count > EVENTS_MAX)
        at_buf_add_fmt(out, "; %zu more events", events->count - EVENTS_MAX);
}
