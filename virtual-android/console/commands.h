// commands.h: the emulator's own commands on its console
#ifndef VIRTUAL_ANDROID_CONSOLE_COMMANDS_H
#define VIRTUAL_ANDROID_CONSOLE_COMMANDS_H

#include "virtual-android/console/call.h"

extern const struct vd_console_command vd_console_commands[]; // up to no name

#endif
