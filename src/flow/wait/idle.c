// idle.c: wait until the screen has settled, or until a condition holds
//
// Each reading and each answer of the app changes the state of a wait:
//
//   state      entered by                          limit
//   BEHIND     the start, if a package is wanted   front_ms
//   UNREAD     the start, or the package in front  timeout_ms, unread_ms
//   LOADING    a reading with an indicator         loading_ms
//   CHANGING   any other reading                   timeout_ms
//   BUSY       the app, which works or has worked  loading_ms
//   LATE       the limit of a condition            -
//   ENDED      a final outcome, any other limit    -
//
// A failed reading keeps the state and counts as CHANGING. BUSY lasts until the
// next reading. The wait asks the app once the screen has settled, or in LATE
// while nothing loads; both end the wait unless the app is BUSY.
#include "flow/wait/idle.h"

#include <stdio.h>
#include <string.h>

#include "base/limits.h"
#include "base/quote.h"
#include "flow/app/app.h"
#include "flow/changes/change.h"
#include "flow/wait/counting.h"
#include "flow/app/front.h"
#include "screen/element_text.h"
#include "screen/detect.h"
#include "screen/label.h"
#include "screen/loading.h"
#include "sys/cancel.h"
#include "sys/clock.h"

enum state { BEHIND, UNREAD, LOADING, CHANGING, BUSY, LATE, ENDED };

struct watch {
    enum state state;
    const struct at_op *op;
    struct at_app *app;
    const struct at_idle_wait *wait;
    struct at_idle_result *out;
    int64_t start_ns;      // start of the wait for a settled screen
    int64_t loading_ns;    // time of the first indicator; 0: none yet
    int64_t loading_spent; // up to the newest reading
    int64_t unread_ms;     // limit of a reading; 0: none, or nothing is drawn
    int broken;            // consecutive unreadable dumps
    struct at_counting counting;
    struct at_pending_list app_waited;
    struct at_sync_report app_said; // newest answer; idle before the first
    struct at_tree_snapshot *before;
    char noise[200];      // why the device was busy, or ""
    struct at_err failed; // error of the last failed reading
};

static void
set_detail(char *detail, size_t cap, const char *text)
{
    at_str_cut_words(detail, cap, at_str(text));
}

static void
set_first(void *user, const char *text)
{
    struct at_idle_result *out = user;
    if (!out->detail[0])
        set_detail(out->detail, sizeof(out->detail), text);
}

// Note which part changed since the previous reading, for the outcome CHANGING.
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

static void
name_loading(struct watch *watch, const struct at_node *indicator)
{
    struct at_buf text = AT_BUF_INIT(4 * AT_KIB);
    at_loading_write(indicator, &text);
    set_detail(watch->out->loading, sizeof(watch->out->loading),
               at_buf_text(&text));
    at_buf_deinit(&text);
}

