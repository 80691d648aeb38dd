// stream.h: one service's byte stream to a client, as the service sees it
//
// A service runs on the stream's own thread. It accepts the stream, or refuses
// it by returning. Once the client has closed the stream or the connection is
// gone, every call here ends early.
#ifndef VIRTUAL_ANDROID_ADBD_STREAM_H
#define VIRTUAL_ANDROID_ADBD_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"

struct at_cancel;
struct vd_device;
struct vd_link;
struct vd_stream;

struct vd_device *vd_stream_device(struct vd_stream *stream);
// Fired once adbd ends; borrowed.
struct at_cancel *vd_stream_adbd(struct vd_stream *stream);
// As the client requested it: "shell,v2,raw:ls".
const char *vd_stream_service(struct vd_stream *stream);
// Fired once the stream is closed; borrowed.
struct at_cancel *vd_stream_cancel(struct vd_stream *stream);

void vd_stream_accept(struct vd_stream *stream);

// Read 1 to cap bytes; 0 once the stream is closed and all was read. Only one
// thread at a time reads.
size_t vd_stream_read(struct vd_stream *stream, void *buf, size_t cap);

// End a read that blocks, and every later one until on is false.
void vd_stream_hush(struct vd_stream *stream, bool on);

// Queue the bytes; wait only while VD_OUTBOX_MAX_BYTES are unsent. Returns
// false once the stream is closed.
bool vd_stream_write(struct vd_stream *stream, const void *ptr, size_t len);

// Wait until the client has acknowledged all that was written.
bool vd_stream_drain(struct vd_stream *stream);

// End every call on the stream now, as if the client had closed it. The client
// learns of it once the service has returned.
void vd_stream_close(struct vd_stream *stream);

// For the link's thread, which has not locked the link.

// run is the service; it is called on the stream's own thread.
void vd_stream_open(struct vd_link *link, uint32_t remote_id,
                    struct at_str service,
                    void (*run)(struct vd_stream *stream));
// Returns false where the peer broke the protocol.
bool vd_stream_received(struct vd_link *link, uint32_t local_id,
                        struct at_str data);
void vd_stream_acked(struct vd_link *link, uint32_t local_id);
void vd_stream_hung_up(struct vd_link *link, uint32_t local_id);
void vd_stream_end_all(struct vd_link *link); // waits for their threads

#endif
