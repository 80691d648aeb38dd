// attach_test.c: what answers at Metro's port is anything; an attempt ends in
// its time, and nothing of it stays
//
// A thread listens and plays one row for each connection.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "device/android/framework/source.h"
#include "sys/clock.h"
#include "tests/descriptors.h"
#include "tests/t.h"

enum { TRIES = 20, MANY = 10000 };

#define ANSWER(text) "HTTP/1.1 200 OK\r\n\r\n" text
#define LIST                                                                   \
    ANSWER(                                                                    \
        "[{\"id\":\"1-1\",\"title\":\"React Native\",\"appId\":"               \
        "\"com.example.app\",\"description\":\"com.example.app\","             \
        "\"deviceName\":\"x\",\"type\":\"node\",\"webSocketDebuggerUrl\":"     \
        "\"ws://localhost:8081/inspector/debug?device=1&page=1\","             \
        "\"reactNative\":{\"logicalDeviceId\":\"1\",\"capabilities\":{}}}]")

static const struct {
    const char *name;
    const char *list;  // answer to a GET of the list
    const char *shake; // answer to any other request
    const char *why;   // in the words of the failure
    bool stays;        // open after that, until the client goes
} rows[] = {
    {"hangs up at once", NULL, NULL, "no list", false},
    {"no HTTP", "SSH-2.0-OpenSSH_9.2\r\n", NULL, "no list", false},
    {"no page", "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n", NULL,
     "no list", false},
    {"no JSON", ANSWER("<html>"), NULL, "no list", false},
    {"no list", ANSWER("{}"), NULL, "no target", false},
    {"an empty list", ANSWER("[]"), NULL, "no target", false},
    {"a list of what are no targets", ANSWER("[1,null,[],{}]"), NULL,
     "no target", false},
    {"a list that is cut off", ANSWER("[{\"id\":"), NULL, "no list", false},
    {"a list, and nothing behind it", LIST, NULL, "closed", false},
    {"a handshake that is refused", LIST,
     "HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n", "HTTP 401",
     false},
    {"a handshake that is wrong", LIST,
     "HTTP/1.1 101 Ok\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
     "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOp=\r\n\r\n",
     "handshake is wrong", false},
    {"a handshake that is cut off", LIST, "HTTP/1.1 101 Ok\r\nUpg", "closed",
     false},
    {"a list that never ends", ANSWER("["), NULL, "timed out", true},
    {"a handshake that never ends", LIST, "HTTP/1.1 101 Ok\r\nUpg", "timed out",
     true},
};

static struct {
    int listener;
    int stop[2];
    int port;
    size_t row;
    pthread_t thread;
} server;

static void
play(int fd)
{
    char asked[4096] = "";
    struct pollfd gone = {.fd = fd, .events = POLLIN};
    ssize_t n = recv(fd, asked, sizeof(asked) - 1, 0);
    const char *says = n > 0 && strstr(asked, "/json/list")
                           ? rows[server.row].list
                           : rows[server.row].shake;
    if (says)
        (void)!send(fd, says, strlen(says), MSG_NOSIGNAL);
    while (rows[server.row].stays && poll(&gone, 1, -1) > 0 &&
           recv(fd, asked, sizeof(asked), 0) > 0)
        continue;
    close(fd);
}

static void *
serve(void *arg)
{
    struct pollfd fds[] = {{.fd = server.listener, .events = POLLIN},
                           {.fd = server.stop[0], .events = POLLIN}};
    while (poll(fds, 2, -1) > 0 && !fds[1].revents)
        play(accept(server.listener, NULL, NULL));
    return arg;
}

static void
listen_anywhere(void)
{
    struct sockaddr_in at = {.sin_family = AF_INET,
                             .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t len = sizeof(at);
    char text[16];
    server.listener = socket(AF_INET, SOCK_STREAM, 0);
    T_EQ_INT(bind(server.listener, (struct sockaddr *)&at, len), 0);
    T_EQ_INT(getsockname(server.listener, (struct sockaddr *)&at, &len), 0);
    server.port = ntohs(at.sin_port);
    snprintf(text, sizeof(text), "%d", server.port);
    setenv("RCT_METRO_PORT", text, 1);
}

static void
note(void *user, const char *text)
{
    (void)user;
    T_OK(strlen(text) < 4096);
}

static struct at_source_ground
ground_of(void)
{
    return (struct at_source_ground){.package = "com.example.app",
                                     .framework = "react_native",
                                     .note = note};
}

static enum at_code
try_to_attach(const char *why, int64_t within_ms)
{
    const struct at_source_ground ground = ground_of();
    struct at_err err = AT_ERR_INIT;
    struct at_op op = {at_now_ns() + within_ms * AT_NS_PER_MS, NULL};
    void *state = NULL;
    int64_t began_ns = at_now_ns();
    T_NOT(at_source_hermes.attach(&op, &ground, &state, &err));
    T_OK(at_now_ns() - began_ns < 5000 * AT_NS_PER_MS);
    T_NULL(state);
    T_HAS(err.msg, why);
    return err.code;
}

T_TEST(an_attempt_leaves_nothing)
{
    listen_anywhere();
    T_EQ_INT(listen(server.listener, 16), 0);
    T_EQ_INT(pipe(server.stop), 0);
    T_EQ_INT(pthread_create(&server.thread, NULL, serve, NULL), 0);
    for (server.row = 0; server.row < T_LEN(rows); server.row++) {
        int tries = rows[server.row].stays ? 3 : TRIES;
        T_ROW(rows[server.row].name);
        int before = t_open_descriptors();
        int64_t within_ms = rows[server.row].stays ? 100 : 20000;
        for (int i = 0; i < tries; i++)
            (void)try_to_attach(rows[server.row].why, within_ms);
        // the server's end of the last one may still be there
        T_OK(t_open_descriptors() <= before + 1);
    }
    T_EQ_INT(write(server.stop[1], "", 1), 1);
    pthread_join(server.thread, NULL);
    close(server.stop[0]);
    close(server.stop[1]);
    close(server.listener);
}

// A closed port costs no descriptor, no port, no memory.
T_TEST(ten_thousand_attempts)
{
    listen_anywhere(); // bound: no other process can take it
    int before = t_open_descriptors();
    for (int i = 0; i < MANY; i++) {
        T_EQ_INT(try_to_attach("no Metro on port", 20000), AT_ENODEV);
    }
    T_EQ_INT(t_open_descriptors(), before);
    close(server.listener);
}

T_MAIN()
