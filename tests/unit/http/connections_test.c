// connections_test.c: who is cut off when time is up, and when the table
// is full
#include "http/connections.h"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/op.h"
#include "tests/t.h"

enum { ROOM = 4, PEERS_MAX = 8 };

static const struct at_http_limits limits = {
    .receive_ms = 30,
    .send_ms = 120,
    .idle_ms = 60,
    .silence_ms = 15,
    .connections = ROOM,
    .bodies_bytes = 1,
};

static const struct at_http_limits wide = {.receive_ms = 30000,
                                           .send_ms = 30000,
                                           .idle_ms = 30000,
                                           .connections = PEERS_MAX};

struct peer {
    int fds[2]; // the client's end, the server's
    struct at_http_connection *connection;
};

static void
arrive(struct at_http_connections *connections, struct peer *peer,
       int64_t now_ms)
{
    T_EQ_INT(socketpair(AF_UNIX, SOCK_STREAM, 0, peer->fds), 0);
    peer->connection = at_http_connections_add(connections, peer->fds[1],
                                               now_ms * AT_NS_PER_MS);
}

// The client takes nothing: leave no room for an answer.
static void
fill(struct peer *peer)
{
    static const char bytes[4096];
    while (send(peer->fds[1], bytes, sizeof(bytes), MSG_DONTWAIT) > 0)
        ;
}

static void
leave(struct at_http_connections *connections, struct peer *peer)
{
    at_http_connections_remove(connections, peer->connection);
    close(peer->fds[0]);
    close(peer->fds[1]);
}

static bool
is_cut(const struct peer *peer)
{
    struct pollfd end = {peer->fds[0], POLLIN, 0};
    return poll(&end, 1, 0) > 0 && (end.revents & POLLHUP);
}

T_TEST(each_wait_has_its_time)
{
    static const struct {
        enum at_http_wait wait;
        int64_t allowed_ms;
    } rows[] = {
        {AT_HTTP_WAIT_REQUEST, 30},
        {AT_HTTP_WAIT_TAKE, 120},
        {AT_HTTP_WAIT_NEXT, 60},
    };
    for (size_t i = 0; i < AT_LEN(rows); i++) {
        struct at_http_connections connections;
        struct peer peer;
        int64_t until_ns = (1000 + rows[i].allowed_ms) * AT_NS_PER_MS;
        at_http_connections_init(&connections, &limits);
        arrive(&connections, &peer, 0);
        fill(&peer);
        at_http_connections_wait(&connections, peer.connection, rows[i].wait,
                                 1000 * AT_NS_PER_MS);
        at_http_connections_cut_late(&connections, until_ns);
        T_OK(!is_cut(&peer));
        at_http_connections_cut_late(&connections, until_ns + 1);
        T_OK(is_cut(&peer));
        at_http_connections_cut_late(&connections, until_ns + 2);
        T_EQ_INT(connections.count, 0);
        leave(&connections, &peer);
        at_http_connections_deinit(&connections);
    }
}

T_TEST(a_running_call_has_no_end)
{
    struct at_http_connections connections;
    struct peer peer;
    at_http_connections_init(&connections, &limits);
    arrive(&connections, &peer, 0);
    at_http_connections_wait(&connections, peer.connection, AT_HTTP_WAIT_NONE,
                             0);
    at_http_connections_cut_late(&connections, AT_NEVER_NS);
    T_OK(!is_cut(&peer));
    leave(&connections, &peer);
    at_http_connections_deinit(&connections);
}

