// ios.h: iOS simulators through xcrun simctl and AXe
//
// simctl lists, boots, installs and launches. It has no input of any kind and
// cannot read the screen's elements: those come from AXe. Coordinates are
// points, as in AXe. Operations that simctl does not have are not offered:
// clear, prefs, query_db, network, crash, log_mark, keyboard_shown.
#ifndef AT_DEVICE_IOS_IOS_H
#define AT_DEVICE_IOS_IOS_H

#include "device/platform.h"

extern const struct at_platform at_ios_platform;

// Set the program's place, by main's argv[0], so that a bundled AXe is found.
// Call it before starting threads. Without it only the environment and PATH are
// searched.
void at_ios_set_program(const char *argv0);

#endif
