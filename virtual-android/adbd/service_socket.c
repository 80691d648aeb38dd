// A stream to a socket that is registered as the device's own (ports.h).
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/alloc.h"
#include "net/conn.h"
#include "sys/clock.h"
#include "virtual-android/adbd/service.h"
#include "virtual-android/adbd/stream.h"
#include "virtual-android/model/device.h"
#include "virtual-android/ports.h"

enum { CONNECT_MS = 5000, COPY_BYTES = 65536 };

struct pipe {
    struct vd_stream *stream; // borrowed
    struct at_conn *conn;     // owned; reads
    struct at_conn *to;       // owned, the same socket; writes
};

static void *
copy_to_socket(void *arg)
{
    struct pipe *pipe = arg;
    struct at_op op = {AT_NEVER_NS, vd_stream_cancel(pipe->stream)};
    char *buf = at_alloc(COPY_BYTES);
    size_t len;
    do {
        len = vd_stream_read(pipe->stream, buf, COPY_BYTES);
    } while (len > 0 && at_conn_write(&op, pipe->to, buf, len, NULL));
    shutdown(at_conn_fd(pipe->to), SHUT_WR);
    free(buf);
    return NULL;
}

static void
copy_to_stream(struct pipe *pipe)
{
    struct at_op op = {AT_NEVER_NS, vd_stream_cancel(pipe->stream)};
    char *buf = at_alloc(COPY_BYTES);
    size_t len;
    while (at_conn_read(&op, pipe->conn, buf, COPY_BYTES, &len, NULL) &&
           len > 0 && vd_stream_write(pipe->stream, buf, len))
        continue;
    free(buf);
}

static bool
connect_pipe(struct pipe *pipe, const char *endpoint)
{
    struct at_op op = {at_now_ns() + CONNECT_MS * AT_NS_PER_MS,
                       vd_stream_cancel(pipe->stream)};
    if (!at_conn_open(&op, endpoint, &pipe->conn, NULL))
        return false;
    int fd = dup(at_conn_fd(pipe->conn));
    return fd >= 0 && at_conn_adopt(fd, &pipe->to, NULL);
}

void
vd_service_socket(struct vd_stream *stream, struct at_str words,
                  const char *rest)
{
    struct vd_ports *ports = vd_device_ports(vd_stream_device(stream));
    char *endpoint = vd_ports_find(ports, vd_stream_service(stream));
    struct pipe pipe = {.stream = stream};
    pthread_t thread;
    (void)words, (void)rest;
    if (endpoint && connect_pipe(&pipe, endpoint) &&
        pthread_create(&thread, NULL, copy_to_socket, &pipe) == 0) {
        vd_stream_accept(stream);
        copy_to_stream(&pipe);
        vd_stream_drain(stream);
        vd_stream_close(stream); // ends the other direction's read
        pthread_join(thread, NULL);
    }
    at_conn_free(pipe.conn);
    at_conn_free(pipe.to);
    free(endpoint);
}
