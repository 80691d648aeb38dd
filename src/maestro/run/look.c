#include "maestro/run/look.h"

#include "base/limits.h"
#include "flow/changes/journal.h"
#include "maestro/lookup/report.h"
#include "screen/gaps.h"
#include "sys/cancel.h"
#include "sys/clock.h"

enum {
    CHANGE_MS = 1000, // one request's wait for a change
    PAUSE_MS = 200,   // between readings of a device without events
    // A budget is exceeded by that for a screen that can't be read.
    UNREAD_MS = 10000,
    TOASTS_MAX = 4,
};

void
at_maestro_target_deinit(struct at_maestro_target *target)
{
    at_maestro_found_deinit(&target->found);
    at_maestro_view_deinit(&target->view);
    at_tree_snapshot_release(target->snapshot);
    *target = (struct at_maestro_target){.snapshot = NULL};
}

const struct at_maestro_node *
at_maestro_target_node(const struct at_maestro_target *target)
{
    return target->found.chosen;
}

int64_t
at_maestro_budget_ns(const struct at_maestro_runner *run, int64_t limit_ms)
{
    return run->acted_ns + limit_ms * AT_NS_PER_MS;
}

// A failure that the next reading may not have.
static bool
may_read_later(const struct at_err *why)
{
    return at_err_is_unread(why) || at_err_is_busy(why) ||
           why->code == AT_ETREE;
}

// Read the screen, unless the newest tree is still good. why has a failure that
// the next reading may not have.
static bool
read_first(struct at_maestro_call *call, struct at_err *why, struct at_err *err)
{
    struct at_app *app = call->run->app;
    return at_app_fresh_tree(app, at_now_ns(), AT_TREE_FRESH_MS) ||
           at_app_read_now(call->run->op, app, why) || may_read_later(why) ||
           at_err_pass(err, why);
}

// Wait for a change, at most until end_ns, and read the screen.
static bool
read_next(struct at_maestro_call *call, int64_t end_ns, struct at_err *why,
          struct at_err *err)
{
    struct at_app *app = call->run->app;
    const struct at_op *op = call->run->op;
    struct at_device_step_result result;
    int64_t now_ns = at_now_ns();
    int64_t left_ms = (end_ns - now_ns) / AT_NS_PER_MS + 1;
    int64_t change_ms = left_ms < CHANGE_MS ? left_ms : CHANGE_MS;
    if (at_app_read_quiet(op, app, change_ms, &result, why))
        return true;
    if (why->code != AT_EUNSUPPORTED && !may_read_later(why))
        return at_err_pass(err, why);
    int64_t until_ns = now_ns + PAUSE_MS * AT_NS_PER_MS;
    if (!at_op_wait_until(op, until_ns < end_ns ? until_ns : end_ns, err))
        return false;
    *why = (struct at_err)AT_ERR_INIT;
    return at_app_read_now(op, app, why) || may_read_later(why) ||
           at_err_pass(err, why);
}

static size_t
get_toasts(struct at_app *app, struct at_maestro_toast out[TOASTS_MAX])
{
    struct at_str texts[TOASTS_MAX];
    size_t count =
        at_journal_recent_toasts(at_app_journal(app), AT_MAESTRO_TOAST_MS,
                                 at_now_ns(), texts, TOASTS_MAX);
    for (size_t i = 0; i < count; i++)
        out[i] = (struct at_maestro_toast){.text = texts[i]};
    return count;
}

void
at_maestro_see(struct at_maestro_call *call, struct at_maestro_target *out)
{
    struct at_app *app = call->run->app;
    struct at_maestro_toast toasts[TOASTS_MAX];
    const struct at_maestro_view_opts opts = {
        .toasts = toasts,
        .toast_count = get_toasts(app, toasts),
        .reads_web = call->run->flow->reads_web_by_devtools};
    *out = (struct at_maestro_target){.found = AT_MAESTRO_FOUND_INIT};
    out->snapshot = at_app_is_current(app) ? at_app_tree_snapshot(app) : NULL;
    if (out->snapshot)
        at_maestro_view_init(&out->view, at_tree_snapshot_tree(out->snapshot),
                             &opts);
}

// An older tree than the one that can't be read says nothing of now.
static bool
look_once(struct at_maestro_call *call, const struct at_maestro_finder *finder,
          const struct at_err *why, struct at_maestro_target *out,
          struct at_err *err)
{
    *out = (struct at_maestro_target){.snapshot = NULL};
    if (why->code == AT_OK)
        at_maestro_see(call, out);
    return !out->snapshot ||
           at_maestro_find(finder, &out->view, &out->found, err);
}

// The element may be in a part that the device has left out.
static bool
is_whole(const struct at_maestro_call *call,
         const struct at_maestro_target *target, struct at_err *why)
{
    struct at_buf gaps = AT_BUF_INIT(AT_KIB);
    const struct at_tree *tree = at_tree_snapshot_tree(target->snapshot);
    bool reads_web = call->run->flow->reads_web_by_devtools;
    if (!tree->gaps.cut && !(reads_web && tree->gaps.elements.what))
        return true;
    at_gaps_write(tree, &gaps);
    at_fail(why, AT_ETREE, "%s", at_buf_text(&gaps));
    at_buf_deinit(&gaps);
    return false;
}

