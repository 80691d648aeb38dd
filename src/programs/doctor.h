// doctor.h: `agentest doctor`: check this machine and its devices
#ifndef AT_PROGRAMS_DOCTOR_H
#define AT_PROGRAMS_DOCTOR_H

#include <stdbool.h>

struct at_doctor_opts {
    bool start;         // start the adb server if none is running
    bool json;          // report as JSON
    const char *serial; // check only this device; NULL: all
};

// Check and report to stdout. True if at least one device is usable.
bool at_doctor(const struct at_doctor_opts *opts);

#endif
