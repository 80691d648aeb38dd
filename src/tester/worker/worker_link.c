#include "tester/worker/worker_link.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/limits.h"
#include "base/wipe.h"
#include "sys/cancel.h"
#include "sys/send.h"

enum { READ_SIZE = 64 * 1024 };

bool
at_worker_link_init(struct at_worker_link *link, int fd, struct at_err *err)
{
    int flags = fcntl(fd, F_GETFL);
    *link = (struct at_worker_link){.fd = fd};
    pthread_mutex_init(&link->writing, NULL);
    at_frames_init(&link->frames, AT_WORKER_MESSAGE_MAX_BYTES);
    return (flags >= 0 && fcntl(fd, F_SETFL, flags | O_NONBLOCK) == 0) ||
           at_fail_sys(err, AT_EIO, errno,
                       "the worker's socket cannot be used");
}

void
at_worker_link_deinit(struct at_worker_link *link)
{
    close(link->fd);
    at_frames_deinit(&link->frames);
    pthread_mutex_destroy(&link->writing);
}

static bool
send_all(const struct at_op *op, int fd, struct at_str bytes,
         struct at_err *err)
{
    while (bytes.len > 0) {
        ssize_t n = send(fd, bytes.ptr, bytes.len, AT_SEND_FLAGS);
        if (n >= 0)
            bytes = at_str_skip(bytes, (size_t)n);
        else if (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR)
            return at_fail(err, AT_ENODEV, "the other process has ended");
        else if (!at_op_wait_fd(op, fd, POLLOUT, err))
            return false;
    }
    return true;
}

bool
at_worker_link_send(const struct at_op *op, struct at_worker_link *link,
                    enum at_run_message kind, struct at_str payload,
                    struct at_err *err)
{
    struct at_buf message =
        AT_BUF_INIT(AT_WORKER_MESSAGE_MAX_BYTES + AT_FRAMES_HEAD_BYTES);
    bool ok = at_frames_write((uint8_t)kind, payload, &message) ||
              at_fail(err, AT_ELIMIT, "a message of %zu bytes is too long",
                      payload.len);
    if (ok) {
        pthread_mutex_lock(&link->writing);
        ok = send_all(op, link->fd, at_buf_str(&message), err);
        pthread_mutex_unlock(&link->writing);
    }
    at_wipe_buf(&message);
    return ok;
}

bool
at_worker_link_send_buf(const struct at_op *op, struct at_worker_link *link,
                        enum at_run_message kind, struct at_buf *text,
                        struct at_err *err)
{
    bool ok = (!text->overflow ||
               at_fail(err, AT_ELIMIT, "a message of more than %zu bytes",
                       text->max)) &&
              at_worker_link_send(op, link, kind, at_buf_str(text), err);
    at_wipe_buf(text);
    return ok;
}

bool
at_worker_link_read(struct at_worker_link *link, struct at_err *err)
{
    char bytes[READ_SIZE];
    ssize_t n = recv(link->fd, bytes, sizeof(bytes), 0);
    if (n > 0)
        return at_frames_add(&link->frames, at_str_n(bytes, (size_t)n), err);
    if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR))
        return true;
    return at_fail(err, AT_ENODEV, "the other process has ended");
}

bool
at_worker_link_next(struct at_worker_link *link, enum at_run_message *out_kind,
                    struct at_str *out_payload)
{
    uint8_t kind;
    if (!at_frames_next(&link->frames, &kind, out_payload))
        return false;
    *out_kind = (enum at_run_message)kind;
    return true;
}
