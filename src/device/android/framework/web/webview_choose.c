#include "device/android/framework/web/webview_choose.h"

enum {
    FIT_LEAST = 300, // in 1/1000, for a page and a view that are the same
    PLACED_SLACK_PX = 4,
    KEPT_MS = 40, // reserved for each page still to be asked
    PAUSE_MS = 5000,
    PAUSE_MAX_MS = 60000,
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
    int best_fit = FIT_LEAST - 1;
    for (size_t i = 0; i < count; i++) {
        struct at_web_reading *one = &readings[i];
        int fit = at_web_fit(&one->target, one->page.width_css,
                             one->page.height_css, view);
        // This is the only view that may show it.
        if (alone && !one->target.placed && fit < FIT_LEAST)
            fit = FIT_LEAST;
        if (one->used || one->page.hidden || fit <= best_fit)
            continue;
        best = one;
        best_fit = fit;
    }
    return best;
}

bool
at_web_is_in(const struct at_web_target *target, struct at_rect view)
{
    return target->placed && at_web_fit(target, 0, 0, view) >= FIT_LEAST;
}

enum at_web_worth
at_web_worth(const struct at_web_target *target, bool hidden,
             const struct at_overlay_query *query)
{
    if (hidden)
        return AT_WEB_HIDDEN;
    if (!query || !target->placed)
        return AT_WEB_UNKNOWN;
    for (size_t i = 0; i < query->web_count && i < AT_LEN(query->web); i++) {
        if (at_web_is_in(target, query->web[i]))
            return AT_WEB_SEEN;
    }
    return AT_WEB_ELSEWHERE;
}

int64_t
at_web_pause_ms(int failures)
{
    int64_t pause_ms = failures > 0 ? PAUSE_MS : 0;
    for (int i = 1; i < failures && pause_ms < PAUSE_MAX_MS; i++)
        pause_ms *= 2;
    return pause_ms < PAUSE_MAX_MS ? pause_ms : PAUSE_MAX_MS;
}

int
at_web_share_ms(int left_ms, size_t after)
{
    int even_ms = left_ms / ((int)after + 1);
    int rest_ms = left_ms - (int)after * KEPT_MS;
    return even_ms > rest_ms ? even_ms : rest_ms;
}
