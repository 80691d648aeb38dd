// java.h: the programs that app_process can run, and how their processes end
#ifndef VIRTUAL_ANDROID_COMMANDS_JAVA_H
#define VIRTUAL_ANDROID_COMMANDS_JAVA_H

#include "virtual-android/commands/jar.h"

struct at_cancel;
struct vd_call;

// Each in its own file; argv[0] is the class.
int vd_run_resident(struct vd_call *call, const struct vd_jar *jar);
int vd_run_scrcpy(struct vd_call *call, const struct vd_jar *jar);

// The text before the version in the dex of scrcpy's server.
#define VD_SCRCPY_MARK "The server version ("

// The token whose firing kills a program that app_process runs: of the stream
// if SIGHUP reaches it, of adbd else. Borrowed.
struct at_cancel *vd_java_end(const struct vd_call *call);
// The command line of app_process, which the caller owns.
char *vd_java_args(const struct vd_call *call);
// A signal has ended the process: where a shell waits for it, the shell says
// so. Returns the exit status.
int vd_java_died(struct vd_call *call, int number);

#endif
