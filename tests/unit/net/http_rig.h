// http_rig.h: a server of HTTP that answers by script, in a separate thread
#ifndef TESTS_UNIT_NET_HTTP_RIG_H
#define TESTS_UNIT_NET_HTTP_RIG_H

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

// The fate of the connection after a reply.
enum http_rig_end {
    HTTP_RIG_KEEP,
    HTTP_RIG_CLOSE,
    HTTP_RIG_HANG, // until the client goes
    HTTP_RIG_RESET,
};

struct http_rig_reply {
    const char *bytes;
    enum http_rig_end end;
    size_t piece; // bytes a write; 0: all in one
};

enum { HTTP_RIG_REPLIES_MAX = 8 };

struct http_rig {
    int listen_fd;
    uint16_t port;
    pthread_t thread;
    struct at_cancel *stop;
    const struct http_rig_reply *replies; // up to one without bytes
    // Read them once it has stopped.
    size_t replied;
    size_t connections;
    char requests[HTTP_RIG_REPLIES_MAX][4096];
};

// Listen on 127.0.0.1; each request gets the next reply. After the last one it
// listens no more.
void http_rig_start(struct http_rig *rig, const struct http_rig_reply *replies);
void http_rig_stop(struct http_rig *rig);

#endif
