// simctl.h: running `xcrun simctl`
//
// A missing xcrun or simctl is AT_ENOTOOL with what to install; a command
// that fails has simctl's own words and what to try. Blocks until the call's
// op ends.
#ifndef AT_DEVICE_IOS_SIMCTL_H
#define AT_DEVICE_IOS_SIMCTL_H

#include "device/ios/parse_simctl.h"
#include "device/platform.h"

struct at_simctl_result {
    struct at_proc_result proc;   // owned (at_simctl_result_deinit)
    struct at_simctl_error error; // of a command that failed
};

void at_simctl_result_deinit(struct at_simctl_result *result);

// Run `xcrun simctl WORDS…`, up to NULL; the first is the action's name. False
// also where it ended with another status than 0. result is set anew in every
// case, and the caller's.
AT_CHECKED bool at_simctl_run(const struct at_platform_call *call,
                              const char *const *words,
                              struct at_simctl_result *result,
                              struct at_err *err);

// The same for what runs on and on: stdout is the listener's alone.
AT_CHECKED bool at_simctl_run_lines(const struct at_platform_call *call,
                                    const char *const *words,
                                    struct at_simctl_result *result,
                                    struct at_err *err);

// For what prints nothing that anybody reads.
AT_CHECKED bool at_simctl_do(const struct at_platform_call *call,
                             const char *const *words, struct at_err *err);

AT_CHECKED bool at_simctl_list(const struct at_platform_call *call,
                               struct at_sim_list *out, struct at_err *err);

// Turn a failure to run program (an Apple one) into AT_ENOTOOL where it is not
// there; other failures stay. Returns false.
bool at_xcode_fail(const char *program, struct at_err *err);
// What makes Apple's tools be there, as a sentence: another one on a Mac than
// elsewhere.
const char *at_xcode_remedy(void);

#endif
