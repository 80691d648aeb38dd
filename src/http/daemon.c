// daemon.c: libmicrohttpd callbacks that all servers share
#define AT_LOG_MODULE "http"
#include "http/daemon.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "sys/clock.h"
#include "sys/log.h"

const struct at_http_limits at_http_usual_limits = {
    .receive_ms = AT_HTTP_RECEIVE_MAX_MS,
    .send_ms = AT_HTTP_SEND_MAX_MS,
    .idle_ms = AT_HTTP_IDLE_MAX_MS,
    .silence_ms = AT_HTTP_SILENCE_MAX_MS,
    .connections = AT_HTTP_CONNECTIONS_MAX,
    .bodies_bytes = AT_HTTP_BODIES_MAX_BYTES,
};

void
at_http_daemon_init(struct at_http_daemon *daemon,
                    const struct at_http_limits *limits)
{
    *daemon = (struct at_http_daemon){.limits = limits ? *limits
                                                       : at_http_usual_limits};
    at_assert(daemon->limits.connections <= AT_HTTP_CONNECTIONS_MAX);
    at_http_connections_init(&daemon->connections, &daemon->limits);
}

int
at_http_connection_fd(struct MHD_Connection *connection)
{
    return MHD_get_connection_info(connection,
                                   MHD_CONNECTION_INFO_CONNECTION_FD)
        ->connect_fd;
}

void
at_http_daemon_wait(struct at_http_daemon *daemon,
                    struct MHD_Connection *connection, enum at_http_wait wait)
{
    struct at_http_connection *waited_for =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT)
            ->socket_context;
    at_http_connections_wait(&daemon->connections, waited_for, wait,
                             at_now_ns());
}

static void
on_connection(void *cls, struct MHD_Connection *connection, void **context,
              enum MHD_ConnectionNotificationCode code)
{
    struct at_http_daemon *daemon = cls;
    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        *context = at_http_connections_add(&daemon->connections,
                                           at_http_connection_fd(connection),
                                           at_now_ns());
        return;
    }
    at_http_connections_remove(&daemon->connections, *context);
    *context = NULL;
}

// The request line has arrived: the rest of the request must follow in time.
static void *
on_uri(void *cls, const char *uri, struct MHD_Connection *connection)
{
    (void)uri;
    at_http_daemon_wait(cls, connection, AT_HTTP_WAIT_REQUEST);
    return NULL;
}

static void
on_completed(void *cls, struct MHD_Connection *connection, void **context,
             enum MHD_RequestTerminationCode code)
{
    struct at_http_daemon *daemon = cls;
    at_http_daemon_wait(daemon, connection, AT_HTTP_WAIT_NEXT);
    (void)code;
    daemon->on_completed(daemon->user, context);
}

static enum MHD_Result
on_request(void *cls, struct MHD_Connection *connection, const char *path,
           const char *method, const char *version, const char *data,
           size_t *data_len, void **context)
{
    struct at_http_daemon *daemon = cls;
    struct at_http_piece piece = {connection, path, method,
                                  at_str_n(data, *data_len), context};
    (void)version;
    if (*context)
        *data_len = 0;
    return daemon->on_request(daemon->user, &piece);
}

static void
on_log(void *cls, const char *fmt, va_list args)
{
    char text[512];
    (void)cls;
    vsnprintf(text, sizeof(text), fmt, args);
    size_t len = strlen(text);
    if (len > 0 && text[len - 1] == '\n')
        text[len - 1] = '\0';
    at_log_debug("%s", text);
}

bool
at_http_daemon_start(struct at_http_daemon *daemon, int fd)
{
    daemon->mhd = MHD_start_daemon(
        MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_POLL |
            MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG,
        0, NULL, NULL, on_request, daemon, MHD_OPTION_EXTERNAL_LOGGER, on_log,
        NULL, MHD_OPTION_LISTEN_SOCKET, fd, MHD_OPTION_CONNECTION_LIMIT,
        daemon->limits.connections, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
        (size_t)AT_HTTP_CONNECTION_MAX_BYTES, MHD_OPTION_CONNECTION_TIMEOUT,
        (unsigned)(daemon->limits.idle_ms / 1000 + 1),
        MHD_OPTION_NOTIFY_CONNECTION, on_connection, daemon,
        MHD_OPTION_NOTIFY_COMPLETED, on_completed, daemon,
        MHD_OPTION_URI_LOG_CALLBACK, on_uri, daemon, MHD_OPTION_END);
    if (!daemon->mhd)
        close(fd);
    return daemon->mhd != NULL;
}

void
at_http_daemon_quiesce(struct at_http_daemon *daemon)
{
    MHD_socket fd = MHD_quiesce_daemon(daemon->mhd);
    if (fd != MHD_INVALID_SOCKET)
        close(fd);
}

void
at_http_daemon_stop(struct at_http_daemon *daemon)
{
    at_http_connections_stop_reading(&daemon->connections);
    MHD_stop_daemon(daemon->mhd);
    daemon->mhd = NULL;
}

bool
at_http_hung_up(int fd)
{
    char byte;
    ssize_t n = recv(fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    return n == 0 ||
           (n < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR);
}

struct at_str
at_http_header(struct MHD_Connection *connection, const char *name)
{
    const char *value =
        MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
    return value ? at_str(value) : (struct at_str){0};
}

size_t
at_http_header_count(struct MHD_Connection *connection)
{
    int count =
        MHD_get_connection_values(connection, MHD_HEADER_KIND, NULL, NULL);
    return count > 0 ? (size_t)count : 0;
}

struct survey {
    const char *const *names;
    unsigned seen; // one bit for each of names
    bool twice;
};

static enum MHD_Result
survey_header(void *cls, enum MHD_ValueKind kind, const char *key,
              size_t key_len, const char *value, size_t value_len)
{
    struct survey *survey = cls;
    (void)kind, (void)value, (void)value_len;
    for (size_t i = 0; survey->names[i]; i++) {
        if (!at_str_eq_nocase(at_str_n(key, key_len), at_str(survey->names[i])))
            continue;
        survey->twice = survey->twice || survey->seen >> i & 1;
        survey->seen |= 1U << i;
    }
    return MHD_YES;
}

bool
at_http_comes_twice(struct MHD_Connection *connection, const char *const *names)
{
    struct survey survey = {.names = names};
    MHD_get_connection_values_n(connection, MHD_HEADER_KIND, survey_header,
                                &survey);
    return survey.twice;
}
