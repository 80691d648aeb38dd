// verbs.h: code common to the android commands: words, subcommands, time
//
// Before it acts, a command waits as long as the operation takes on a device
// (vd_simulate_latency()), without holding a lock.
#ifndef VIRTUAL_ANDROID_COMMANDS_VERBS_H
#define VIRTUAL_ANDROID_COMMANDS_VERBS_H

#include "virtual-android/model/device.h"
#include "virtual-android/shell/command.h"

// Wait as long as `what` ("tap", "dump") takes. Returns false if the stream was
// closed.
bool vd_simulate_latency(struct vd_call *call, const char *what);
// Warn as the linker of some devices does of each program, if a fault says so.
void vd_warn_of_linker(struct vd_call *call);

// The words after the first ones as a call: "cmd package list" runs pm with
// "package list". It borrows from call.
struct vd_call vd_shifted(const struct vd_call *call, int words);

// argv[i], or "" past the end.
const char *vd_arg(const struct vd_call *call, int i);
// Returns false unless text is a number from min to max.
bool vd_number(const char *text, int64_t min, int64_t max, int64_t *out);

// A subcommand's name and function, in tables up to a row without a name.
struct vd_verb {
    const char *name;
    int (*run)(struct vd_call *call); // argv[0] is the verb
};

// Run argv[1]'s verb. Returns -1 if the table does not have it.
int vd_run_verb(struct vd_call *call, const struct vd_verb *verbs);
// Run a program of verbs as Android's ShellCommand does: after some time, and
// with the usage on stderr and status 255 for an unknown or missing verb.
int vd_run_program(struct vd_call *call, const struct vd_verb *verbs,
                   const char *usage);
// Print the list of `cmd -l` and `dumpsys -l`. Returns 0.
int vd_list_services(struct vd_call *call, const struct vd_verb *services);

// Split "com.example/.Main". Returns false without a slash.
bool vd_split_component(const char *text, char *package, size_t package_cap,
                        char *activity, size_t activity_cap);

// Return true if the words select another user than the one in front, who has
// the apps. Without "--user" they select the first.
bool vd_means_other_user(const struct vd_call *call);

#endif
