#include "virtual-android/console/console.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits_virtual.h"
#include "net/conn.h"
#include "sys/cancel.h"
#include "virtual-android/console/commands.h"

enum { CLIENTS_MAX = 32, TOKEN_MAX_BYTES = 256 };

struct client {
    struct vd_console *console;
    struct at_conn *conn; // owned
    struct client *next;
    pthread_t thread;
    bool over; // under the console's lock
};

struct vd_console {
    struct vd_console_opts opts;
    pthread_t thread;
    pthread_mutex_t lock; // guards what follows
    struct client *clients;
    size_t client_count;
};

// The token that the user's console needs; "" for none. It is read from the
// file each time, as the emulator does.
static void
read_token(char *token, size_t cap)
{
    const char *home = getenv("HOME");
    char *path = at_strfmt("%s/.emulator_console_auth_token", home ? home : "");
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t len = fd >= 0 ? read(fd, token, cap - 1) : 0;
    if (fd >= 0)
        close(fd);
    free(path);
    struct at_str text =
        at_str_trim(at_str_n(token, len > 0 ? (size_t)len : 0));
    memmove(token, text.ptr, text.len);
    token[text.len] = '\0';
}

static const struct vd_console_command *
find_in(const struct vd_console_command *at, struct at_str *line)
{
    for (; at->name; at++) {
        struct at_str name = at_str(at->name);
        struct at_str rest = at_str_skip(*line, name.len);
        if (!at_str_starts(*line, name) || (rest.len > 0 && rest.ptr[0] != ' '))
            continue;
        *line = at_str_trim(rest);
        return at;
    }
    return NULL;
}

static const struct vd_console_command *
find_command(struct at_str *line)
{
    const struct vd_console_command *found = find_in(vd_console_commands, line);
    return found ? found : find_in(vd_virtual_commands, line);
}

static const char help_line[] =
    "Android Console: type 'help' for a list of commands\r\n";

static bool
check_token(struct at_str given, const char *token, bool *authed,
            struct at_buf *out, struct at_err *err)
{
    if (token[0] && !at_str_is(given, token))
        return at_fail(err, AT_EUSAGE,
                       "authentication token does not match "
                       "~/.emulator_console_auth_token");
    *authed = true;
    at_buf_add_text(out, help_line);
    return true;
}

// Answer one line. Returns false to hang up.
static bool
answer(struct vd_console *console, struct at_str line, bool *authed,
       struct at_buf *out)
{
    struct vd_console_call call = {.opts = &console->opts, .out = out};
    struct at_err err = AT_ERR_INIT;
    char token[TOKEN_MAX_BYTES];
    bool ok;
    line = at_str_trim(line);
    if (line.len == 0)
        return true; // adb sends its token file's newline too
    read_token(token, sizeof(token));
    if (at_str_starts(line, AT_STR("auth ")) || at_str_is(line, "auth")) {
        struct at_str given = at_str_trim(at_str_skip(line, 4));
        ok = check_token(given, token, authed, out, &err);
    } else {
        const struct vd_console_command *command = find_command(&line);
        call.rest = line;
        if (!command)
            ok = at_fail(&err, AT_EUSAGE, "unknown command, try 'help'");
        else if (!command->early && !*authed && token[0])
            ok = at_fail(&err, AT_EUSAGE,
                         "authentication required: auth <auth_token>");
        else
            ok = command->run(&call, &err);
    }
    if (call.end_program)
        kill(getpid(), SIGTERM);
    if (call.hang_up)
        return false; // the end of the connection is the answer
    if (ok)
        at_buf_add_text(out, "OK\r\n");
    else
        at_buf_add_fmt(out, "KO: %s\r\n", err.msg);
    return true;
}

static void
greet(struct at_buf *out)
{
    char token[TOKEN_MAX_BYTES];
    read_token(token, sizeof(token));
    if (token[0])
        at_buf_add_text(out, "Android Console: Authentication required\r\n"
                             "Android Console: type 'auth <auth_token>' to "
                             "authenticate\r\n");
    else
        at_buf_add_text(out, help_line);
    at_buf_add_text(out, "OK\r\n");
}

