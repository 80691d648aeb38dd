// webview_target.h: the pages of an app's WebViews, and where each one is
//
// Pure. Facts: chromium android_webview/browser/aw_devtools_server.cc (the
// sockets' names), aw_devtools_manager_delegate.cc (a page's description),
// content/browser/devtools/devtools_http_handler.cc (the list); proc(5).
#ifndef AT_DEVICE_ANDROID_FRAMEWORK_WEB_WEBVIEW_TARGET_H
#define AT_DEVICE_ANDROID_FRAMEWORK_WEB_WEBVIEW_TARGET_H

#include <jansson.h>

#include "base/str.h"
#include "screen/overlay.h"

enum { AT_WEB_SOCKETS_MAX = 4, AT_WEB_TARGETS_MAX = 8 };

struct at_web_sockets {
    size_t count;
    char names[AT_WEB_SOCKETS_MAX][96]; // names in the abstract name space
};

struct at_web_target {
    char id[128];         // letters, digits and dashes
    bool placed;          // view is known
    struct at_rect place; // place of its view on the screen, in pixels
};

// Return true if the package is a browser, whose tabs are pages too.
bool at_web_is_browser(const char *package);

// Find the sockets of the app's processes: printed is what `pidof` says, the
// line "--", and /proc/net/unix.
void at_web_find_sockets(struct at_str printed, const char *package,
                         struct at_web_sockets *out);

// Return true if its answer to /json/version is this app's or names no app.
bool at_web_is_of(const json_t *version, const char *package);

// List the pages that may be seen now, at most AT_WEB_TARGETS_MAX; return their
// number. Pages that report to be hidden, empty or in no window are left out.
size_t at_web_list(const json_t *list,
                   struct at_web_target out[AT_WEB_TARGETS_MAX]);

// The match of a page and a view: 0 to 1000. A page of unknown place is judged
// by its shape, width_css to height_css.
int at_web_fit(const struct at_web_target *target, double width_css,
               double height_css, struct at_rect view);

#endif
