#include "flow/changes/history.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "flow/app/app.h"
#include "flow/changes/change.h"
#include "flow/app/crash.h"
#include "sys/clock.h"

struct at_history {
    struct at_device *device;
    struct at_device_events events;
    struct at_journal *journal;
    struct at_seen *seen;
    struct at_tree_snapshot *rest; // NULL: none
    const char *rest_backend;
    int64_t rest_ns;
    enum at_app_state rest_state;
    char mark[64]; // "": none yet
    char package[256];
};

// Notifications of other apps are not reported: they may be private.
static bool
is_others(const struct at_history *history, const struct at_device_event *event)
{
    return event->kind == AT_DEVICE_NOTIFICATION && history->package[0] &&
           !at_str_is(event->package, history->package);
}

static void
take_event(void *user, const struct at_device_event *event)
{
    static const enum at_event_kind kinds[] = {
        [AT_DEVICE_TOAST] = AT_EVENT_TOAST,
        [AT_DEVICE_NOTIFICATION] = AT_EVENT_NOTIFICATION,
        [AT_DEVICE_ANNOUNCEMENT] = AT_EVENT_ANNOUNCEMENT,
        [AT_DEVICE_WINDOW] = AT_EVENT_WINDOW,
        [AT_DEVICE_INSTALLED] = AT_EVENT_INSTALLED,
    };
    struct at_history *history = user;
    if (event->kind == AT_DEVICE_EVENTS_MISSED) {
        at_journal_add_missed(history->journal, event->count);
        return;
    }
    if (event->text.len == 0) // an event without text cannot be reported
        return;
    if (event->kind == AT_DEVICE_TOAST)
        at_seen_add_text(history->seen, event->text);
    at_journal_add(history->journal, &(const struct at_event){
                                         .kind = kinds[event->kind],
                                         .at_ns = event->at_ns,
                                         .text = event->text,
                                         .package = event->package,
                                         .quiet = is_others(history, event),
                                         .dialog = at_str_has(event->class_name,
                                                              AT_STR("Dialog")),
                                     });
}

struct at_history *
at_history_new(struct at_device *device)
{
    struct at_history *history = at_alloc(sizeof(*history));
    history->device = device;
    history->journal = at_journal_new();
    history->seen = at_seen_new();
    history->events = (struct at_device_events){take_event, history};
    device->events = &history->events;
    return history;
}

void
at_history_free(struct at_history *history)
{
    if (!history)
        return;
    if (history->device->events == &history->events)
        history->device->events = NULL;
    at_tree_snapshot_release(history->rest);
    at_journal_free(history->journal);
    at_seen_free(history->seen);
    free(history);
}

void
at_history_set_package(struct at_history *history, const char *package)
{
    at_str_cut(history->package, sizeof(history->package), at_str(package));
}

struct at_journal *
at_history_journal(struct at_history *history)
{
    return history->journal;
}

const struct at_seen *
at_history_seen(const struct at_history *history)
{
    return history->seen;
}

void
at_history_read(struct at_history *history, const struct at_tree *tree)
{
    at_journal_judge_windows(history->journal, tree);
    at_seen_add(history->seen, tree);
}

void
at_history_set_mark(struct at_history *history, const char *mark)
{
    at_str_cut(history->mark, sizeof(history->mark), at_str(mark));
}

void
at_history_forget_rest(struct at_history *history)
{
    at_tree_snapshot_release(history->rest);
    history->rest = NULL;
}

void
at_history_rest(struct at_history *history, struct at_app *app)
{
    at_history_forget_rest(history);
    if (!at_app_is_current(app))
        return;
    history->rest = at_app_tree_snapshot(app);
    history->rest_backend = at_app_backend(app);
    history->rest_ns = at_now_ns();
    history->rest_state = at_app_state_now(app);
}

struct changes {
    struct at_journal *journal;
    int64_t rest_ns;
    int64_t now_ns;
};

static void
add_change(void *user, const char *text)
{
    const struct changes *changes = user;
    at_journal_add(changes->journal, &(const struct at_event){
                                         .kind = AT_EVENT_CHANGE,
                                         .at_ns = changes->now_ns,
                                         .since_ns = changes->rest_ns,
                                         .text = at_str(text),
                                     });
}

static void
count_only(void *user, const char *text)
{
    (void)user;
    (void)text;
}

// Report changed states and values only if the elements are the same; a new
// screen is visible in the tree.
static void
compare_trees(struct at_history *history, const struct at_tree *before,
              const struct at_tree *after)
{
    struct changes changes = {history->journal, history->rest_ns, at_now_ns()};
    const struct at_change_sink all = {add_change, &changes};
    const struct at_change_sink none = {count_only, NULL};
    bool same_shape;
    at_change_list(before, after, NULL, &none, &same_shape);
    if (same_shape)
        at_change_list(before, after, NULL, &all, NULL);
    else
        add_change(&changes, "the screen changed");
}

// Check whether the app has died between two steps.
static void
find_crash(const struct at_op *op, struct at_history *history,
           struct at_app *app)
{
    struct at_crash crash;
    struct at_err why = AT_ERR_INIT;
    if (history->rest_state != AT_APP_FRONT || !history->mark[0] ||
        !at_app_state_is_gone(at_app_state_now(app)) ||
        !at_app_find_crash(op, app, at_app_package(app), history->mark, &crash,
                           NULL) ||
        !crash.found)
        return;
    at_app_fail_crash(app, at_app_package(app), &crash, &why);
    at_journal_add(history->journal, &(const struct at_event){
                                         .kind = AT_EVENT_CRASH,
                                         .at_ns = history->rest_ns,
                                         .since_ns = history->rest_ns,
                                         .text = at_str(why.msg),
                                     });
}

void
at_history_compare(const struct at_op *op, struct at_history *history,
                   struct at_app *app)
{
    const struct at_tree *before = at_tree_snapshot_tree(history->rest);
    const struct at_tree *after = at_app_tree(app);
    if (!before || !at_app_is_current(app))
        return;
    if (strcmp(history->rest_backend, at_app_backend(app)) == 0 &&
        before != after && !at_change_none(before, after)) {
        compare_trees(history, before, after);
        find_crash(op, history, app);
    }
    at_history_rest(history, app);
}
