// simctl.h: run `xcrun simctl`
//
// A missing xcrun or simctl is AT_ENOTOOL with what to install; a command that
// fails has simctl's own message and what to try. Blocks until the call's op
// ends.
#ifndef AT_DEVICE_IOS_SIMCTL_H
#define AT_DEVICE_IOS_SIMCTL_H

#include "device/ios/parse_simctl.h"
#include "device/platform.h"

struct at_simctl_result {
    struct at_proc_result proc;   // owned (at_simctl_result_deinit)
    struct at_simctl_error error; // of a command that failed
    bool told;                    // it ended because the call's op had
};

void at_simctl_result_deinit(struct at_simctl_result *result);

// Run `xcrun simctl WORDS…`, up to NULL; the first is the action's name.
// Returns false also if its exit status is not 0. result is set anew in any
// case and owned by the caller.
AT_CHECKED bool at_simctl_run(const struct at_platform_call *call,
                              const char *const *words,
                              struct at_simctl_result *result,
                              struct at_err *err);

// The same for a command that runs until it is stopped: only the listener gets
// its stdout.
AT_CHECKED bool at_simctl_run_lines(const struct at_platform_call *call,
                                    const char *const *words,
                                    struct at_simctl_result *result,
                                    struct at_err *err);

// The end of a command that completes its work only after SIGINT.
struct at_simctl_end {
    int64_t grace_ms;        // that it has for it, then it is killed
    struct at_cancel *hurry; // ends that time early when it fires; may be NULL
};

// The same for such a command: it gets SIGINT when the call's op ends. Returns
// true if its exit status is 0, whether it ended by itself or was told to.
AT_CHECKED bool at_simctl_run_until_told(const struct at_platform_call *call,
                                         const char *const *words,
                                         const struct at_simctl_end *end,
                                         struct at_simctl_result *result,
                                         struct at_err *err);

// The same for a command whose output is not needed.
AT_CHECKED bool at_simctl_do(const struct at_platform_call *call,
                             const char *const *words, struct at_err *err);

AT_CHECKED bool at_simctl_list(const struct at_platform_call *call,
                               struct at_sim_list *out, struct at_err *err);

// Turn a failure to run an Apple program into AT_ENOTOOL if it is missing;
// other failures stay. Returns false.
bool at_xcode_fail(const char *program, struct at_err *err);
// Return what is needed for Apple's tools, as a sentence, on a Mac and
// elsewhere.
const char *at_xcode_remedy(void);

#endif
