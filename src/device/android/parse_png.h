// parse_png.h: is this a whole PNG?
#ifndef AT_DEVICE_ANDROID_PARSE_PNG_H
#define AT_DEVICE_ANDROID_PARSE_PNG_H

#include "base/str.h"

enum at_png_verdict { AT_PNG_WHOLE, AT_PNG_CUT, AT_PNG_NONE };

// Walks the chunks from the signature to IEND (no pixel is decoded). Words
// before the signature are allowed: some builds warn there. *out_png is the
// picture alone when it is whole.
enum at_png_verdict at_png_find(struct at_str bytes, struct at_str *out_png);

#endif
