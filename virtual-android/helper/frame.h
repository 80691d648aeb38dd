// frame.h: the screen's picture, once it is another one than the client has
#ifndef VIRTUAL_ANDROID_HELPER_FRAME_H
#define VIRTUAL_ANDROID_HELPER_FRAME_H

#include "virtual-android/helper/api.h"

bool vd_endpoint_frame(struct vd_exchange *exchange);

#endif
