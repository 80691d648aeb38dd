// install.h: pm's verbs that take an APK
#ifndef VIRTUAL_ANDROID_COMMANDS_INSTALL_H
#define VIRTUAL_ANDROID_COMMANDS_INSTALL_H

struct va_call;

int va_pm_install(struct va_call *call);
int va_pm_install_create(struct va_call *call);
int va_pm_install_write(struct va_call *call);
int va_pm_install_commit(struct va_call *call);
int va_pm_install_abandon(struct va_call *call);

#endif
