// package.h: what a package is to the screen: keyboard, system bars or launcher
#ifndef AT_SCREEN_PACKAGE_H
#define AT_SCREEN_PACKAGE_H

#include <stdbool.h>

#include "base/str.h"

bool at_package_is_input_method(struct at_str package);

// Return true if this package asks the user for an app's permissions: Android's
// permission controller or a vendor's own.
bool at_package_asks_permission(struct at_str package);

// Return true if this package shows sheets on behalf of apps, such as signing
// in or the accuracy of a location: Google Play services and the like.
bool at_package_serves_apps(struct at_str package);

// The status bar, the navigation bar and the shade belong to it.
bool at_package_is_system_ui(struct at_str package);

#endif
