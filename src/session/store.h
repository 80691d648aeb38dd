// store.h: the files of one named session, bounded in size
//
// <STATE>/sessions/<NAME>/{session,last_snapshot,last_target}.json. Files are
// replaced atomically: readers see the old or the new content, even after a
// kill -9. A process that modifies what it has read holds the session's lock
// (<STATE>/run/<NAME>/lock, a permanent file), so concurrent changes are not
// lost. The first write creates the folders (0700); reading creates nothing. A
// store is used by one thread at a time, and a process uses one store per name
// at a time.
#ifndef AT_SESSION_STORE_H
#define AT_SESSION_STORE_H

#include <jansson.h>

#include "base/err.h"
#include "base/op.h"

struct at_store;

enum at_store_file {
    AT_STORE_SESSION,
    AT_STORE_SNAPSHOT,
    AT_STORE_TARGET,
    AT_STORE_FILES,
};

// Return the state folder: MOBILE_DEV_AGENT_STATE_DIR, else the system's
// (sys/userdirs.h). Owned by the caller; NULL with err.
char *at_store_state_dir(struct at_err *err);

// Fail with AT_EUSAGE unless name can be a folder's name: 1 to 64 letters,
// digits, '.', '_', '-', not starting with '.'.
AT_CHECKED bool at_store_check_name(const char *name, struct at_err *err);

// Open a store without touching the disk. The caller owns *out_store.
AT_CHECKED bool at_store_open(const char *name, struct at_store **out_store,
                              struct at_err *err);
void at_store_free(struct at_store *store); // NULL is allowed

const char *at_store_name(const struct at_store *store);
const char *at_store_path(const struct at_store *store,
                          enum at_store_file file);
// <STATE>/run/<NAME>, for the live process. Not created here.
const char *at_store_run_dir(const struct at_store *store);

// Read a file. *out is NULL if it is absent; otherwise the caller owns it.
// AT_EIO if it is not a JSON object of schema_version 1; the message has the
// fault and the command that removes or replaces the file, which is left
// unchanged. Never waits for the lock.
AT_CHECKED bool at_store_read(const struct at_store *store,
                              enum at_store_file file, json_t **out,
                              struct at_err *err);
// Both writers add a missing schema_version 1, and leave the old file on
// failure: AT_EBUSY with the process that has the lock, AT_EIO for a full or
// read-only disk, AT_ELIMIT. at_store_write() waits for the lock for up to 10
// s.
AT_CHECKED bool at_store_write(const struct at_store *store,
                               enum at_store_file file, const json_t *value,
                               struct at_err *err);

// With the session locked, read a file (an empty object if absent), let change
// modify it and write it back. Nothing is written if change fails.
typedef bool at_store_change(void *user, json_t *value, struct at_err *err);
AT_CHECKED bool at_store_update(const struct at_op *op,
                                const struct at_store *store,
                                enum at_store_file file,
                                at_store_change *change, void *user,
                                struct at_err *err);

// Fail with AT_EIO in the words of at_store_read(), for a caller that detects
// another fault in a file.
bool at_store_damaged(const struct at_store *store, enum at_store_file file,
                      const char *what, struct at_err *err);

// Remove all three files with the session locked, even damaged ones.
AT_CHECKED bool at_store_reset(const struct at_op *op,
                               const struct at_store *store,
                               struct at_err *err);

#endif
