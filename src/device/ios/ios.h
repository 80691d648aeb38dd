// ios.h: iOS simulators through xcrun simctl and AXe
//
// simctl lists, boots, installs and launches; it has no input of any kind and
// cannot read the screen's elements: those come from AXe. Coordinates are
// points, as AXe's are. What simctl cannot do is not offered: clear, prefs,
// query_db, network, crash, log_mark, keyboard_shown.
#ifndef AT_DEVICE_IOS_IOS_H
#define AT_DEVICE_IOS_IOS_H

#include "device/platform.h"

extern const struct at_platform at_ios_platform;

// Tell where this program lies, by main's argv[0], so that a bundled AXe is
// found. Call before threads; without it only the environment and PATH are
// looked at.
void at_ios_set_program(const char *argv0);

#endif
