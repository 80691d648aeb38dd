// check.h: is everything there that testing needs? One line a check
#ifndef AT_DEVICE_CHECK_H
#define AT_DEVICE_CHECK_H

#include "base/err.h"

enum at_check_level {
    AT_CHECK_OK,
    AT_CHECK_WARN,    // works, with less
    AT_CHECK_BAD,     // does not work until the remedy was taken
    AT_CHECK_MISSING, // a program that is needed is not there
};

struct at_check {
    const char *name; // "adb", "tree": a literal
    enum at_check_level level;
    char text[AT_ERR_MSG_MAX]; // what was found
    char version[64];          // of a program, "" where not known
    char path[512];            // of a program, "" where there is none
    char remedy[256];          // "" where level is AT_CHECK_OK, or text has it
};

const char *at_check_level_name(enum at_check_level level); // "ok", "warn" …

#endif