static bool
send_all(struct client *client, struct at_buf *out)
{
    struct at_op op = {AT_NEVER_NS, client->console->opts.cancel};
    bool ok = at_conn_write(&op, client->conn, out->data, out->len, NULL);
    at_buf_clear(out);
    return ok || out->len == 0;
}

static bool
take_line(struct at_buf *in, struct at_buf *line)
{
    const char *end = in->len ? memchr(in->data, '\n', in->len) : NULL;
    if (!end)
        return false;
    size_t len = (size_t)(end - in->data);
    at_buf_clear(line);
    at_buf_add(line, in->data, len);
    at_buf_drop(in, len + 1);
    return true;
}

static void
serve(struct client *client)
{
    struct at_op op = {AT_NEVER_NS, client->console->opts.cancel};
    struct at_buf in = AT_BUF_INIT(VD_CONSOLE_LINE_MAX_BYTES);
    struct at_buf line = AT_BUF_INIT(VD_CONSOLE_LINE_MAX_BYTES);
    struct at_buf out = AT_BUF_INIT(16 * AT_MIB);
    bool authed = false;
    bool stay = true;
    size_t len;
    greet(&out);
    while (send_all(client, &out) && stay) {
        char *room = at_buf_reserve(&in, 256); // NULL: a line without end
        if (!room || !at_conn_read(&op, client->conn, room, 256, &len, NULL) ||
            len == 0)
            break;
        in.len += len;
        while (stay && take_line(&in, &line))
            stay = answer(client->console, at_buf_str(&line), &authed, &out);
    }
    at_buf_deinit(&in);
    at_buf_deinit(&line);
    at_buf_deinit(&out);
}

static void *
run_client(void *arg)
{
    struct client *client = arg;
    struct vd_console *console = client->console;
    serve(client);
    at_conn_free(client->conn);
    client->conn = NULL;
    pthread_mutex_lock(&console->lock);
    client->over = true;
    pthread_mutex_unlock(&console->lock);
    return NULL;
}

static void
reap(struct vd_console *console, bool all)
{
    struct client *over = NULL;
    pthread_mutex_lock(&console->lock);
    for (struct client **at = &console->clients; *at;) {
        struct client *client = *at;
        if (!all && !client->over) {
            at = &client->next;
            continue;
        }
        *at = client->next;
        client->next = over;
        over = client;
        console->client_count--;
    }
    pthread_mutex_unlock(&console->lock);
    while (over) {
        struct client *client = over;
        over = client->next;
        pthread_join(client->thread, NULL);
        free(client);
    }
}

static void
add_client(struct vd_console *console, struct at_conn *conn)
{
    struct client *client = at_alloc(sizeof(*client));
    client->console = console;
    client->conn = conn;
    pthread_mutex_lock(&console->lock);
    bool ok = console->client_count < CLIENTS_MAX &&
              pthread_create(&client->thread, NULL, run_client, client) == 0;
    if (ok) {
        client->next = console->clients;
        console->clients = client;
        console->client_count++;
    }
    pthread_mutex_unlock(&console->lock);
    if (ok)
        return;
    at_conn_free(conn);
    free(client);
}

static void *
run(void *arg)
{
    struct vd_console *console = arg;
    struct at_op op = {AT_NEVER_NS, console->opts.cancel};
    struct at_conn *conn;
    while (at_accept(&op, console->opts.listen_fd, &conn, NULL)) {
        reap(console, false);
        add_client(console, conn);
    }
    return NULL;
}

bool
vd_console_open(const struct vd_console_opts *opts, struct vd_console **out,
                struct at_err *err)
{
    struct vd_console *console = at_alloc(sizeof(*console));
    console->opts = *opts;
    pthread_mutex_init(&console->lock, NULL);
    *out = NULL;
    if (pthread_create(&console->thread, NULL, run, console) != 0) {
        close(opts->listen_fd);
        pthread_mutex_destroy(&console->lock);
        free(console);
        return at_fail(err, AT_EIO, "no thread for the console");
    }
    *out = console;
    return true;
}

void
vd_console_free(struct vd_console *console)
{
    if (!console)
        return;
    at_assert(at_cancel_fired(console->opts.cancel));
    pthread_join(console->thread, NULL);
    reap(console, true);
    close(console->opts.listen_fd);
    pthread_mutex_destroy(&console->lock);
    free(console);
}
