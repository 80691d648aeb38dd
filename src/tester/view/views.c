#include "tester/view/views.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "sys/stop.h"
#include "tester/view/streams.h"
#include "tester/view/views_priv.h"

static bool
must_not_watch(void *views, const char *device)
{
    return at_views_cover(views, device) != AT_VIEW_OPEN;
}

struct at_views *
at_views_new(const struct at_platform *const *platforms)
{
    struct at_views *views = at_alloc(sizeof(*views));
    const struct at_stream_guard guard = {must_not_watch, views};
    views->platforms = platforms;
    views->streams = at_streams_new(platforms, &guard);
    // A client may have a frame of the process before this one.
    views->newest = at_wall_now_ms() / 1000;
    pthread_mutex_init(&views->lock, NULL);
    return views;
}

static struct at_view *
find_locked(const struct at_views *views, const char *device)
{
    struct at_view *view = views->first;
    while (view && strcmp(view->device, device) != 0)
        view = view->next;
    return view;
}

const struct at_view_run *
at_views_find_run_locked(const struct at_views *views, const char *device)
{
    const struct at_view_run *run = views->runs;
    while (run && strcmp(run->device, device) != 0)
        run = run->next;
    return run;
}

static void
kick_locked(struct at_view *view)
{
    ssize_t n = write(view->wake_fds[1], "", 1);
    (void)n; // a full pipe wakes it as well
}

static void
view_free(struct at_view *view)
{
    at_frame_unref(view->frame);
    at_cancel_free(view->cancel);
    for (size_t i = 0; i < AT_LEN(view->wake_fds); i++) {
        if (view->wake_fds[i] >= 0)
            close(view->wake_fds[i]);
    }
    free(view);
}

// Take the views out that have ended; the caller frees them without the lock.
static struct at_view *
take_ended(struct at_views *views)
{
    struct at_view **link = &views->first;
    struct at_view *ended = NULL;
    while (*link) {
        struct at_view *view = *link;
        if (!view->has_ended) {
            link = &view->next;
            continue;
        }
        *link = view->next;
        view->next = ended;
        ended = view;
    }
    return ended;
}

static void
join_all(struct at_view *views)
{
    while (views) {
        struct at_view *view = views;
        views = view->next;
        pthread_join(view->thread, NULL);
        view_free(view);
    }
}

// No view is added or taken out any more. The threads call all waiters, and
// have ended when this returns.
void
at_views_stop(struct at_views *views)
{
    pthread_mutex_lock(&views->lock);
    bool again = views->stopped;
    views->stopped = true;
    for (struct at_view *view = views->first; view; view = view->next) {
        at_cancel_fire(view->cancel);
        kick_locked(view);
    }
    pthread_mutex_unlock(&views->lock);
    for (struct at_view *view = views->first; view && !again; view = view->next)
        pthread_join(view->thread, NULL);
    at_streams_stop(views->streams);
}

struct at_streams *
at_views_streams(const struct at_views *views)
{
    return views->streams;
}

void
at_views_free(struct at_views *views)
{
    if (!views)
        return;
    at_views_stop(views);
    while (views->first) {
        struct at_view *view = views->first;
        views->first = view->next;
        view_free(view);
    }
    at_assert(!views->runs);
    while (views->typed) {
        struct at_view_typed *typed = views->typed;
        views->typed = typed->next;
        free(typed);
    }
    at_streams_free(views->streams);
    pthread_mutex_destroy(&views->lock);
    free(views);
}

static bool
start(struct at_view *view, struct at_err *err)
{
    view->cancel = at_cancel_new(NULL, err);
    if (!view->cancel)
        return false;
    if (!at_stop_pipe(view->wake_fds))
        return at_fail_sys(err, AT_EIO, errno, "no pipe for the pictures");
    int sys = pthread_create(&view->thread, NULL, at_view_work, view);
    return sys == 0 || at_fail_sys(err, AT_EIO, sys,
                                   "cannot start a thread for the pictures");
}

static size_t
count_locked(const struct at_views *views)
{
    size_t count = 0;
    for (const struct at_view *view = views->first; view; view = view->next)
        count += !view->has_ended;
    return count;
}

static bool
add_locked(struct at_views *views, const struct at_platform *platform,
           const char *device, struct at_err *err)
{
    if (count_locked(views) >= AT_VIEWS_MAX)
        return at_fail(err, AT_ELIMIT, "%zu devices are looked at already",
                       AT_VIEWS_MAX);
    struct at_view *view = at_alloc(sizeof(*view));
    view->views = views;
    view->platform = platform;
    view->wake_fds[0] = view->wake_fds[1] = -1;
    at_str_cut(view->device, sizeof(view->device), at_str(device));
    view->asked_ns = at_now_ns();
    if (!start(view, err)) {
        view_free(view);
        return false;
    }
    view->next = views->first;
    views->first = view;
    return true;
}

