// state.h: access/'s data of a device, under the device's lock
#ifndef VIRTUAL_ANDROID_ACCESS_STATE_H
#define VIRTUAL_ANDROID_ACCESS_STATE_H

#include <stdint.h>

struct at_cancel;
struct vd_events;

struct vd_automation {
    uint64_t ticket; // 0: no UiAutomation is registered
    int pid;
    char *args;       // owned
    int64_t until_ms; // its process ends then; 0: it continues
};

// The process of the instrumentation that runs; pid 0: none.
struct vd_instrument {
    int pid;
    char *component;          // owned
    char *port;               // owned; its socket in ports; NULL: none yet
    struct at_cancel *killed; // borrowed
};

struct vd_access {
    struct vd_events *events; // owned; NULL without a listener
    struct vd_automation automation;
    struct vd_instrument instrument;
};

#endif
