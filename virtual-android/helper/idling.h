// idling.h: answers of an app's idling bridge
#ifndef VIRTUAL_ANDROID_HELPER_IDLING_H
#define VIRTUAL_ANDROID_HELPER_IDLING_H

#include "virtual-android/helper/api.h"

bool vd_endpoint_idling(struct vd_exchange *exchange);

#endif
