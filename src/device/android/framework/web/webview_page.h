// webview_page.h: what a page in a WebView shows (page.js), as an overlay
//
// Pure. The answer comes from a script of ours, but through the app's process:
// it is refused or cut where it is not as it should be.
#ifndef AT_DEVICE_ANDROID_FRAMEWORK_WEB_WEBVIEW_PAGE_H
#define AT_DEVICE_ANDROID_FRAMEWORK_WEB_WEBVIEW_PAGE_H

#include <jansson.h>

#include "base/err.h"
#include "base/str.h"
#include "screen/overlay.h"

// Its value is the answer, or "absent".
#define AT_PAGE_ASK                                                            \
    "typeof __agentestPage==='function'?__agentestPage():'absent'"

extern const char at_page_source[];

struct at_web_page {
    json_t *rows;    // owned
    json_t *frames;  // owned; of other sites, as the script has them, or NULL
    double left_css; // the part that is seen, in the page's own measure
    double top_css;
    double width_css;
    double height_css;
    bool hidden;    // the page reports that it is hidden
    size_t omitted; // left out, and perhaps on the screen
    size_t closed;  // frames that it could not look into
    size_t drawn;   // canvases that cover most of the page
};

// AT_EPROTO: not an answer of page.js. deinit in any case.
AT_CHECKED bool at_web_page_parse(struct at_str answer, struct at_web_page *out,
                                  struct at_err *err);
void at_web_page_deinit(struct at_web_page *page);

// Put the elements of a frame of another site where the page has it, below the
// row of the frame itself, which loses its state; the frames are to be added
// from the last to the first. frame is a row of frames.
void at_web_page_add_frame(struct at_web_page *page, const json_t *frame,
                           struct at_web_page *content);

// Append the page's elements to overlay. place is where the whole view is,
// overlay->under what is seen of it. Elements that end up without size are left
// out. Returns how many were left out for their number.
size_t at_web_page_fill(const struct at_web_page *page, struct at_rect place,
                        struct at_overlay *overlay);

#endif
