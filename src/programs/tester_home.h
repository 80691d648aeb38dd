// tester_home.h: the folder of mobile-tester-agent and its store
//
// The folder is that of --data, else HOME_PATH of the environment or .env,
// which must exist, else one of this user's. In it are reports/, the store, and
// what the user has written about apps: apps/PACKAGE.md.
#ifndef AT_PROGRAMS_TESTER_HOME_H
#define AT_PROGRAMS_TESTER_HOME_H

#include "base/err.h"
#include "store/store.h"
#include "tester/env.h"

struct at_tester_home {
    struct at_env *env; // owned, as are all others
    struct at_store_db *store;
    char *folder;
    char *reports; // exists
    char *hints;   // apps/, which may be missing
    char *file;    // the store's
};

// data and env_file may be NULL. A failure leaves nothing to release.
AT_CHECKED bool at_tester_home_open(const char *data, const char *env_file,
                                    struct at_tester_home *out,
                                    struct at_err *err);
// Write and sync a file in the folder and remove it, and read all of the store.
AT_CHECKED bool at_tester_home_probe(const struct at_tester_home *home,
                                     struct at_err *err);
void at_tester_home_close(struct at_tester_home *home); // twice is allowed

// The options for it, for the rows of every command that opens one.
#define AT_TESTER_DATA_OPTION                                                  \
    {                                                                          \
        .name = "--data", .value = "DIR",                                      \
        .help = "the folder of reports and the store",                         \
        .absent = "HOME_PATH, or one of this user's"                           \
    }
#define AT_TESTER_ENV_OPTION                                                   \
    {                                                                          \
        .name = "--env-file", .value = "FILE",                                 \
        .help = "keys and addresses as NAME=value; the environment wins",      \
        .absent = ".env, which may be missing"                                 \
    }

#endif
