#include "virtual-android/shell_priv.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "sys/cancel.h"
#include "sys/clock.h"

struct va_pipe {
    pthread_mutex_t lock; // guards what follows
    pthread_cond_t changed;
    struct at_buf data;
    bool no_writer;
    bool no_reader;
    struct at_cancel *cancel; // owned; fired once nobody reads
};

struct va_pipe *
va_pipe_new(struct at_cancel *parent)
{
    struct at_cancel *cancel = at_cancel_new(parent, NULL);
    if (!cancel)
        return NULL;
    struct va_pipe *pipe = at_alloc(sizeof(*pipe));
    pthread_mutex_init(&pipe->lock, NULL);
    pthread_cond_init(&pipe->changed, NULL);
    pipe->data = (struct at_buf)AT_BUF_INIT(64 * AT_KIB);
    pipe->cancel = cancel;
    return pipe;
}

void
va_pipe_free(struct va_pipe *pipe)
{
    at_buf_deinit(&pipe->data);
    at_cancel_free(pipe->cancel);
    pthread_cond_destroy(&pipe->changed);
    pthread_mutex_destroy(&pipe->lock);
    free(pipe);
}

struct at_cancel *
va_pipe_cancel(struct va_pipe *pipe)
{
    return pipe->cancel;
}

static void
set_ended(struct va_pipe *pipe, bool *flag)
{
    pthread_mutex_lock(&pipe->lock);
    *flag = true;
    pthread_cond_broadcast(&pipe->changed);
    pthread_mutex_unlock(&pipe->lock);
}

void
va_pipe_end_writer(struct va_pipe *pipe)
{
    set_ended(pipe, &pipe->no_writer);
}

void
va_pipe_end_reader(struct va_pipe *pipe)
{
    set_ended(pipe, &pipe->no_reader);
    at_cancel_fire(pipe->cancel);
}

size_t
va_pipe_read(struct va_pipe *pipe, void *buf, size_t cap)
{
    pthread_mutex_lock(&pipe->lock);
    while (pipe->data.len == 0 && !pipe->no_writer)
        pthread_cond_wait(&pipe->changed, &pipe->lock);
    size_t len = pipe->data.len < cap ? pipe->data.len : cap;
    if (len > 0)
        memcpy(buf, pipe->data.data, len);
    at_buf_drop(&pipe->data, len);
    pthread_cond_broadcast(&pipe->changed);
    pthread_mutex_unlock(&pipe->lock);
    return len;
}

bool
va_pipe_write(struct va_pipe *pipe, const void *ptr, size_t len)
{
    const char *at = ptr;
    pthread_mutex_lock(&pipe->lock);
    while (len > 0 && !pipe->no_reader) {
        size_t room = pipe->data.max - pipe->data.len;
        size_t part = len < room ? len : room;
        if (part == 0) {
            pthread_cond_wait(&pipe->changed, &pipe->lock);
            continue;
        }
        at_buf_add(&pipe->data, at, part);
        at += part;
        len -= part;
        pthread_cond_broadcast(&pipe->changed);
    }
    bool ok = !pipe->no_reader;
    pthread_mutex_unlock(&pipe->lock);
    return ok;
}

static size_t
read_fd(int fd, void *buf, size_t cap)
{
    ssize_t n;
    do {
        n = read(fd, buf, cap);
    } while (n < 0 && errno == EINTR);
    return n > 0 ? (size_t)n : 0;
}

static bool
write_fd(int fd, const char *ptr, size_t len)
{
    while (len > 0) {
        ssize_t n = write(fd, ptr, len);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        ptr += n;
        len -= (size_t)n;
    }
    return true;
}

static size_t
io_read(struct va_io *io, void *buf, size_t cap)
{
    struct va_end *in = &((struct va_shell_io *)io)->in;
    switch (in->kind) {
    case VA_END_IO:
        return in->io->read(in->io, buf, cap);
    case VA_END_FILE:
        return read_fd(in->fd, buf, cap);
    case VA_END_PIPE:
        return va_pipe_read(in->pipe, buf, cap);
    case VA_END_NULL:
    case VA_END_BUF:
        break;
    }
    return 0;
}

static bool
io_write(struct va_io *io, int fd, const void *ptr, size_t len)
{
    struct va_end *out = &((struct va_shell_io *)io)->out[fd == 2];
    switch (out->kind) {
    case VA_END_IO:
        return out->io->write(out->io, out->fd, ptr, len);
    case VA_END_FILE:
        return write_fd(out->fd, ptr, len);
    case VA_END_PIPE:
        return va_pipe_write(out->pipe, ptr, len);
    case VA_END_BUF:
        return at_buf_add(out->buf, ptr, len);
    case VA_END_NULL:
        break;
    }
    return true;
}

static bool
io_wait(struct va_io *io, int64_t ms)
{
    struct va_io *base = ((struct va_shell_io *)io)->base;
    if (!io->cancel)
        return base->wait(base, ms);
    struct at_op op = {AT_NEVER_NS, io->cancel};
    int64_t now_ns = at_now_ns();
    int64_t until_ns = ms < (AT_NEVER_NS - now_ns) / AT_NS_PER_MS
                           ? now_ns + ms * AT_NS_PER_MS
                           : AT_NEVER_NS;
    return at_op_wait_until(&op, until_ns, NULL);
}

void
va_shell_io_init(struct va_shell_io *io, struct va_io *base)
{
    *io = (struct va_shell_io){
        .io = {io_read, io_write, io_wait, base->cancel, base->depth + 1},
        .base = base,
        .in = {.kind = VA_END_IO, .io = base},
        .out = {{.kind = VA_END_IO, .fd = 1, .io = base},
                {.kind = VA_END_IO, .fd = 2, .io = base}},
    };
}

void
va_shell_io_copy(struct va_shell_io *io, const struct va_shell_io *from)
{
    *io = *from;
}
