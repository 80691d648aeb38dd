// live_files.h: the files of a session's live process, and its facts
#ifndef AT_CLI_LIVE_FILES_H
#define AT_CLI_LIVE_FILES_H

#include <jansson.h>

#include "base/err.h"

// <STATE>/run/<SESSION>/…; every path is owned.
struct at_live_files {
    char *session;
    char *folder;
    char *socket; // live.sock
    char *pid;    // live.pid: locked as long as the process lives
    char *log;    // live.log
    char *start;  // live.lock: locked to start or clear away; never removed
};

AT_CHECKED bool at_live_files_init(struct at_live_files *files,
                                   const char *session, struct at_err *err);
void at_live_files_deinit(struct at_live_files *files);

// Make the folder, for this user only.
AT_CHECKED bool at_live_files_make(const struct at_live_files *files,
                                   struct at_err *err);

// Return true if a live process runs. Cheap.
bool at_live_files_are_locked(const struct at_live_files *files);
// Remove what a killed process left, unless one runs or starts.
void at_live_files_clear(const struct at_live_files *files);
// Add advice to the error of a socket path that is too long.
void at_live_files_explain(struct at_err *err);

// Rename live.log to live.log.1 if it is long.
void at_live_files_rotate(const struct at_live_files *files);

// The facts of this process that decide which device, tools and folders a
// command uses: variables, programs, the cache. Owned by the caller.
json_t *at_live_facts(void);

#endif
