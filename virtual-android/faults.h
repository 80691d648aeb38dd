// faults.h: the ways in which the virtual device can be told to misbehave
//
// The counts are the device's (va_device_set_fault() and its kin); this is
// the one list of names. A fault without a note on its place is taken by the
// android command that it spoils.
#ifndef VIRTUAL_ANDROID_FAULTS_H
#define VIRTUAL_ANDROID_FAULTS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/compiler.h"
#include "base/err.h"

enum {
    VA_FAULT_COUNT = 27,
    VA_FAULT_TIMES_MAX = 1000000, // how often one may be asked for
};

struct va_fault {
    const char *name;
    const char *help; // one line: what a client sees
};

extern const struct va_fault va_faults[VA_FAULT_COUNT];

// The row's place in va_faults; where there is none, err lists the names.
AT_CHECKED bool va_fault_find(const char *name, size_t *out_index,
                              struct at_err *err);

#endif
