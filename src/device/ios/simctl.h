// simctl.h: runs `xcrun simctl`
//
// A missing xcrun or simctl is AT_ENOTOOL with advice on installation; a failed
// command reports simctl's own message and advice. Blocks until the call's op
// ends.
#ifndef AT_DEVICE_IOS_SIMCTL_H
#define AT_DEVICE_IOS_SIMCTL_H

#include "device/ios/parse_simctl.h"
#include "device/platform.h"

struct at_simctl_result {
    struct at_proc_result proc;   // owned (at_simctl_result_deinit)
    struct at_simctl_error error; // error of a failed command
    bool interrupted;             // it ended because the call's op did
};

void at_simctl_result_deinit(struct at_simctl_result *result);

// Run `xcrun simctl WORDS…`, NULL-terminated, starting with the action. Return
// false also for a non-zero exit status. result is always initialised and owned
// by the caller.
AT_CHECKED bool at_simctl_run(const struct at_platform_call *call,
                              const char *const *words,
                              struct at_simctl_result *result,
                              struct at_err *err);

// Like at_simctl_run() for a command that runs until it is stopped: only the
// listener receives its stdout.
AT_CHECKED bool at_simctl_run_lines(const struct at_platform_call *call,
                                    const char *const *words,
                                    struct at_simctl_result *result,
                                    struct at_err *err);

// How to end a command that completes its work after SIGINT.
struct at_simctl_end {
    int64_t grace_ms;           // time to complete, before it is killed
    struct at_cancel *kill_now; // kills at once when fired; may be NULL
};

// Like at_simctl_run() for such a command: send SIGINT when the call's op ends.
// Return true if the exit status is 0, whether or not it was interrupted.
AT_CHECKED bool at_simctl_run_until_interrupted(
    const struct at_platform_call *call, const char *const *words,
    const struct at_simctl_end *end, struct at_simctl_result *result,
    struct at_err *err);

// Like at_simctl_run() for a command whose output is not needed.
AT_CHECKED bool at_simctl_do(const struct at_platform_call *call,
                             const char *const *words, struct at_err *err);

AT_CHECKED bool at_simctl_list(const struct at_platform_call *call,
                               struct at_sim_list *out, struct at_err *err);

// Report a failure to run an Apple program as AT_ENOTOOL if it is missing;
// other failures are kept. Return false.
bool at_xcode_fail(const char *program, struct at_err *err);
// Return the requirements of Apple's tools as a sentence, for a Mac and for
// other systems.
const char *at_xcode_remedy(void);

#endif
