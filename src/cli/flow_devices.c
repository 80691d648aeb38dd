#include "cli/flow_devices.h"

#include <string.h>

#include "base/argv.h"
#include "cli/advice.h"
#include "cli/device_lease.h"
#include "cli/install.h"

struct wish {
    struct at_argv named;
    bool all;       // --devices all
    int64_t shards; // 0: no sharding
    enum at_flow_sharing sharing;
};

static void
add_list(const char *list, struct wish *wish)
{
    struct at_str rest = at_str(list);
    struct at_str name;
    while (at_str_next(&rest, ',', &name)) {
        name = at_str_trim(name);
        if (at_str_is(name, "all"))
            wish->all = true;
        else if (name.len > 0)
            at_argv_add_str(&wish->named, name);
    }
}

static bool
read_wish(struct at_invocation *invocation, const struct at_flow_set *set,
          struct wish *wish, struct at_err *err)
{
    const struct at_arguments *args = invocation->args;
    const char *device = at_arguments_option(args, "--device");
    const char *list;
    int64_t split = 0;
    int64_t all = 0;
    if (!at_arguments_int(args, "--shard-split", 1, AT_FLOW_DEVICES_MAX, &split,
                          err) ||
        !at_arguments_int(args, "--shard-all", 1, AT_FLOW_DEVICES_MAX, &all,
                          err))
        return false;
    for (size_t n = 0; (list = at_arguments_nth_option(args, "--devices", n));
         n++)
        add_list(list, wish);
    if (device && strchr(device, ','))
        add_list(device, wish);
    if (wish->all && wish->named.count > 0)
        return at_fail(err, AT_EUSAGE,
                       "'all' and the device '%s' exclude each other: give "
                       "all alone, or serials with commas between them",
                       wish->named.words[0]);
    wish->shards = split ? split : all;
    wish->sharing = split ? AT_FLOW_SPLIT
                    : all ? AT_FLOW_EVERYWHERE
                          : AT_FLOW_SHARED;
    if (wish->named.count == 0 && !wish->all &&
        at_arguments_option(args, "--devices"))
        return at_fail(err, AT_EUSAGE,
                       "--devices names none: give serials with commas "
                       "between them, or all");
    if (split && all)
        return at_fail(err, AT_EUSAGE,
                       "--shard-split and --shard-all exclude each other");
    if (wish->shards > 1 && set->ordered > 0)
        return at_fail(err, AT_EUSAGE,
                       "flows that config.yaml puts in order can't be "
                       "sharded: leave out the shards, or 'flowsOrder'");
    return true;
}

// All devices that can be opened, if none are named.
static bool
list_devices(struct at_invocation *invocation, struct wish *wish,
             struct at_err *err)
{
    const struct at_platform_call call = at_invocation_tools(invocation);
    struct at_device_list list = {0};
    bool ok = invocation->platform->list(&call, &list, err);
    for (size_t i = 0; ok && i < list.count; i++) {
        if (list.entries[i].usable)
            at_argv_add(&wish->named, list.entries[i].id);
    }
    at_device_list_deinit(&list);
    return ok;
}

static bool
open_one(struct at_invocation *invocation, const char *selector,
         struct at_flow_devices *out, struct at_err *err)
{
    const struct at_platform_call call = {invocation->op, NULL};
    struct at_device *device;
    if (!invocation->platform->open(&call, selector, &device, err))
        return false;
    for (size_t i = 0; i < out->count; i++) {
        if (strcmp(at_app_device(out->rows[i].app)->serial, device->serial) ==
            0) {
            at_device_free(device);
            return at_fail(err, AT_EUSAGE, "the device '%s' is named twice",
                           selector);
        }
    }
    struct at_flow_device *row = &out->rows[out->count++];
    row->is_own = true;
    struct at_device_lease lease = {
        .device = device,
        .wait_ms = invocation->timeout_ms >= 0 ? invocation->timeout_ms
                                               : AT_COMMAND_TIMEOUT_MS,
        .run = invocation->run,
    };
    row->app =
        at_app_new(device, at_invocation_app_id(invocation), &at_cli_advice);
    bool ok = at_device_lease_take(invocation->op, &lease, err);
    row->lease = lease.lock;
    return ok;
}

static size_t
how_many(struct at_invocation *invocation, const struct at_flow_set *set,
         const struct wish *wish)
{
    size_t count = wish->shards ? (size_t)wish->shards : wish->named.count;
    if (wish->sharing == AT_FLOW_EVERYWHERE || count <= set->count)
        return count;
    if (wish->shards)
        at_command_run_warning(invocation->run,
                               "%zu shards for %zu flows: %zu are used", count,
                               set->count, set->count);
    return set->count;
}

static bool
open_several(struct at_invocation *invocation, const struct at_flow_set *set,
             struct wish *wish, struct at_flow_devices *out, struct at_err *err)
{
    if (wish->named.count == 0 && !list_devices(invocation, wish, err))
        return false;
    if ((size_t)wish->shards > wish->named.count)
        return at_fail(err, AT_ENODEV,
                       "%lld shards need as many devices, and "
                       "there %s %zu",
                       (long long)wish->shards,
                       wish->named.count == 1 ? "is" : "are",
                       wish->named.count);
    if (wish->named.count == 0)
        return at_fail(err, AT_ENODEV, "no device is connected");
    size_t count = how_many(invocation, set, wish);
    if (count > AT_FLOW_DEVICES_MAX)
        return at_fail(err, AT_EUSAGE, "at most %d devices",
                       AT_FLOW_DEVICES_MAX);
    for (size_t i = 0; i < count; i++) {
        if (!open_one(invocation, wish->named.words[i], out, err))
            return false;
    }
    const struct at_device *first = at_app_device(out->rows[0].app);
    at_invocation_set_device(invocation, first->serial, first->name);
    return true;
}

static bool
open_single(struct at_invocation *invocation, struct at_flow_devices *out,
            struct at_err *err)
{
    bool boot = at_arguments_have(invocation->args, "--boot");
    if (!at_install_open_device(invocation, boot, &out->rows[0].app, err))
        return false;
    out->count = 1;
    return true;
}

bool
at_flow_devices_open(struct at_invocation *invocation,
                     const struct at_flow_set *set, struct at_flow_devices *out,
                     struct at_err *err)
{
    struct wish wish = {.named = AT_ARGV_INIT};
    *out = (struct at_flow_devices){.count = 0};
    bool ok = read_wish(invocation, set, &wish, err) &&
              at_invocation_platform(invocation, err);
    bool several = wish.named.count > 0 || wish.all || wish.shards > 1;
    out->sharing = wish.sharing;
    ok = ok && (several ? open_several(invocation, set, &wish, out, err)
                        : open_single(invocation, out, err));
    at_argv_deinit(&wish.named);
    return ok;
}

bool
at_flow_devices_add(struct at_invocation *invocation, const char *selector,
                    struct at_flow_devices *devices, struct at_err *err)
{
    return open_one(invocation, selector, devices, err);
}

void
at_flow_devices_close(struct at_flow_devices *devices)
{
    for (size_t i = 0; i < devices->count; i++) {
        struct at_flow_device *row = &devices->rows[i];
        if (!row->is_own)
            continue; // the pool's
        at_app_free(row->app);
        at_lock_release(row->lease);
    }
    devices->count = 0;
}
