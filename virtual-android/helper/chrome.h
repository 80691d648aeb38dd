// chrome.h: the windows that every screen has: bars and keyboard
#ifndef VIRTUAL_ANDROID_HELPER_CHROME_H
#define VIRTUAL_ANDROID_HELPER_CHROME_H

#include "base/str.h"
#include "screen/tree.h" // at_rect
#include "virtual-android/helper/writer.h"

enum { VA_CHROME_NODES = 8, VA_CHROME_ID = 1000001 };

struct va_chrome_node {
    const char *class_name; // the root's is the first, the others lie in it
    const char *id;
    const char *text;
    const char *desc;
    bool button;
    int32_t left_percent; // of its window's width
    int32_t right_percent;
};

struct va_chrome {
    const char *type;
    const char *package;
    const char *title;
    int64_t id;
    bool keyboard;  // there only while that is shown
    int32_t top_px; // below 0: from the screen's lower edge
    int32_t bottom_px;
    struct va_chrome_node nodes[VA_CHROME_NODES];
};

// In drawing order, up to a row without a type.
extern const struct va_chrome va_chromes[];

struct at_rect va_chrome_bounds(const struct va_chrome *chrome,
                                struct at_rect screen);
struct at_rect va_chrome_part(const struct va_chrome_node *node,
                              struct at_rect window);
// All members but the bounds, into the open object.
void va_put_chrome_node(struct va_writer *w, const struct va_chrome_node *node,
                        int64_t number);

#endif
