// dumpsys.h: services of `dumpsys` with files of their own
#ifndef VIRTUAL_ANDROID_COMMANDS_DUMPSYS_H
#define VIRTUAL_ANDROID_COMMANDS_DUMPSYS_H

struct vd_call;

int vd_dumpsys_activity(struct vd_call *call);
int vd_dumpsys_package(struct vd_call *call);
int vd_dumpsys_window(struct vd_call *call);

#endif
