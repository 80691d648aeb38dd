// gc_folders.h: the folders that gc finds in the cache, and their removal
#ifndef AT_SESSION_GC_FOLDERS_H
#define AT_SESSION_GC_FOLDERS_H

#include "session/gc.h"
#include "sys/filelock.h"

// Find all folders of runs (runs/*) and of builds (derived-data/*) below
// cache_dir, sorted; an absent one has none. The target of a symbolic link is
// neither.
AT_CHECKED bool at_gc_scan(const char *cache_dir, struct at_gc_runs *out,
                           struct at_err *err);

// Remove what the plan deletes, oldest first. A run that has become busy
// meanwhile stays. Fails with the first that could not be removed, after having
// tried the others.
AT_CHECKED bool at_gc_carry_out(struct at_gc_runs *runs, struct at_err *err);

// Remove old runs by the policy of the environment, at most once an hour and
// for about a quarter of a second, oldest first; the next time goes on. Builds
// are left to gc itself, because to measure them takes long. Failures are
// silent.
void at_gc_automatic(void);

// Note that a folder of builds is used, and keep it from gc until the lock is
// released, which the caller owns; NULL if another process uses it.
struct at_filelock *at_gc_use_build(const char *folder);

#endif
