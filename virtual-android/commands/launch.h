// launch.h: starting apps and instrumentations, shared by am, pm and monkey
#ifndef VIRTUAL_ANDROID_COMMANDS_LAUNCH_H
#define VIRTUAL_ANDROID_COMMANDS_LAUNCH_H

#include <stdbool.h>

struct vd_call;

int vd_cmd_am_start(struct vd_call *call);
int vd_cmd_am_instrument(struct vd_call *call);
int vd_pm_list_instrumentation(struct vd_call *call);

// Return true if the fault `leanback-only` hides all activities of the category
// in the call (-c).
bool vd_lacks_category(struct vd_call *call);

#endif
