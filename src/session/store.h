// store.h: the files of one named session, constant in size
//
// <STATE>/sessions/<NAME>/{session,last_snapshot,last_target}.json. Each file
// is replaced as a whole: a reader sees the old content or the new one, even
// after a kill -9. A process that changes what it has read locks the session
// meanwhile
// (<STATE>/run/<NAME>/lock, a file that stays), so that two processes lose
// nothing. The first write makes the folders (0700); reading makes nothing. One
// thread at a time uses a store, and a process uses one store of a name at a
// time.
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

// The folder of the state: MOBILE_DEV_AGENT_STATE_DIR, else the system's
// (sys/userdirs.h). Owned by the caller; NULL with err.
char *at_store_state_dir(struct at_err *err);

// AT_EUSAGE unless name is 1 to 64 letters, digits, '.', '_', '-', not
// beginning with '.': it becomes a folder's name.
AT_CHECKED bool at_store_check_name(const char *name, struct at_err *err);

// Does not make or read anything yet. The caller owns *out_store.
AT_CHECKED bool at_store_open(const char *name, struct at_store **out_store,
                              struct at_err *err);
void at_store_free(struct at_store *store); // NULL is allowed

const char *at_store_name(const struct at_store *store);
const char *at_store_path(const struct at_store *store,
                          enum at_store_file file);
// <STATE>/run/<NAME>, for the live process. Not made here.
const char *at_store_run_dir(const struct at_store *store);

// *out is NULL if the file is absent; otherwise the caller owns it. AT_EIO for
// a file that is not a JSON object of schema_version 1: the message says what
// is wrong with it and what removes or replaces it. The file stays as it is.
// Never waits for the lock.
AT_CHECKED bool at_store_read(const struct at_store *store,
                              enum at_store_file file, json_t **out,
                              struct at_err *err);
// Both writers add schema_version 1 if value lacks it, and leave the old file
// on failure: AT_EBUSY says which process has the lock, AT_EIO a full or
// read-only disk, AT_ELIMIT. write() waits for the lock for up to 10 s.
AT_CHECKED bool at_store_write(const struct at_store *store,
                               enum at_store_file file, const json_t *value,
                               struct at_err *err);

// Read a file (an empty object if it is absent), let change alter it and write
// it back, with the session locked. Nothing is written if change fails.
typedef bool at_store_change(void *user, json_t *value, struct at_err *err);
AT_CHECKED bool at_store_update(const struct at_op *op,
                                const struct at_store *store,
                                enum at_store_file file,
                                at_store_change *change, void *user,
                                struct at_err *err);

// Fail with AT_EIO, worded as by at_store_read(), for a caller that finds a
// file wrong in another way. Returns false.
bool at_store_damaged(const struct at_store *store, enum at_store_file file,
                      const char *what, struct at_err *err);

// Remove all three with the session locked, corrupt ones too.
AT_CHECKED bool at_store_reset(const struct at_op *op,
                               const struct at_store *store,
                               struct at_err *err);

#endif
