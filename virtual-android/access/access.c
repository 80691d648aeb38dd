#include "virtual-android/access/access.h"

#include "base/alloc.h"
#include "virtual-android/access/a11y_events.h"
#include "virtual-android/access/automation.h"
#include "virtual-android/access/instrument.h"
#include "virtual-android/access/state.h"
#include "virtual-android/model/state.h"

static void
open_access(struct vd_device *device)
{
    device->access = at_alloc(sizeof(*device->access));
}

static void
close_access(struct vd_device *device)
{
    vd_events_end(device);
    free(device->access->automation.args);
    free(device->access);
}

static void
sync_access(struct vd_device *device)
{
    vd_automation_sync(device);
    vd_events_sync(device);
}

const struct vd_listener vd_access_listener = {
    .open = open_access,
    .close = close_access,
    .emit = vd_events_add,
    .sync = sync_access,
    .process_ends = vd_instrument_process_ends,
};
