#include "virtual-android/model/fault_counts.h"

#include "virtual-android/model/state.h"

int64_t *
vd_fault_count(struct vd_device *device, const char *name)
{
    size_t i;
    return vd_fault_find(name, &i, NULL) ? &device->faults[i] : NULL;
}

bool
vd_fault_take(struct vd_device *device, const char *name)
{
    int64_t *count = vd_fault_count(device, name);
    bool taken = count && *count > 0;
    if (taken)
        --*count;
    return taken;
}
