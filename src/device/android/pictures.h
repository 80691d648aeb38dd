// pictures.h: see at_platform.pictures
#ifndef AT_DEVICE_ANDROID_PICTURES_H
#define AT_DEVICE_ANDROID_PICTURES_H

#include "device/pictures.h"

bool at_android_pictures(const struct at_op *op, const char *id,
                         struct at_pictures **out, struct at_err *err);

#endif
