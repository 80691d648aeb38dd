// png.h: pixels as a PNG file
#ifndef VIRTUAL_ANDROID_RENDER_PNG_H
#define VIRTUAL_ANDROID_RENDER_PNG_H

#include "base/buf.h"

// pixels: width * height * 4 bytes, RGBA.
AT_CHECKED bool vd_png_write(struct at_buf *out, const unsigned char *pixels,
                             int32_t width, int32_t height);

#endif
