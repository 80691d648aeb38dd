// views_test.c: viewers of a device, waiting requests, and when the device is
// asked
#include "tester/view/views.h"

#include <pthread.h>
#include <stdio.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "tests/t.h"

enum { LONG_MS = 20000, DEVICES = (int)AT_VIEWS_MAX + 1 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; // guards all below
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int shown;      // the content of the screen
static int shots;      // taken so far
static int opened;     // devices, now
static bool is_lost;   // the device is gone
static bool is_slow;   // a picture is begun, and not taken until this is off
static bool is_taking; // a picture was begun
static bool is_early;  // it is then what it was when it was begun
static int woken;

static void
set(bool *what, bool value)
{
    pthread_mutex_lock(&lock);
    *what = value;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}

static int
get(const int *what)
{
    pthread_mutex_lock(&lock);
    int value = *what;
    pthread_mutex_unlock(&lock);
    return value;
}

static void
show(int what)
{
    pthread_mutex_lock(&lock);
    shown = what;
    pthread_mutex_unlock(&lock);
}

static bool
screenshot(const struct at_op *op, struct at_device *device, struct at_buf *out,
           struct at_err *err)
{
    (void)op, (void)device;
    pthread_mutex_lock(&lock);
    is_taking = true;
    int first_shown = shown;
    pthread_cond_broadcast(&changed);
    while (is_slow)
        pthread_cond_wait(&changed, &lock);
    is_taking = false;
    bool ok = !is_lost;
    shots++;
    at_buf_add_fmt(out, "picture %d", is_early ? first_shown : shown);
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    return ok || at_fail(err, AT_ENODEV, "it is unplugged");
}

static void
free_device(struct at_device *device)
{
    pthread_mutex_lock(&lock);
    opened--;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    free(device);
}

static const struct at_device_ops device_ops = {.screenshot = screenshot,
                                                .free = free_device};

static bool
is_present(void)
{
    return true;
}

static bool
list(const struct at_platform_call *call, struct at_device_list *out,
     struct at_err *err)
{
    (void)call, (void)err;
    for (int i = 0; i < DEVICES; i++) {
        struct at_device_entry *entry = at_device_list_add(out);
        snprintf(entry->id, sizeof(entry->id), "phone-%d", i);
        entry->usable = true;
    }
    struct at_device_entry *entry = at_device_list_add(out);
    snprintf(entry->id, sizeof(entry->id), "locked");
    snprintf(entry->state, sizeof(entry->state), "unauthorized");
    snprintf(entry->remedy, sizeof(entry->remedy), "accept it on the phone");
    return true;
}

static bool
open_device(const struct at_platform_call *call, const char *selector,
            struct at_device **out_device, struct at_err *err)
{
    (void)call, (void)selector, (void)err;
    *out_device = at_alloc(sizeof(**out_device));
    (*out_device)->ops = &device_ops;
    pthread_mutex_lock(&lock);
    opened++;
    pthread_mutex_unlock(&lock);
    return true;
}

static const struct at_platform platform = {
    .name = "android",
    .present = is_present,
    .list = list,
    .open = open_device,
};
static const struct at_platform *const platforms[] = {&platform, NULL};

static struct at_views *views;

static void
begin(void)
{
    pthread_mutex_lock(&lock);
    shown = shots = woken = 0;
    is_lost = is_slow = is_taking = is_early = false;
    pthread_mutex_unlock(&lock);
    views = at_views_new(platforms);
}

static void
end(void)
{
    at_views_stop(views);
    at_views_free(views);
    T_EQ_INT(get(&opened), 0);
}

static void
wake(void *user)
{
    (void)user;
    pthread_mutex_lock(&lock);
    woken++;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}

static struct at_view_wanted
wanted(const char *device, int64_t after, int64_t ms)
{
    struct at_view_wanted out = {
        .after = after, .deadline_ns = at_now_ns() + ms * AT_NS_PER_MS};
    at_str_cut(out.device, sizeof(out.device), at_str(device));
    return out;
}

static void
await(const int *what, int value)
{
    pthread_mutex_lock(&lock);
    while (*what != value)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
}

static void
await_least(const int *what, int value)
{
    pthread_mutex_lock(&lock);
    while (*what < value)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
}

// Look as a client does, until there is a newer frame: its number.
static int64_t
next_frame(int64_t after, const char *text, bool by_run)
{
    const struct at_op op = {AT_NEVER_NS, NULL};
    struct at_view_wanted want = wanted("phone-0", after, LONG_MS);
    struct at_view_waiter waiter = {.wake = wake};
    struct at_frame *frame = NULL;
    while (!frame) {
        T_OK(at_views_look(&op, views, &want, &frame, NULL));
        int before = get(&woken);
        if (!frame && at_views_wait(views, &want, &waiter))
            await(&woken, before + 1);
    }
    int64_t number = at_frame_number(frame);
    T_EQ_STR(at_frame_bytes(frame), text);
    T_EQ_INT(at_frame_is_by_run(frame), by_run);
    at_frame_unref(frame);
    return number;
}

T_TEST(a_waiter_is_called_when_the_picture_changes)
{
    struct at_view_waiter waiter = {.wake = wake};
    begin();
    int64_t first = next_frame(0, "picture 0", false);
    struct at_view_wanted want = wanted("phone-0", first, LONG_MS);
    int before = get(&woken);
    T_OK(at_views_wait(views, &want, &waiter));
    int taken = get(&shots);
    await_least(&shots, taken + 2); // the same picture twice
    T_EQ_INT(get(&woken), before);
    show(1);
    await(&woken, before + 1);
    T_NOT(at_views_leave(views, &waiter));
    T_OK(next_frame(first, "picture 1", false) != first);
    end();
}

T_TEST(a_waiter_is_called_at_its_deadline)
{
    struct at_view_waiter waiter = {.wake = wake};
    begin();
    int64_t first = next_frame(0, "picture 0", false);
    struct at_view_wanted want = wanted("phone-0", first, 50);
    int before = get(&woken);
    T_OK(at_views_wait(views, &want, &waiter));
    await(&woken, before + 1);
    T_OK(at_now_ns() >= want.deadline_ns);
    T_NOT(at_views_wait(views, &want, &waiter)); // it is over
    end();
}

T_TEST(a_viewer_who_left_is_not_called)
{
    struct at_view_waiter waiter = {.wake = wake};
    begin();
    int64_t first = next_frame(0, "picture 0", false);
    struct at_view_wanted want = wanted("phone-0", first, LONG_MS);
    int before = get(&woken);
    T_OK(at_views_wait(views, &want, &waiter));
    T_OK(at_views_leave(views, &waiter));
    T_NOT(at_views_leave(views, &waiter));
    show(1);
    next_frame(first, "picture 1", false);
    T_OK(get(&woken) <= before + 1); // the one of next_frame() alone
    end();
}

T_TEST(without_viewers_the_device_is_closed)
{
    begin();
    next_frame(0, "picture 0", false);
    T_EQ_INT(get(&opened), 1);
    T_EQ_SIZE(at_views_count(views), 1);
    await(&opened, 0);
    T_EQ_SIZE(at_views_count(views), 0);
    int taken = get(&shots);
    T_EQ_INT(at_views_publish(views, "phone-0", AT_STR("a run's"), true), 0);
    T_EQ_INT(get(&shots), taken);
    next_frame(0, "picture 0", false); // it is opened again
    end();
}

T_TEST(without_a_token_a_device_with_a_secret_is_hidden)
{
    begin();
    at_views_begin_run(views, "phone-0", true);
    at_views_end_run(views, "phone-0");
    T_EQ_INT(at_views_cover(views, "phone-0"), AT_VIEW_OPEN);
    at_views_open_to_all(views);
    T_EQ_INT(at_views_cover(views, "phone-0"), AT_VIEW_TYPED);
    T_EQ_INT(at_views_cover(views, "phone-1"), AT_VIEW_OPEN);
    at_views_begin_run(views, "phone-0", true);
    T_EQ_INT(at_views_cover(views, "phone-0"), AT_VIEW_RUN);
    at_views_end_run(views, "phone-0");
    at_views_begin_run(views, "phone-0", false);
    T_EQ_INT(at_views_cover(views, "phone-0"), AT_VIEW_TYPED);
    at_views_end_run(views, "phone-0");
    end();
}

T_TEST(a_run_with_secrets_is_seen_by_its_own_pictures_only)
{
    begin();
    int64_t first = next_frame(0, "picture 0", false);
    set(&is_slow, true);
    pthread_mutex_lock(&lock);
    while (!is_taking)
        pthread_cond_wait(&changed, &lock);
    shown = 666;
    pthread_mutex_unlock(&lock);
    at_views_begin_run(views, "phone-0", true);
    T_EQ_INT(at_views_cover(views, "phone-0"), AT_VIEW_RUN);
    int taken = get(&shots);
    set(&is_slow, false); // the picture that was begun before is not shown
    await(&shots, taken + 1);
    const struct at_op op = {AT_NEVER_NS, NULL};
    struct at_frame *frame = NULL;
    struct at_view_wanted early = wanted("phone-0", first, 300);
    struct at_view_waiter waiter = {.wake = wake};
    int before = get(&woken);
    T_OK(at_views_wait(views, &early, &waiter));
    await(&woken, before + 1); // its deadline
    T_OK(at_views_look(&op, views, &early, &frame, NULL));
    T_NULL(frame);
    T_OK(at_views_publish(views, "phone-0", AT_STR("covered"), true) > first);
    int64_t covered = next_frame(first, "covered", true);
    struct at_view_wanted want = wanted("phone-0", covered, 1200);
    before = get(&woken);
    T_OK(at_views_wait(views, &want, &waiter));
    await(&woken, before + 1);
    T_EQ_INT(get(&shots), taken + 1);
    show(2); // before the run ends: the device is asked at once then
    at_views_end_run(views, "phone-0");
    next_frame(covered, "picture 2", false);
    end();
}

T_TEST(a_picture_that_was_begun_before_a_newer_one_is_not_shown_after_it)
{
    begin();
    int64_t first = next_frame(0, "picture 0", false);
    set(&is_early, true);
    set(&is_slow, true);
    pthread_mutex_lock(&lock);
    while (!is_taking)
        pthread_cond_wait(&changed, &lock);
    shown = 1;
    pthread_mutex_unlock(&lock);
    int64_t newer =
        at_views_publish(views, "phone-0", AT_STR("picture 1"), false);
    T_OK(newer > first);
    int taken = get(&shots);
    set(&is_slow, false);
    await_least(&shots, taken + 2);
    T_EQ_INT(next_frame(first, "picture 1", false), newer);
    end();
}

T_TEST(a_run_without_secrets_keeps_most_of_the_devices_time)
{
    begin();
    next_frame(0, "picture 0", false);
    at_views_begin_run(views, "phone-0", false);
    next_frame(0, "picture 0", false);
    int taken = get(&shots);
    struct at_view_wanted want = wanted("phone-0", 1, 1600);
    struct at_view_waiter waiter = {.wake = wake};
    struct at_frame *frame = NULL;
    const struct at_op op = {AT_NEVER_NS, NULL};
    T_OK(at_views_look(&op, views, &want, &frame, NULL));
    want.after = at_frame_number(frame);
    at_frame_unref(frame);
    int before = get(&woken);
    T_OK(at_views_wait(views, &want, &waiter));
    await(&woken, before + 1);
    T_OK(get(&shots) > taken && get(&shots) <= taken + 4); // one in 500 ms
    at_views_end_run(views, "phone-0");
    end();
}

T_TEST(a_lost_device_is_reported_and_tried_again)
{
    const struct at_op op = {AT_NEVER_NS, NULL};
    struct at_view_waiter waiter = {.wake = wake};
    struct at_frame *frame = NULL;
    struct at_err err = AT_ERR_INIT;
    begin();
    int64_t first = next_frame(0, "picture 0", false);
    struct at_view_wanted want = wanted("phone-0", first, LONG_MS);
    int before = get(&woken);
    T_OK(at_views_wait(views, &want, &waiter));
    set(&is_lost, true);
    await(&woken, before + 1);
    T_NOT(at_views_look(&op, views, &want, &frame, &err));
    T_EQ_INT(err.code, AT_ENODEV);
    T_HAS(err.msg, "unplugged");
    T_NOT(at_views_wait(views, &want, &waiter));
    set(&is_lost, false);
    while (!at_views_look(&op, views, &want, &frame, &err))
        T_OK(at_op_wait_until(&op, at_now_ns() + 20 * AT_NS_PER_MS, NULL));
    at_frame_unref(frame);
    next_frame(first, "picture 0", false); // a new number, as after a restart
    end();
}

static const struct {
    const char *device;
    enum at_code code;
    const char *words;
} refused[] = {
    {"nobody", AT_ENOTFOUND, "'nobody' is not connected: connect it"},
    {"", AT_ENOTFOUND, "not connected"},
    {"locked", AT_ENODEV, "unauthorized: accept it on the phone"},
};

T_TEST(devices_that_cannot_be_looked_at)
{
    const struct at_op op = {AT_NEVER_NS, NULL};
    begin();
    for (size_t i = 0; i < T_LEN(refused); i++) {
        struct at_view_wanted want = wanted(refused[i].device, 0, LONG_MS);
        struct at_frame *frame = NULL;
        struct at_err err = AT_ERR_INIT;
        T_ROW(refused[i].device);
        T_NOT(at_views_look(&op, views, &want, &frame, &err));
        T_EQ_INT(err.code, refused[i].code);
        T_HAS(err.msg, refused[i].words);
    }
    end();
}

T_TEST(not_more_than_some_devices_at_once)
{
    const struct at_op op = {AT_NEVER_NS, NULL};
    begin();
    for (int i = 0; i < DEVICES; i++) {
        char name[32];
        struct at_frame *frame = NULL;
        struct at_err err = AT_ERR_INIT;
        snprintf(name, sizeof(name), "phone-%d", i);
        struct at_view_wanted want = wanted(name, 0, LONG_MS);
        bool ok = at_views_look(&op, views, &want, &frame, &err);
        T_EQ_INT(ok, i < DEVICES - 1);
        T_EQ_INT(err.code, ok ? AT_OK : AT_ELIMIT);
        at_frame_unref(frame);
    }
    end();
}

T_TEST(a_stop_calls_all_who_wait)
{
    const struct at_op op = {AT_NEVER_NS, NULL};
    struct at_view_waiter waiters[20];
    struct at_frame *frame = NULL;
    struct at_err err = AT_ERR_INIT;
    begin();
    int64_t first = next_frame(0, "picture 0", false);
    struct at_view_wanted want = wanted("phone-0", first, LONG_MS);
    int before = get(&woken);
    for (size_t i = 0; i < T_LEN(waiters); i++) {
        waiters[i] = (struct at_view_waiter){.wake = wake};
        T_OK(at_views_wait(views, &want, &waiters[i]));
    }
    at_views_stop(views);
    await(&woken, before + (int)T_LEN(waiters));
    T_NOT(at_views_look(&op, views, &want, &frame, &err));
    T_EQ_INT(err.code, AT_ECANCELED);
    T_NOT(at_views_wait(views, &want, &waiters[0]));
    end();
}

T_TEST(widths_are_few)
{
    T_EQ_SIZE(at_frame_width(48), 48);
    T_EQ_SIZE(at_frame_width(71), 48);
    T_EQ_SIZE(at_frame_width(72), 72);
    T_EQ_SIZE(at_frame_width(1), 48);
    T_EQ_SIZE(at_frame_width(1080), 1080);
    T_EQ_SIZE(at_frame_width(1000000), 1080);
}

T_MAIN()
