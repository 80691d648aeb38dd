// bus_priv.h: declarations common to the files that use the library
#ifndef AT_BUS_BUS_PRIV_H
#define AT_BUS_BUS_PRIV_H

#include <nats/nats.h>
#include <pthread.h>

#include "base/buf.h"
#include "base/op.h"
#include "bus/bus.h"
#include "sys/cancel.h"

enum { AT_BUS_DENIALS = 8, AT_BUS_CALL_MS = 1000, AT_BUS_NODE_MAX = 128 };

#define AT_BUS_WRITER "Agentest-Writer" // a header

struct at_bus {
    natsOptions *options; // owned, as are all others
    natsConnection *connection;
    jsCtx *jetstream;
    struct at_cancel *stop;
    char *urls; // without credentials
    int replicas;

    pthread_mutex_t lock;
    // Guarded by lock: what the server has refused, newest last.
    char denials[AT_BUS_DENIALS][AT_BUS_URL_MAX];
    uint64_t denial_count;
    uint64_t reconnects;
    char avoided[AT_BUS_NODE_MAX]; // a node that followers do not read from
    int64_t avoided_ns;            // when that ends
    bool closed; // the library calls nothing of this connection any more
    pthread_cond_t closing;
    int64_t hurry_ns; // then waiting ends; 0: no hurry
};

// A call that is repeated while the bus is away.
struct at_bus_try {
    const char *what;    // "store a document"
    const char *subject; // the request's, to find its denial
    struct at_op op;
    uint64_t denial_count; // at its begin
};
struct at_bus_try at_bus_try_begin(struct at_bus *bus, const char *what,
                                   const char *subject, int64_t max_ms);
// After a failure: wait and return true to call again; false with err.
bool at_bus_try_again(struct at_bus *bus, const struct at_bus_try *call,
                      natsStatus status, jsErrCode code, struct at_err *err);
// Set err from a failure of the library.
bool at_bus_fail(const struct at_bus *bus, const char *what, natsStatus status,
                 jsErrCode code, struct at_err *err);

enum at_bus_mark at_bus_mark_of(natsMsg *message);
struct at_str at_bus_header(natsMsg *message, const char *name);

#endif
