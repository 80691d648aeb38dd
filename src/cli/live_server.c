#include "cli/live_server.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "cli/live_link.h"
#include "session/root_folder.h"
#include "sys/clock.h"
#include "sys/filelock.h"
#include "sys/private.h"
#include "sys/proc.h"
#include "sys/stop.h"

enum { START_MAX_MS = 10000 }; // an old process needs less to release the files

void
at_live_wake(struct at_live_server *server)
{
    ssize_t n = write(server->wake_fds[1], "", 1);
    (void)n; // a full pipe wakes too
}

// The log is standard error: the output of libraries goes there too.
static void
rotate_log(struct at_live_server *server)
{
    struct stat info;
    if (fstat(STDERR_FILENO, &info) != 0 ||
        (uintmax_t)info.st_size < AT_LIVE_LOG_MAX_BYTES)
        return;
    at_live_files_rotate(&server->files);
    int fd;
    if (!at_private_open(server->files.log, O_WRONLY | O_APPEND | O_CREAT, &fd,
                         NULL))
        return;
    dup2(fd, STDOUT_FILENO);
    dup2(fd, STDERR_FILENO);
    close(fd);
}

void
at_live_log(struct at_live_server *server, const char *fmt, ...)
{
    char now[AT_RFC3339_MAX];
    struct at_buf line = AT_BUF_INIT(4 * AT_KIB);
    char text[1024];
    va_list args;
    va_start(args, fmt);
    vsnprintf(text, sizeof(text), fmt, args);
    va_end(args);
    at_wall_write(at_wall_now_ms(), now);
    at_buf_add_fmt(&line, "%s %s\n", now, text);
    pthread_mutex_lock(&server->lock);
    rotate_log(server);
    ssize_t n = write(STDERR_FILENO, line.data, line.len);
    (void)n; // a full disk does not end the server
    pthread_mutex_unlock(&server->lock);
    at_buf_deinit(&line);
}

// Other threads read all links for the status.
static void
set_link(struct at_live_server *server, struct at_live_link *link,
         struct at_live_link value)
{
    pthread_mutex_lock(&server->lock);
    *link = value;
    pthread_mutex_unlock(&server->lock);
}

static void
start_link(struct at_live_server *server, struct at_live_link *link,
           struct at_conn *conn)
{
    struct at_err err = AT_ERR_INIT;
    struct at_cancel *cancel = at_cancel_new(server->cancel, &err);
    set_link(server, link,
             (struct at_live_link){
                 .server = server, .conn = conn, .cancel = cancel});
    int sys = cancel
                  ? pthread_create(&link->thread, NULL, at_live_link_run, link)
                  : EMFILE;
    if (sys == 0)
        return;
    at_live_log(server, "no thread for a client: errno %d %s", sys, err.msg);
    set_link(server, link, (struct at_live_link){0});
    at_conn_free(conn);
    at_cancel_free(cancel);
}

static struct at_live_link *
find_slot(struct at_live_server *server)
{
    for (size_t i = 0; i < AT_LIVE_LINKS_MAX; i++) {
        if (!server->links[i].server)
            return &server->links[i];
    }
    return NULL;
}

static void
accept_client(struct at_live_server *server)
{
    struct at_op now = {at_now_ns() + AT_NS_PER_MS, NULL};
    struct at_conn *conn;
    struct at_live_link *slot = find_slot(server);
    if (!slot || !at_accept(&now, server->listen_fd, &conn, NULL))
        return;
    if (at_conn_is_mine(conn)) {
        start_link(server, slot, conn);
        return;
    }
    pthread_mutex_lock(&server->lock);
    server->refused++;
    pthread_mutex_unlock(&server->lock);
    at_conn_free(conn);
}

static void
join_link(struct at_live_server *server, struct at_live_link *link)
{
    pthread_join(link->thread, NULL);
    at_conn_free(link->conn);
    at_cancel_free(link->cancel);
    set_link(server, link, (struct at_live_link){0});
}

