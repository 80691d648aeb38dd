// grpc_server.h: a server of HTTP/2 that answers by script, also badly
#ifndef AT_TESTS_UNIT_NET_GRPC_SERVER_H
#define AT_TESTS_UNIT_NET_GRPC_SERVER_H

#include <nghttp2/nghttp2.h>
#include <pthread.h>
#include <stdatomic.h>

#include "base/str.h"

// The answers to a stream.
enum grpc_manner {
    GRPC_ANSWER,  // headers, body, trailers
    GRPC_AT_ONCE, // one block of headers
    GRPC_NO_TRAILERS,
    GRPC_RESET,   // broken off after half of the body
    GRPC_REFUSE,  // the stream was not looked at
    GRPC_GO_AWAY, // neither was it, nor will others be
    GRPC_CLOSE,   // the connection, after half of the body
    GRPC_SILENCE,
    GRPC_NOISE, // bytes that are not HTTP/2
};

struct grpc_answer {
    enum grpc_manner manner;
    const char *http;    // NULL: "200"
    const char *status;  // status of gRPC; NULL: missing
    const char *message; // NULL: none
    struct at_str body;
};

// A row's body: a frame of gRPC as a string literal.
#define GRPC_BODY(text) AT_STR_ROW(text)

enum { GRPC_SEEN_MAX = 32 };

// One call, as it came in.
struct grpc_seen {
    char path[128];
    char authorization[1024]; // "": none
    char timeout[32];
};

struct grpc_server {
    uint16_t port;
    atomic_int calls;
    atomic_int connections;
    struct grpc_seen seen[GRPC_SEEN_MAX]; // read these between calls
    // Private:
    const struct grpc_answer *answers; // one a call
    size_t answer_count;               // the last is given again and again
    int listen_fd;
    struct at_cancel *cancel;
    pthread_t thread;
    // Fields of the current connection:
    struct at_conn *conn;
    nghttp2_session *session;
    const struct grpc_answer *answer;
    struct at_str left;
    bool close;
    struct grpc_seen coming;
};

// answers is borrowed until the server is stopped.
void grpc_server_start(struct grpc_server *server,
                       const struct grpc_answer *answers, size_t count);
void grpc_server_stop(struct grpc_server *server);

#endif
