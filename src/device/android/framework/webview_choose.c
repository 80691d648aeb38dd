#include "device/android/framework/webview_choose.h"

enum {
    FIT_LEAST = 300, // of 1000, of a page and a view that are the same
    PLACED_SLACK_PX = 4,
};

struct at_rect
at_web_place(const struct at_web_target *target, struct at_rect view)
{
    struct at_rect place = target->place;
    bool holds = target->placed && place.left <= view.left + PLACED_SLACK_PX &&
                 place.top <= view.top + PLACED_SLACK_PX &&
                 place.right >= view.right - PLACED_SLACK_PX &&
                 place.bottom >= view.bottom - PLACED_SLACK_PX;
    return holds ? place : view;
}

struct at_web_reading *
at_web_choose(struct at_web_reading *readings, size_t count,
              struct at_rect view, bool alone)
{
    struct at_web_reading *best = NULL;
    int best_fit = alone ? -1 : FIT_LEAST - 1;
    for (size_t i = 0; i < count; i++) {
        struct at_web_reading *one = &readings[i];
        int fit = at_web_fit(one->target, one->page.width_css,
                             one->page.height_css, view);
        if (one->used || one->page.hidden || fit <= best_fit)
            continue;
        best = one;
        best_fit = fit;
    }
    return best;
}
