// network.h: services behind `cmd` that switch radios
#ifndef VIRTUAL_ANDROID_COMMANDS_NETWORK_H
#define VIRTUAL_ANDROID_COMMANDS_NETWORK_H

struct vd_call;

int vd_cmd_connectivity(struct vd_call *call);
int vd_cmd_wifi(struct vd_call *call);

#endif
