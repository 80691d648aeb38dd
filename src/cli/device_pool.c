#include "cli/device_pool.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "cli/advice.h"
#include "cli/device_lease.h"
#include "sys/proc.h"

enum { DEVICES_MAX = 4 }; // open at once; for one more the oldest is closed

struct opened {
    const struct at_platform *platform; // NULL: a free slot
    char *selector;                     // owned; "" for the default one
    struct at_app *app;                 // owned
    unsigned age;
};

struct at_device_pool {
    const struct at_platform *const *platforms;
    char *program;
    struct opened opened[DEVICES_MAX];
    struct opened *used;   // the running command's device; NULL
    struct at_lock *lease; // owned; of that device, or NULL
    bool waited;
    unsigned clock;
    bool persistent;
};

struct at_device_pool *
at_device_pool_new(const struct at_platform *const *platforms,
                   const char *program)
{
    struct at_device_pool *pool = at_alloc(sizeof(*pool));
    pool->platforms = platforms;
    pool->program = at_strdup(program);
    return pool;
}

static void
close_one(struct opened *one)
{
    at_app_free(one->app);
    free(one->selector);
    *one = (struct opened){0};
}

void
at_device_pool_free(struct at_device_pool *pool)
{
    if (!pool)
        return;
    at_lock_release(pool->lease);
    for (size_t i = 0; i < DEVICES_MAX; i++)
        close_one(&pool->opened[i]);
    free(pool->program);
    free(pool);
}

const struct at_platform *const *
at_device_pool_platforms(const struct at_device_pool *pool)
{
    return pool->platforms;
}

const char *
at_device_pool_program(const struct at_device_pool *pool)
{
    return pool->program;
}

const struct at_platform *
at_device_pool_platform(const struct at_device_pool *pool, const char *name)
{
    for (size_t i = 0; pool->platforms[i]; i++) {
        if (strcmp(pool->platforms[i]->name, name) == 0)
            return pool->platforms[i];
    }
    return NULL;
}

const struct at_platform *
at_device_pool_platform_for(const struct at_device_pool *pool, const char *path)
{
    struct at_str trimmed = at_str(path);
    while (trimmed.len > 1 && trimmed.ptr[trimmed.len - 1] == '/')
        trimmed.len--;
    for (size_t i = 0; pool->platforms[i]; i++) {
        if (at_str_ends(trimmed, at_str(pool->platforms[i]->app_suffix)))
            return pool->platforms[i];
    }
    return NULL;
}

static struct opened *
find_open(struct at_device_pool *pool, const struct at_platform *platform,
          const char *selector)
{
    for (size_t i = 0; i < DEVICES_MAX; i++) {
        struct opened *one = &pool->opened[i];
        if (one->platform == platform && strcmp(one->selector, selector) == 0)
            return one;
    }
    return NULL;
}

static struct opened *
find_serial(struct at_device_pool *pool, const struct at_platform *platform,
            const char *serial)
{
    for (size_t i = 0; i < DEVICES_MAX; i++) {
        struct opened *one = &pool->opened[i];
        if (one->platform == platform &&
            strcmp(at_app_device(one->app)->serial, serial) == 0)
            return one;
    }
    return NULL;
}

// Return a free slot, or close the least recently used device's and return it.
static struct opened *
make_room(struct at_device_pool *pool)
{
    struct opened *oldest = &pool->opened[0];
    for (size_t i = 0; i < DEVICES_MAX; i++) {
        if (!pool->opened[i].platform)
            return &pool->opened[i];
        if (pool->opened[i].age < oldest->age)
            oldest = &pool->opened[i];
    }
    close_one(oldest);
    return oldest;
}

// Keep the device, or free it and return the one that is open already.
static struct opened *
keep_open(struct at_device_pool *pool, const struct at_platform *platform,
          const char *selector, struct at_device *device)
{
    struct opened *one = find_serial(pool, platform, device->serial);
    if (one) {
        at_device_free(device);
        return one;
    }
    one = make_room(pool);
    *one = (struct opened){.platform = platform,
                           .selector = at_strdup(selector),
                           .app = at_app_new(device, NULL, &at_cli_advice)};
    return one;
}

// One command uses one device, which it may open more than once.
static bool
take_lease(struct at_device_pool *pool, const struct at_op *op,
           const struct at_device_choice *choice, const struct opened *one,
           struct at_err *err)
{
    struct at_device_lease lease = {
        .device = at_app_device(one->app),
        .wait_ms = choice->wait_ms,
        .run = choice->run,
    };
    if (!choice->alone || (pool->lease && pool->used == one))
        return true;
    at_lock_release(pool->lease);
    bool ok = at_device_lease_take(op, &lease, err);
    pool->lease = lease.lock;
    pool->waited = pool->waited || lease.waited;
    return ok;
}

bool
at_device_pool_take_waited(struct at_device_pool *pool)
{
    bool waited = pool->waited;
    pool->waited = false;
    return waited;
}

bool
at_device_pool_open(struct at_device_pool *pool, const struct at_op *op,
                    const struct at_device_choice *choice,
                    struct at_app **out_app, struct at_err *err)
{
    const struct at_platform *platform = choice->platform;
    const struct at_platform_call invocation = {
        op, at_command_run_tools(choice->run)};
    const char *selector = choice->selector ? choice->selector : "";
    struct at_device *device;
    // "" can mean another device once one is connected or removed
    struct opened *one =
        selector[0] ? find_open(pool, platform, selector) : NULL;
    *out_app = NULL;
    if (!one) {
        if (!platform->open(&invocation, selector, &device, err))
            return false;
        one = keep_open(pool, platform, selector, device);
    }
    if (!take_lease(pool, op, choice, one, err))
        return false;
    at_app_device(one->app)->brief = !pool->persistent;
    one->age = ++pool->clock;
    pool->used = one;
    device = at_app_device(one->app);
    device->listener = at_command_run_tools(choice->run);
    device->watch = at_command_run_watch(choice->run);
    *out_app = one->app;
    return true;
}

void
at_device_pool_end_command(struct at_device_pool *pool,
                           const struct at_err *err)
{
    at_lock_release(pool->lease);
    pool->lease = NULL;
    pool->waited = false;
    if (!pool->used)
        return;
    struct at_device *device = at_app_device(pool->used->app);
    device->listener = NULL;
    device->watch = NULL;
    if (err && err->code == AT_ENODEV)
        close_one(pool->used);
    pool->used = NULL;
}

void
at_device_pool_set_persistent(struct at_device_pool *pool)
{
    pool->persistent = true;
}
