// idle.c: wait until the screen has settled, or until a condition holds
//
// A wait is in one of these states, and each reading moves it on:
// - behind: the wanted package is not in front yet; only front_ms counts;
// - unread: no reading has come yet; unread_ms counts too;
// - loading: an indicator shows; loading_ms counts;
// - changing: readings differ in more than what ticks, or cannot be read, or
//   the condition does not hold; timeout_ms counts;
// - ended, with an outcome: SETTLED by the condition, or by a reading that is
//   quiet or repeats the one before it, APP_GONE by the caller's rule, or the
//   state in which a limit was passed.
#include "flow/idle.h"

#include <stdio.h>

#include "base/limits.h"
#include "base/quote.h"
#include "flow/app.h"
#include "flow/change.h"
#include "screen/element_text.h"
#include "screen/detect.h"
#include "screen/label.h"
#include "screen/loading.h"
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
    bool any;   // a reading of this wait has come
    bool cut;   // a reading was cut off by a limit of the wait
    bool rests; // the app draws nothing, although no reading comes
    bool again; // the next one is not its first
    bool loads; // the newest one shows an indicator
    struct at_tree_snapshot *before;
    char noise[200];      // what kept the device busy, or ""
    struct at_err failed; // the last reading that failed
};

static void
set_detail(char *detail, size_t cap, const char *text)
{
    at_str_cut(detail, cap, at_str(text));
}

static void
set_first(void *user, const char *text)
{
    struct at_idle_result *out = user;
    if (!out->detail[0])
        set_detail(out->detail, sizeof(out->detail), text);
}

// Note which part moved since the reading before, for the outcome CHANGING.
static void
note_change(struct watch *watch)
{
    const struct at_change_sink sink = {set_first, watch->out};
    const struct at_tree *before = at_tree_snapshot_tree(watch->before);
    watch->out->detail[0] = '\0';
    if (before)
        at_change_list(before, at_app_tree(watch->app), NULL, &sink, NULL);
    if (!watch->out->detail[0])
        set_detail(watch->out->detail, sizeof(watch->out->detail),
                   watch->noise[0] ? watch->noise : "positions change");
}

static bool
note_loading(struct watch *watch)
{
    struct at_buf text = AT_BUF_INIT(4 * AT_KIB);
    const struct at_node *indicator =
        at_app_loading(watch->app, watch->wait->holds != NULL);
    int64_t now_ns = at_now_ns();
    watch->loads = indicator != NULL;
    if (!indicator)
        return false;
    if (watch->loading_ns == 0)
        watch->loading_ns = now_ns;
    watch->loading_spent = now_ns - watch->loading_ns;
    at_loading_write(indicator, &text);
    set_detail(watch->out->loading, sizeof(watch->out->loading),
               at_buf_text(&text));
    at_buf_deinit(&text);
    return true;
}

static void
note_ticking(struct watch *watch)
{
    struct at_buf text = AT_BUF_INIT(4 * AT_KIB);
    const struct at_node *node = at_app_ticking(watch->app);
    if (!node)
        return;
    at_element_text_write(node, NULL, &text);
    at_str_cut(watch->out->ticking, sizeof(watch->out->ticking),
               at_str_trim(at_buf_str(&text)));
    at_buf_deinit(&text);
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
    snprintf(watch->out->detail, sizeof(watch->out->detail), "%s is in front",
             AT_NAME(front));
    return false;
}

static bool
end(struct watch *watch, enum at_idle_outcome outcome)
{
    watch->out->outcome = outcome;
    if (outcome == AT_IDLE_SETTLED) {
        watch->out->detail[0] = '\0';
        note_ticking(watch);
    }
    if (outcome == AT_IDLE_LOADING && !watch->wait->holds)
        at_app_endure_loading(watch->app);
    return true;
}

static bool
has_passed(int64_t spent_ns, int64_t limit_ms)
{
    return spent_ns >= limit_ms * AT_NS_PER_MS;
}

// Has the present state's own limit passed?
static bool
is_late(const struct watch *watch, bool loading, int64_t spent_ns)
{
    const struct at_idle_wait *wait = watch->wait;
    bool waits_for_loading = wait->loading_ms > 0;
    if (loading && waits_for_loading &&
        has_passed(watch->loading_spent, wait->loading_ms))
        return true;
    if (wait->holds && waits_for_loading) {
        if (loading)
            return false;
        spent_ns -= watch->loading_spent;
    }
    return has_passed(spent_ns, wait->timeout_ms);
}

// A screen of which no dump comes while the app draws keeps moving.
static bool
is_over_unread(struct watch *watch)
{
    const struct at_idle_wait *wait = watch->wait;
    bool moves = watch->cut || at_err_is_busy(&watch->failed);
    if (wait->unread_ms == 0 || watch->rests || watch->failed.code == AT_OK ||
        !moves)
        return false;
    watch->rests = wait->draws && !wait->draws(wait->user);
    if (watch->rests)
        return false;
    set_detail(watch->out->detail, sizeof(watch->out->detail),
               "it cannot be read while it moves");
    return end(watch, AT_IDLE_CHANGING);
}

