// fetch_peer.h: the exchanges of scripts' http requests, by agentest-fetch
//
// A process that links libcurl, for programs that don't. It is started by the
// first request.
#ifndef AT_MAESTRO_SCRIPT_FETCH_PEER_H
#define AT_MAESTRO_SCRIPT_FETCH_PEER_H

#include "maestro/script/fetch.h"

struct at_maestro_fetch_peer;

// program: its path, borrowed; NULL: it is not installed. local: scripts may
// also reach this machine and its link.
struct at_maestro_fetch_peer *at_maestro_fetch_peer_new(const char *program,
                                                        bool local);
void at_maestro_fetch_peer_free(struct at_maestro_fetch_peer *peer); // or NULL

// For at_maestro_script_opts; borrowed.
const struct at_maestro_fetcher *at_maestro_fetch_peer_fetcher(
    const struct at_maestro_fetch_peer *peer);

// Find agentest-fetch (at_installed_program()). Owned by the caller; NULL if it
// isn't there.
char *at_maestro_fetch_peer_find(void);

#endif
