// webview_choose.h: which page a view on the screen shows, and which pages are
// asked, when and for how long
//
// Pure.
#ifndef AT_DEVICE_ANDROID_FRAMEWORK_WEB_WEBVIEW_CHOOSE_H
#define AT_DEVICE_ANDROID_FRAMEWORK_WEB_WEBVIEW_CHOOSE_H

#include "device/android/framework/web/webview_page.h"
#include "device/android/framework/web/webview_target.h"

// What of a page was read in one reading.
struct at_web_reading {
    struct at_web_page page;
    struct at_web_target target;
    bool used; // another view shows it
};

// The page that fits best to a view. Alone, also one fits that does not know
// its place. NULL: none does.
struct at_web_reading *at_web_choose(struct at_web_reading *readings,
                                     size_t count, struct at_rect view,
                                     bool alone);

// Where on the screen the whole of the view is that shows the page. Its own
// word counts where it agrees with what is seen: a view may reach beyond the
// screen.
struct at_rect at_web_place(const struct at_web_target *target,
                            struct at_rect view);

// May a page be seen in one of the query's views, by what is known without
// asking it? query is NULL where no view is known.
enum at_web_worth {
    AT_WEB_ELSEWHERE, // it lies where no view is
    AT_WEB_HIDDEN,    // it said so
    AT_WEB_UNKNOWN,
    AT_WEB_SEEN, // it lies in a view
};
// Does the page say that it lies in the view?
bool at_web_is_in(const struct at_web_target *target, struct at_rect view);
enum at_web_worth at_web_worth(const struct at_web_target *target, bool hidden,
                               const struct at_overlay_query *query);

// How long what has failed so often, one time after the other, is left alone.
int64_t at_web_pause_ms(int failures);

// How much of left_ms the next of several pages may take, so that each of those
// after it can still answer.
int at_web_share_ms(int left_ms, size_t after);

#endif
