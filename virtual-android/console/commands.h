// commands.h: the commands of the emulator's console
#ifndef VIRTUAL_ANDROID_CONSOLE_COMMANDS_H
#define VIRTUAL_ANDROID_CONSOLE_COMMANDS_H

#include "virtual-android/console/call.h"

// The emulator's own, and `virtual ...` for tests; each up to no name.
extern const struct vd_console_command vd_console_commands[];
extern const struct vd_console_command vd_virtual_commands[];

// "NAME UID": connect as that app to one of the device's sockets, send a
// request and append the answer.
bool vd_console_connect(struct vd_console_call *call, struct at_err *err);

#endif