static bool
fail_unread(const struct at_err *why, struct at_err *err)
{
    if (why->code == AT_OK)
        return at_fail(err, AT_ETREE, "the screen can't be read");
    at_err_pass(err, why);
    at_err_context(err, "the screen can't be read");
    return false;
}

static bool
fail_not_found(const struct at_maestro_selector *selector, struct at_err *err)
{
    struct at_buf words = AT_BUF_INIT(AT_ERR_MSG_MAX);
    at_maestro_selector_explain(selector, &words);
    at_fail(err, AT_ENOTFOUND, "Element not found: %s", at_buf_text(&words));
    at_buf_deinit(&words);
    return false;
}

static bool
look_by(struct at_maestro_call *call, const struct at_maestro_finder *finder,
        int64_t end_ns, struct at_maestro_target *out, struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    bool ok = read_first(call, &why, err);
    int64_t patience_ns = end_ns + UNREAD_MS * AT_NS_PER_MS;
    *out = (struct at_maestro_target){.snapshot = NULL};
    while (ok && look_once(call, finder, &why, out, err)) {
        bool is_read = out->snapshot && is_whole(call, out, &why);
        if (out->found.chosen || (is_read && at_now_ns() >= end_ns))
            return true;
        if (at_now_ns() >= patience_ns)
            return fail_unread(&why, err);
        at_maestro_target_deinit(out);
        why = (struct at_err)AT_ERR_INIT;
        ok = read_next(call, is_read ? end_ns : patience_ns, &why, err);
    }
    return false;
}

bool
at_maestro_look(struct at_maestro_call *call,
                const struct at_maestro_selector *selector, int64_t end_ns,
                struct at_maestro_target *out, struct at_err *err)
{
    struct at_maestro_finder *finder;
    *out = (struct at_maestro_target){.snapshot = NULL};
    if (!at_maestro_finder_new(selector, &finder, err))
        return false;
    bool ok = look_by(call, finder, end_ns, out, err);
    at_maestro_finder_free(finder);
    if (ok && !out->found.chosen)
        return fail_not_found(selector, err);
    return ok;
}

bool
at_maestro_look_gone(struct at_maestro_call *call,
                     const struct at_maestro_selector *selector, int64_t end_ns,
                     bool *out_gone, struct at_err *err)
{
    struct at_maestro_finder *finder;
    bool ok = true;
    *out_gone = false;
    if (!at_maestro_finder_new(selector, &finder, err))
        return false;
    while (ok && !*out_gone) {
        struct at_maestro_target target;
        int64_t once_ns = at_now_ns() + AT_MAESTRO_LOOK_ONCE_MS * AT_NS_PER_MS;
        ok = look_by(call, finder, once_ns, &target, err);
        *out_gone = ok && !target.found.chosen;
        at_maestro_target_deinit(&target);
        if (*out_gone || at_now_ns() >= end_ns)
            break;
        struct at_err why = AT_ERR_INIT; // the next look says it
        ok = ok && read_next(call, end_ns, &why, err);
    }
    at_maestro_finder_free(finder);
    return ok;
}

// Doubts that matter only where the element is touched.
static const uint32_t doubts_of_taps = AT_MAESTRO_DOUBT_INNER |
                                       AT_MAESTRO_DOUBT_COVERED |
                                       AT_MAESTRO_DOUBT_DISABLED;

static bool
touches_center(const struct at_maestro_command *command)
{
    enum at_maestro_kind kind = command->kind;
    return !command->point.ptr &&
           (kind == AT_MAESTRO_TAP_ON || kind == AT_MAESTRO_DOUBLE_TAP_ON ||
            kind == AT_MAESTRO_LONG_PRESS_ON);
}

static void
note_lines(struct at_maestro_call *call, struct at_str lines)
{
    struct at_str line;
    while (at_str_next_line(&lines, &line))
        at_maestro_note(call, "%.*s", AT_STR_ARG(line));
}

void
at_maestro_note_look(struct at_maestro_call *call,
                     const struct at_maestro_selector *selector,
                     const struct at_maestro_target *target)
{
    struct at_buf words = AT_BUF_INIT(AT_MIB);
    struct at_maestro_finder *finder;
    struct at_maestro_report report;
    const struct at_maestro_masking masking =
        at_maestro_scope_masking(call->run->opts->scope);
    if (!target->snapshot || !at_maestro_finder_new(selector, &finder, NULL))
        return;
    at_maestro_report_make(finder, &target->view, &target->found, &report);
    // ignoring case is usual, so only the checker tells it
    report.doubts &= ~(uint32_t)AT_MAESTRO_DOUBT_CASE;
    if (!touches_center(call->command) &&
        !(report.doubts & AT_MAESTRO_DOUBT_KEYBOARD))
        report.doubts &= ~doubts_of_taps;
    report.masking = &masking;
    at_maestro_report_write(finder, &target->found, &report, &words);
    note_lines(call, at_buf_str(&words));
    at_buf_deinit(&words);
    at_maestro_finder_free(finder);
}

bool
at_maestro_look_noted(struct at_maestro_call *call,
                      const struct at_maestro_selector *selector,
                      int64_t end_ns, struct at_maestro_target *out,
                      struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    bool ok = at_maestro_look(call, selector, end_ns, out, &why);
    if (ok || why.code == AT_ENOTFOUND)
        at_maestro_note_look(call, selector, out);
    return ok || at_err_pass(err, &why);
}
