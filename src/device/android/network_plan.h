// network_plan.h: which steps a network condition takes, checked beforehand
#ifndef AT_DEVICE_ANDROID_NETWORK_PLAN_H
#define AT_DEVICE_ANDROID_NETWORK_PLAN_H

#include "device/device.h"

enum at_network_step_kind {
    AT_NETWORK_CONSOLE, // words for the emulator's console
    AT_NETWORK_SHELL,   // a command line for the device
};

struct at_network_step {
    enum at_network_step_kind kind;
    char command[96];
    char done[96]; // in words, once it is done: "Latency: umts"
};

enum { AT_NETWORK_STEPS_MAX = 8 };

struct at_network_plan {
    struct at_network_step steps[AT_NETWORK_STEPS_MAX];
    size_t count;
    bool needs_emulator;
    bool goes_offline; // by preset "offline"
};

// restore: preset "offline" was applied before, so another preset also brings
// WiFi and mobile data back. AT_EUSAGE names the field and what is valid.
AT_CHECKED bool at_network_plan_make(const struct at_network *network,
                                     bool restore, struct at_network_plan *out,
                                     struct at_err *err);

#endif
