// http_links_test.c: who is cut off when time is up, and when the table is full
#include "mcp/http_links.h"

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

struct peer {
    int fds[2]; // the client's end, the server's
    struct at_http_link *link;
};

static void
arrive(struct at_http_links *links, struct peer *peer, int64_t now_ms)
{
    T_EQ_INT(socketpair(AF_UNIX, SOCK_STREAM, 0, peer->fds), 0);
    peer->link = at_http_links_add(links, peer->fds[1], now_ms * AT_NS_PER_MS);
}

static void
leave(struct at_http_links *links, struct peer *peer)
{
    at_http_links_remove(links, peer->link);
    close(peer->fds[0]);
    close(peer->fds[1]);
}

static bool
is_cut(const struct peer *peer)
{
    char byte;
    return recv(peer->fds[0], &byte, 1, MSG_DONTWAIT) == 0;
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
        struct at_http_links links;
        struct peer peer;
        int64_t until_ns = (1000 + rows[i].allowed_ms) * AT_NS_PER_MS;
        at_http_links_init(&links, &limits);
        arrive(&links, &peer, 0);
        at_http_links_wait(&links, peer.link, rows[i].wait,
                           1000 * AT_NS_PER_MS);
        at_http_links_watch(&links, until_ns);
        T_OK(!is_cut(&peer));
        at_http_links_watch(&links, until_ns + 1);
        T_OK(is_cut(&peer));
        at_http_links_watch(&links, until_ns + 2);
        T_EQ_INT(links.count, 0);
        leave(&links, &peer);
        at_http_links_deinit(&links);
    }
}

T_TEST(a_running_call_has_no_end)
{
    struct at_http_links links;
    struct peer peer;
    at_http_links_init(&links, &limits);
    arrive(&links, &peer, 0);
    at_http_links_wait(&links, peer.link, AT_HTTP_WAIT_NONE, 0);
    at_http_links_watch(&links, AT_NEVER_NS);
    T_OK(!is_cut(&peer));
    leave(&links, &peer);
    at_http_links_deinit(&links);
}

// Each newcomer takes the place of who has kept us waiting longest; one that
// was cut off already makes no room a second time.
T_TEST(the_last_place_is_made_free_again)
{
    struct at_http_links links;
    struct peer peers[PEERS_MAX];
    bool cut[PEERS_MAX] = {false};
    static const size_t order[] = {0, 2, 1, 4, 5};
    at_http_links_init(&links, &limits);
    for (size_t i = 0; i < ROOM - 1; i++)
        arrive(&links, &peers[i], (int64_t)i);
    at_http_links_wait(&links, peers[1].link, AT_HTTP_WAIT_NEXT,
                       3 * AT_NS_PER_MS);
    for (size_t i = ROOM - 1; i < PEERS_MAX; i++) {
        arrive(&links, &peers[i], 4 + (int64_t)i);
        if (i == ROOM - 1)
            at_http_links_wait(&links, peers[i].link, AT_HTTP_WAIT_NONE, 0);
        cut[order[i - (ROOM - 1)]] = true;
        for (size_t k = 0; k <= i; k++)
            T_EQ_INT(is_cut(&peers[k]), cut[k]);
        T_EQ_INT(links.count, ROOM - 1);
    }
    for (size_t i = 0; i < PEERS_MAX; i++)
        leave(&links, &peers[i]);
    T_EQ_INT(links.count, 0);
    at_http_links_deinit(&links);
}

T_TEST(who_is_busy_is_left_alone)
{
    struct at_http_links links;
    struct peer peers[ROOM];
    at_http_links_init(&links, &limits);
    for (size_t i = 0; i < ROOM; i++) {
        arrive(&links, &peers[i], 0);
        at_http_links_wait(&links, peers[i].link, AT_HTTP_WAIT_NONE, 0);
    }
    for (size_t i = 0; i < ROOM; i++)
        T_OK(!is_cut(&peers[i]));
    T_EQ_INT(links.count, ROOM);
    for (size_t i = 0; i < ROOM; i++)
        leave(&links, &peers[i]);
    at_http_links_deinit(&links);
}

T_MAIN(T_CASE(each_wait_has_its_time), T_CASE(a_running_call_has_no_end),
       T_CASE(the_last_place_is_made_free_again),
       T_CASE(who_is_busy_is_left_alone))
