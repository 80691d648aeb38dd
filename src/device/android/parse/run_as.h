// run_as.h: why `run-as PACKAGE PROGRAM` failed, by its output
#ifndef AT_DEVICE_ANDROID_PARSE_RUN_AS_H
#define AT_DEVICE_ANDROID_PARSE_RUN_AS_H

#include "base/str.h"

enum at_run_as {
    AT_RUN_AS_FINE,            // no known failure
    AT_RUN_AS_NOT_DEBUGGABLE,  // a release build
    AT_RUN_AS_UNKNOWN_PACKAGE, // not installed
    AT_RUN_AS_NO_PROGRAM,      // the device does not have the program
    AT_RUN_AS_NO_FILE,         // the program found no such file
    AT_RUN_AS_REFUSED,         // run-as itself failed for another reason
};

// words: its error output or, from a shell that mixes them, its output.
enum at_run_as at_run_as_judge(struct at_str words);

#endif