static void
join_ended(struct at_live_server *server)
{
    for (size_t i = 0; i < AT_LIVE_LINKS_MAX; i++) {
        struct at_live_link *link = &server->links[i];
        pthread_mutex_lock(&server->lock);
        bool ended = link->server && link->ended;
        pthread_mutex_unlock(&server->lock);
        if (ended)
            join_link(server, link);
    }
}

// Set what poll(2) waits for: [0] the wake pipe, [1] the listener while there
// is room, then the clients of commands that run. Return how many; *out_left_ms
// is the rest of the time to live.
static nfds_t
collect(struct at_live_server *server, struct pollfd *fds,
        struct at_live_link **links, int *out_left_ms)
{
    nfds_t count = 2;
    bool busy = false;
    fds[0] = (struct pollfd){.fd = server->wake_fds[0], .events = POLLIN};
    fds[1] = (struct pollfd){.fd = find_slot(server) ? server->listen_fd : -1,
                             .events = POLLIN};
    pthread_mutex_lock(&server->lock);
    for (size_t i = 0; i < AT_LIVE_LINKS_MAX; i++) {
        struct at_live_link *link = &server->links[i];
        busy = busy || (link->server && link->runs);
        if (!link->server || !link->runs || link->left)
            continue;
        fds[count] =
            (struct pollfd){.fd = at_conn_fd(link->conn), .events = POLLIN};
        links[count++] = link;
    }
    struct at_op ttl = {server->idle_since_ns + server->ttl_ms * AT_NS_PER_MS,
                        NULL};
    pthread_mutex_unlock(&server->lock);
    *out_left_ms = busy ? -1 : at_op_left_ms(&ttl, at_now_ns());
    return count;
}

// Cancel the commands of clients that have sent anything after their request,
// usually the end of their stream.
static void
cancel_left(struct at_live_server *server, const struct pollfd *fds,
            struct at_live_link *const *links, nfds_t count)
{
    for (nfds_t i = 2; i < count; i++) {
        if (!fds[i].revents)
            continue;
        pthread_mutex_lock(&server->lock);
        links[i]->left = true;
        pthread_mutex_unlock(&server->lock);
        at_cancel_fire(links[i]->cancel);
    }
}

static bool
is_to_stop(struct at_live_server *server)
{
    pthread_mutex_lock(&server->lock);
    bool stops = server->stops;
    pthread_mutex_unlock(&server->lock);
    return stops || at_stop_asked();
}

static const char *
serve(struct at_live_server *server)
{
    struct pollfd fds[2 + AT_LIVE_LINKS_MAX];
    struct at_live_link *links[2 + AT_LIVE_LINKS_MAX];
    for (;;) {
        int left_ms;
        nfds_t count = collect(server, fds, links, &left_ms);
        int n = left_ms == 0 ? 0 : poll(fds, count, left_ms);
        if (n == 0 && left_ms >= 0)
            return "nothing ran for its time to live";
        if (n < 0 && errno != EINTR)
            return "poll failed";
        if (is_to_stop(server))
            return "on request";
        if (n <= 0)
            continue;
        at_stop_drain(server->wake_fds[0]);
        cancel_left(server, fds, links, count);
        join_ended(server);
        if (fds[1].revents)
            accept_client(server);
    }
}

static bool
write_pid(const struct at_filelock *lock, struct at_err *err)
{
    struct at_buf text = AT_BUF_INIT(32);
    at_buf_add_fmt(&text, "%ld\n", (long)getpid());
    bool ok = ftruncate(at_filelock_fd(lock), 0) == 0 &&
              pwrite(at_filelock_fd(lock), text.data, text.len, 0) ==
                  (ssize_t)text.len;
    at_buf_deinit(&text);
    return ok || at_fail_sys(err, AT_EIO, errno, "cannot write the pid file");
}

