// tester_pool.h: the pool of --nats, whose hosts share one store
#ifndef AT_PROGRAMS_TESTER_POOL_H
#define AT_PROGRAMS_TESTER_POOL_H

#include "commandline/arguments.h"
#include "device/check.h"
#include "store/store.h"
#include "tester/env.h"

// True if --nats or AGENTEST_NATS_URL is given.
bool at_tester_pool_wanted(const struct at_arguments *args, struct at_env *env);
// Open the pool's store; file is this host's copy of it. The caller owns *out.
AT_CHECKED bool at_tester_pool_open(const struct at_arguments *args,
                                    struct at_env *env, const char *file,
                                    struct at_store_db **out,
                                    struct at_err *err);

// Describe the pool of a store. False for this machine's own store.
bool at_tester_pool_check(struct at_store_db *store, struct at_check *out);

#endif
