#include "cli/live_state.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "sys/clock.h"
#include "sys/private.h"

void
at_live_wake(struct at_live_server *server)
{
    ssize_t n = write(server->wake_fds[1], "", 1);
    (void)n; // a full pipe wakes too
}

// The log is standard error, so that the output of libraries goes there too.
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