// End the wait in its present state.
static bool
finish(struct watch *watch, bool loading)
{
    if (loading)
        return end(watch, AT_IDLE_LOADING);
    if (watch->wait->holds)
        return end(watch, AT_IDLE_TIMED_OUT);
    bool moves = watch->any || watch->cut || at_err_is_busy(&watch->failed);
    return end(watch, moves ? AT_IDLE_CHANGING : AT_IDLE_TIMED_OUT);
}

// Apply the limits once a reading has not settled, or has not come.
static bool
is_over(struct watch *watch, bool loading)
{
    const struct at_idle_wait *wait = watch->wait;
    int64_t now_ns = at_now_ns();
    int64_t spent_ns = now_ns - watch->start_ns;
    bool ended = wait->end_ns > 0 && now_ns >= wait->end_ns;
    if (is_over_unread(watch))
        return true;
    if (!watch->in_front)
        return (ended || has_passed(spent_ns, wait->front_ms)) &&
               end(watch, AT_IDLE_TIMED_OUT);
    return (ended || is_late(watch, loading, spent_ns)) &&
           finish(watch, loading);
}

static bool
has_content(const struct at_tree *tree)
{
    const struct at_node *node = at_node_next(tree->root, tree->root);
    while (node &&
           (at_node_has(node, AT_NODE_CHROME) || !at_node_visible(tree, node) ||
            (at_node_own_label(node).len == 0 &&
             !at_node_has(node, AT_NODE_INTERACTIVE))))
        node = at_node_next(node, tree->root);
    return node != NULL;
}

static bool
is_empty(const struct watch *watch)
{
    int64_t spent_ns = at_now_ns() - watch->start_ns;
    return watch->wait->content_ms > 0 &&
           !has_passed(spent_ns, watch->wait->content_ms) &&
           !has_content(at_app_tree(watch->app));
}

bool
at_idle_may_pass(const struct at_err *why)
{
    return why->code == AT_ENOTFOUND || why->code == AT_EASSERT ||
           why->code == AT_EIDLE || at_err_is_unread(why);
}

// Ask the condition of the newest tree.
static bool
judge_condition(struct watch *watch, bool loading)
{
    struct at_err why = AT_ERR_INIT;
    if (watch->wait->holds(watch->wait->user, &why))
        return end(watch, AT_IDLE_SETTLED);
    if (watch->wait->why)
        *watch->wait->why = why;
    return at_idle_may_pass(&why) ? is_over(watch, loading)
                                  : end(watch, AT_IDLE_TIMED_OUT);
}

static bool
judge_screen(struct watch *watch, bool loading)
{
    bool empty = is_empty(watch);
    if (at_app_is_settled(watch->app) && !loading && !empty)
        return end(watch, AT_IDLE_SETTLED);
    if (loading)
        set_detail(watch->out->detail, sizeof(watch->out->detail),
                   watch->out->loading);
    else if (empty)
        set_detail(watch->out->detail, sizeof(watch->out->detail),
                   "it shows no element yet");
    else
        note_change(watch);
    return is_over(watch, loading);
}

// Returns true if the wait has ended with this reading.
static bool
judge(struct watch *watch)
{
    const struct at_tree *tree = at_app_tree(watch->app);
    const struct at_idle_wait *wait = watch->wait;
    if (wait->gone && wait->gone(wait->user, tree)) {
        snprintf(watch->out->detail, sizeof(watch->out->detail),
                 "%s is in front", AT_NAME(tree->front_package));
        return end(watch, AT_IDLE_APP_GONE);
    }
    if (!is_front(watch, tree))
        return is_over(watch, false);
    watch->any = true;
    bool loading = note_loading(watch);
    return wait->holds ? judge_condition(watch, loading)
                       : judge_screen(watch, loading);
}

static int64_t
poll_ms(const struct watch *watch)
{
    if (watch->wait->interval_ms > 0)
        return watch->wait->interval_ms;
    return watch->loading_ns ? AT_IDLE_LOADING_POLL_MS : AT_IDLE_POLL_MS;
}

static bool
pause_until(struct watch *watch, int64_t until_ns, struct at_err *err)
{
    int64_t now_ns = at_now_ns();
    if (watch->wait->end_ns > 0 && until_ns > watch->wait->end_ns)
        until_ns = watch->wait->end_ns;
    if (until_ns <= now_ns)
        return true;
    bool ok = at_op_wait_until(watch->op, until_ns, err);
    watch->out->waited_ns += at_now_ns() - now_ns;
    return ok;
}

// Also keeps a device that cannot wait for quiet from being asked all the time.
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

