#include "net/conn.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "sys/cancel.h"
#include "sys/clock.h"
#include "tests/t.h"

static struct at_op
op_in(int64_t ms, struct at_cancel *cancel)
{
    return (struct at_op){at_now_ns() + ms * AT_NS_PER_MS, cancel};
}

// A conn and the bare descriptor at its other end, with small buffers that make
// writes come out short.
static struct at_conn *
make_pair(int *out_peer)
{
    struct at_conn *conn;
    int fds[2];
    int size = 4096;
    T_EQ_INT(socketpair(AF_UNIX, SOCK_STREAM, 0, fds), 0);
    for (int i = 0; i < 2; i++) {
        setsockopt(fds[i], SOL_SOCKET, SO_SNDBUF, &size, sizeof(size));
        setsockopt(fds[i], SOL_SOCKET, SO_RCVBUF, &size, sizeof(size));
    }
    T_OK(at_conn_adopt(fds[0], &conn, NULL));
    *out_peer = fds[1];
    return conn;
}

T_TEST(adopted_socket_is_ours)
{
    int peer;
    struct at_conn *conn = make_pair(&peer);
    T_OK(fcntl(at_conn_fd(conn), F_GETFL) & O_NONBLOCK);
    T_OK(fcntl(at_conn_fd(conn), F_GETFD) & FD_CLOEXEC);
    at_conn_free(conn);
    char byte;
    T_EQ_INT(recv(peer, &byte, 1, 0), 0);
    close(peer);
    at_conn_free(NULL);
    struct at_err err = AT_ERR_INIT;
    T_NOT(at_conn_adopt(-1, &conn, &err));
    T_NULL(conn);
    T_EQ_INT(err.code, AT_EIO);
}

T_TEST(reads_what_comes)
{
    int peer;
    struct at_conn *conn = make_pair(&peer);
    struct at_op op = op_in(10000, NULL);
    char buf[8] = "";
    size_t len;
    T_EQ_INT(send(peer, "hello", 5, 0), 5);
    T_OK(at_conn_read(&op, conn, buf, sizeof(buf), &len, NULL));
    T_EQ_MEM(buf, len, "hello", 5);
    T_EQ_INT(send(peer, "ab", 2, 0), 2);
    T_OK(at_conn_read(&op, conn, buf, 1, &len, NULL));
    T_EQ_MEM(buf, len, "a", 1);
    close(peer);
    T_OK(at_conn_read(&op, conn, buf, sizeof(buf), &len, NULL));
    T_EQ_MEM(buf, len, "b", 1);
    T_OK(at_conn_read(&op, conn, buf, sizeof(buf), &len, NULL));
    T_EQ_SIZE(len, 0);
    at_conn_free(conn);
}

T_TEST(read_all_wants_all)
{
    int peer;
    struct at_conn *conn = make_pair(&peer);
    struct at_op op = op_in(10000, NULL);
    struct at_err err = AT_ERR_INIT;
    char buf[8];
    T_EQ_INT(send(peer, "hello", 5, 0), 5);
    T_OK(at_conn_read_all(&op, conn, buf, 3, &err));
    T_EQ_MEM(buf, 3, "hel", 3);
    close(peer);
    T_NOT(at_conn_read_all(&op, conn, buf, 8, &err));
    T_EQ_INT(err.code, AT_EPROTO);
    T_HAS(err.msg, "6 bytes missing");
    at_conn_free(conn);
}

T_TEST(silence_times_out)
{
    int peer;
    struct at_conn *conn = make_pair(&peer);
    struct at_op op = op_in(20, NULL);
    struct at_err err = AT_ERR_INIT;
    char byte;
    size_t len;
    T_NOT(at_conn_read(&op, conn, &byte, 1, &len, &err));
    T_EQ_INT(err.code, AT_ETIMEOUT);
    at_conn_free(conn);
    close(peer);
}

