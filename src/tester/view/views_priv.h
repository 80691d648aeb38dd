// views_priv.h: the devices that are looked at, for its own files
#ifndef AT_TESTER_VIEW_VIEWS_PRIV_H
#define AT_TESTER_VIEW_VIEWS_PRIV_H

#include <pthread.h>

#include "tester/view/views.h"

enum {
    AT_VIEW_LINGER_MS = 2000, // after the last viewer
    AT_VIEW_ERROR_MS = 1000,  // a failure is reported that long before a retry
    AT_VIEW_SHOT_MS = 8000,   // one picture
    AT_VIEW_WAIT_MS = 2000,   // limit of one request for another picture
    AT_VIEW_MOTION_MS = 250,  // between two, while a run has the device
    AT_VIEW_AGAIN_MS = 5000,  // after a better source failed
    AT_VIEW_PAUSE_MIN_MS = 150,
    AT_VIEW_PAUSE_MAX_MS = 1000, // while nothing changes
    AT_VIEW_RUN_PAUSE_MS = 500,  // at least, while a run has the device
    AT_VIEW_RUN_SHARE = 4,       // pauses for one picture's time then: a fifth
};

// A run that has a device.
struct at_view_run {
    char device[AT_DEVICE_ID_MAX];
    bool has_secrets;
    struct at_view_run *next;
};

// A device on which a secret was typed; it may be on the screen ever after.
struct at_view_typed {
    char device[AT_DEVICE_ID_MAX];
    struct at_view_typed *next;
};

struct at_view {
    struct at_views *views;
    const struct at_platform *platform;
    char device[AT_DEVICE_ID_MAX];
    pthread_t thread;
    struct at_cancel *cancel; // owned; of what the thread asks the device
    int wake_fds[2];

    // Guarded by views->lock.
    struct at_view *next;
    struct at_frame *frame; // owned; NULL before the first
    struct at_view_waiter *waiters;
    int64_t asked_ns;     // last request for it
    int64_t published_ns; // last picture by a run or a person
    bool has_ended;       // the thread may be joined
    int64_t failed_ns;
    struct at_err failure; // why it has ended; AT_OK: no viewers were left
};

struct at_views {
    const struct at_platform *const *platforms;
    struct at_streams *streams; // owned

    pthread_mutex_t lock; // guards all below
    struct at_view *first;
    struct at_view_run *runs;
    struct at_view_typed *typed; // owned
    bool for_all;                // anybody may look: see at_views_open_to_all()
    int64_t newest; // number of the newest frame of all views so far
    size_t waiters;
    int64_t secret_runs; // runs with secrets so far
    bool stopped;
};

// The suffix _locked: with the lock.
const struct at_view_run *at_views_find_run_locked(const struct at_views *views,
                                                   const char *device);
enum at_view_cover at_views_find_cover_locked(const struct at_views *views,
                                              const char *device);
// Show a picture, unless it is the one that is shown. Returns the waiters for
// at_views_call(), which takes no lock.
struct at_view_waiter *at_view_show_locked(struct at_view *view,
                                           struct at_str png, bool by_run);
// Take those out whose time has come, or all.
struct at_view_waiter *at_view_take_waiters_locked(struct at_view *view,
                                                   int64_t now_ns);
void at_views_call(struct at_view_waiter *waiters);

// The thread of a view, its argument.
void *at_view_work(void *view);

#endif
