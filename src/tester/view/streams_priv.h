// streams_priv.h: the devices that are watched as H.264, for its own files
#ifndef AT_TESTER_VIEW_STREAMS_PRIV_H
#define AT_TESTER_VIEW_STREAMS_PRIV_H

#include <pthread.h>

#include "base/buf.h"
#include "device/video.h"
#include "tester/devices.h"
#include "tester/view/streams.h"

enum {
    AT_STREAM_LINGER_MS = 2000, // after the last watcher
    AT_STREAM_OPEN_MS = 15000,
    AT_STREAM_TICK_MS = 1000,  // interval of looking after watchers
    AT_STREAM_ALIVE_MS = 5000, // interval while nothing changes
    AT_STREAM_SIDE_PX = 1280,
    AT_STREAM_FPS = 30,
};

struct at_stream_watcher {
    struct at_stream *stream;
    struct at_stream_link link;
    // Guarded by streams->lock.
    uint64_t group;        // the one that it reads; 0: none yet
    size_t place;          // index of the next packet in the group
    size_t offset;         // read of that packet
    uint32_t segment;      // segment of the configuration it was sent
    struct at_buf pending; // goes before the next packet
    bool told_end;
    bool paused;
    bool cut;
    int64_t said_ns; // when it last took something, or was told to
    struct at_stream_watcher *next;
};

// A device that is watched. Its thread fills it.
struct at_stream {
    struct at_streams *streams;
    const struct at_platform *platform;
    char device[AT_DEVICE_ID_MAX];
    pthread_t thread;
    struct at_cancel *cancel; // owned; of what the thread asks the device

    // Guarded by streams->lock.
    struct at_buf *packets; // owned, each; those since the newest key frame
    size_t count;
    size_t cap;
    size_t bytes; // total size of packets
    uint64_t group;
    struct at_video_packet shape; // newest key frame, without data
    bool gap;        // packets are missing: nothing until a key frame comes
    bool has_ended;  // no more packets come, because of why
    bool is_over;    // the thread may be joined
    int64_t left_ns; // when the last watcher left, or it was begun
    struct at_err why;
    struct at_stream_watcher *watchers; // owned by the callers
    struct at_stream *next;
};

struct at_streams {
    const struct at_platform *const *platforms;
    struct at_stream_guard guard;

    pthread_mutex_t lock; // guards all below
    struct at_stream *first;
    bool stopped;
};

// The thread of a stream, its argument.
void *at_stream_work(void *stream);

// The suffix _locked: with the lock.
void at_stream_publish_locked(struct at_stream *stream,
                              const struct at_video_packet *packet);
void at_stream_end_locked(struct at_stream *stream, const struct at_err *why);
void at_stream_drop_packets_locked(struct at_stream *stream);

// Append a record.
void at_stream_write(struct at_buf *out, enum at_stream_kind kind,
                     int64_t pts_us, struct at_str data);

#endif
