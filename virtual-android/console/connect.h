// connect.h: a connection of an app on the device to one of its sockets
#ifndef VIRTUAL_ANDROID_CONSOLE_CONNECT_H
#define VIRTUAL_ANDROID_CONSOLE_CONNECT_H

#include "virtual-android/console/call.h"

// "NAME UID": connect as that app, send a request and append the answer.
bool vd_console_connect(struct vd_console_call *call, struct at_err *err);

#endif
