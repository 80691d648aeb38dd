// place.h: the place at which the device pretends to be
#ifndef AT_DEVICE_ANDROID_ADB_PLACE_H
#define AT_DEVICE_ANDROID_ADB_PLACE_H

#include "device/android/android_priv.h"

// Set it, and send it again every two seconds until it is set again or dropped:
// a place that is told once is forgotten or taken for old by many apps.
AT_CHECKED bool at_commands_locate(const struct at_op *op,
                                   struct at_device *device, double latitude,
                                   double longitude, struct at_err *err);
// Send it no more.
void at_place_drop(struct at_android *android);

#endif
