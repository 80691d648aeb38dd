// device_pool.h: the platforms of this program, and the devices that stay open
//
// One process has one pool. In the live process and the repl a device, its
// connection and its newest tree outlive a command; elsewhere they live as
// long as the one command. One thread at a time uses a pool.
#ifndef AT_CLI_DEVICE_POOL_H
#define AT_CLI_DEVICE_POOL_H

#include "base/err.h"
#include "device/platform.h"
#include "flow/app/app.h"
#include "session/run.h"

struct at_device_pool;

// platforms: up to NULL, borrowed. program: argv[0], as a live process has to
// be started from it.
struct at_device_pool *at_device_pool_new(
    const struct at_platform *const *platforms, const char *program);
// Close the devices. NULL is allowed.
void at_device_pool_free(struct at_device_pool *pool);

const struct at_platform *const *at_device_pool_platforms(
    const struct at_device_pool *pool);
const char *at_device_pool_program(const struct at_device_pool *pool);
// NULL for an unknown name.
const struct at_platform *at_device_pool_platform(
    const struct at_device_pool *pool, const char *name);
// Find the platform whose apps have the suffix of path; NULL.
const struct at_platform *at_device_pool_platform_for(
    const struct at_device_pool *pool, const char *path);

struct at_device_choice {
    const struct at_platform *platform;
    const char *selector; // NULL: the platform's default device
    struct at_command_run
        *run;        // gets events until at_device_pool_end_command()
    bool alone;      // holds the lease of cli/device_lease.h until then,
    int64_t wait_ms; // which is waited for
};

// Find the device, or open it. *out_app is borrowed from the pool.
AT_CHECKED bool at_device_pool_open(struct at_device_pool *pool,
                                    const struct at_op *op,
                                    const struct at_device_choice *choice,
                                    struct at_app **out_app,
                                    struct at_err *err);
// Return true if the pool waited for another command since the last call: what
// was read of the session before is old then.
bool at_device_pool_take_waited(struct at_device_pool *pool);
// Close the device if it failed by AT_ENODEV. err may be NULL.
void at_device_pool_end_command(struct at_device_pool *pool,
                                const struct at_err *err);

// Keep devices open after a command, as the live process and the repl do.
void at_device_pool_set_persistent(struct at_device_pool *pool);

#endif
