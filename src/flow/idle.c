#include "flow/idle.h"

#include <stdio.h>

#include "base/limits.h"
#include "flow/app.h"
#include "flow/change.h"
#include "screen/compact.h"
#include "screen/detect.h"
#include "sys/cancel.h"
#include "sys/clock.h"

static const char *const outcome_names[] = {
    [AT_IDLE_SETTLED] = "settled",     [AT_IDLE_LOADING] = "loading",
    [AT_IDLE_CHANGING] = "changing",   [AT_IDLE_TIMED_OUT] = "timed_out",
    [AT_IDLE_CANCELLED] = "cancelled", [AT_IDLE_APP_GONE] = "app_gone",
};

const char *
at_idle_outcome_name(enum at_idle_outcome outcome)
{
    return outcome_names[outcome];
}

struct watch {
    const struct at_op *op;
    struct at_app *app;
    const struct at_idle_wait *wait;
    struct at_idle_result *out;
    int64_t start_ns;      // of the wait for a settled screen
    int64_t loading_ns;    // when an indicator was first seen; 0: never
    int64_t loading_spent; // until the newest reading
    bool in_front;
    bool any;   // a reading of this wait is there
    bool again; // the next one is not its first
    struct at_app_hold *before;
    char noise[200];      // what the device says kept it busy, "" without
    struct at_err failed; // the last reading that failed
};

static void
set_detail(char *detail, size_t cap, const char *text)
{
    at_str_cut(detail, cap, at_str(text));
}

static void
tell_first(void *user, const char *text)
{
    struct at_idle_result *out = user;
    if (!out->detail[0])
        set_detail(out->detail, sizeof(out->detail), text);
}

// Which part moved since the reading before: for whoever reads "changing".
static void
note_change(struct watch *watch)
{
    const struct at_change_sink sink = {tell_first, watch->out};
    const struct at_tree *before = at_app_held_tree(watch->before);
    watch->out->detail[0] = '\0';
    if (before)
        at_change_list(before, at_app_tree(watch->app), NULL, &sink, NULL);
    if (!watch->out->detail[0])
        set_detail(watch->out->detail, sizeof(watch->out->detail),
                   watch->noise[0] ? watch->noise : "positions change");
}

static bool
note_loading(struct watch *watch, const struct at_node *indicator)
{
    struct at_buf text = AT_BUF_INIT(4 * AT_KIB);
    int64_t now_ns = at_now_ns();
    if (!indicator)
        return false;
    if (watch->loading_ns == 0)
        watch->loading_ns = now_ns;
    watch->loading_spent = now_ns - watch->loading_ns;
    at_compact_write_element(indicator, NULL, &text);
    at_str_cut(watch->out->loading, sizeof(watch->out->loading),
               at_str_trim(at_buf_str(&text)));
    at_buf_deinit(&text);
    return true;
}

static bool
is_front(struct watch *watch, const struct at_tree *tree)
{
    const char *want = watch->wait->want_front;
    struct at_str front = tree->front_package;
    if (watch->in_front || !want || front.len == 0 || at_str_is(front, want) ||
        at_tree_dialog(tree).kind != AT_DIALOG_NONE) {
        if (!watch->in_front)
            watch->start_ns = at_now_ns();
        watch->in_front = true;
        return true;
    }
    snprintf(watch->out->detail, sizeof(watch->out->detail), "%.*s is in front",
             AT_STR_ARG(front));
    return false;
}

static bool
end(struct watch *watch, enum at_idle_outcome outcome)
{
    watch->out->outcome = outcome;
    if (outcome == AT_IDLE_SETTLED)
        watch->out->detail[0] = '\0';
    return true;
}

// The limits once a reading has not settled; without a reading they count too.
static bool
is_over(struct watch *watch, bool loading)
{
    const struct at_idle_wait *wait = watch->wait;
    int64_t now_ns = at_now_ns();
    int64_t spent_ns = now_ns - watch->start_ns;
    if (!watch->in_front)
        return spent_ns >= wait->front_ms * AT_NS_PER_MS &&
               end(watch, AT_IDLE_TIMED_OUT);
    if (loading && wait->loading_ms > 0)
        return watch->loading_spent >= wait->loading_ms * AT_NS_PER_MS &&
               end(watch, AT_IDLE_LOADING);
    if (wait->loading_ms > 0)
        spent_ns -= watch->loading_spent;
    if (spent_ns < wait->timeout_ms * AT_NS_PER_MS)
        return false;
    if (loading)
        return end(watch, AT_IDLE_LOADING);
    bool moves = watch->any || at_err_is_busy(&watch->failed);
    return end(watch, moves ? AT_IDLE_CHANGING : AT_IDLE_TIMED_OUT);
}

