// image_rgb.h: pixels without alpha; for the encoders only
#ifndef AT_WIRE_IMAGE_RGB_H
#define AT_WIRE_IMAGE_RGB_H

#include "wire/image.h"

// Three bytes a pixel, rows without gaps. The caller frees it.
unsigned char *at_image_rgb(const struct at_image *image);

#endif
