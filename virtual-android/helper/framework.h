// framework.h: which toolkit an app was made with
#ifndef VIRTUAL_ANDROID_HELPER_FRAMEWORK_H
#define VIRTUAL_ANDROID_HELPER_FRAMEWORK_H

#include "virtual-android/helper/api.h"

bool vd_endpoint_framework(struct vd_exchange *exchange);

#endif
