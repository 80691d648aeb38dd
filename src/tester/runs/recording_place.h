// recording_place.h: the app and device on which a recording is made
#ifndef AT_TESTER_RUNS_RECORDING_PLACE_H
#define AT_TESTER_RUNS_RECORDING_PLACE_H

#include "agent/recipe/recipe.h"
#include "base/op.h"
#include "device/device.h"

// The device's class is its screen: "1080x2400@420". What the device does not
// tell, or not soon, stays "": such a recording is tried on any of its kind.
void at_recording_place_read(const struct at_op *op, struct at_device *device,
                             const char *package, struct at_recipe_place *out);

#endif
