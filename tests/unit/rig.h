// rig.h: shared parts of the rigs: a home folder, its programs, their end
//
// A failure here is a failure of the test itself: it is printed and aborts.
#ifndef TESTS_UNIT_RIG_H
#define TESTS_UNIT_RIG_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "base/op.h"
#include "sys/proc.h"

enum { RIG_START_MS = 120000 }; // limit for a program to come up, or to end

struct at_op rig_op(int64_t ms);

// err may be NULL.
void rig_need(bool ok, const char *what, const struct at_err *err);
// Wait between two checks of a condition that has no event.
void rig_reread(const struct at_op *op, const char *what);

// A new temporary folder, which becomes HOME and TMPDIR.
void rig_make_home(char *out_home, size_t size);
void rig_remove_home(const char *home);

// Start a program whose output goes to that file. Its process.
long rig_launch(const struct at_proc_opts *opts, const char *log);
// The file's content once its first line is whole; free() it.
char *rig_await_line(const char *log);
// End it and wait until it has; one that has ended, or never began (pid 0 or
// below), is fine. A sanitizer's report is a failure.
void rig_end(long pid, int signal);

// A process that has ended, and whose number is free.
long rig_dead_pid(void);

// A file's text; free() it. NULL: no such file.
char *rig_read(const char *path);

#endif
