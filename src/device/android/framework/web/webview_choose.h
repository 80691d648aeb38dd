// webview_choose.h: the choice of the page for a view on the screen, and of the
// pages to ask: which, when and for how long
//
// Pure.
#ifndef AT_DEVICE_ANDROID_FRAMEWORK_WEB_WEBVIEW_CHOOSE_H
#define AT_DEVICE_ANDROID_FRAMEWORK_WEB_WEBVIEW_CHOOSE_H

#include "device/android/framework/web/webview_page.h"
#include "device/android/framework/web/webview_target.h"

// The part of a page that one reading got.
struct at_web_reading {
    struct at_web_page page;
    struct at_web_target target;
    bool used; // another view shows it
};

// The page that fits a view best. Alone, a page of unknown place fits too.
// NULL: none fits.
struct at_web_reading *at_web_choose(struct at_web_reading *readings,
                                     size_t count, struct at_rect view,
                                     bool alone);

// The bounds of the whole view that shows the page. The page's own figure is
// used if it agrees with the tree: a view may reach beyond the screen.
struct at_rect at_web_place(const struct at_web_target *target,
                            struct at_rect view);

// The chance to see a page in one of the query's views, judged without asking
// it. query is NULL if no view is known.
enum at_web_worth {
    AT_WEB_ELSEWHERE, // it lies outside all views
    AT_WEB_HIDDEN,    // the page says so
    AT_WEB_UNKNOWN,
    AT_WEB_SEEN, // it lies in a view
};
// Return true if the page reports a place within the view.
bool at_web_is_in(const struct at_web_target *target, struct at_rect view);
enum at_web_worth at_web_worth(const struct at_web_target *target, bool hidden,
                               const struct at_overlay_query *query);

// The pause after this number of consecutive failures.
int64_t at_web_pause_ms(int failures);

// The share of left_ms for the next of several pages; the others after it keep
// enough time to answer.
int at_web_share_ms(int left_ms, size_t after);

#endif
