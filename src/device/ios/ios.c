// ios.c: the platform's row, its list, and opening one simulator
#include "device/ios/axe_words.h"
#include "device/ios/ios.h"

#include <stdio.h>

#include "base/alloc.h"
#include "device/ios/locale.h"
#include "device/ios/select_sim.h"
#include "device/ios/sim.h"
#include "device/ios/simctl.h"
#include "sys/cancel.h"

struct at_ios *
at_ios_of(struct at_device *device)
{
    return (struct at_ios *)device; // base is first
}

struct at_platform_call
at_ios_call(const struct at_op *op, struct at_device *device)
{
    return (struct at_platform_call){op, device->listener};
}

static bool
info(const struct at_op *op, struct at_device *device,
     struct at_device_info *out, struct at_err *err)
{
    struct at_ios *ios = at_ios_of(device);
    const struct at_sim *sim = &ios->sim;
    *out = (struct at_device_info){
        .width_px = ios->width_px,
        .height_px = ios->height_px,
        .emulator = true,
    };
    at_str_cut(out->serial, sizeof(out->serial), at_str(sim->udid));
    at_str_cut(out->model, sizeof(out->model), at_str(sim->model));
    at_str_cut(out->manufacturer, sizeof(out->manufacturer), AT_STR("Apple"));
    at_str_cut(out->release, sizeof(out->release), at_str(sim->os));
    at_sim_locale(sim->udid, out->locale);
    return at_op_check(op, err);
}

static void
free_ios(struct at_device *device)
{
    struct at_ios *ios = at_ios_of(device);
    at_ios_record_drop(ios);
    free(ios);
}

static const struct at_device_ops ops = {
    .snapshot = at_ios_snapshot,
    .screenshot = at_ios_screenshot,
    .input = at_ios_input,
    .launch = at_ios_launch,
    .stop = at_ios_stop,
    .kill = at_ios_stop, // apps have no life of their own in the background
    .view_link = at_ios_view_link,
    .turn = at_ios_turn,
    .locate = at_ios_locate,
    .add_media = at_ios_add_media,
    .pid = at_ios_pid,
    .info = info,
    .logs = at_ios_logs,
    .follow_logs = at_ios_follow_logs,
    .install = at_ios_install,
    .uninstall = at_ios_uninstall,
    .record_start = at_ios_record_start,
    .record_stop = at_ios_record_stop,
    .check_key = at_axe_check_key,
    .free = free_ios,
};

bool
at_ios_check_usable(const struct at_sim *sim, struct at_err *err)
{
    char remedy[256];
    at_sim_remedy(sim, remedy);
    if (!remedy[0])
        return true;
    return at_fail(err, AT_ENODEV, "simulator '%s' (%s, %s) is %s: %s",
                   sim->name, sim->os, sim->udid,
                   sim->available ? sim->state : "not available", remedy);
}

bool
at_ios_pick(const struct at_platform_call *call, const char *selector,
            const char *otherwise, struct at_sim *out, struct at_err *err)
{
    struct at_sim_list list;
    size_t index = 0;
    if (!at_simctl_list(call, &list, err))
        return false;
    bool ok = at_sim_select(
        &list, at_str(selector && selector[0] ? selector : otherwise), &index,
        err);
    if (ok)
        *out = list.sims[index];
    at_sim_list_deinit(&list);
    return ok;
}

static bool
open_sim(const struct at_platform_call *call, const char *selector,
         struct at_device **out_device, struct at_err *err)
{
    struct at_sim sim;
    *out_device = NULL;
    if (!at_ios_pick(call, selector, AT_SIM_BOOTED, &sim, err) ||
        !at_ios_check_usable(&sim, err))
        return false;
    struct at_ios *ios = at_alloc(sizeof(*ios));
    ios->base.ops = &ops;
    ios->base.listener = call->listener;
    ios->base.hides_focus = true; // AXe does not report focus
    ios->sim = sim;
    at_str_cut(ios->base.serial, sizeof(ios->base.serial), at_str(sim.udid));
    at_str_cut(ios->base.name, sizeof(ios->base.name), at_str(sim.name));
    *out_device = &ios->base;
    return true;
}

static void
take_entry(const struct at_sim *sim, struct at_device_entry *entry)
{
    at_str_cut(entry->id, sizeof(entry->id), at_str(sim->udid));
    at_str_cut(entry->name, sizeof(entry->name), at_str(sim->name));
    at_str_cut(entry->kind, sizeof(entry->kind), AT_STR("simulator"));
    at_str_cut(entry->state, sizeof(entry->state), at_str(sim->state));
    at_str_cut(entry->os, sizeof(entry->os), at_str(sim->os));
    entry->usable = sim->available && at_sim_is_booted(sim);
    entry->bootable = sim->available && !at_sim_is_booted(sim);
    at_sim_remedy(sim, entry->remedy);
}

// List iPhones and iPads; watches and TVs are not supported.
static bool
list_sims(const struct at_platform_call *call, struct at_device_list *out,
          struct at_err *err)
{
    struct at_sim_list list;
    *out = (struct at_device_list){0};
    if (!at_simctl_list(call, &list, err))
        return false;
    for (size_t i = 0; i < list.count; i++)
        if (list.sims[i].is_ios)
            take_entry(&list.sims[i], at_device_list_add(out));
    at_sim_list_deinit(&list);
    return true;
}

static bool
is_present(void)
{
    char *path = at_proc_find("xcrun");
    free(path);
    return path != NULL;
}

const struct at_platform at_ios_platform = {
    .name = "ios",
    .app_suffix = ".app",
    .present = is_present,
    .list = list_sims,
    .open = open_sim,
    .boot = at_ios_boot,
    .shutdown = at_ios_shutdown,
    .erase = at_ios_erase,
    .app_id = at_ios_app_id,
    .build = at_ios_build,
    .check = at_ios_check,
};
