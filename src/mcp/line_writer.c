// line_writer.c: a queue of lines and the thread that writes them
#include "mcp/line_writer.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "sys/cancel.h"

struct line {
    struct line *next;
    size_t len;
    char *text; // owned
};

struct at_line_writer {
    int fd;
    int wake_fd;
    pthread_t thread;
    struct at_cancel *ended; // fired by the thread's end
    pthread_mutex_t lock;    // guards all below
    pthread_cond_t change;
    struct line *first;
    struct line **last;
    size_t bytes; // queued or being written
    bool closed;
    bool broken;
};

static bool
write_all(int fd, const char *ptr, size_t len)
{
    while (len > 0) {
        ssize_t n = write(fd, ptr, len);
        if (n >= 0) {
            ptr += n;
            len -= (size_t)n;
        } else if (errno == EAGAIN) {
            struct pollfd ready = {.fd = fd, .events = POLLOUT};
            poll(&ready, 1, -1);
        } else if (errno != EINTR) {
            return false;
        }
    }
    return true;
}

static struct line *
take_first(struct at_line_writer *out)
{
    pthread_mutex_lock(&out->lock);
    while (!out->first && !out->closed)
        pthread_cond_wait(&out->change, &out->lock);
    struct line *line = out->first;
    if (line) {
        out->first = line->next;
        if (!out->first)
            out->last = &out->first;
    }
    pthread_mutex_unlock(&out->lock);
    return line;
}

static bool
full_locked(const struct at_line_writer *out)
{
    return out->bytes >= AT_MCP_OUT_MAX_BYTES;
}

static void
note_written(struct at_line_writer *out, size_t len, bool ok)
{
    pthread_mutex_lock(&out->lock);
    bool was_full = full_locked(out);
    out->bytes -= len;
    out->broken = out->broken || !ok;
    bool wake = (was_full && !full_locked(out)) || !ok;
    if (wake)
        pthread_cond_broadcast(&out->change);
    pthread_mutex_unlock(&out->lock);
    if (wake) {
        ssize_t n = write(out->wake_fd, "", 1); // a full pipe wakes too
        (void)n;
    }
}

static void *
write_lines(void *arg)
{
    struct at_line_writer *out = arg;
    struct line *line;
    bool ok = true;
    while ((line = take_first(out))) {
        ok = ok && write_all(out->fd, line->text, line->len);
        note_written(out, line->len, ok);
        free(line->text);
        free(line);
    }
    at_cancel_fire(out->ended);
    return NULL;
}

struct at_line_writer *
at_line_writer_start(int fd, int wake_fd, struct at_err *err)
{
    struct at_cancel *ended = at_cancel_new(NULL, err);
    if (!ended)
        return NULL;
    struct at_line_writer *out = at_alloc(sizeof(*out));
    out->fd = fd;
    out->wake_fd = wake_fd;
    out->ended = ended;
    out->last = &out->first;
    pthread_mutex_init(&out->lock, NULL);
    pthread_cond_init(&out->change, NULL);
    int sys = pthread_create(&out->thread, NULL, write_lines, out);
    if (sys == 0)
        return out;
    at_fail_sys(err, AT_EIO, sys, "cannot start a thread for the output");
    pthread_cond_destroy(&out->change);
    pthread_mutex_destroy(&out->lock);
    at_cancel_free(ended);
    free(out);
    return NULL;
}

void
at_line_writer_send(struct at_line_writer *out, struct at_buf *text)
{
    struct line *line = at_alloc(sizeof(*line));
    text->max = text->len + 1;
    text->overflow = false;
    at_buf_add_char(text, '\n');
    line->len = text->len;
    line->text = at_buf_take(text);
    pthread_mutex_lock(&out->lock);
    bool dropped = out->broken || out->closed;
    if (!dropped) {
        *out->last = line;
        out->last = &line->next;
        out->bytes += line->len;
        pthread_cond_broadcast(&out->change);
    }
    pthread_mutex_unlock(&out->lock);
    if (dropped) {
        free(line->text);
        free(line);
    }
}

bool
at_line_writer_full(struct at_line_writer *out)
{
    pthread_mutex_lock(&out->lock);
    bool full = full_locked(out);
    pthread_mutex_unlock(&out->lock);
    return full;
}

bool
at_line_writer_broken(struct at_line_writer *out)
{
    pthread_mutex_lock(&out->lock);
    bool broken = out->broken;
    pthread_mutex_unlock(&out->lock);
    return broken;
}

void
at_line_writer_wait(struct at_line_writer *out)
{
    pthread_mutex_lock(&out->lock);
    while (full_locked(out) && !out->broken && !out->closed)
        pthread_cond_wait(&out->change, &out->lock);
    pthread_mutex_unlock(&out->lock);
}

bool
at_line_writer_finish(const struct at_op *op, struct at_line_writer *out)
{
    pthread_mutex_lock(&out->lock);
    out->closed = true;
    pthread_cond_broadcast(&out->change);
    pthread_mutex_unlock(&out->lock);
    return at_op_wait_fd(op, at_cancel_fd(out->ended), POLLIN, NULL);
}

void
at_line_writer_free(struct at_line_writer *out)
{
    if (!out)
        return;
    pthread_join(out->thread, NULL);
    at_cancel_free(out->ended);
    pthread_cond_destroy(&out->change);
    pthread_mutex_destroy(&out->lock);
    free(out);
}
