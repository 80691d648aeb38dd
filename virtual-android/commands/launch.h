// launch.h: starting apps and instrumentations, shared by am and monkey
#ifndef VIRTUAL_ANDROID_COMMANDS_LAUNCH_H
#define VIRTUAL_ANDROID_COMMANDS_LAUNCH_H

struct va_call;

int va_cmd_am_start(struct va_call *call);
int va_cmd_am_instrument(struct va_call *call);

#endif