// A failed view reports its failure to all callers for a moment; then a new one
// is made.
static bool
is_over(const struct at_view *view, int64_t now_ns)
{
    return view->has_ended &&
           (view->failure.code == AT_OK ||
            now_ns - view->failed_ns > AT_VIEW_ERROR_MS * AT_NS_PER_MS);
}

static bool
answer_locked(struct at_views *views, struct at_view *view,
              const struct at_view_wanted *wanted, struct at_frame **out,
              struct at_err *err)
{
    if (views->stopped)
        return at_fail(err, AT_ECANCELED, "the server is stopping");
    if (view->has_ended)
        return at_err_pass(err, &view->failure);
    view->asked_ns = at_now_ns();
    if (view->frame && at_frame_number(view->frame) != wanted->after)
        *out = at_frame_ref(view->frame);
    return true;
}

// Devices are listed without the lock, so another client may have made the view
// in the meantime.
static bool
make(const struct at_op *op, struct at_views *views, const char *device,
     struct at_err *err)
{
    const struct at_platform *platform;
    struct at_view *ended = NULL;
    if (!at_devices_find(op, views->platforms, at_str(device), &platform, err))
        return false;
    pthread_mutex_lock(&views->lock);
    struct at_view *view = find_locked(views, device);
    bool ok = true;
    if (view && is_over(view, at_now_ns()) && !views->stopped) {
        ended = take_ended(views);
        view = NULL;
    }
    if (!view && !views->stopped)
        ok = add_locked(views, platform, device, err);
    pthread_mutex_unlock(&views->lock);
    join_all(ended);
    return ok;
}

bool
at_views_look(const struct at_op *op, struct at_views *views,
              const struct at_view_wanted *wanted, struct at_frame **out,
              struct at_err *err)
{
    *out = NULL;
    for (;;) {
        pthread_mutex_lock(&views->lock);
        struct at_view *view = find_locked(views, wanted->device);
        bool is_there = view && !is_over(view, at_now_ns());
        bool ok = is_there && answer_locked(views, view, wanted, out, err);
        bool stopped = views->stopped;
        pthread_mutex_unlock(&views->lock);
        if (is_there)
            return ok;
        if (stopped)
            return at_fail(err, AT_ECANCELED, "the server is stopping");
        if (!make(op, views, wanted->device, err))
            return false;
    }
}

bool
at_views_wait(struct at_views *views, const struct at_view_wanted *wanted,
              struct at_view_waiter *waiter)
{
    pthread_mutex_lock(&views->lock);
    struct at_view *view = find_locked(views, wanted->device);
    bool is_new =
        view && view->frame && at_frame_number(view->frame) != wanted->after;
    bool ok = view && !view->has_ended && !is_new && !views->stopped &&
              at_now_ns() < wanted->deadline_ns;
    if (ok) {
        waiter->wanted = *wanted;
        waiter->waits = true;
        waiter->next = view->waiters;
        view->waiters = waiter;
        views->waiters++;
        kick_locked(view); // it recomputes its deadline
    }
    pthread_mutex_unlock(&views->lock);
    return ok;
}

bool
at_views_leave(struct at_views *views, struct at_view_waiter *waiter)
{
    pthread_mutex_lock(&views->lock);
    bool waits = waiter->waits;
    if (waits) {
        struct at_view *view = find_locked(views, waiter->wanted.device);
        struct at_view_waiter **link = &view->waiters;
        while (*link != waiter)
            link = &(*link)->next;
        *link = waiter->next;
        waiter->waits = false;
        views->waiters--;
        view->asked_ns = at_now_ns();
        kick_locked(view);
    }
    pthread_mutex_unlock(&views->lock);
    return waits;
}

struct at_view_waiter *
at_view_take_waiters_locked(struct at_view *view, int64_t now_ns)
{
    struct at_view_waiter **link = &view->waiters;
    struct at_view_waiter *taken = NULL;
    while (*link) {
        struct at_view_waiter *waiter = *link;
        if (waiter->wanted.deadline_ns > now_ns) {
            link = &waiter->next;
            continue;
        }
        *link = waiter->next;
        waiter->waits = false;
        waiter->next = taken;
        taken = waiter;
        view->views->waiters--;
        view->asked_ns = at_now_ns();
    }
    return taken;
}

