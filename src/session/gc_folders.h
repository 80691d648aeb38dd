// gc_folders.h: finds and removes the folders that gc manages
#ifndef AT_SESSION_GC_FOLDERS_H
#define AT_SESSION_GC_FOLDERS_H

#include "session/gc.h"
#include "sys/filelock.h"

// Find all folders of runs (runs/*) and builds (derived-data/*) below
// cache_dir, sorted; an absent cache_dir is empty. Symbolic links are ignored.
AT_CHECKED bool at_gc_scan(const char *cache_dir, struct at_gc_runs *out,
                           struct at_err *err);

// Delete what the plan says, oldest first, except runs that have become busy.
// Fails with the first folder that could not be removed, after trying the
// others.
AT_CHECKED bool at_gc_carry_out(struct at_gc_runs *runs, struct at_err *err);

// Remove old runs by the policy in the environment, oldest first, at most once
// an hour and for about a quarter of a second; the next call continues. Builds
// are left to an explicit gc, because measuring them is slow. Failures are
// ignored.
void at_gc_automatic(void);

// Mark a build folder as used and protect it from gc until the lock is
// released. The caller owns the lock; NULL if another process uses the folder.
struct at_filelock *at_gc_use_build(const char *folder);

#endif
