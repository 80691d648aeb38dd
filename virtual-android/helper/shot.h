// shot.h: the screen as a picture of the size and kind that is asked for
#ifndef VIRTUAL_ANDROID_HELPER_SHOT_H
#define VIRTUAL_ANDROID_HELPER_SHOT_H

#include "virtual-android/helper/api.h"

bool vd_endpoint_screenshot(struct vd_exchange *exchange);

#endif
