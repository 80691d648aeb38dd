// webview_choose.h: which page a view on the screen shows
//
// Pure.
#ifndef AT_DEVICE_ANDROID_FRAMEWORK_WEBVIEW_CHOOSE_H
#define AT_DEVICE_ANDROID_FRAMEWORK_WEBVIEW_CHOOSE_H

#include "device/android/framework/webview_page.h"
#include "device/android/framework/webview_target.h"

// What of a page was read in one reading.
struct at_web_reading {
    struct at_web_page page;
    const struct at_web_target *target;
    bool used; // another view shows it
};

// The page that fits best to a view; alone it fits. NULL: none does.
struct at_web_reading *at_web_choose(struct at_web_reading *readings,
                                     size_t count, struct at_rect view,
                                     bool alone);

// Where on the screen the whole of the view is that shows the page. Its own
// word counts where it agrees with what is seen: a view may reach beyond the
// screen.
struct at_rect at_web_place(const struct at_web_target *target,
                            struct at_rect view);

#endif