// Each new client takes the place of the one that the server has waited for the
// longest; one that was cut off makes room only once.
T_TEST(the_last_place_is_made_free_again)
{
    struct at_http_connections connections;
    struct peer peers[PEERS_MAX];
    bool cut[PEERS_MAX] = {false};
    static const size_t order[] = {0, 2, 1, 4, 5};
    at_http_connections_init(&connections, &limits);
    for (size_t i = 0; i < ROOM - 1; i++)
        arrive(&connections, &peers[i], (int64_t)i);
    at_http_connections_wait(&connections, peers[1].connection,
                             AT_HTTP_WAIT_NEXT, 3 * AT_NS_PER_MS);
    for (size_t i = ROOM - 1; i < PEERS_MAX; i++) {
        arrive(&connections, &peers[i], 4 + (int64_t)i);
        if (i == ROOM - 1)
            at_http_connections_wait(&connections, peers[i].connection,
                                     AT_HTTP_WAIT_NONE, 0);
        cut[order[i - (ROOM - 1)]] = true;
        for (size_t k = 0; k <= i; k++)
            T_EQ_INT(is_cut(&peers[k]), cut[k]);
        T_EQ_INT(connections.count, ROOM - 1);
    }
    for (size_t i = 0; i < PEERS_MAX; i++)
        leave(&connections, &peers[i]);
    T_EQ_INT(connections.count, 0);
    at_http_connections_deinit(&connections);
}

T_TEST(busy_connections_are_left_alone)
{
    struct at_http_connections connections;
    struct peer peers[ROOM];
    at_http_connections_init(&connections, &limits);
    for (size_t i = 0; i < ROOM; i++) {
        arrive(&connections, &peers[i], 0);
        at_http_connections_wait(&connections, peers[i].connection,
                                 AT_HTTP_WAIT_NONE, 0);
    }
    for (size_t i = 0; i < ROOM; i++)
        T_OK(!is_cut(&peers[i]));
    T_EQ_INT(connections.count, ROOM);
    for (size_t i = 0; i < ROOM; i++)
        leave(&connections, &peers[i]);
    at_http_connections_deinit(&connections);
}

// While the table is full the daemon accepts no connection: the watch makes
// room for the next one, at the cost of the newest follower if no other client
// waits.
T_TEST(a_full_table_makes_room_by_itself)
{
    static const struct {
        enum at_http_wait waits[ROOM];
        size_t cut; // ROOM: no connection is cut
    } rows[] = {
        {{AT_HTTP_WAIT_NONE, AT_HTTP_WAIT_NONE, AT_HTTP_WAIT_NONE,
          AT_HTTP_WAIT_NONE},
         ROOM},
        {{AT_HTTP_WAIT_FOLLOWS, AT_HTTP_WAIT_FOLLOWS, AT_HTTP_WAIT_FOLLOWS,
          AT_HTTP_WAIT_NONE},
         2},
        {{AT_HTTP_WAIT_FOLLOWS, AT_HTTP_WAIT_NEXT, AT_HTTP_WAIT_TAKE,
          AT_HTTP_WAIT_FOLLOWS},
         1},
    };
    for (size_t row = 0; row < AT_LEN(rows); row++) {
        struct at_http_connections connections;
        struct peer peers[ROOM];
        at_http_connections_init(&connections, &limits);
        for (size_t i = 0; i < ROOM; i++) {
            arrive(&connections, &peers[i], 0);
            fill(&peers[i]);
            at_http_connections_wait(&connections, peers[i].connection,
                                     AT_HTTP_WAIT_NONE, 0);
        }
        for (size_t i = 0; i < ROOM; i++)
            at_http_connections_wait(&connections, peers[i].connection,
                                     rows[row].waits[i], (int64_t)i);
        at_http_connections_cut_late(&connections, 1);
        for (size_t i = 0; i < ROOM; i++)
            T_EQ_INT(is_cut(&peers[i]), i == rows[row].cut);
        for (size_t i = 0; i < ROOM; i++)
            leave(&connections, &peers[i]);
        at_http_connections_deinit(&connections);
    }
}