// True where the wait has ended with this reading.
static bool
judge(struct watch *watch)
{
    const struct at_tree *tree = at_app_tree(watch->app);
    const struct at_idle_wait *wait = watch->wait;
    if (wait->gone && wait->gone(wait->user, tree)) {
        snprintf(watch->out->detail, sizeof(watch->out->detail),
                 "%.*s is in front", AT_STR_ARG(tree->front_package));
        return end(watch, AT_IDLE_APP_GONE);
    }
    if (!is_front(watch, tree))
        return is_over(watch, false);
    watch->any = true;
    bool loading = note_loading(watch, at_tree_loading(tree));
    if (at_app_is_settled(watch->app) && !loading)
        return end(watch, AT_IDLE_SETTLED);
    if (loading)
        set_detail(watch->out->detail, sizeof(watch->out->detail),
                   watch->out->loading);
    else
        note_change(watch);
    return is_over(watch, loading);
}

static int64_t
poll_ms(const struct watch *watch)
{
    return watch->loading_ns ? AT_IDLE_LOADING_POLL_MS : AT_IDLE_POLL_MS;
}

static bool
pause_until(struct watch *watch, int64_t until_ns, struct at_err *err)
{
    int64_t now_ns = at_now_ns();
    if (until_ns <= now_ns)
        return true;
    bool ok = at_op_wait_until(watch->op, until_ns, err);
    watch->out->waited_ns += at_now_ns() - now_ns;
    return ok;
}

// A device that could not wait for quiet is not asked all the time either.
static bool
pause_after(struct watch *watch, struct at_err *err)
{
    int64_t from_ns = at_app_read_began_ns(watch->app);
    if (watch->failed.code == AT_OK && at_app_is_settled(watch->app))
        return true;
    if (watch->failed.code != AT_OK)
        from_ns = at_now_ns();
    return pause_until(watch, from_ns + poll_ms(watch) * AT_NS_PER_MS, err);
}

// A polled reading is one poll after the one before.
static bool
read_polled(const struct at_op *op, struct watch *watch, struct at_err *err)
{
    int64_t next_ns =
        at_app_read_began_ns(watch->app) + poll_ms(watch) * AT_NS_PER_MS;
    if (watch->again && !pause_until(watch, next_ns, err))
        return false;
    return at_app_read(op, watch->app, err);
}

// By events where the device can: after the first one since the reading before,
// and when it is quiet.
static bool
read_screen(const struct at_op *op, struct watch *watch, struct at_err *err)
{
    int64_t change_ms = watch->again ? poll_ms(watch) : 0;
    struct at_device_stepped told;
    struct at_err why = AT_ERR_INIT;
    watch->noise[0] = '\0';
    if (!at_app_quiet(op, watch->app, change_ms, &told, &why)) {
        if (why.code == AT_EUNSUPPORTED)
            return read_polled(op, watch, err);
        *err = why;
        return false;
    }
    set_detail(watch->noise, sizeof(watch->noise), told.noise);
    if (!at_app_is_current(watch->app))
        *err = told.unread;
    return at_app_is_current(watch->app);
}

// One reading. A tree that could not be had is a screen that does not settle,
// not the end of the wait; *out_ended where it ends all the same.
static bool
read_once(struct watch *watch, bool *out_ended, struct at_err *err)
{
    struct at_op sub = at_op_sub(watch->op, at_now_ns(), AT_IDLE_READING_MS);
    at_app_release(watch->before);
    watch->before = watch->any ? at_app_hold(watch->app) : NULL;
    watch->out->dumps++;
    watch->failed = (struct at_err)AT_ERR_INIT;
    if (read_screen(&sub, watch, &watch->failed)) {
        *out_ended = judge(watch);
        return true;
    }
    bool may_pass =
        watch->failed.code == AT_ETREE || watch->failed.code == AT_ETIMEOUT;
    if (!may_pass || !at_op_check(watch->op, NULL)) {
        if (err)
            *err = watch->failed;
        return false;
    }
    set_detail(watch->out->detail, sizeof(watch->out->detail),
               watch->failed.msg);
    *out_ended = is_over(watch, false);
    return true;
}

bool
at_idle_wait(const struct at_op *op, struct at_app *app,
             const struct at_idle_wait *wait, struct at_idle_result *out,
             struct at_err *err)
{
    struct watch watch = {.op = op, .app = app, .wait = wait, .out = out};
    struct at_err why = AT_ERR_INIT;
    bool ended = false;
    bool ok = true;

    *out = (struct at_idle_result){.outcome = AT_IDLE_TIMED_OUT};
    watch.start_ns = at_now_ns();
    watch.in_front = wait->want_front == NULL;
    if (wait->first && at_app_is_current(app)) {
        out->dumps++;
        set_detail(watch.noise, sizeof(watch.noise), wait->first->noise);
        ended = judge(&watch);
        watch.again = true;
        if (!ended)
            ok = pause_after(&watch, &why);
    }
    while (ok && !ended) {
        ok = read_once(&watch, &ended, &why);
        watch.again = true;
        if (ok && !ended)
            ok = pause_after(&watch, &why);
    }
    if (!ok && why.code == AT_ECANCELED)
        out->outcome = AT_IDLE_CANCELLED;
    if (!ok && err)
        *err = why;
    at_app_release(watch.before);
    return ok;
}
