// stdio_server.c: standard input to messages, answers to standard output
#define AT_LOG_MODULE "mcp"
#include "mcp/stdio_server.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include "base/limits.h"
#include "base/lines.h"
#include "mcp/line_writer.h"
#include "sys/stop.h"
#include "sys/clock.h"
#include "sys/log.h"

enum { READ_BYTES = 64 * 1024 };

struct stdio {
    struct at_mcp_peer peer;
    struct at_sink sink;
    int in_fd;
    int out_fd;
    int wake_fds[2]; // read end first; non-blocking
    struct at_lines lines;
    struct at_line_writer *out;
};

// Open /dev/null for descriptors 0, 1 and 2 if the parent has closed them, to
// keep later files from getting their numbers.
static bool
fill_standard_fds(struct at_err *err)
{
    int fd;
    do {
        fd = open("/dev/null", O_RDWR);
        if (fd < 0)
            return at_fail_sys(err, AT_EIO, errno, "cannot open /dev/null");
    } while (fd <= STDERR_FILENO);
    close(fd);
    return true;
}

static bool
take_fds(struct stdio *io, struct at_err *err)
{
    if (!fill_standard_fds(err))
        return false;
    io->in_fd = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    io->out_fd = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    int null_fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (io->in_fd < 0 || io->out_fd < 0 || null_fd < 0 ||
        dup2(null_fd, STDIN_FILENO) < 0 ||
        dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
        return at_fail_sys(err, AT_EIO, errno,
                           "cannot take over standard input and output");
    close(null_fd);
    if (!at_stop_pipe(io->wake_fds))
        return at_fail_sys(err, AT_EIO, errno, "no pipe");
    return true;
}

static void
send_line(void *user, enum at_sink_kind kind, struct at_buf *message)
{
    (void)kind;
    struct stdio *io = user;
    at_line_writer_send(io->out, message);
}

static void
wait_room(void *user)
{
    struct stdio *io = user;
    at_line_writer_wait(io->out);
}

static void
serve_bytes(struct stdio *io, struct at_str bytes)
{
    struct at_line line;
    while (at_lines_next(&io->lines, &bytes, &line)) {
        if (line.too_long)
            at_mcp_refuse_long(&io->sink, AT_MCP_LINE_MAX_BYTES);
        else
            at_mcp_receive(&io->peer, line.text, &io->sink);
    }
}

// Wait until there is something to read. False: it is time to end.
static bool
wait_input(struct stdio *io, bool *out_ready)
{
    struct pollfd fds[2] = {
        {.fd = io->wake_fds[0], .events = POLLIN},
        {.fd = at_line_writer_full(io->out) ? -1 : io->in_fd, .events = POLLIN},
    };
    if (poll(fds, 2, -1) < 0)
        fds[0].revents = fds[1].revents = 0; // EINTR
    if (fds[0].revents)
        at_stop_drain(io->wake_fds[0]);
    *out_ready = fds[1].revents != 0;
    return !at_stop_asked() && !at_line_writer_broken(io->out);
}

static void
read_all(struct stdio *io)
{
    static char chunk[READ_BYTES];
    bool ready;
    while (wait_input(io, &ready)) {
        if (!ready)
            continue;
        ssize_t n = read(io->in_fd, chunk, sizeof(chunk));
        if (n > 0)
            serve_bytes(io, at_str_n(chunk, (size_t)n));
        else if (n == 0 || (errno != EINTR && errno != EAGAIN))
            return; // half a line is not a message
    }
}

static bool
finish(struct stdio *io)
{
    int64_t now_ns = at_now_ns();
    bool awaited = !at_stop_asked() && !at_line_writer_broken(io->out);
    int64_t soft_ns = now_ns + (awaited ? AT_STDIO_GRACE_MS : 0) * AT_NS_PER_MS;
    struct at_op op = {now_ns + AT_STDIO_END_MS * AT_NS_PER_MS, NULL};
    return at_mcp_finish(&op, io->peer.mcp, soft_ns) &&
           at_line_writer_finish(&op, io->out);
}

int
at_mcp_stdio_serve(struct at_mcp *mcp, bool *out_stuck)
{
    struct at_err err = AT_ERR_INIT;
    static struct stdio io; // outlives a thread that does not end
    io = (struct stdio){
        .sink = {send_line, wait_room, NULL, &io},
        .lines = AT_LINES_INIT(AT_MCP_LINE_MAX_BYTES),
    };
    *out_stuck = false;
    if (take_fds(&io, &err)) {
        at_stop_take(io.wake_fds[1]);
        io.out = at_line_writer_start(io.out_fd, io.wake_fds[1], &err);
    }
    if (!io.out) {
        at_log_error("%s", err.msg);
        at_mcp_free(mcp);
        return 1;
    }
    at_mcp_peer_init(&io.peer, mcp);
    read_all(&io);
    *out_stuck = !finish(&io);
    at_lines_deinit(&io.lines);
    if (!*out_stuck) {
        at_line_writer_free(io.out);
        at_mcp_free(mcp);
    }
    return 0;
}
