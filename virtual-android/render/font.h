// font.h: the only font of the virtual device
//
// tools/font_rows.py makes the rows from font.txt during the build.
#ifndef VIRTUAL_ANDROID_RENDER_FONT_H
#define VIRTUAL_ANDROID_RENDER_FONT_H

enum {
    VD_FONT_FIRST = 32,
    VD_FONT_LAST = 126,
    VD_FONT_ROWS = 7,
    VD_FONT_COLUMNS = 5, // bit 4 is the leftmost
};

extern const unsigned char vd_font[VD_FONT_LAST - VD_FONT_FIRST + 1]
                                  [VD_FONT_ROWS];

#endif
