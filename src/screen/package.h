// package.h: the role of a package: keyboard, system bars or launcher
#ifndef AT_SCREEN_PACKAGE_H
#define AT_SCREEN_PACKAGE_H

#include <stdbool.h>

#include "base/str.h"

bool at_package_is_input_method(struct at_str package);

// Return true if this package asks the user for app permissions: Android's
// permission controller or a vendor's own.
bool at_package_asks_permission(struct at_str package);

// Return true if this package shows sheets on behalf of apps, such as for
// signing in or location accuracy: Google Play services and similar.
bool at_package_serves_apps(struct at_str package);

// Return true for the package that owns the status bar, navigation bar and
// shade.
bool at_package_is_system_ui(struct at_str package);

#endif
