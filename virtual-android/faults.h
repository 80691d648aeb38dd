// faults.h: the faults by which the virtual device can misbehave
//
// This is the only list of names; the device has the counts
// (vd_device_set_fault()). Each fault is taken by the code that it spoils.
#ifndef VIRTUAL_ANDROID_FAULTS_H
#define VIRTUAL_ANDROID_FAULTS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/compiler.h"
#include "base/err.h"

enum {
    VD_FAULT_COUNT = 62,
    VD_FAULT_TIMES_MAX = 1000000, // the largest count
};

struct vd_fault {
    const char *name;
    const char *help; // one line: the effect that a client sees
};

extern const struct vd_fault vd_faults[VD_FAULT_COUNT];

// Find a row of vd_faults; on failure err lists the names.
AT_CHECKED bool vd_fault_find(const char *name, size_t *out_index,
                              struct at_err *err);

#endif
