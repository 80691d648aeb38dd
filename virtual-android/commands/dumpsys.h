// dumpsys.h: the services that `dumpsys` can tell about
#ifndef VIRTUAL_ANDROID_COMMANDS_DUMPSYS_H
#define VIRTUAL_ANDROID_COMMANDS_DUMPSYS_H

struct va_call;

int va_dumpsys_activity(struct va_call *call);
int va_dumpsys_package(struct va_call *call);
int va_dumpsys_window(struct va_call *call);

#endif
