#include "virtual-android/shell/io.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "sys/cancel.h"
#include "sys/clock.h"

struct vd_pipe {
    pthread_mutex_t lock; // guards what follows
    pthread_cond_t changed;
    struct at_buf data;
    bool no_writer;
    bool no_reader;
    bool hushed;
    struct at_cancel *cancel; // owned; fired once the reader is gone
};

struct vd_pipe *
vd_pipe_new(struct at_cancel *parent)
{
    struct at_cancel *cancel = at_cancel_new(parent, NULL);
    if (!cancel)
        return NULL;
    struct vd_pipe *pipe = at_alloc(sizeof(*pipe));
    pthread_mutex_init(&pipe->lock, NULL);
    pthread_cond_init(&pipe->changed, NULL);
    pipe->data = (struct at_buf)AT_BUF_INIT(64 * AT_KIB);
    pipe->cancel = cancel;
    return pipe;
}

void
vd_pipe_free(struct vd_pipe *pipe)
{
    at_buf_deinit(&pipe->data);
    at_cancel_free(pipe->cancel);
    pthread_cond_destroy(&pipe->changed);
    pthread_mutex_destroy(&pipe->lock);
    free(pipe);
}

struct at_cancel *
vd_pipe_cancel(struct vd_pipe *pipe)
{
    return pipe->cancel;
}

static void
set_ended(struct vd_pipe *pipe, bool *flag)
{
    pthread_mutex_lock(&pipe->lock);
    *flag = true;
    pthread_cond_broadcast(&pipe->changed);
    pthread_mutex_unlock(&pipe->lock);
}

void
vd_pipe_end_writer(struct vd_pipe *pipe)
{
    set_ended(pipe, &pipe->no_writer);
}

void
vd_pipe_end_reader(struct vd_pipe *pipe)
{
    set_ended(pipe, &pipe->no_reader);
    at_cancel_fire(pipe->cancel);
}

size_t
vd_pipe_read(struct vd_pipe *pipe, void *buf, size_t cap)
{
    pthread_mutex_lock(&pipe->lock);
    while (pipe->data.len == 0 && !pipe->no_writer && !pipe->hushed)
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
vd_pipe_write(struct vd_pipe *pipe, const void *ptr, size_t len)
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

void
vd_pipe_hush(struct vd_pipe *pipe, bool on)
{
    pthread_mutex_lock(&pipe->lock);
    pipe->hushed = on;
    pthread_cond_broadcast(&pipe->changed);
    pthread_mutex_unlock(&pipe->lock);
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
io_read(struct vd_io *io, void *buf, size_t cap)
{
    struct vd_end *in = &((struct vd_shell_io *)io)->in;
    switch (in->kind) {
    case VD_END_IO:
        return in->io->read(in->io, buf, cap);
    case VD_END_FILE:
        return read_fd(in->fd, buf, cap);
    case VD_END_PIPE:
        return vd_pipe_read(in->pipe, buf, cap);
    case VD_END_NULL:
    case VD_END_BUF:
        break;
    }
    return 0;
}

static bool
io_write(struct vd_io *io, int fd, const void *ptr, size_t len)
{
    struct vd_end *out = &((struct vd_shell_io *)io)->out[fd == 2];
    switch (out->kind) {
    case VD_END_IO:
        return out->io->write(out->io, out->fd, ptr, len);
    case VD_END_FILE:
        return write_fd(out->fd, ptr, len);
    case VD_END_PIPE:
        return vd_pipe_write(out->pipe, ptr, len);
    case VD_END_BUF:
        return at_buf_add(out->buf, ptr, len);
    case VD_END_NULL:
        break;
    }
    return true;
}

static bool
io_wait(struct vd_io *io, int64_t ms)
{
    struct vd_io *base = ((struct vd_shell_io *)io)->base;
    if (!io->cancel)
        return base->wait(base, ms);
    struct at_op op = {AT_NEVER_NS, io->cancel};
    int64_t now_ns = at_now_ns();
    int64_t until_ns = ms < (AT_NEVER_NS - now_ns) / AT_NS_PER_MS
                           ? now_ns + ms * AT_NS_PER_MS
                           : AT_NEVER_NS;
    return at_op_wait_until(&op, until_ns, NULL);
}

static void
io_hush(struct vd_io *io, bool on)
{
    struct vd_end *in = &((struct vd_shell_io *)io)->in;
    if (in->kind == VD_END_IO && in->io->hush)
        in->io->hush(in->io, on);
    else if (in->kind == VD_END_PIPE)
        vd_pipe_hush(in->pipe, on);
}

void
vd_shell_io_init(struct vd_shell_io *io, struct vd_io *base)
{
    *io = (struct vd_shell_io){
        .io = *base,
        .base = base,
        .in = {.kind = VD_END_IO, .io = base},
        .out = {{.kind = VD_END_IO, .fd = 1, .io = base},
                {.kind = VD_END_IO, .fd = 2, .io = base}},
    };
    io->io.read = io_read;
    io->io.write = io_write;
    io->io.wait = io_wait;
    io->io.hush = io_hush;
    io->io.depth++;
}

void
vd_shell_io_copy(struct vd_shell_io *io, const struct vd_shell_io *from)
{
    *io = *from;
}
