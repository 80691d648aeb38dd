// sync_priv.h: state shared by sync.c (waits) and sync_read.c (readings)
#ifndef AT_DEVICE_ANDROID_FRAMEWORK_SYNC_PRIV_H
#define AT_DEVICE_ANDROID_FRAMEWORK_SYNC_PRIV_H

#include "device/android/framework/sync.h"

// A source on its channel, and its readings.
struct at_followed {
    struct at_channel *channel;
    bool was_attached;             // when it was asked
    bool has_given;                // it has contributed to a reading
    bool reads;                    // a reading was posted and has not ended
    uint64_t key;                  // key of that reading
    int64_t asked_ns;              // time of that posting
    struct at_channel_reading got; // the newest reading that has ended; owned
    bool used;                     // a reading of the screen has it
    char told[240];                // the newest line about it
};

struct at_sync {
    const struct at_sync_source *const *sources;
    struct at_source_ground ground;
    bool follows;
    bool shows_web;
    bool met;         // a reading has waited for the first attempts
    int64_t input_ns; // when the newest input was sent
    struct at_wake told;
    bool told_ready;
    size_t count;
    struct at_followed followed[AT_SYNC_SOURCES_MAX];
};

const struct at_sync_source *at_followed_source(const struct at_followed *it);

// Start each source that applies to the app and is not started.
void at_sync_start_all(struct at_sync *sync);

typedef bool at_is_ended_fn(struct at_channel *channel);
// Wait until it holds for all channels, or op ends. False: op was cancelled.
AT_CHECKED bool at_sync_await(const struct at_op *op, struct at_sync *sync,
                              at_is_ended_fn *is_ended, struct at_err *err);

#endif
