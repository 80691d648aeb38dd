// tester_home.h: the folder of mobile-tester-agent and its store
//
// The folder is that of --data, else HOME_PATH of the environment or .env,
// which must exist, else one of this user's. In it are reports/, the store (or,
// with --nats, the copy of the pool's), and what the user has written about
// apps: apps/PACKAGE.md.
#ifndef AT_PROGRAMS_TESTER_HOME_H
#define AT_PROGRAMS_TESTER_HOME_H

#include "commandline/arguments.h"
#include "store/store.h"
#include "tester/access/vault.h"
#include "tester/env.h"

struct at_tester_home {
    struct at_env *env; // owned, as are all others
    struct at_store_db *store;
    struct at_vault *vault; // its stored secrets; also those of env
    char *folder;
    char *reports; // exists
    char *hints;   // apps/, which may be missing
    char *file;    // the store's
};

// Open that of --data and --env-file. A failure leaves nothing to release.
AT_CHECKED bool at_tester_home_open(const struct at_arguments *args,
                                    struct at_tester_home *out,
                                    struct at_err *err);
// Write and sync a file in the folder and remove it, and read all of the store.
AT_CHECKED bool at_tester_home_probe(const struct at_tester_home *home,
                                     struct at_err *err);
void at_tester_home_close(struct at_tester_home *home); // twice is allowed

#endif
