// network.h: services behind `cmd` that switch radios
#ifndef VIRTUAL_ANDROID_COMMANDS_NETWORK_H
#define VIRTUAL_ANDROID_COMMANDS_NETWORK_H

struct va_call;

int va_cmd_connectivity(struct va_call *call);
int va_cmd_wifi(struct va_call *call);

#endif