void
at_views_call(struct at_view_waiter *waiters)
{
    while (waiters) {
        struct at_view_waiter *waiter = waiters;
        waiters = waiter->next; // it may be gone after the call
        waiter->wake(waiter->user);
    }
}

struct at_view_waiter *
at_view_show_locked(struct at_view *view, struct at_str png, bool by_run)
{
    struct at_frame *frame = view->frame;
    if (frame && at_str_eq(at_frame_bytes(frame), png) &&
        at_frame_is_by_run(frame) == by_run)
        return NULL;
    at_frame_unref(frame);
    view->frame = at_frame_new(++view->views->newest, png, by_run);
    return at_view_take_waiters_locked(view, AT_NEVER_NS);
}

int64_t
at_views_publish(struct at_views *views, const char *device, struct at_str png,
                 bool by_run)
{
    struct at_view_waiter *waiters = NULL;
    int64_t number = 0;
    pthread_mutex_lock(&views->lock);
    struct at_view *view = find_locked(views, device);
    if (view && !view->has_ended) {
        waiters = at_view_show_locked(view, png, by_run);
        view->published_ns = at_now_ns();
        number = at_frame_number(view->frame);
        kick_locked(view);
    }
    pthread_mutex_unlock(&views->lock);
    at_views_call(waiters);
    return number;
}

bool
at_views_has(struct at_views *views, const char *device)
{
    pthread_mutex_lock(&views->lock);
    const struct at_view *view = find_locked(views, device);
    bool has = view && !view->has_ended;
    pthread_mutex_unlock(&views->lock);
    return has;
}

enum at_view_cover
at_views_find_cover_locked(const struct at_views *views, const char *device)
{
    const struct at_view_run *run = at_views_find_run_locked(views, device);
    const struct at_view_typed *typed = views->for_all ? views->typed : NULL;
    if (run && run->has_secrets)
        return AT_VIEW_RUN;
    while (typed && strcmp(typed->device, device) != 0)
        typed = typed->next;
    return typed ? AT_VIEW_TYPED : AT_VIEW_OPEN;
}

void
at_views_open_to_all(struct at_views *views)
{
    pthread_mutex_lock(&views->lock);
    views->for_all = true;
    pthread_mutex_unlock(&views->lock);
}

static void
note_locked(struct at_views *views, const char *device)
{
    for (struct at_view_typed *it = views->typed; it; it = it->next) {
        if (strcmp(it->device, device) == 0)
            return;
    }
    struct at_view_typed *typed = at_alloc(sizeof(*typed));
    at_str_cut(typed->device, sizeof(typed->device), at_str(device));
    typed->next = views->typed;
    views->typed = typed;
}

void
at_views_note_secret(struct at_views *views, const char *device)
{
    pthread_mutex_lock(&views->lock);
    note_locked(views, device);
    bool hides = at_views_find_cover_locked(views, device) != AT_VIEW_OPEN;
    views->secret_runs += hides;
    pthread_mutex_unlock(&views->lock);
    if (hides)
        at_streams_forbid(views->streams, device);
}

void
at_views_begin_run(struct at_views *views, const char *device, bool has_secrets)
{
    struct at_view_run *run = at_alloc(sizeof(*run));
    at_str_cut(run->device, sizeof(run->device), at_str(device));
    run->has_secrets = has_secrets;
    pthread_mutex_lock(&views->lock);
    run->next = views->runs;
    views->runs = run;
    views->secret_runs += has_secrets;
    if (has_secrets)
        note_locked(views, device);
    pthread_mutex_unlock(&views->lock);
    if (has_secrets)
        at_streams_forbid(views->streams, device);
}

void
at_views_end_run(struct at_views *views, const char *device)
{
    pthread_mutex_lock(&views->lock);
    struct at_view_run **link = &views->runs;
    while (*link && strcmp((*link)->device, device) != 0)
        link = &(*link)->next;
    struct at_view_run *run = *link;
    if (run)
        *link = run->next;
    struct at_view *view = find_locked(views, device);
    if (view)
        kick_locked(view);
    pthread_mutex_unlock(&views->lock);
    free(run);
}

enum at_view_cover
at_views_cover(struct at_views *views, const char *device)
{
    pthread_mutex_lock(&views->lock);
    enum at_view_cover cover = at_views_find_cover_locked(views, device);
    pthread_mutex_unlock(&views->lock);
    return cover;
}

size_t
at_views_count(struct at_views *views)
{
    pthread_mutex_lock(&views->lock);
    size_t count = count_locked(views);
    pthread_mutex_unlock(&views->lock);
    return count;
}
