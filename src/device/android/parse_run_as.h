// parse_run_as.h: why `run-as PACKAGE PROGRAM` did not work, by its words
#ifndef AT_DEVICE_ANDROID_PARSE_RUN_AS_H
#define AT_DEVICE_ANDROID_PARSE_RUN_AS_H

#include "base/str.h"

enum at_run_as {
    AT_RUN_AS_FINE,            // no known complaint
    AT_RUN_AS_NOT_DEBUGGABLE,  // a release build
    AT_RUN_AS_UNKNOWN_PACKAGE, // not installed
    AT_RUN_AS_NO_PROGRAM,      // the device lacks the program
    AT_RUN_AS_NO_FILE,         // the program found no such file
    AT_RUN_AS_REFUSED,         // run-as itself failed for another reason
};

// words: what came on stderr, or, from a shell that mixes them, the output.
enum at_run_as at_run_as_judge(struct at_str words);

#endif
