// store.h: the files of one named session, constant in size
//
// <STATE>/sessions/<NAME>/{session,last_snapshot,last_target}.json. Each file
// is replaced as a whole: a reader sees the old content or the new one, after a
// kill -9 at any point too. Whoever changes what it has read holds the
// session's lock (<STATE>/run/<NAME>/lock, a file that stays) meanwhile, so of
// two processes nothing is lost. Folders are made (0700) by the first write;
// reading makes nothing. A store is used by one thread at a time, and of one
// name a process has one in use at a time.
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

// Where state is kept: MOBILE_DEV_AGENT_STATE_DIR, else the system's place
// (sys/userdirs.h). Owned by the caller; NULL with err.
char *at_store_state_dir(struct at_err *err);

// AT_EUSAGE unless name is 1 to 64 letters, digits, '.', '_', '-', not
// beginning with '.': it becomes a folder's name.
AT_CHECKED bool at_store_check_name(const char *name, struct at_err *err);

// Nothing is made or read yet. The caller owns *out_store.
AT_CHECKED bool at_store_open(const char *name, struct at_store **out_store,
                              struct at_err *err);
void at_store_free(struct at_store *store); // NULL is allowed

const char *at_store_name(const struct at_store *store);
const char *at_store_path(const struct at_store *store,
                          enum at_store_file file);
// <STATE>/run/<NAME>: of the live process. Not made here.
const char *at_store_run_dir(const struct at_store *store);

// *out is NULL where the file is not there; otherwise the caller owns it. A
// file that is no JSON object of schema_version 1 is AT_EIO: which file, what
// is wrong with it, and what removes or replaces it. It is left as it is.
// Never blocks on the lock.
AT_CHECKED bool at_store_read(const struct at_store *store,
                              enum at_store_file file, json_t **out,
                              struct at_err *err);
// Both writers add schema_version 1 where value has none, and leave the old
// file where they fail: AT_EBUSY who holds the lock, AT_EIO a disk that is full
// or read-only, AT_ELIMIT. write() waits 10 s for the lock at most.
AT_CHECKED bool at_store_write(const struct at_store *store,
                               enum at_store_file file, const json_t *value,
                               struct at_err *err);

// Read a file (an empty object where it is not there), let change alter it and
// write it back, under the session's lock. change returning false ends it with
// nothing written.
typedef bool at_store_change(void *user, json_t *value, struct at_err *err);
AT_CHECKED bool at_store_update(const struct at_op *op,
                                const struct at_store *store,
                                enum at_store_file file,
                                at_store_change *change, void *user,
                                struct at_err *err);

// For who reads a file and finds it wrong in its own way: AT_EIO, worded as
// by at_store_read(). Returns false.
bool at_store_damaged(const struct at_store *store, enum at_store_file file,
                      const char *what, struct at_err *err);

// Remove all three, under the lock; corrupt ones too.
AT_CHECKED bool at_store_reset(const struct at_op *op,
                               const struct at_store *store,
                               struct at_err *err);

#endif
