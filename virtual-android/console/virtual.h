// virtual.h: `virtual ...` on the console, for tests
#ifndef VIRTUAL_ANDROID_CONSOLE_VIRTUAL_H
#define VIRTUAL_ANDROID_CONSOLE_VIRTUAL_H

#include "virtual-android/console/call.h"

extern const struct vd_console_command vd_virtual_commands[]; // up to no name

#endif
