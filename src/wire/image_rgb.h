// image_rgb.h: pixels without alpha, for the encoders
#ifndef AT_WIRE_IMAGE_RGB_H
#define AT_WIRE_IMAGE_RGB_H

#include "wire/image.h"

// Return three bytes per pixel, in rows without padding. The caller frees them.
unsigned char *at_image_rgb(const struct at_image *image);

#endif
