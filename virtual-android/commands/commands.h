// commands.h: the android commands, a row each; each is in its own file
#ifndef VIRTUAL_ANDROID_COMMANDS_COMMANDS_H
#define VIRTUAL_ANDROID_COMMANDS_COMMANDS_H

#include "virtual-android/commands/verbs.h"

struct vd_ended;

extern const struct vd_command vd_android_commands[]; // up to no name

int vd_cmd_am(struct vd_call *call);
int vd_cmd_app_process(struct vd_call *call);
int vd_cmd_appops(struct vd_call *call);
int vd_cmd_cmd(struct vd_call *call);
int vd_cmd_content(struct vd_call *call);
int vd_cmd_dumpsys(struct vd_call *call);
int vd_cmd_getprop(struct vd_call *call);
int vd_cmd_ime(struct vd_call *call);
int vd_cmd_input(struct vd_call *call);
int vd_cmd_kill(struct vd_call *call);
int vd_cmd_log(struct vd_call *call);
int vd_cmd_logcat(struct vd_call *call);
int vd_cmd_monkey(struct vd_call *call);
int vd_cmd_nohup(struct vd_call *call);
int vd_cmd_pidof(struct vd_call *call);
int vd_cmd_pkill(struct vd_call *call);
int vd_cmd_pm(struct vd_call *call);
int vd_cmd_ps(struct vd_call *call);
int vd_cmd_run_as(struct vd_call *call);
int vd_cmd_screencap(struct vd_call *call);
int vd_cmd_screenrecord(struct vd_call *call);
int vd_cmd_service(struct vd_call *call);
int vd_cmd_setprop(struct vd_call *call);
int vd_cmd_settings(struct vd_call *call);
int vd_cmd_sqlite3(struct vd_call *call);
int vd_cmd_svc(struct vd_call *call);
int vd_cmd_uiautomator(struct vd_call *call);
int vd_cmd_uptime(struct vd_call *call);
int vd_cmd_wm(struct vd_call *call);

// Services and verbs of these commands in files of their own.
int vd_cmd_am_instrument(struct vd_call *call);
int vd_cmd_am_start(struct vd_call *call);
int vd_cmd_connectivity(struct vd_call *call);
int vd_cmd_wifi(struct vd_call *call);
int vd_dumpsys_activity(struct vd_call *call);
int vd_dumpsys_package(struct vd_call *call);
int vd_dumpsys_window(struct vd_call *call);
int vd_pm_install(struct vd_call *call);
int vd_pm_install_abandon(struct vd_call *call);
int vd_pm_install_commit(struct vd_call *call);
int vd_pm_install_create(struct vd_call *call);
int vd_pm_install_write(struct vd_call *call);
int vd_pm_list_instrumentation(struct vd_call *call);

// Return true if the fault `leanback-only` hides all activities of the category
// in the call (-c).
bool vd_lacks_category(struct vd_call *call);

// The processes that every device has, up to one without a name.
struct vd_process {
    int pid;
    int parent;
    const char *user;
    const char *name;
};
extern const struct vd_process vd_system_processes[];

// How a helper reports its stages and its end, as `am instrument -r`. members
// are "NAME=VALUE" up to NULL. The end is written only if it was not killed.
void vd_put_stage(struct vd_call *call, const char *const *members);
void vd_put_end(struct vd_call *call, const struct vd_ended *ended);

#endif
