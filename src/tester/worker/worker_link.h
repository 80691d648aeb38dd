// worker_link.h: messages between a server and a worker, over one socket
//
// Any thread may send; one thread reads. agent/run/run_message has the
// messages.
#ifndef AT_TESTER_WORKER_WORKER_LINK_H
#define AT_TESTER_WORKER_WORKER_LINK_H

#include <pthread.h>

#include "agent/run/run_message.h"
#include "base/op.h"
#include "wire/frames.h"

struct at_worker_link {
    int fd; // owned
    pthread_mutex_t writing;
    struct at_frames frames;
};

// Take fd over.
AT_CHECKED bool at_worker_link_init(struct at_worker_link *link, int fd,
                                    struct at_err *err);
void at_worker_link_deinit(struct at_worker_link *link);

// Send a whole message, waiting for the peer to read until op ends. After a
// failure the stream is broken. AT_ENODEV: the peer is gone; AT_ELIMIT: the
// message is too long, and nothing was sent.
AT_CHECKED bool at_worker_link_send(const struct at_op *op,
                                    struct at_worker_link *link,
                                    enum at_run_message kind,
                                    struct at_str payload, struct at_err *err);
// Send text, and wipe and release it. Its maximum is
// AT_WORKER_MESSAGE_MAX_BYTES.
AT_CHECKED bool at_worker_link_send_buf(const struct at_op *op,
                                        struct at_worker_link *link,
                                        enum at_run_message kind,
                                        struct at_buf *text,
                                        struct at_err *err);

// Read what has come, without waiting. AT_ENODEV: the peer is gone; AT_EPROTO.
AT_CHECKED bool at_worker_link_read(struct at_worker_link *link,
                                    struct at_err *err);
// Take the next message that was read. Return false if the queue is empty.
bool at_worker_link_next(struct at_worker_link *link,
                         enum at_run_message *out_kind,
                         struct at_str *out_payload);

#endif