// A peer that never pauses, or always takes more, does not put off the end.
T_TEST(busy_peer_does_not_outlive_the_op)
{
    int peer;
    struct at_conn *conn = make_pair(&peer);
    struct at_cancel *token = at_cancel_new(NULL, NULL);
    struct at_op late = {at_now_ns(), NULL};
    struct at_op cancelled = op_in(10000, token);
    struct at_err err = AT_ERR_INIT;
    char buf[8];
    size_t len;
    at_cancel_fire(token);
    T_EQ_INT(send(peer, "hello", 5, 0), 5);
    T_NOT(at_conn_read(&late, conn, buf, 1, &len, &err));
    T_EQ_INT(err.code, AT_ETIMEOUT);
    T_NOT(at_conn_read(&cancelled, conn, buf, 1, &len, &err));
    T_EQ_INT(err.code, AT_ECANCELED);
    T_NOT(at_conn_write(&late, conn, "x", 1, &err));
    T_EQ_INT(err.code, AT_ETIMEOUT);
    T_NOT(at_conn_write(&cancelled, conn, "x", 1, &err));
    T_EQ_INT(err.code, AT_ECANCELED);
    T_EQ_INT(recv(peer, buf, 1, MSG_DONTWAIT), -1);
    at_cancel_free(token);
    at_conn_free(conn);
    close(peer);
}

T_TEST(full_peer_times_out_a_write)
{
    int peer;
    struct at_conn *conn = make_pair(&peer);
    struct at_op op = op_in(20, NULL);
    struct at_err err = AT_ERR_INIT;
    static const char much[1 << 20];
    T_NOT(at_conn_write(&op, conn, much, sizeof(much), &err));
    T_EQ_INT(err.code, AT_ETIMEOUT);
    size_t len = 99;
    T_OK(at_conn_write_some(conn, much, sizeof(much), &len, &err));
    T_EQ_SIZE(len, 0);
    at_conn_free(conn);
    close(peer);
}

T_TEST(gone_peer_fails_a_write)
{
    int peer;
    struct at_conn *conn = make_pair(&peer);
    struct at_op op = op_in(10000, NULL);
    struct at_err err = AT_ERR_INIT;
    close(peer);
    T_NOT(at_conn_write(&op, conn, "x", 1, &err));
    T_EQ_INT(err.code, AT_ENODEV);
    T_EQ_INT(err.sys, EPIPE);
    at_conn_free(conn);
}

// The other end of a transfer: reads in odd pieces, checks the pattern.
enum { TRANSFER = 300000 };

static unsigned char
pattern(size_t i)
{
    return (unsigned char)(i * 7 + i / 251);
}

static void *
drain(void *arg)
{
    int peer = *(int *)arg;
    size_t at = 0;
    unsigned char buf[1021];
    while (at < TRANSFER) {
        ssize_t n = recv(peer, buf, 1 + at % sizeof(buf), 0);
        if (n <= 0)
            break;
        for (ssize_t i = 0; i < n; i++) {
            if (buf[i] != pattern(at++))
                abort();
        }
    }
    if (at != TRANSFER)
        abort();
    return NULL;
}

T_TEST(short_writes_are_completed)
{
    int peer;
    struct at_conn *conn = make_pair(&peer);
    struct at_op op = op_in(20000, NULL);
    unsigned char *bytes = malloc(TRANSFER);
    pthread_t thread;
    for (size_t i = 0; i < TRANSFER; i++)
        bytes[i] = pattern(i);
    T_EQ_INT(pthread_create(&thread, NULL, drain, &peer), 0);
    T_OK(at_conn_write(&op, conn, bytes, TRANSFER, NULL));
    pthread_join(thread, NULL);
    free(bytes);
    at_conn_free(conn);
    close(peer);
}

struct sender {
    int peer;
    size_t len; // closes after as many bytes, one at a time
};

static void *
dribble(void *arg)
{
    struct sender *sender = arg;
    for (size_t i = 0; i < sender->len; i++) {
        if (send(sender->peer, "x", 1, 0) != 1)
            abort();
    }
    close(sender->peer);
    return NULL;
}

// The peer goes away after every possible number of bytes: an error in time,
// never a hang, and complete only where all came.
T_TEST(peer_that_closes_early)
{
    enum { WANT = 24 };
    for (size_t len = 0; len <= WANT; len++) {
        struct sender sender = {.len = len};
        struct at_conn *conn = make_pair(&sender.peer);
        struct at_op op = op_in(10000, NULL);
        struct at_err err = AT_ERR_INIT;
        char buf[WANT];
        pthread_t thread;
        T_EQ_INT(pthread_create(&thread, NULL, dribble, &sender), 0);
        T_EQ_INT(at_conn_read_all(&op, conn, buf, WANT, &err), len == WANT);
        T_EQ_INT(err.code, len == WANT ? AT_OK : AT_EPROTO);
        pthread_join(thread, NULL);
        at_conn_free(conn);
    }
}

