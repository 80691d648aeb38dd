// live_server.h: the live process: one session's commands, one pool of devices
//
// Each connection has a thread. The commands of the session take turns, for
// they share the pool; one that follows a log runs in parallel, with its own
// pool. The process ends when nothing has run for its time to live, on request,
// or on a signal: always in order, with its socket and pid file removed.
#ifndef AT_CLI_LIVE_SERVER_H
#define AT_CLI_LIVE_SERVER_H

#include <stdint.h>

#include "device/platform.h"

// The first word of the command line that makes this program the live process;
// session and time to live in milliseconds follow. Descriptor 3 gets the
// outcome of the start: AT_LIVE_READY, or an error message.
#define AT_LIVE_WORD "live-process"
#define AT_LIVE_READY "+"
enum { AT_LIVE_READY_FD = 3 };

enum {
    AT_LIVE_TTL_MS = 10 * 60 * 1000, // contract 11.3
    AT_LIVE_TTL_MAX_MS = 7 * 24 * 60 * 60 * 1000,
};

// Run the live process to its end. Return the exit status.
int at_live_process(int argc, char **argv,
                    const struct at_platform *const *platforms);

#endif
