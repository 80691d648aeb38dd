// views_thread.c: one device that is looked at: asks for its pictures
#include <poll.h>

#include "base/limits.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "sys/stop.h"
#include "tester/view/source.h"
#include "tester/view/views_priv.h"

// Used by the view's thread only.
struct looking {
    struct at_view *view;
    struct at_frame_source *source; // NULL: not open
    size_t row;                     // index in at_frame_sources
    int64_t began_ns;               // the newest picture was asked for
    int64_t took_ns;                // duration of taking it
    int64_t pause_ms;               // after it
    int64_t next_ns;                // the time of the next one
    int64_t better_ns;              // no better source is tried before
};

static bool
is_wanted(const struct at_view *view, int64_t now_ns)
{
    return !view->views->stopped &&
           (view->waiters ||
            now_ns - view->asked_ns < AT_VIEW_LINGER_MS * AT_NS_PER_MS);
}

// Only the run knows the secrets on the screen.
static bool
must_not_look(const struct at_view *view)
{
    return at_views_find_cover_locked(view->views, view->device) !=
           AT_VIEW_OPEN;
}

// The first time at which a waiter's deadline or the linger time is over.
static int64_t
served_until_ns(const struct at_view *view)
{
    int64_t first_ns = AT_NEVER_NS;
    if (!view->waiters &&
        first_ns > view->asked_ns + AT_VIEW_LINGER_MS * AT_NS_PER_MS)
        first_ns = view->asked_ns + AT_VIEW_LINGER_MS * AT_NS_PER_MS;
    for (const struct at_view_waiter *waiter = view->waiters; waiter;
         waiter = waiter->next) {
        if (waiter->wanted.deadline_ns < first_ns)
            first_ns = waiter->wanted.deadline_ns;
    }
    return first_ns;
}

// The first time at which there is something to do, unless the view is woken.
static int64_t
until_ns(const struct looking *looking)
{
    int64_t served_ns = served_until_ns(looking->view);
    if (must_not_look(looking->view) || served_ns < looking->next_ns)
        return served_ns;
    return looking->next_ns;
}

// A source that reports changes blocks the thread, which then serves no
// waiters.
static int64_t
wait_ms(const struct looking *looking)
{
    int64_t left_ns = served_until_ns(looking->view) - at_now_ns();
    if (left_ns < 0)
        return 0;
    return left_ns < AT_VIEW_WAIT_MS * AT_NS_PER_MS ? left_ns / AT_NS_PER_MS
                                                    : AT_VIEW_WAIT_MS;
}

// Unlocks while it waits for the device.
static void
wait(struct looking *looking)
{
    struct at_view *view = looking->view;
    struct at_op op = {until_ns(looking), NULL};
    struct pollfd fd = {view->wake_fds[0], POLLIN, 0};
    pthread_mutex_unlock(&view->views->lock);
    if (poll(&fd, 1, at_op_left_ms(&op, at_now_ns())) > 0)
        at_stop_drain(fd.fd);
    pthread_mutex_lock(&view->views->lock);
}

// Pictures of an unchanged screen are requested less and less often. A run
// keeps most of the device's time.
static void
plan(struct looking *looking, bool changed)
{
    struct at_view *view = looking->view;
    int64_t pause_ns;
    if (changed)
        looking->pause_ms = AT_VIEW_PAUSE_MIN_MS;
    else if (looking->pause_ms < AT_VIEW_PAUSE_MAX_MS)
        looking->pause_ms += looking->pause_ms / 4;
    pause_ns = looking->pause_ms * AT_NS_PER_MS;
    if (pause_ns < looking->took_ns)
        pause_ns = looking->took_ns;
    bool has_run = at_views_find_run_locked(view->views, view->device) != NULL;
    if (has_run) {
        pause_ns = looking->took_ns * AT_VIEW_RUN_SHARE;
        if (pause_ns < AT_VIEW_RUN_PAUSE_MS * AT_NS_PER_MS)
            pause_ns = AT_VIEW_RUN_PAUSE_MS * AT_NS_PER_MS;
    }
    if (!looking->source->ops->polls)
        pause_ns = has_run && changed ? AT_VIEW_MOTION_MS * AT_NS_PER_MS : 0;
    looking->next_ns = at_now_ns() + pause_ns;
}

// Open the first source of rows from first to before end. It takes the place of
// the one that there is.
static bool
open_source(struct looking *looking, const struct at_op *op, size_t first,
            size_t end, struct at_err *err)
{
    const struct at_view *view = looking->view;
    struct at_err why = AT_ERR_INIT;
    for (size_t i = first; i < end && at_frame_sources[i]; i++) {
        struct at_frame_source *opened;
        if (!at_frame_sources[i](op, view->platform, view->device, &opened,
                                 &why))
            continue;
        at_frame_source_free(looking->source);
        looking->source = opened;
        looking->row = i;
        return true;
    }
    return at_err_pass(err, &why);
}

