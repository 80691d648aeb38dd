// nats_server.c: starting and ending a nats-server
#include "tests/unit/bus/nats_server.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include "base/alloc.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "sys/file.h"
#include "sys/random.h"
#include "tests/t.h"

enum { START_MS = 60000 };

// Below the range from which the system takes the ports of connections.
static int
free_port(void)
{
    enum { FIRST = 20000, COUNT = 12000 };
    for (;;) {
        uint16_t random;
        at_random_bytes(&random, sizeof(random));
        struct sockaddr_in address = {
            .sin_family = AF_INET,
            .sin_port = htons((uint16_t)(FIRST + random % COUNT)),
            .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
        int fd = socket(AF_INET, SOCK_STREAM, 0);
        bool ok = bind(fd, (struct sockaddr *)&address, sizeof(address)) == 0;
        close(fd);
        if (ok)
            return ntohs(address.sin_port);
    }
}

static bool
answers(int port)
{
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)port),
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    bool ok = connect(fd, (struct sockaddr *)&address, sizeof(address)) == 0;
    close(fd);
    return ok;
}

void
nats_server_restart(struct nats_server *server)
{
    char config[300], log[300];
    snprintf(config, sizeof(config), "%s/nats.conf", server->folder);
    snprintf(log, sizeof(log), "%s/nats.log", server->folder);
    server->pid = fork();
    if (server->pid == 0) {
        int out = open(log, O_WRONLY | O_CREAT | O_APPEND, 0600);
        dup2(out, STDOUT_FILENO);
        dup2(out, STDERR_FILENO);
        execlp("nats-server", "nats-server", "-c", config, (char *)NULL);
        _exit(127);
    }
    struct at_op op = {at_now_ns() + START_MS * AT_NS_PER_MS, NULL};
    while (!answers(server->port)) {
        T_EQ_INT(waitpid(server->pid, NULL, WNOHANG), 0);
        T_OK(at_op_wait_until(&op, at_now_ns() + 10 * AT_NS_PER_MS, NULL));
    }
}

void
nats_server_start(struct nats_server *server, const char *folder,
                  const char *config)
{
    char path[300];
    struct at_buf text = AT_BUF_INIT(16 * 1024);
    *server = (struct nats_server){.port = free_port()};
    snprintf(server->folder, sizeof(server->folder), "%s", folder);
    snprintf(server->url, sizeof(server->url), "nats://127.0.0.1:%d",
             server->port);
    snprintf(path, sizeof(path), "%s/nats.conf", folder);
    at_buf_add_fmt(&text,
                   "listen: 127.0.0.1:%d\nmax_payload: 8MB\n"
                   "jetstream { store_dir: \"%s/js\" }\n%s\n",
                   server->port, folder, config);
    T_OK(at_file_write(path, at_buf_str(&text), NULL));
    at_buf_deinit(&text);
    nats_server_restart(server);
}

static void
end(struct nats_server *server, int sig)
{
    if (server->pid > 0) {
        kill(server->pid, sig);
        waitpid(server->pid, NULL, 0);
    }
    server->pid = 0;
}

void
nats_server_kill(struct nats_server *server)
{
    end(server, SIGKILL);
}

void
nats_server_stop(struct nats_server *server)
{
    end(server, SIGTERM);
}
