// server.h: mobile-tester-agent over HTTP
//
// Serves the contract's paths (POST /run-test …), the API below /api/v1/, and
// events. The server is created before the runs, whose events it receives, and
// serves once all parts exist. routes.h lists its paths.
#ifndef AT_SERVER_SERVER_H
#define AT_SERVER_SERVER_H

#include "base/str.h"
#include "http/client_limits.h"
#include "server/dashboard_files.h"
#include "store/store.h"
#include "tester/copies/copies.h"
#include "tester/env.h"
#include "tester/readiness.h"
#include "tester/runs/runs.h"
#include "tester/virtual_device.h"

struct at_server;

// All are borrowed until at_server_serve() returns.
struct at_server_opts {
    struct at_str address; // [HOST:]PORT; port 0: any free port
    struct at_str token;   // empty: none; required beyond loopback
    const struct at_http_limits *limits; // NULL: defaults of base/limits.h
    struct at_runs *runs;                // its events go to at_server_event()
    struct at_store_db *store;
    struct at_views *views;
    struct at_virtual_device *virtual_device; // for the sample
    const char *sample; // scenario with its recording, as JSON
    struct at_readiness *readiness;
    struct at_env *env;
    const char *reports;      // folder with the runs' folders
    const char *host;         // name of this one in the pool; NULL: not known
    struct at_str pool_key;   // for requests between hosts; empty: none
    struct at_copies *copies; // the keeper of copies in S3; NULL: none are made
    struct at_dashboard web;
    // After SIGTERM, serve that long until the runs have ended; 0: stop them at
    // once. A second signal stops them too.
    int64_t drain_ms;
};

struct at_server *at_server_new(void);
void at_server_free(struct at_server *server); // NULL is allowed

// Note that an event of a run was stored; for at_runs_opts, with the server as
// user. Any thread may call at any time. Does not wait.
void at_server_event(void *server, const char *run, int64_t index,
                     struct at_str json);

// The same for an event that came from the pool, for at_store_listen_events().
void at_server_pool_event(void *server, const char *run, int64_t index,
                          struct at_str json);

// Note that a document was stored or removed; for the store, with the server as
// user. Like at_server_event().
void at_server_change(void *server, const struct at_store_change *change);

// Serve until SIGTERM or SIGINT, then drain and stop all runs. Prints the
// address to stderr as soon as it listens. Returns the exit status.
int at_server_serve(struct at_server *server,
                    const struct at_server_opts *opts);

#endif
