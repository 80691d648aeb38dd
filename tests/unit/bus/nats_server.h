// nats_server.h: a real nats-server for a test, on a free port
//
// The build leaves these tests out, by name, on a machine without one.
#ifndef TESTS_UNIT_BUS_NATS_SERVER_H
#define TESTS_UNIT_BUS_NATS_SERVER_H

#include <sys/types.h>

struct nats_server {
    char folder[256]; // for its files
    char url[64];     // "nats://127.0.0.1:41234"
    int port;
    pid_t pid; // 0: it is stopped
};

// Start one with JetStream and these additional lines of configuration. Aborts
// the test if it does not start.
void nats_server_start(struct nats_server *server, const char *folder,
                       const char *config);
// Start it again with what it has, at the same port.
void nats_server_restart(struct nats_server *server);
void nats_server_kill(struct nats_server *server); // as a crash does
void nats_server_stop(struct nats_server *server); // twice is allowed

#endif
