// ios.h: iOS simulators through xcrun simctl and AXe
//
// simctl lists, boots, installs and launches. It cannot send input or read the
// screen's elements; AXe does. Coordinates are points, as in AXe. Operations
// that simctl lacks are not supported: clear, prefs, query_db, network, crash,
// log_mark, keyboard_shown.
#ifndef AT_DEVICE_IOS_IOS_H
#define AT_DEVICE_IOS_IOS_H

#include "device/platform.h"

extern const struct at_platform at_ios_platform;

// Set the program's location from main's argv[0], to find a bundled AXe. Call
// it before starting threads. Otherwise only the environment and PATH are
// searched.
void at_ios_set_program(const char *argv0);

#endif