// A growing number does not count for a condition, which is read again anyway.
static bool
note_loading(struct watch *watch)
{
    bool any = watch->wait->holds != NULL;
    const struct at_node *indicator = at_app_loading(watch->app, any);
    const struct at_node *counter =
        indicator || any ? NULL : at_app_counter(watch->app, false);
    int64_t now_ns = at_now_ns();
    enum at_count count =
        at_counting_note(&watch->counting, at_loading_text(counter), now_ns);
    bool loads = indicator || count != AT_COUNT_NONE;
    watch->state = loads ? LOADING : CHANGING;
    if (!loads)
        return false;
    if (watch->loading_ns == 0)
        watch->loading_ns = now_ns;
    watch->loading_spent = now_ns - watch->loading_ns;
    if (indicator || count == AT_COUNT_GROWS)
        name_loading(watch, indicator ? indicator : counter);
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

static void
note_front(struct watch *watch, const struct at_tree *tree)
{
    char front[160]; // leaves room for the words
    at_front_copy(front, sizeof(front), tree);
    snprintf(watch->out->detail, sizeof(watch->out->detail), "%s is in front",
             front);
}

static bool
is_front(struct watch *watch, const struct at_tree *tree)
{
    const char *want = watch->wait->want_front;
    if (watch->state != BEHIND)
        return true;
    if (tree->front_package.len > 0 && !at_str_is(tree->front_package, want) &&
        at_tree_dialog(tree).kind == AT_DIALOG_NONE) {
        note_front(watch, tree);
        return false;
    }
    watch->start_ns = at_now_ns();
    watch->state = UNREAD;
    return true;
}

static void
write_pending(const struct at_pending_list *list, bool endless,
              char out[AT_PENDING_TEXT])
{
    struct at_buf text = AT_BUF_INIT(4 * AT_KIB);
    at_pending_write(list, endless, &text);
    at_str_cut(out, AT_PENDING_TEXT, at_buf_str(&text));
    at_buf_deinit(&text);
}

// Return true if the app was still busy when the wait for it ended.
static bool
stays_busy(const struct watch *watch)
{
    return !watch->app_said.idle && watch->app_said.still.count > 0;
}

static bool
end(struct watch *watch, enum at_idle_outcome outcome)
{
    watch->state = ENDED;
    if (outcome == AT_IDLE_SETTLED && stays_busy(watch) &&
        !watch->wait->holds) {
        outcome = AT_IDLE_LOADING;
        set_detail(watch->out->detail, sizeof(watch->out->detail),
                   watch->out->app_still);
    }
    watch->out->outcome = outcome;
    if (outcome == AT_IDLE_SETTLED) {
        watch->out->detail[0] = '\0';
        note_ticking(watch);
    }
    if (outcome == AT_IDLE_LOADING && !watch->wait->holds)
        at_app_ignore_loading(watch->app);
    return true;
}

static bool
has_passed(int64_t spent_ns, int64_t limit_ms)
{
    return spent_ns >= limit_ms * AT_NS_PER_MS;
}

// Return true if the current state's own limit has passed.
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

enum { BROKEN_MAX = 3 }; // consecutive dumps

static bool
moves(const struct watch *watch, bool busy)
{
    const struct at_idle_wait *wait = watch->wait;
    return !wait->moves || wait->moves(wait->user, busy);
}

// If the app is in front and its dumps can't be read, another dump won't help.
static bool
is_over_broken(struct watch *watch)
{
    const struct at_idle_wait *wait = watch->wait;
    int64_t spent_ns = at_now_ns() - watch->start_ns;
    return watch->broken >= BROKEN_MAX && wait->moves &&
           has_passed(spent_ns, wait->unread_ms) && moves(watch, true) &&
           end(watch, AT_IDLE_TIMED_OUT);
}

static bool
was_cut(const struct watch *watch)
{
    return watch->failed.code == AT_ETIMEOUT;
}

// Treat the screen as moving if no dump of it completes while the app draws.
static bool
is_over_unread(struct watch *watch)
{
    bool busy = at_err_is_busy(&watch->failed);
    if (watch->wait->unread_ms == 0 || watch->failed.code == AT_OK)
        return false;
    if (!was_cut(watch) && !busy)
        return is_over_broken(watch);
    if (watch->unread_ms == 0 && !busy)
        return false;
    if (!moves(watch, busy)) {
        watch->unread_ms = 0;
        return false;
    }
    set_detail(watch->out->detail, sizeof(watch->out->detail),
               "it cannot be read while it moves");
    return end(watch, AT_IDLE_CHANGING);
}

// End the wait with the outcome of its state.
static bool
finish(struct watch *watch, bool loading)
{
    bool any = watch->state > UNREAD;
    if (stays_busy(watch) && !loading)
        set_detail(watch->out->detail, sizeof(watch->out->detail),
                   watch->out->app_still);
    if (loading || stays_busy(watch))
        return end(watch, AT_IDLE_LOADING);
    if (watch->wait->holds) {
        (void)end(watch, AT_IDLE_TIMED_OUT);
        watch->state = any ? LATE : ENDED;
        return true;
    }
    bool moves = any || was_cut(watch) || at_err_is_busy(&watch->failed);
    return end(watch, moves ? AT_IDLE_CHANGING : AT_IDLE_TIMED_OUT);
}

// Apply the limits after a reading that has not settled, or has failed.
static bool
is_over(struct watch *watch, bool loading)
{
    const struct at_idle_wait *wait = watch->wait;
    int64_t now_ns = at_now_ns();
    int64_t spent_ns = now_ns - watch->start_ns;
    bool ended = wait->end_ns > 0 && now_ns >= wait->end_ns;
    if (is_over_unread(watch))
        return true;
    if (watch->state == BEHIND)
        return (ended || has_passed(spent_ns, wait->front_ms)) &&
               end(watch, AT_IDLE_TIMED_OUT);
    return (ended || is_late(watch, loading, spent_ns)) &&
           finish(watch, loading);
}

bool
at_idle_has_content(const struct at_tree *tree)
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
           !at_idle_has_content(at_app_tree(watch->app));
}

