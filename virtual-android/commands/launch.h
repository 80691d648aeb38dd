// launch.h: starting apps and instrumentations, shared by am, pm and monkey
#ifndef VIRTUAL_ANDROID_COMMANDS_LAUNCH_H
#define VIRTUAL_ANDROID_COMMANDS_LAUNCH_H

struct va_call;

int va_cmd_am_start(struct va_call *call);
int va_cmd_am_instrument(struct va_call *call);
int va_pm_list_instrumentation(struct va_call *call);

#endif
