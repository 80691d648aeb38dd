// step.h: inputs, quiet, tree and news in one round trip
#ifndef VIRTUAL_ANDROID_HELPER_STEP_H
#define VIRTUAL_ANDROID_HELPER_STEP_H

#include "virtual-android/helper/api.h"

bool vd_endpoint_step(struct vd_exchange *exchange);

#endif