static void *
fire_soon(void *token)
{
    struct at_op op = op_in(20, NULL);
    if (!at_op_wait_fd(&op, -1, 0, NULL))
        at_cancel_fire(token);
    return NULL;
}

T_TEST(another_thread_cancels)
{
    static const char much[1 << 20];
    for (int writing = 0; writing < 2; writing++) {
        int peer;
        struct at_conn *conn = make_pair(&peer);
        struct at_cancel *token = at_cancel_new(NULL, NULL);
        struct at_op op = {AT_NEVER_NS, token};
        struct at_err err = AT_ERR_INIT;
        pthread_t thread;
        char byte;
        size_t len;
        T_EQ_INT(pthread_create(&thread, NULL, fire_soon, token), 0);
        T_NOT(writing ? at_conn_write(&op, conn, much, sizeof(much), &err)
                      : at_conn_read(&op, conn, &byte, 1, &len, &err));
        T_EQ_INT(err.code, AT_ECANCELED);
        pthread_join(thread, NULL);
        at_cancel_free(token);
        at_conn_free(conn);
        close(peer);
    }
}

static void
talk(const char *endpoint, int listen_fd)
{
    struct at_op op = op_in(10000, NULL);
    struct at_conn *client;
    struct at_conn *served;
    char buf[4];
    T_OK(at_conn_open(&op, endpoint, &client, NULL));
    T_OK(at_accept(&op, listen_fd, &served, NULL));
    T_OK(at_conn_write(&op, client, "ping", 4, NULL));
    T_OK(at_conn_read_all(&op, served, buf, 4, NULL));
    T_EQ_MEM(buf, 4, "ping", 4);
    at_conn_free(client);
    at_conn_free(served);
}

T_TEST(connects_by_tcp)
{
    char endpoint[64];
    uint16_t port = 0;
    int fd;
    T_OK(at_listen_tcp("127.0.0.1", 0, &fd, &port, NULL));
    T_OK(port != 0);
    snprintf(endpoint, sizeof(endpoint), "tcp:127.0.0.1:%u", port);
    talk(endpoint, fd);
    snprintf(endpoint, sizeof(endpoint), "tcp:localhost:%u", port);
    talk(endpoint, fd);

    struct at_err err = AT_ERR_INIT;
    struct at_op op = op_in(20, NULL);
    struct at_conn *conn;
    T_NOT(at_accept(&op, fd, &conn, &err));
    T_EQ_INT(err.code, AT_ETIMEOUT);
    T_NULL(conn);
    int other;
    T_NOT(at_listen_tcp("127.0.0.1", port, &other, &port, &err));
    T_EQ_INT(err.sys, EADDRINUSE);
    close(fd);

    op = op_in(10000, NULL);
    T_NOT(at_conn_open(&op, endpoint, &conn, &err));
    T_EQ_INT(err.code, AT_ENODEV);
    T_HAS(err.msg, endpoint);
}

T_TEST(connects_by_path)
{
    char folder[] = "/tmp/at-conn-XXXXXX";
    T_OK(mkdtemp(folder) != NULL);
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    snprintf(name.sun_path, sizeof(name.sun_path), "%s/s", folder);
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    T_EQ_INT(bind(fd, (struct sockaddr *)&name, sizeof(name)), 0);
    T_EQ_INT(listen(fd, 4), 0);
    T_EQ_INT(fcntl(fd, F_SETFL, O_NONBLOCK), 0);
    char endpoint[160];
    snprintf(endpoint, sizeof(endpoint), "unix:%s", name.sun_path);
    talk(endpoint, fd);
    close(fd);
    unlink(name.sun_path);
    rmdir(folder);

    struct at_op op = op_in(10000, NULL);
    struct at_conn *conn;
    struct at_err err = AT_ERR_INIT;
    T_NOT(at_conn_open(&op, endpoint, &conn, &err));
    T_EQ_INT(err.code, AT_ENODEV);
}

