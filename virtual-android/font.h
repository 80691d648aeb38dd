// font.h: the only font of the virtual device
#ifndef VIRTUAL_ANDROID_FONT_H
#define VIRTUAL_ANDROID_FONT_H

enum {
    VA_FONT_FIRST = 32,
    VA_FONT_LAST = 126,
    VA_FONT_ROWS = 7,
    VA_FONT_COLUMNS = 5, // bit 4 is the leftmost
};

extern const unsigned char va_font[VA_FONT_LAST - VA_FONT_FIRST + 1]
                                  [VA_FONT_ROWS];

#endif
