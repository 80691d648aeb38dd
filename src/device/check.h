// check.h: one row of doctor, a check of what testing needs
#ifndef AT_DEVICE_CHECK_H
#define AT_DEVICE_CHECK_H

#include "base/err.h"

enum at_check_level {
    AT_CHECK_OK,
    AT_CHECK_WARN,    // works in part
    AT_CHECK_BAD,     // does not work without the remedy
    AT_CHECK_MISSING, // a required program is missing
};

struct at_check {
    const char *name; // "adb", "tree": a literal
    enum at_check_level level;
    char text[AT_ERR_MSG_MAX]; // what was found
    char version[64];          // of a program, "" where not known
    char path[512];            // of the program, "" if absent
    char remedy[256];          // "" where level is AT_CHECK_OK, or text has it
};

const char *at_check_level_name(enum at_check_level level); // "ok", "warn" …

#endif
