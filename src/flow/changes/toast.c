#include "flow/changes/toast.h"

#include <string.h>

#include "base/limits.h"
#include "base/quote.h"
#include "sys/clock.h"

static bool
asks_for_text(const struct at_selector *target)
{
    bool words = target->words.len > 0 && (target->words_in == AT_WORDS_ANY ||
                                           target->words_in == AT_WORDS_TEXT);
    bool text = target->text.len > 0 || target->text_contains.len > 0 || words;
    return text && target->ref.len == 0 && target->id.len == 0 &&
           target->class_name.len == 0 && target->description.len == 0 &&
           !target->focused;
}

const struct at_event *
at_toast_find(struct at_app *app, struct at_toast_wish wish,
              enum at_toast_reach reach, int64_t *out_age_ms)
{
    const struct at_selector *target = wish.target;
    struct at_journal *journal = at_app_journal(app);
    struct at_toast_query query = {
        .text = target->text,
        .part = target->text_contains,
        .words = target->words,
        .reach = reach,
        .notification = wish.notification,
    };
    if (!asks_for_text(target))
        return NULL;
    const struct at_event *event =
        at_journal_find_toast(journal, &query, at_now_ns(), out_age_ms);
    query.passed = true;
    return event || wish.notification || reach != AT_TOAST_KEPT
               ? event
               : at_journal_find_toast(journal, &query, at_now_ns(),
                                       out_age_ms);
}

bool
at_toast_check_gone(struct at_app *app, const struct at_selector *target,
                    const struct at_event **out_event, struct at_err *why)
{
    struct at_buf text = AT_BUF_INIT(4 * AT_KIB);
    int64_t age_ms;
    const struct at_event *event = at_toast_find(
        app, (struct at_toast_wish){target, false}, AT_TOAST_ANY, &age_ms);
    *out_event = event && age_ms < AT_JOURNAL_TOAST_MS ? event : NULL;
    if (!event || age_ms >= AT_TOAST_SURE_MS)
        return true;
    at_event_write(event, at_now_ns(), &text);
    at_fail(why, AT_EASSERT, "a toast shows it: %s", at_buf_text(&text));
    at_buf_deinit(&text);
    return false;
}

// Note that the match is a toast.
static void
note_toast(struct at_step_call *call, const struct at_event *event,
           const char *fmt)
{
    struct at_buf text = AT_BUF_INIT(4 * AT_KIB);
    at_event_write(event, at_now_ns(), &text);
    at_step_note(call, "%s %s", fmt, at_buf_text(&text));
    at_buf_deinit(&text);
}

static bool
stands_in(struct at_step_call *call, enum at_toast_reach reach)
{
    const struct at_toast_wish wish = {&call->step->target,
                                       call->step->notification};
    int64_t age_ms;
    const struct at_event *event =
        at_toast_find(call->app, wish, reach, &age_ms);
    if (event)
        note_toast(call, event,
                   event->kind == AT_EVENT_PASSED ? "it has gone:"
                                                  : "it was a");
    return event != NULL;
}

bool
at_toast_stands_in(struct at_step_call *call)
{
    return stands_in(call, AT_TOAST_KEPT);
}

bool
at_toast_is_gone(struct at_step_call *call, struct at_err *why)
{
    const struct at_event *event;
    if (!at_toast_check_gone(call->app, &call->step->target, &event, why))
        return false;
    if (event)
        note_toast(call, event, "gone, unless it is a long one:");
    return true;
}

// Add the reason of each backend that does not report toasts but could.
static void
add_reasons(struct at_app *app, struct at_err *why)
{
    struct at_backend_state states[AT_DEVICE_BACKENDS_MAX];
    size_t count = at_device_backends(at_app_device(app), states);
    for (size_t i = 0; i < count; i++) {
        if (states[i].helper && states[i].reason[0])
            at_err_add(why, "%s", states[i].reason);
    }
}

void
at_toast_explain(struct at_app *app, const struct at_selector *target,
                 struct at_err *why)
{
    struct at_buf text = AT_BUF_INIT(4 * AT_KIB);
    int64_t age_ms;
    const struct at_event *event = at_toast_find(
        app, (struct at_toast_wish){target, false}, AT_TOAST_ANY, &age_ms);
    if (why->code != AT_ENOTFOUND || !asks_for_text(target))
        return;
    if (event) {
        at_event_write(event, at_now_ns(), &text);
        at_err_add(why, "%s, which is %s", at_buf_text(&text),
                   age_ms >= AT_JOURNAL_TOAST_MS ? "too long ago"
                                                 : "before the last action");
    } else if (strcmp(at_app_backend(app), "adb") == 0 &&
               at_app_tell_blind(app)) {
        at_err_add(why, "it may have been a toast, which adb alone does not "
                        "see");
        add_reasons(app, why);
    }
    at_buf_deinit(&text);
}

// Explain what is needed to see toasts, and why it is missing.
static bool
fail_blind(struct at_app *app, struct at_err *why)
{
    at_fail(why, AT_EUNSUPPORTED,
            "toasts cannot be seen here: only the helper on an Android device "
            "reports them, and %s read the screen",
            *at_app_backend(app) ? at_app_backend(app) : "nothing");
    add_reasons(app, why);
    return false;
}

bool
at_toast_check(struct at_step_call *call, struct at_err *why)
{
    const struct at_selector *target = &call->step->target;
    struct at_buf text = AT_BUF_INIT(4 * AT_KIB);
    if (!asks_for_text(target))
        return at_fail(why, AT_EUSAGE,
                       "a toast has only a text: the target takes text or "
                       "textContains");
    if (stands_in(call, AT_TOAST_KEPT_OR_UNTOLD))
        return true;
    if (!at_app_tells_events(call->app))
        return fail_blind(call->app, why);
    at_quote_write(at_utf8_head(target->text.len > 0 ? target->text
                                                     : target->text_contains,
                                200),
                   &text);
    at_fail(why, AT_ENOTFOUND, "no %s %s %s is up or came since the last reply",
            call->step->notification ? "notification" : "toast",
            target->text.len > 0 ? "says" : "contains", at_buf_text(&text));
    at_buf_deinit(&text);
    return false;
}