T_TEST(refuses_malformed_endpoints)
{
    char long_path[200] = "unix:/";
    memset(long_path + 6, 'a', sizeof(long_path) - 7);
    const char *const bad[] = {
        "",
        "tcp",
        "tcp:",
        "tcp:5037",
        "tcp::5037",
        "tcp:localhost",
        "tcp:localhost:",
        "tcp:localhost:0",
        "tcp:localhost:65536",
        "tcp:localhost:-1",
        "tcp:localhost:http",
        "tcp:[]:5037",
        "udp:localhost:5037",
        "unix:",
        long_path,
    };
    for (size_t i = 0; i < T_LEN(bad); i++) {
        struct at_op op = op_in(10000, NULL);
        struct at_err err = AT_ERR_INIT;
        struct at_conn *conn;
        T_ROW(bad[i]);
        T_NOT(at_conn_open(&op, bad[i], &conn, &err));
        T_EQ_INT(err.code, AT_EUSAGE);
        T_NULL(conn);
    }
    struct at_err err = AT_ERR_INIT;
    uint16_t port;
    int fd;
    T_NOT(at_listen_tcp("localhost", 0, &fd, &port, &err));
    T_EQ_INT(err.code, AT_EUSAGE);
    T_EQ_INT(fd, -1);
}

static char folder[] = "/tmp/at-conn-XXXXXX";

// A path below folder.
static const char *
in_folder(const char *name)
{
    static char path[256];
    snprintf(path, sizeof(path), "%s/%s", folder, name);
    return path;
}

T_TEST(listens_at_a_path)
{
    const char *path = in_folder("sock");
    struct at_op op = op_in(10000, NULL);
    struct at_err err = AT_ERR_INIT;
    struct at_conn *client;
    struct at_conn *served;
    struct stat info;
    char endpoint[300];
    int fd;
    int other = 0;
    snprintf(endpoint, sizeof(endpoint), "unix:%s", path);
    T_OK(at_listen_unix(path, &fd, &err));
    T_EQ_INT(stat(path, &info), 0);
    T_EQ_INT(info.st_mode & 0777, 0600);
    T_OK(fcntl(fd, F_GETFD) & FD_CLOEXEC);
    talk(endpoint, fd);
    T_OK(at_conn_open(&op, endpoint, &client, NULL));
    T_OK(at_accept(&op, fd, &served, NULL));
    T_OK(at_conn_is_mine(client));
    T_OK(at_conn_is_mine(served));
    at_conn_free(client);
    at_conn_free(served);
    T_NOT(at_listen_unix(path, &other, &err));
    T_EQ_INT(other, -1);
    T_EQ_INT(err.code, AT_EBUSY);
    T_HAS(err.msg, path);
    close(fd); // like after a crash: the socket stays, and is replaced
    T_EQ_INT(stat(path, &info), 0);
    T_NOT(at_conn_open(&op, endpoint, &client, NULL));
    T_OK(at_listen_unix(path, &fd, &err));
    talk(endpoint, fd);
    close(fd);
    T_EQ_INT(unlink(path), 0);
}

T_TEST(other_peers_are_not_mine)
{
    struct at_op op = op_in(10000, NULL);
    struct at_conn *client;
    char endpoint[64];
    uint16_t port;
    int fd;
    T_OK(at_listen_tcp("127.0.0.1", 0, &fd, &port, NULL));
    snprintf(endpoint, sizeof(endpoint), "tcp:127.0.0.1:%u", port);
    T_OK(at_conn_open(&op, endpoint, &client, NULL));
    T_NOT(at_conn_is_mine(client)); // it cannot be known
    at_conn_free(client);
    close(fd);
}

T_TEST(refuses_paths_to_other_files)
{
    struct at_err err = AT_ERR_INIT;
    struct stat info;
    char path[200];
    int fd;
    memset(path, 'x', sizeof(path));
    path[0] = '/';
    path[sizeof(path) - 1] = '\0';
    T_NOT(at_listen_unix(path, &fd, &err));
    T_EQ_INT(err.code, AT_EUSAGE);
    T_HAS(err.msg, path);
    T_HAS(err.msg, "has 199");
    T_NOT(at_listen_unix("", &fd, &err));
    T_EQ_INT(err.code, AT_EUSAGE);
    T_NOT(at_listen_unix(in_folder("none/sock"), &fd, &err));
    T_EQ_INT(err.code, AT_EIO);
    fd = open(in_folder("file"), O_CREAT | O_WRONLY, 0600);
    T_OK(fd >= 0);
    close(fd);
    T_NOT(at_listen_unix(in_folder("file"), &fd, &err));
    T_EQ_INT(err.code, AT_EIO);
    T_HAS(err.msg, "is not a socket");
    T_EQ_INT(stat(in_folder("file"), &info), 0); // the file was not removed
    T_EQ_INT(unlink(in_folder("file")), 0);
}

int
main(void)
{
    if (!mkdtemp(folder))
        return 1;
    int failed = T_RUN(NULL, NULL);
    return rmdir(folder) == 0 ? failed : 1;
}
