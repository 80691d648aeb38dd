// connections.c: cuts off clients that are too slow
#include "http/connections.h"

#include <poll.h>
#include <stdbool.h>
#include <sys/socket.h>

#include "base/alloc.h"
#include "base/op.h"

// A follower goes before a client that has kept the server waiting for less
// than PATIENCE_MS, unless such clients have more than 1 / PATIENT_SHARE of the
// table: a crowd must not drive out the followers.
enum { PATIENCE_MS = 1000, PATIENT_SHARE = 4 };

struct at_http_connection {
    int fd; // not owned
    enum at_http_wait wait;
    int64_t since_ns; // start of the wait
    bool cut;
    struct at_http_connection *next;
};

void
at_http_connections_init(struct at_http_connections *connections,
                         const struct at_http_limits *limits)
{
    *connections = (struct at_http_connections){.limits = limits};
    pthread_mutex_init(&connections->lock, NULL);
}

void
at_http_connections_deinit(struct at_http_connections *connections)
{
    while (connections->first)
        at_http_connections_remove(connections, connections->first);
    pthread_mutex_destroy(&connections->lock);
}

static void
cut_locked(struct at_http_connections *connections,
           struct at_http_connection *connection)
{
    connection->cut = true;
    connections->count--;
    shutdown(connection->fd, SHUT_RDWR);
}

// Return true if it is the server's turn: it hasn't read what has arrived, or
// hasn't sent what the socket has room for.
static bool
is_server_next(const struct at_http_connection *connection)
{
    struct pollfd room = {connection->fd, POLLOUT, 0};
    char byte;
    switch (connection->wait) {
    case AT_HTTP_WAIT_REQUEST:
    case AT_HTTP_WAIT_NEXT:
        return recv(connection->fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT) > 0;
    case AT_HTTP_WAIT_TAKE:
        return poll(&room, 1, 0) > 0 && room.revents == POLLOUT;
    case AT_HTTP_WAIT_NONE:
    case AT_HTTP_WAIT_FOLLOWS:
        break;
    }
    return false;
}

// Whom to cut off; NULL: all are busy. The newest connections come first in the
// list.
static struct at_http_connection *
choose_locked(const struct at_http_connections *connections, int64_t now_ns)
{
    struct at_http_connection *longest = NULL;
    struct at_http_connection *follows = NULL;
    unsigned waits = 0;
    for (struct at_http_connection *connection = connections->first; connection;
         connection = connection->next) {
        if (connection->cut || connection->wait == AT_HTTP_WAIT_NONE ||
            is_server_next(connection))
            continue;
        if (connection->wait == AT_HTTP_WAIT_FOLLOWS) {
            follows = follows ? follows : connection;
            continue;
        }
        waits++;
        if (!longest || connection->since_ns <= longest->since_ns)
            longest = connection;
    }
    if (!longest || !follows)
        return longest ? longest : follows;
    // If the longest wait is short, all are.
    bool is_short = now_ns - longest->since_ns < PATIENCE_MS * AT_NS_PER_MS;
    bool is_crowd = waits > connections->limits->connections / PATIENT_SHARE;
    return is_short && !is_crowd ? follows : longest;
}

static void
make_room_locked(struct at_http_connections *connections, unsigned coming,
                 int64_t now_ns)
{
    if (connections->count + coming < connections->limits->connections)
        return;
    struct at_http_connection *chosen = choose_locked(connections, now_ns);
    if (chosen)
        cut_locked(connections, chosen);
}

struct at_http_connection *
at_http_connections_add(struct at_http_connections *connections, int fd,
                        int64_t now_ns)
{
    struct at_http_connection *connection = at_alloc(sizeof(*connection));
    *connection = (struct at_http_connection){
        .fd = fd, .wait = AT_HTTP_WAIT_REQUEST, .since_ns = now_ns};
    pthread_mutex_lock(&connections->lock);
    make_room_locked(connections, 1, now_ns);
    connection->next = connections->first;
    connections->first = connection;
    connections->count++;
    pthread_mutex_unlock(&connections->lock);
    return connection;
}

void
at_http_connections_remove(struct at_http_connections *connections,
                           struct at_http_connection *connection)
{
    pthread_mutex_lock(&connections->lock);
    struct at_http_connection **at = &connections->first;
    while (*at != connection)
        at = &(*at)->next;
    *at = connection->next;
    if (!connection->cut)
        connections->count--;
    pthread_mutex_unlock(&connections->lock);
    free(connection);
}

void
at_http_connections_wait(struct at_http_connections *connections,
                         struct at_http_connection *connection,
                         enum at_http_wait wait, int64_t now_ns)
{
    pthread_mutex_lock(&connections->lock);
    connection->wait = wait;
    connection->since_ns = now_ns;
    pthread_mutex_unlock(&connections->lock);
}

static bool
is_timed(enum at_http_wait wait)
{
    return wait != AT_HTTP_WAIT_NONE && wait != AT_HTTP_WAIT_FOLLOWS;
}

static int64_t
allowed_ns(const struct at_http_limits *limits, enum at_http_wait wait)
{
    const int64_t ms[] = {
        [AT_HTTP_WAIT_NONE] = 0,
        [AT_HTTP_WAIT_FOLLOWS] = 0,
        [AT_HTTP_WAIT_REQUEST] = limits->receive_ms,
        [AT_HTTP_WAIT_TAKE] = limits->send_ms,
        [AT_HTTP_WAIT_NEXT] = limits->idle_ms,
    };
    return ms[wait] * AT_NS_PER_MS;
}

// Don't count the time since the last check: the server was late, not the
// client.
static void
put_off(struct at_http_connection *connection, int64_t passed_ns,
        int64_t now_ns)
{
    int64_t since_ns = connection->since_ns + passed_ns;
    connection->since_ns = since_ns < now_ns ? since_ns : now_ns;
}

void
at_http_connections_cut_late(struct at_http_connections *connections,
                             int64_t now_ns)
{
    pthread_mutex_lock(&connections->lock);
    int64_t passed_ns = now_ns - connections->checked_ns;
    for (struct at_http_connection *connection = connections->first; connection;
         connection = connection->next) {
        if (connection->cut || !is_timed(connection->wait))
            continue;
        if (is_server_next(connection))
            put_off(connection, passed_ns, now_ns);
        else if (now_ns - connection->since_ns >
                 allowed_ns(connections->limits, connection->wait))
            cut_locked(connections, connection);
    }
    connections->checked_ns = now_ns;
    make_room_locked(connections, 0, now_ns);
    pthread_mutex_unlock(&connections->lock);
}

void
at_http_connections_stop_reading(struct at_http_connections *connections)
{
    pthread_mutex_lock(&connections->lock);
    for (const struct at_http_connection *connection = connections->first;
         connection; connection = connection->next)
        shutdown(connection->fd, SHUT_RD);
    pthread_mutex_unlock(&connections->lock);
}
