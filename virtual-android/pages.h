// pages.h: inputs for the pages behind `web` nodes, through DevTools
//
// A separate thread sends them in order, so an unresponsive page does not block
// others; each input is dropped after a second. A page is "tcp:127.0.0.1:PORT",
// the first one listed there, or "tcp:127.0.0.1:PORT/devtools/page/ID".
#ifndef VIRTUAL_ANDROID_PAGES_H
#define VIRTUAL_ANDROID_PAGES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"

struct vd_pages;

enum vd_page_kind { VD_PAGE_TAP, VD_PAGE_SWIPE, VD_PAGE_TEXT, VD_PAGE_KEY };

struct vd_page_input {
    enum vd_page_kind kind;
    // Relative to the node's width, so 1,1 is as far down as to the right.
    double x;
    double y;
    double to_x; // end of a swipe
    double to_y;
    struct at_str text; // copied
    int key;            // Android's code, see vd_page_has_key()
};

struct vd_pages *vd_pages_new(void);
void vd_pages_free(struct vd_pages *pages); // NULL is allowed
// Never blocks. Inputs beyond some thousand that wait are dropped.
void vd_pages_post(struct vd_pages *pages, const char *page,
                   const struct vd_page_input *input);
// Wait until the inputs so far have taken effect, half a second at most: an
// injected input returns once the app has dealt with it.
void vd_pages_settle(struct vd_pages *pages);
bool vd_page_has_key(int code);

#endif
