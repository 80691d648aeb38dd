// check.h: a row of doctor, one check of the prerequisites for testing
#ifndef AT_DEVICE_CHECK_H
#define AT_DEVICE_CHECK_H

#include "base/err.h"

enum at_check_level {
    AT_CHECK_OK,
    AT_CHECK_WARN,    // works partly
    AT_CHECK_BAD,     // does not work until the remedy is applied
    AT_CHECK_MISSING, // a required program is missing
};

struct at_check {
    const char *name; // literal: "adb", "tree"
    enum at_check_level level;
    char text[AT_ERR_MSG_MAX]; // finding
    char version[64];          // program version, "" if unknown
    char path[512];            // program path, "" if absent
    char remedy[256];          // "" if OK, or if text includes it
};

const char *at_check_level_name(enum at_check_level level); // "ok", "warn" …

#endif