static bool
take_files(struct at_live_server *server, struct at_filelock **out_lock,
           struct at_err *err)
{
    struct at_op op = {at_now_ns() + START_MAX_MS * AT_NS_PER_MS, NULL};
    if (!at_live_files_make(&server->files, err) ||
        !at_filelock_take(&op, server->files.pid, out_lock, err))
        return false;
    if (write_pid(*out_lock, err) &&
        at_listen_unix(server->files.socket, &server->listen_fd, err))
        return true;
    at_live_files_explain(err);
    return false;
}

// Let no new client in, end all commands, then release the files.
static void
release_files(struct at_live_server *server, struct at_filelock *lock)
{
    if (server->listen_fd >= 0) {
        unlink(server->files.socket);
        close(server->listen_fd);
    }
    if (server->cancel)
        at_cancel_fire(server->cancel);
    for (size_t i = 0; i < AT_LIVE_LINKS_MAX; i++) {
        if (server->links[i].server)
            pthread_join(server->links[i].thread, NULL);
    }
    if (lock)
        unlink(server->files.pid);
    at_filelock_release(lock);
    // The client that asked us to stop sees the end of its connection now.
    for (size_t i = 0; i < AT_LIVE_LINKS_MAX; i++) {
        at_conn_free(server->links[i].conn);
        at_cancel_free(server->links[i].cancel);
    }
}

// Report to the starter on descriptor 3.
static void
report_start(const char *text)
{
    struct at_str rest = at_str(text);
    while (rest.len > 0) {
        ssize_t n = write(AT_LIVE_READY_FD, rest.ptr, rest.len);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            break;
        rest = at_str_skip(rest, (size_t)n);
    }
    close(AT_LIVE_READY_FD);
}

static bool
start(struct at_live_server *server, const char *session,
      struct at_filelock **out_lock, struct at_err *err)
{
    if (!at_live_files_init(&server->files, session, err))
        return false;
    if (!at_stop_pipe(server->wake_fds))
        return at_fail_sys(err, AT_EIO, errno, "no pipe");
    at_stop_take(server->wake_fds[1]);
    server->cancel = at_cancel_new(NULL, err);
    return server->cancel && take_files(server, out_lock, err);
}

static void
server_deinit(struct at_live_server *server)
{
    at_device_pool_free(server->pool);
    at_cancel_free(server->cancel);
    json_decref(server->facts);
    at_live_files_deinit(&server->files);
    pthread_mutex_destroy(&server->turn);
    pthread_mutex_destroy(&server->lock);
}

static void
live(struct at_live_server *server)
{
    at_live_log(server, "%s: process %ld serves session %s",
                AT_SESSION_PROGRAM " " AT_VERSION, (long)getpid(),
                server->files.session);
    server->idle_since_ns = at_now_ns();
    report_start(AT_LIVE_READY);
    const char *why = serve(server);
    at_live_log(server, "ends: %s", why);
}

int
at_live_process(int argc, char **argv,
                const struct at_platform *const *platforms)
{
    struct at_live_server server = {
        .platforms = platforms,
        .program = argv[0],
        .ttl_ms = AT_LIVE_TTL_MS,
        .began_wall_ms = at_wall_now_ms(),
        .listen_fd = -1,
        .wake_fds = {-1, -1},
        .turn = PTHREAD_MUTEX_INITIALIZER,
        .lock = PTHREAD_MUTEX_INITIALIZER,
        .facts = at_live_facts(),
        .pool = at_device_pool_new(platforms, argv[0]),
    };
    struct at_filelock *lock = NULL;
    struct at_err err = AT_ERR_INIT;
    at_device_pool_set_persistent(server.pool);
    fcntl(AT_LIVE_READY_FD, F_SETFD, FD_CLOEXEC);
    bool ok =
        argc == 4 &&
        at_str_to_i64(at_str(argv[3]), 1, AT_LIVE_TTL_MAX_MS, &server.ttl_ms) &&
        start(&server, argv[2], &lock, &err);
    if (ok)
        live(&server);
    else
        report_start(err.msg[0]
                         ? err.msg
                         : "the live process is started by `live start`");
    release_files(&server, lock);
    server_deinit(&server);
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