// A client that came a moment ago has not kept the server waiting: a follower
// goes. A crowd of them does not drive out all followers.
T_TEST(a_follower_makes_room_for_a_request)
{
    static const struct {
        size_t followers; // the first ones; the others wait
        int64_t now_ms;
        size_t cut;
    } rows[] = {
        {7, 999, 6}, {7, 1000, 7},
        {6, 999, 5}, {5, 999, 5}, // the first of a crowd
        {0, 999, 0},
    };
    for (size_t row = 0; row < AT_LEN(rows); row++) {
        struct at_http_connections connections;
        struct peer peers[PEERS_MAX];
        at_http_connections_init(&connections, &wide);
        for (size_t i = 0; i < PEERS_MAX; i++) {
            arrive(&connections, &peers[i], 0);
            at_http_connections_wait(&connections, peers[i].connection,
                                     AT_HTTP_WAIT_NONE, 0);
        }
        for (size_t i = 0; i < PEERS_MAX; i++)
            at_http_connections_wait(&connections, peers[i].connection,
                                     i < rows[row].followers
                                         ? AT_HTTP_WAIT_FOLLOWS
                                         : AT_HTTP_WAIT_REQUEST,
                                     (int64_t)i);
        at_http_connections_cut_late(&connections,
                                     rows[row].now_ms * AT_NS_PER_MS + 7);
        for (size_t i = 0; i < PEERS_MAX; i++)
            T_EQ_INT(is_cut(&peers[i]), i == rows[row].cut);
        for (size_t i = 0; i < PEERS_MAX; i++)
            leave(&connections, &peers[i]);
        at_http_connections_deinit(&connections);
    }
}

// A connection is not cut off while it is the server's turn to read or write.
T_TEST(a_late_server_blames_no_client)
{
    static const struct {
        enum at_http_wait wait;
        bool has_sent; // the client has sent a part of a request
        bool is_full;  // the client has left no room for the answer
        bool is_cut;
    } rows[] = {
        {AT_HTTP_WAIT_REQUEST, true, false, false},
        {AT_HTTP_WAIT_NEXT, true, false, false},
        {AT_HTTP_WAIT_TAKE, true, false, false},
        {AT_HTTP_WAIT_TAKE, true, true, true},
        {AT_HTTP_WAIT_NEXT, false, false, true},
    };
    for (size_t row = 0; row < AT_LEN(rows); row++) {
        struct at_http_connections connections;
        struct peer peers[PEERS_MAX];
        at_http_connections_init(&connections, &wide);
        for (size_t i = 0; i < PEERS_MAX; i++) {
            arrive(&connections, &peers[i], 0);
            at_http_connections_wait(&connections, peers[i].connection,
                                     AT_HTTP_WAIT_NONE, 0);
        }
        for (size_t i = 0; i < PEERS_MAX; i++)
            at_http_connections_wait(
                &connections, peers[i].connection,
                i == 0 ? rows[row].wait : AT_HTTP_WAIT_FOLLOWS, 0);
        if (rows[row].has_sent)
            T_EQ_INT(send(peers[0].fds[0], "GET", 3, 0), 3);
        if (rows[row].is_full)
            fill(&peers[0]);
        at_http_connections_cut_late(&connections, AT_NEVER_NS);
        T_EQ_INT(is_cut(&peers[0]), rows[row].is_cut);
        for (size_t i = 0; i < PEERS_MAX; i++)
            leave(&connections, &peers[i]);
        at_http_connections_deinit(&connections);
    }
}

// The time until the server reads a part of a request does not count.
T_TEST(a_busy_server_puts_off_the_end)
{
    struct at_http_connections connections;
    struct peer peer;
    char part[3];
    at_http_connections_init(&connections, &limits);
    at_http_connections_cut_late(&connections, 0);
    arrive(&connections, &peer, 0);
    T_EQ_INT(send(peer.fds[0], "GET", 3, 0), 3);
    for (int64_t ms = 20; ms <= 100; ms += 20)
        at_http_connections_cut_late(&connections, ms * AT_NS_PER_MS);
    T_EQ_INT(recv(peer.fds[1], part, sizeof(part), 0), 3);
    at_http_connections_cut_late(&connections, 130 * AT_NS_PER_MS);
    T_OK(!is_cut(&peer));
    at_http_connections_cut_late(&connections, 131 * AT_NS_PER_MS);
    T_OK(is_cut(&peer));
    leave(&connections, &peer);
    at_http_connections_deinit(&connections);
}

T_TEST(a_follower_is_never_late)
{
    struct at_http_connections connections;
    struct peer peer;
    at_http_connections_init(&connections, &limits);
    arrive(&connections, &peer, 0);
    at_http_connections_wait(&connections, peer.connection,
                             AT_HTTP_WAIT_FOLLOWS, 0);
    at_http_connections_cut_late(&connections, AT_NEVER_NS);
    T_OK(!is_cut(&peer));
    leave(&connections, &peer);
    at_http_connections_deinit(&connections);
}

T_MAIN()
