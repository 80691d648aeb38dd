// stream.h: one service's byte stream to a client, as the service sees it
//
// A service runs on the stream's own thread. It accepts the stream or returns
// without, which refuses it. Once the client has closed the stream or the
// connection is gone, every call here ends early.
#ifndef VIRTUAL_ANDROID_STREAM_H
#define VIRTUAL_ANDROID_STREAM_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"

struct at_cancel;
struct va_device;
struct va_stream;

struct va_device *va_stream_device(struct va_stream *stream);
// "shell,v2,raw:ls": as the client asked for it.
const char *va_stream_service(struct va_stream *stream);
// Fired once the stream is closed. Borrowed.
struct at_cancel *va_stream_cancel(struct va_stream *stream);

void va_stream_accept(struct va_stream *stream);

// 1 to cap bytes; 0 once the stream is closed and all was read. Only one
// thread at a time reads.
size_t va_stream_read(struct va_stream *stream, void *buf, size_t cap);

// Queues the bytes; waits only while VA_OUTBOX_MAX_BYTES are on their way.
// false once the stream is closed.
bool va_stream_write(struct va_stream *stream, const void *ptr, size_t len);

// Wait until the client has acknowledged all that was written.
bool va_stream_drain(struct va_stream *stream);

// Let every call on the stream end now, as if the client had closed it; the
// client is still told once the service has returned.
void va_stream_close(struct va_stream *stream);

#endif
