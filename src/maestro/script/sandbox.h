// sandbox.h: takes from agentest-script what scripts never need
//
// After at_sandbox_close() this process computes and talks over the streams
// that it has: it cannot open a file or a socket, start a program, or signal
// another process. sandbox_linux.c filters system calls (seccomp), and
// sandbox_other.c limits what the system lets it limit.
#ifndef AT_MAESTRO_SCRIPT_SANDBOX_H
#define AT_MAESTRO_SCRIPT_SANDBOX_H

#include <stdbool.h>
#include <stddef.h>

// Start a thread that ends this process with status as soon as it has used more
// than max_bytes. Return false if it doesn't start.
bool at_sandbox_watch_memory(size_t max_bytes, int status);

// Called last, for all threads, and for those that are still to come. Return
// the name of what closes it: "seccomp", or "limits" where a system has no
// more.
const char *at_sandbox_close(void);

// Set the limits of setrlimit(2) alone.
void at_sandbox_limit(void);

#endif
