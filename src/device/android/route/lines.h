// lines.h: text and the line ends at its end
#ifndef AT_DEVICE_ANDROID_ROUTE_LINES_H
#define AT_DEVICE_ANDROID_ROUTE_LINES_H

#include "base/str.h"

// A line end at the end means Enter, which a field of one line does not take
// as a character. How many there are; *text is without them.
unsigned at_text_split_enters(struct at_str *text);

#endif