// Wait until one poll after the reading before, and dump the screen.
static bool
read_polled(const struct at_op *op, struct watch *watch, struct at_err *err)
{
    int64_t next_ns =
        at_app_read_began_ns(watch->app) + poll_ms(watch) * AT_NS_PER_MS;
    if (watch->again && !pause_until(watch, next_ns, err))
        return false;
    struct at_op sub = *op;
    if (watch->wait->unread_ms > 0 && !watch->rests)
        sub = at_op_sub(op, at_now_ns(), watch->wait->unread_ms);
    return at_app_read_once(&sub, watch->app, err);
}

// Read by events where the device can: after the first event since the reading
// before, and once it is quiet.
static bool
read_screen(const struct at_op *op, struct watch *watch, struct at_err *err)
{
    int64_t change_ms = watch->again ? poll_ms(watch) : 0;
    struct at_device_step_result step_result;
    struct at_err why = AT_ERR_INIT;
    watch->noise[0] = '\0';
    if (!at_app_read_quiet(op, watch->app, change_ms, &step_result, &why)) {
        if (why.code == AT_EUNSUPPORTED)
            return read_polled(op, watch, err);
        *err = why;
        return false;
    }
    set_detail(watch->noise, sizeof(watch->noise), step_result.noise);
    if (!at_app_is_current(watch->app))
        *err = step_result.unread;
    return at_app_is_current(watch->app);
}

enum { LEAST_MS = 1000 }; // that a reading needs to be one

// Limit one reading. The first of a wait always has some time.
static struct at_op
reading_op(const struct watch *watch)
{
    const struct at_idle_wait *wait = watch->wait;
    int64_t now_ns = at_now_ns();
    int64_t ms = AT_IDLE_READING_MS;
    if (wait->end_ns > 0 && (wait->end_ns - now_ns) / AT_NS_PER_MS < ms)
        ms = (wait->end_ns - now_ns) / AT_NS_PER_MS;
    if (ms < LEAST_MS && !watch->again)
        ms = LEAST_MS;
    return at_op_sub(watch->op, now_ns, ms > 0 ? ms : 0);
}

static bool
was_cut(const struct watch *watch)
{
    return watch->failed.code == AT_ETIMEOUT;
}

// The device's own timeout says less than the time that the reading had. One
// that had hardly any leaves what is known as it was.
static void
note_failure(struct watch *watch, const struct at_err *before, int64_t had_ms)
{
    watch->out->failed++;
    if (was_cut(watch) && had_ms < LEAST_MS && watch->again) {
        watch->failed = *before;
        return;
    }
    watch->cut = was_cut(watch);
    if (watch->cut)
        at_fail(&watch->failed, AT_ETREE,
                "the screen could not be read within %lld ms: it keeps "
                "moving, or the device is slow",
                (long long)had_ms);
    set_detail(watch->out->detail, sizeof(watch->out->detail),
               watch->failed.msg);
    if (watch->wait->why)
        *watch->wait->why = watch->failed;
}

// Another reading would be cut off, and what is known would be lost with it.
static bool
has_no_time(const struct watch *watch)
{
    int64_t end_ns = watch->wait->end_ns;
    int64_t need_ns = at_app_read_took_ns(watch->app);
    if (need_ns < poll_ms(watch) * AT_NS_PER_MS)
        need_ns = poll_ms(watch) * AT_NS_PER_MS;
    return watch->again && end_ns > 0 && at_now_ns() + need_ns > end_ns;
}

// Read and judge once. A tree that could not be read counts as a screen that
// has not settled; the wait continues unless *out_ended.
static bool
read_once(struct watch *watch, bool *out_ended, struct at_err *err)
{
    struct at_op sub = reading_op(watch);
    struct at_err failed_before = watch->failed;
    int64_t began_ns = at_now_ns();
    at_tree_snapshot_release(watch->before);
    watch->before = watch->any ? at_app_tree_snapshot(watch->app) : NULL;
    watch->out->readings++;
    watch->failed = (struct at_err)AT_ERR_INIT;
    if (read_screen(&sub, watch, &watch->failed)) {
        *out_ended = judge(watch);
        return true;
    }
    bool may_pass =
        at_err_is_unread(&watch->failed) || watch->failed.code == AT_ETIMEOUT;
    if (!may_pass || !at_op_check(watch->op, NULL))
        return at_err_pass(err, &watch->failed);
    note_failure(watch, &failed_before,
                 (at_now_ns() - began_ns) / AT_NS_PER_MS);
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
        out->readings++;
        set_detail(watch.noise, sizeof(watch.noise), wait->first->noise);
        ended = judge(&watch);
        watch.again = true;
        if (!ended)
            ok = pause_after(&watch, &why);
    }
    while (ok && !ended) {
        if (has_no_time(&watch)) {
            ended = finish(&watch, watch.loads);
            break;
        }
        ok = read_once(&watch, &ended, &why);
        watch.again = true;
        if (ok && !ended)
            ok = pause_after(&watch, &why);
    }
    if (!ok && why.code == AT_ECANCELED)
        out->outcome = AT_IDLE_CANCELLED;
    if (!ok && err)
        *err = why;
    at_tree_snapshot_release(watch.before);
    return ok;
}
