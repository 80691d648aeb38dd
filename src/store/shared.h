// shared.h: the store of a pool: the same on all its hosts, over the bus
//
// Documents are the keys of a bucket, events of runs a stream. Writes are
// compare-and-set by the servers and return once the host's own file, from
// which all reads are answered, has them: it is a projection of both, and is
// rebuilt if it is missing, damaged, or of another pool, also while it is used.
// Writes wait for a bus that is away: those of runs for three minutes, others
// for ten seconds; then they fail in words. Reads go on.
#ifndef AT_STORE_SHARED_H
#define AT_STORE_SHARED_H

#include "bus/bus.h"
#include "store/store.h"

#define AT_STORE_SHARED_BUCKET "agentest_docs"
#define AT_STORE_SHARED_DOCS "KV_" AT_STORE_SHARED_BUCKET
#define AT_STORE_SHARED_EVENTS "AGENTEST_EVENTS"

// The version of documents and events. Hosts of two neighbours share a pool: a
// newer one writes nothing that the older one would misread, and the older one
// keeps what it doesn't know. A copy of a pool is made again by each, as it
// lacks the kinds that another did not know.
enum { AT_STORE_SHARED_SCHEMA = 4 };

// Connect, create or check the streams, and bring the file at path up to date.
// The caller owns *out (at_store_db_free).
AT_CHECKED bool at_store_shared_open(const char *path,
                                     const struct at_bus_opts *bus,
                                     struct at_store_db **out,
                                     struct at_err *err);
// Let writes that wait for a bus that is away fail within five seconds, because
// the program ends. Does nothing to a store of one host.
void at_store_shared_hurry(struct at_store_db *db);

// How a pool's store is, for people and measurements.
struct at_store_shared_state {
    struct at_bus_state bus;
    uint64_t behind;   // known messages that the file has not yet
    uint64_t rebuilds; // times that the file was replaced in use
    bool is_rebuilding;
    uint64_t ignored; // messages that were not valid
    int replicas;     // copies of what the pool has
};
// False for a store of one host.
bool at_store_shared_state(struct at_store_db *db,
                           struct at_store_shared_state *out);

#endif
