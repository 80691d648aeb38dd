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
#include <stdint.h>

// Start a thread that ends this process as soon as it has used more than
// max_bytes, with AT_SCRIPT_EXIT_MEMORY, or computes beyond its time, with
// AT_SCRIPT_EXIT_TIME. Return false if it doesn't start.
bool at_sandbox_watch(size_t max_bytes);

// Set how much longer this process may compute, in all its threads; 0: without
// end. The engine looks at its own clock, but not within a regular expression.
void at_sandbox_compute(int64_t ms);

// Called last, for all threads, and for those that are still to come. Return
// the name of what closes it: "seccomp", or "limits" where a system has no
// more.
const char *at_sandbox_close(void);

// Set the limits of setrlimit(2) alone.
void at_sandbox_limit(void);

#endif