bool
at_idle_may_pass(const struct at_err *why)
{
    return why->code == AT_ENOTFOUND || why->code == AT_EASSERT ||
           why->code == AT_EIDLE || at_err_is_unread(why);
}

// Check the condition on the newest tree.
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
    if (empty && at_app_is_settled(watch->app) && watch->wait->meet_empty)
        watch->wait->meet_empty(watch->wait->user);
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

// Return true if the wait has ended with this reading.
static bool
judge(struct watch *watch)
{
    const struct at_tree *tree = at_app_tree(watch->app);
    const struct at_idle_wait *wait = watch->wait;
    if (wait->gone && wait->gone(wait->user, tree)) {
        note_front(watch, tree);
        return end(watch, AT_IDLE_APP_GONE);
    }
    if (!is_front(watch, tree))
        return is_over(watch, false);
    bool loading = note_loading(watch);
    return wait->holds ? judge_condition(watch, loading)
                       : judge_screen(watch, loading);
}

static int64_t
poll_ms(const struct watch *watch)
{
    if (watch->state == BUSY)
        return AT_IDLE_DRAWN_MS;
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

// This also limits the requests to a device that cannot wait for quiet.
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

// Wait until one poll interval after the previous reading, and dump the screen.
static bool
read_polled(const struct at_op *op, struct watch *watch, struct at_err *err)
{
    int64_t next_ns =
        at_app_read_began_ns(watch->app) + poll_ms(watch) * AT_NS_PER_MS;
    if (watch->out->readings > 0 && !pause_until(watch, next_ns, err))
        return false;
    struct at_op sub = *op;
    if (watch->unread_ms > 0)
        sub = at_op_sub(op, at_now_ns(), watch->unread_ms);
    return at_app_read_once(&sub, watch->app, err);
}

// Read by events if the device can: after the first event since the previous
// reading, and once the screen is quiet.
static bool
read_screen(const struct at_op *op, struct watch *watch, struct at_err *err)
{
    int64_t change_ms = watch->out->readings > 0 ? poll_ms(watch) : 0;
    struct at_device_step_result step_result;
    struct at_err why = AT_ERR_INIT;
    watch->noise[0] = '\0';
    bool drawn = watch->state == BUSY && at_app_is_current(watch->app);
    if (drawn ? !at_app_read_drawn(op, watch->app, &step_result, &why)
              : !at_app_read_quiet(op, watch->app, change_ms, &step_result,
                                   &why)) {
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

enum { LEAST_MS = 1000 }; // minimum time for a reading

// Limit one reading. The first of a wait always has some time.
static struct at_op
reading_op(const struct watch *watch)
{
    const struct at_idle_wait *wait = watch->wait;
    int64_t now_ns = at_now_ns();
    int64_t ms = AT_IDLE_READING_MS;
    if (wait->end_ns > 0 && (wait->end_ns - now_ns) / AT_NS_PER_MS < ms)
        ms = (wait->end_ns - now_ns) / AT_NS_PER_MS;
    if (ms < LEAST_MS && watch->out->readings == 0)
        ms = LEAST_MS;
    return at_op_sub(watch->op, now_ns, ms > 0 ? ms : 0);
}

// The device's own timeout error is less useful than the time that the reading
// had. If it had hardly any time, keep the earlier state.
static void
note_failure(struct watch *watch, const struct at_err *before, int64_t had_ms)
{
    watch->out->failed++;
    if (was_cut(watch) && had_ms < LEAST_MS && watch->out->readings > 1) {
        watch->failed = *before;
        return;
    }
    struct at_err why = watch->failed;
    // an empty list of windows is temporary
    bool broken = watch->failed.code == AT_ETREE && watch->failed.sys == 0;
    watch->broken = broken ? watch->broken + 1 : 0;
    if (was_cut(watch))
        at_fail(&why, AT_ETREE,
                "the screen could not be read within %lld ms: it keeps "
                "moving, or the device is slow",
                (long long)had_ms);
    set_detail(watch->out->detail, sizeof(watch->out->detail), why.msg);
    if (watch->wait->why)
        *watch->wait->why = why;
}

static int64_t
need_ns(const struct watch *watch)
{
    int64_t took_ns = at_app_read_took_ns(watch->app);
    int64_t pause_ns = poll_ms(watch) * AT_NS_PER_MS;
    return took_ns > pause_ns ? took_ns : pause_ns;
}

// Return true if another reading would be cut off, and lose what is known.
static bool
has_no_time(const struct watch *watch)
{
    int64_t end_ns = watch->wait->end_ns;
    return watch->out->readings > 0 && end_ns > 0 &&
           at_now_ns() + need_ns(watch) > end_ns;
}

// Read and check once. An unreadable tree counts as one that has not settled.
static bool
read_once(struct watch *watch, struct at_err *err)
{
    struct at_op sub = reading_op(watch);
    struct at_err failed_before = watch->failed;
    int64_t began_ns = at_now_ns();
    at_tree_snapshot_release(watch->before);
    watch->before =
        watch->state > UNREAD ? at_app_tree_snapshot(watch->app) : NULL;
    watch->failed = (struct at_err)AT_ERR_INIT;
    bool ok = read_screen(&sub, watch, &watch->failed);
    watch->out->readings++;
    if (watch->state == BUSY)
        watch->state = CHANGING;
    if (ok) {
        watch->broken = 0;
        (void)judge(watch);
        return true;
    }
    bool may_pass =
        at_err_is_unread(&watch->failed) || watch->failed.code == AT_ETIMEOUT;
    if (!may_pass || !at_op_check(watch->op, NULL))
        return at_err_pass(err, &watch->failed);
    note_failure(watch, &failed_before,
                 (at_now_ns() - began_ns) / AT_NS_PER_MS);
    (void)is_over(watch, false);
    return true;
}

// Return the time left to wait for the app, less the time of a last reading.
static int64_t
app_left_ns(const struct watch *watch, int64_t now_ns)
{
    const struct at_idle_wait *wait = watch->wait;
    int64_t left_ns = AT_IDLE_TIMEOUT_MS * AT_NS_PER_MS;
    int64_t end_ns = wait->end_ns;
    if (!wait->holds) {
        int64_t last_ns = watch->start_ns + wait->timeout_ms * AT_NS_PER_MS;
        end_ns = end_ns > 0 && end_ns < last_ns ? end_ns : last_ns;
    }
    if (end_ns > 0 && end_ns - need_ns(watch) - now_ns < left_ns)
        left_ns = end_ns - need_ns(watch) - now_ns;
    int64_t loading_ns = wait->loading_ms * AT_NS_PER_MS - watch->loading_spent;
    if (wait->loading_ms > 0 && loading_ns < left_ns)
        left_ns = loading_ns;
    return left_ns;
}

// Return true if the app should be asked; a timed condition does not ask.
static bool
asks_app(const struct watch *watch)
{
    if (!AT_DEVICE_OFFERS(at_app_device(watch->app), sync_wait) ||
        stays_busy(watch) || watch->state < LATE)
        return false;
    return watch->wait->holds
               ? watch->state == LATE && watch->wait->loading_ms > 0
               : watch->out->outcome == AT_IDLE_SETTLED;
}

// Keep the names of sources that have answered: a later answer may lack them.
static void
note_asked(struct watch *watch)
{
    const struct at_sync_report *report = &watch->app_said;
    struct at_idle_result *out = watch->out;
    for (size_t i = 0; i < report->asked_count; i++)
        at_idle_add_asked(out, report->asked[i]);
    at_pending_add(&watch->app_waited, &report->waited);
    write_pending(&report->still, false, out->app_still);
    write_pending(&report->still, true, out->app_endless);
}

// Count the time as loading, like the time of an indicator.
static void
note_app_wait(struct watch *watch, int64_t began_ns)
{
    int64_t now_ns = at_now_ns();
    note_asked(watch);
    watch->out->waited_ns += now_ns - began_ns;
    if (watch->app_said.waited.count == 0)
        return;
    watch->out->app_waited_ns += now_ns - began_ns;
    write_pending(&watch->app_waited, false, watch->out->app_waited);
    if (watch->loading_ns == 0)
        watch->loading_ns = began_ns;
    watch->loading_spent = now_ns - watch->loading_ns;
}

// Continue a wait that the screen has ended if the app was busy: the effect of
// its work may show now.
static bool
ask_app(struct watch *watch, struct at_err *err)
{
    int64_t began_ns = at_now_ns();
    int64_t left_ns = app_left_ns(watch, began_ns);
    if (!asks_app(watch) || left_ns < AT_NS_PER_MS)
        return true;
    if (watch->wait->meet)
        watch->wait->meet(watch->wait->user);
    struct at_op op = at_op_sub(watch->op, began_ns, left_ns / AT_NS_PER_MS);
    if (!at_device_sync_wait(&op, at_app_device(watch->app), &watch->app_said,
                             err))
        return false;
    note_app_wait(watch, began_ns);
    if (!stays_busy(watch) && watch->app_said.waited.count == 0)
        return true;
    watch->state = BUSY;
    if (watch->wait->passes)
        watch->wait->passes(watch->wait->user);
    return true;
}

// After a reading, ask the app if necessary, and pause unless the wait has
// ended.
static bool
go_on(struct watch *watch, struct at_err *err)
{
    return ask_app(watch, err) &&
           (watch->state >= LATE || pause_after(watch, err));
}

bool
at_idle_wait(const struct at_op *op, struct at_app *app,
             const struct at_idle_wait *wait, struct at_idle_result *out,
             struct at_err *err)
{
    struct watch watch = {
        .state = wait->want_front ? BEHIND : UNREAD,
        .op = op,
        .app = app,
        .wait = wait,
        .out = out,
        .start_ns = at_now_ns(),
        .unread_ms = wait->unread_ms,
        .app_said = {.idle = true},
    };
    struct at_err why = AT_ERR_INIT;
    bool ok = true;
    *out = (struct at_idle_result){.outcome = AT_IDLE_TIMED_OUT};
    if (wait->first && at_app_is_current(app)) {
        out->readings++;
        set_detail(watch.noise, sizeof(watch.noise), wait->first->noise);
        (void)judge(&watch);
        ok = go_on(&watch, &why);
    }
    while (ok && watch.state < LATE) {
        if (has_no_time(&watch)) {
            (void)finish(&watch, watch.state == LOADING);
            break;
        }
        ok = read_once(&watch, &why) && go_on(&watch, &why);
    }
    if (!ok && why.code == AT_ECANCELED)
        out->outcome = AT_IDLE_CANCELLED;
    if (!ok && err)
        *err = why;
    at_tree_snapshot_release(watch.before);
    return ok;
}
