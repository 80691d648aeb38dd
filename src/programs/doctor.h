// doctor.h: `agentest doctor`: what works here, and what to do about the rest
#ifndef AT_PROGRAMS_DOCTOR_H
#define AT_PROGRAMS_DOCTOR_H

#include <stdbool.h>

struct at_doctor_opts {
    bool start;         // the adb server, where none runs
    bool json;          // for programs instead of people
    const char *serial; // look at this device only; NULL: at all
};

// Check and report on stdout. True where at least one device is usable.
bool at_doctor(const struct at_doctor_opts *opts);

#endif