// Have a source: the best one, as soon as there is a better one.
static bool
have_source(struct looking *looking, const struct at_op *op, struct at_err *err)
{
    struct at_err unused = AT_ERR_INIT;
    if (!looking->source)
        return open_source(looking, op, 0, SIZE_MAX, err);
    if (looking->row > 0 && at_now_ns() >= looking->better_ns)
        (void)!open_source(looking, op, 0, looking->row, &unused);
    return true;
}

// A source that reports changes ends with the device's user; the device's own
// source follows.
static bool
take_from(struct looking *looking, const struct at_op *op, int64_t wait,
          struct at_buf *out, struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    struct at_frame_source *source = looking->source;
    if (source->ops->next(op, source, wait, out, &why))
        return true;
    if (source->ops->polls || !at_op_check(op, err))
        return at_err_pass(err, &why);
    looking->better_ns = at_now_ns() + AT_VIEW_AGAIN_MS * AT_NS_PER_MS;
    at_buf_clear(out);
    return open_source(looking, op, looking->row + 1, SIZE_MAX, err) &&
           looking->source->ops->next(op, looking->source, wait, out, err);
}

// Without the lock.
static bool
take(struct looking *looking, int64_t wait, struct at_buf *out,
     struct at_err *err)
{
    struct at_view *view = looking->view;
    looking->began_ns = at_now_ns();
    const struct at_op always = {AT_NEVER_NS, view->cancel};
    const struct at_op op =
        at_op_sub(&always, looking->began_ns, AT_VIEW_SHOT_MS);
    bool ok = have_source(looking, &op, err) &&
              take_from(looking, &op, wait, out, err);
    looking->took_ns = at_now_ns() - looking->began_ns;
    return ok;
}

// A picture that was published while this one was taken may be newer than it. A
// source that reports changes takes a picture only after a change.
static bool
may_be_older(const struct looking *looking)
{
    return looking->source->ops->polls &&
           looking->began_ns < looking->view->published_ns;
}

// Unlocks while it takes a picture, which is not shown if secrets were shown
// then.
static bool
look(struct looking *looking, struct at_err *err)
{
    struct at_view *view = looking->view;
    struct at_buf picture = AT_BUF_INIT(AT_SCREENSHOT_MAX_BYTES);
    struct at_view_waiter *waiters = NULL;
    int64_t secret_runs = view->views->secret_runs;
    int64_t wait = wait_ms(looking);
    pthread_mutex_unlock(&view->views->lock);
    bool ok = take(looking, wait, &picture, err);
    pthread_mutex_lock(&view->views->lock);
    if (ok && !must_not_look(view) && secret_runs == view->views->secret_runs) {
        int64_t newest = view->views->newest;
        bool older = may_be_older(looking);
        if (picture.len > 0 && !older)
            waiters = at_view_show_locked(view, at_buf_str(&picture), false);
        plan(looking, older || view->views->newest != newest);
    }
    pthread_mutex_unlock(&view->views->lock);
    at_views_call(waiters);
    at_buf_deinit(&picture);
    pthread_mutex_lock(&view->views->lock);
    return ok;
}

// Unlocks while it waits for the device.
static void
call_late(struct at_view *view)
{
    struct at_view_waiter *late =
        at_view_take_waiters_locked(view, at_now_ns());
    if (!late)
        return;
    pthread_mutex_unlock(&view->views->lock);
    at_views_call(late);
    pthread_mutex_lock(&view->views->lock);
}

// A request within the linger time finds the view as it was.
static void
end(struct looking *looking, const struct at_err *why)
{
    struct at_view *view = looking->view;
    struct at_view_waiter *waiters =
        at_view_take_waiters_locked(view, AT_NEVER_NS);
    view->has_ended = true;
    at_frame_unref(view->frame);
    view->frame = NULL;
    view->failure = *why;
    view->failed_ns = at_now_ns();
    pthread_mutex_unlock(&view->views->lock);
    at_frame_source_free(looking->source);
    at_views_call(waiters);
}

void *
at_view_work(void *arg)
{
    struct looking looking = {.view = arg, .pause_ms = AT_VIEW_PAUSE_MIN_MS};
    struct at_view *view = arg;
    struct at_err err = AT_ERR_INIT;
    bool ok = true;
    pthread_mutex_lock(&view->views->lock);
    while (ok && is_wanted(view, at_now_ns())) {
        call_late(view);
        if (!must_not_look(view) && at_now_ns() >= looking.next_ns)
            ok = look(&looking, &err);
        else
            wait(&looking);
    }
    if (ok && view->views->stopped)
        at_fail(&err, AT_ECANCELED, "the server is stopping");
    end(&looking, &err);
    return NULL;
}
