// channel_priv.h: state shared by channel.c (the owner's side) and
// channel_run.c (the thread)
#ifndef AT_DEVICE_ANDROID_FRAMEWORK_CHANNEL_PRIV_H
#define AT_DEVICE_ANDROID_FRAMEWORK_CHANNEL_PRIV_H

#include <pthread.h>

#include "device/android/framework/channel.h"

enum at_channel_state {
    AT_CHANNEL_ATTACHING,
    AT_CHANNEL_ATTACHED,
    AT_CHANNEL_SILENT,
    AT_CHANNEL_OVER
};
enum at_channel_job_kind {
    AT_CHANNEL_NO_JOB,
    AT_CHANNEL_WAIT,
    AT_CHANNEL_READ
};

struct at_channel_job {
    enum at_channel_job_kind kind;
    int64_t number;
    int64_t deadline_ns;
    struct at_overlay_query query;
};

struct at_channel {
    const struct at_sync_source *source;
    struct at_source_ground ground;
    struct at_wake *told;
    struct at_wake wake;
    struct at_cancel *stop;
    pthread_t thread;
    void *self; // the source's; the thread alone uses this and the next six
    bool attached_once;
    int64_t quickest_ns; // shortest answer since it is attached; 0: none yet
    int slow_count;      // consecutive slow answers
    int64_t tried_ns;    // time of the newest attempt while silent; 0: none yet
    int64_t again_ns;    // time of the next attempt while silent
    char failed[256];    // message of the last attempt, which is not repeated
    pthread_mutex_t lock; // guards all below
    bool stopping;
    enum at_channel_state state;
    bool answers;             // the result of the source's has_answered()
    enum at_code failed_code; // why the last attempt failed; AT_OK: attached
    bool taken;   // the last attempt failed because another debugger has it
    bool hurried; // an attempt was requested that has not begun
    bool met;     // no attempt is requested, and the first one has ended
    struct at_channel_job job; // posted and not ended
    bool done;
    int64_t last_number;
    struct at_channel_answer answer;
    struct at_channel_reading reading; // its overlay is owned
    int64_t read_again_ns; // time before which no reading starts; 0: one came
    size_t ignored_count;
    struct at_pending ignored[AT_SYNC_PENDING_MAX];
    size_t line_count;
    char *lines[AT_SYNC_LINES_KEPT]; // owned
};

// The thread, until its owner stops it or its source is over. arg: the channel.
void *at_channel_run(void *arg);

// Return true if an earlier wait for the item was in vain. Needs the lock.
bool at_channel_ignores(const struct at_channel *channel,
                        const struct at_pending *item);

#endif
