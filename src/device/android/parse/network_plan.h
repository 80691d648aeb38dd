// network_plan.h: the steps to a network condition, checked beforehand
#ifndef AT_DEVICE_ANDROID_PARSE_NETWORK_PLAN_H
#define AT_DEVICE_ANDROID_PARSE_NETWORK_PLAN_H

#include "base/err.h"
#include "device/facts.h"

enum at_network_step_kind {
    AT_NETWORK_CONSOLE, // words for the emulator's console
    AT_NETWORK_SHELL,   // a command line for the device
};

struct at_network_step {
    enum at_network_step_kind kind;
    char command[96];
    char done[96]; // result to report: "Latency: umts", or empty
    bool may_fail; // a device without a modem cannot do it
};

enum { AT_NETWORK_STEPS_MAX = 8 };

struct at_network_plan {
    struct at_network_step steps[AT_NETWORK_STEPS_MAX];
    size_t count;
    bool needs_emulator;
    bool skips_console; // leave its words out where there is none
    bool goes_offline;  // preset "offline"
};

// Make the plan. A preset other than "offline" always switches mobile data on,
// which no argument could otherwise. restore: preset "offline" was applied
// before, so another preset also switches WiFi on, and says both. AT_EUSAGE
// names the field and its valid values.
AT_CHECKED bool at_network_plan_make(const struct at_network *network,
                                     bool restore, struct at_network_plan *out,
                                     struct at_err *err);

#endif
