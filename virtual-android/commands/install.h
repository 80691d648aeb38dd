// install.h: pm's verbs that take an APK
#ifndef VIRTUAL_ANDROID_COMMANDS_INSTALL_H
#define VIRTUAL_ANDROID_COMMANDS_INSTALL_H

struct vd_call;

int vd_pm_install(struct vd_call *call);
int vd_pm_install_create(struct vd_call *call);
int vd_pm_install_write(struct vd_call *call);
int vd_pm_install_commit(struct vd_call *call);
int vd_pm_install_abandon(struct vd_call *call);

#endif
