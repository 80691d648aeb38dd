// streams.h: devices whose screen is watched as H.264
//
// A device has a stream from its first watcher until shortly after its last
// one. One thread reads it; a watcher has no thread and no copy of it, but a
// place in the packets since the newest key frame, and older ones are dropped.
// A late watcher begins with that key frame; a slow one continues with the
// next. Any thread may call.
//
// A watcher reads records: 4 bytes with the length of the data, one with the
// kind, three of zero, 8 bytes of presentation time in microseconds, all in
// network order, and then the data:
//
//   AT_STREAM_CONFIG  JSON {"codec","segment","widthPx","heightPx"}: of the
//                     frames after it
//   AT_STREAM_KEY     Annex B, with the parameter sets
//   AT_STREAM_DELTA   Annex B
//   AT_STREAM_ALIVE   nothing: the screen rests
//   AT_STREAM_END     JSON {"code","detail"}: the reason of the end
//
// While a run with secrets has the device, it has no stream, because secrets in
// video cannot be covered.
#ifndef AT_TESTER_VIEW_STREAMS_H
#define AT_TESTER_VIEW_STREAMS_H

#include "base/err.h"
#include "base/op.h"
#include "device/platform.h"

struct at_streams;
struct at_stream_watcher;

enum at_stream_kind {
    AT_STREAM_CONFIG = 1,
    AT_STREAM_KEY = 2,
    AT_STREAM_DELTA = 3,
    AT_STREAM_ALIVE = 4,
    AT_STREAM_END = 5,
};
enum { AT_STREAM_HEADER_BYTES = 16 };

// Called under a lock; must not call streams.
struct at_stream_link {
    void (*pause)(void *user);  // nothing to read now
    void (*resume)(void *user); // read again
    void (*drop)(void *user);   // it does not read: cut it off
    void *user;
};

// Asked under a lock whether a run with secrets has the device.
struct at_stream_guard {
    bool (*must_not_watch)(void *user, const char *device);
    void *user;
};

struct at_streams *at_streams_new(const struct at_platform *const *platforms,
                                  const struct at_stream_guard *guard);
// End all streams and wait for their threads; watchers read the end.
void at_streams_stop(struct at_streams *streams);
// No watcher may be left. NULL is allowed.
void at_streams_free(struct at_streams *streams);

// Check that the device can be watched: AT_ENOTFOUND and AT_ENODEV as
// at_devices_find(), AT_EUNSUPPORTED: it has no such source, AT_EBUSY: a run
// with secrets has it.
AT_CHECKED bool at_streams_check(const struct at_op *op,
                                 struct at_streams *streams, const char *device,
                                 const struct at_platform **out,
                                 struct at_err *err);
// Watch the device, which its thread opens; a failure of that becomes the end
// of the stream. AT_ELIMIT: too many are watched. The caller owns *out.
AT_CHECKED bool at_streams_watch(struct at_streams *streams,
                                 const struct at_platform *platform,
                                 const char *device,
                                 const struct at_stream_link *link,
                                 struct at_stream_watcher **out,
                                 struct at_err *err);
void at_streams_leave(struct at_stream_watcher *watcher); // NULL is allowed
// Its client has hung up: at_streams_read() reports it.
void at_streams_cut(struct at_stream_watcher *watcher);

enum at_stream_step {
    AT_STREAM_READ,
    AT_STREAM_PAUSED, // link.pause was called
    AT_STREAM_OVER,
};
// Copy 1 to cap bytes to buf.
enum at_stream_step at_streams_read(struct at_stream_watcher *watcher,
                                    char *buf, size_t cap, size_t *out_len);

// Append the end of a stream that does not begin.
void at_stream_write_end(struct at_buf *out, const struct at_err *why);

// A run with secrets begins on the device.
void at_streams_forbid(struct at_streams *streams, const char *device);

#endif
