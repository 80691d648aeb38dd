// fault_counts.h: the counts of faults that are left
#ifndef VIRTUAL_ANDROID_MODEL_FAULT_COUNTS_H
#define VIRTUAL_ANDROID_MODEL_FAULT_COUNTS_H

#include <stdbool.h>
#include <stdint.h>

struct vd_device;

// The count of a fault; NULL if faults.c does not have the name.
int64_t *vd_fault_count(struct vd_device *device, const char *name);
bool vd_fault_take(struct vd_device *device, const char *name);

#endif
