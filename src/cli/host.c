#include "cli/host.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "sys/proc.h"

enum { DEVICES_MAX = 4 }; // devices that stay open; then the oldest goes

struct opened {
    const struct at_platform *platform; // NULL: a free place
    char *selector;                     // owned; "" for the default one
    struct at_app *app;                 // owned
    unsigned age;
};

struct at_host {
    const struct at_platform *const *platforms;
    char *program;
    struct opened opened[DEVICES_MAX];
    struct opened *used; // by the call that runs; NULL
    unsigned clock;
    bool stays;
};

struct at_host *
at_host_new(const struct at_platform *const *platforms, const char *program)
{
    struct at_host *host = at_alloc(sizeof(*host));
    host->platforms = platforms;
    host->program = at_strdup(program);
    return host;
}

static void
close_one(struct opened *one)
{
    at_app_free(one->app);
    free(one->selector);
    *one = (struct opened){0};
}

void
at_host_free(struct at_host *host)
{
    if (!host)
        return;
    for (size_t i = 0; i < DEVICES_MAX; i++)
        close_one(&host->opened[i]);
    free(host->program);
    free(host);
}

const struct at_platform *const *
at_host_platforms(const struct at_host *host)
{
    return host->platforms;
}

const char *
at_host_program(const struct at_host *host)
{
    return host->program;
}

const struct at_platform *
at_host_platform(const struct at_host *host, const char *name)
{
    for (size_t i = 0; host->platforms[i]; i++) {
        if (strcmp(host->platforms[i]->name, name) == 0)
            return host->platforms[i];
    }
    return NULL;
}

const struct at_platform *
at_host_platform_of(const struct at_host *host, const char *path)
{
    struct at_str trimmed = at_str(path);
    while (trimmed.len > 1 && trimmed.ptr[trimmed.len - 1] == '/')
        trimmed.len--;
    for (size_t i = 0; host->platforms[i]; i++) {
        if (at_str_ends(trimmed, at_str(host->platforms[i]->app_suffix)))
            return host->platforms[i];
    }
    return NULL;
}

static struct opened *
find_open(struct at_host *host, const struct at_platform *platform,
          const char *selector)
{
    for (size_t i = 0; i < DEVICES_MAX; i++) {
        struct opened *one = &host->opened[i];
        if (one->platform == platform && strcmp(one->selector, selector) == 0)
            return one;
    }
    return NULL;
}

// A free place, or that of the device nobody has used for longest.
static struct opened *
make_room(struct at_host *host)
{
    struct opened *oldest = &host->opened[0];
    for (size_t i = 0; i < DEVICES_MAX; i++) {
        if (!host->opened[i].platform)
            return &host->opened[i];
        if (host->opened[i].age < oldest->age)
            oldest = &host->opened[i];
    }
    close_one(oldest);
    return oldest;
}

bool
at_host_open(struct at_host *host, const struct at_op *op,
             const struct at_host_want *want, struct at_app **out_app,
             struct at_err *err)
{
    const struct at_platform *platform = want->platform;
    const struct at_platform_call call = {op, at_run_tools(want->run)};
    const char *selector = want->selector ? want->selector : "";
    struct at_device *device;
    struct opened *one = find_open(host, platform, selector);
    *out_app = NULL;
    if (!one) {
        if (!platform->open(&call, selector, &device, err))
            return false;
        one = make_room(host);
        *one = (struct opened){.platform = platform,
                               .selector = at_strdup(selector),
                               .app = at_app_new(device, NULL)};
    }
    at_app_device(one->app)->brief = !at_host_stays(host);
    one->age = ++host->clock;
    host->used = one;
    device = at_app_device(one->app);
    device->listener = at_run_tools(want->run);
    device->watch = at_run_watch(want->run);
    *out_app = one->app;
    return true;
}

// What was lost once is opened anew by the next call rather than tried again.
void
at_host_end_call(struct at_host *host, const struct at_err *err)
{
    if (!host->used)
        return;
    struct at_device *device = at_app_device(host->used->app);
    device->listener = NULL;
    device->watch = NULL;
    if (err && err->code == AT_ENODEV)
        close_one(host->used);
    host->used = NULL;
}

bool
at_host_stays(const struct at_host *host)
{
    return host->stays;
}

void
at_host_set_stays(struct at_host *host)
{
    host->stays = true;
}
