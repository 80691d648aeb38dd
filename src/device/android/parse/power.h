// power.h: screen state in `dumpsys power` and `dumpsys window policy`
#ifndef AT_DEVICE_ANDROID_PARSE_POWER_H
#define AT_DEVICE_ANDROID_PARSE_POWER_H

#include <stdbool.h>

#include "base/str.h"

enum at_wakefulness {
    AT_WAKEFULNESS_UNKNOWN,
    AT_WAKEFULNESS_AWAKE,
    AT_WAKEFULNESS_ASLEEP,
    AT_WAKEFULNESS_DOZING,   // asleep; the screen may show the time
    AT_WAKEFULNESS_DREAMING, // a screen saver shows
};

struct at_power {
    enum at_wakefulness wakefulness;
    bool keyguard; // it shows, and no app shows over it
};

// Print the lines that at_power_parse() reads.
#define AT_POWER_COMMAND                                                       \
    "dumpsys power | grep -e mWakefulness= -e 'Display Power: state='; "       \
    "dumpsys window policy | grep -i -e showing -e lockscreen "                \
    "-e statusbarkeyguard -e occluded -e interactivestate"

// Read the output of both services, whole or as AT_POWER_COMMAND filters it.
// The words differ between releases; see the tables. What is not said is
// unknown, or no keyguard.
void at_power_parse(struct at_str output, struct at_power *out);

static inline bool
at_power_is_asleep(const struct at_power *power)
{
    return power->wakefulness > AT_WAKEFULNESS_AWAKE;
}

#endif
