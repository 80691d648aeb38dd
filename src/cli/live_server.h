// live_server.h: the process that stays: one session's commands, one warm host
//
// A thread a connection; the commands of the session take turns, for they
// share one host. What is followed (logs) runs beside them, with a host of its
// own. It ends when nothing has run for its time to live, when it is asked to,
// or on a signal: always in order, with its socket and pid file removed.
#ifndef AT_CLI_LIVE_SERVER_H
#define AT_CLI_LIVE_SERVER_H

#include <stdint.h>

#include "device/platform.h"

// The first word of the command line that makes this program the live process;
// then come session and time to live in milliseconds. Descriptor 3 is told how
// the start went: AT_LIVE_READY, or what went wrong.
#define AT_LIVE_WORD "live-process"
#define AT_LIVE_READY "+"
enum { AT_LIVE_READY_FD = 3 };

enum {
    AT_LIVE_TTL_MS = 10 * 60 * 1000, // contract 11.3
    AT_LIVE_TTL_MAX_MS = 7 * 24 * 60 * 60 * 1000,
};

// The process's whole life; its exit status.
int at_live_process(int argc, char **argv,
                    const struct at_platform *const *platforms);

#endif
