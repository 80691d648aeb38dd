// chrome.h: the windows that every screen has: bars and keyboard
#ifndef VIRTUAL_ANDROID_ACCESS_CHROME_H
#define VIRTUAL_ANDROID_ACCESS_CHROME_H

#include <stdbool.h>
#include <stdint.h>

#include "screen/tree.h" // at_rect

enum { VD_CHROME_NODES = 8, VD_CHROME_ID = 1000001 };

struct vd_chrome_node {
    const char *class_name; // the first is the root, which contains the others
    const char *id;
    const char *text;
    const char *desc;
    bool button;
    int32_t left_percent; // relative to its window's width
    int32_t right_percent;
};

struct vd_chrome {
    const char *type;
    const char *package;
    const char *title;
    int64_t id;
    bool keyboard;  // present only while the keyboard is shown
    int32_t top_px; // below 0: from the screen's lower edge
    int32_t bottom_px;
    struct vd_chrome_node nodes[VD_CHROME_NODES];
};

// In drawing order, up to a row without a type.
extern const struct vd_chrome vd_chromes[];

struct at_rect vd_chrome_bounds(const struct vd_chrome *chrome,
                                struct at_rect screen);
struct at_rect vd_chrome_part(const struct vd_chrome_node *node,
                              struct at_rect window);
#endif
