// shot.h: the screen as a picture of the requested size and kind
#ifndef VIRTUAL_ANDROID_HELPER_SHOT_H
#define VIRTUAL_ANDROID_HELPER_SHOT_H

#include "virtual-android/helper/api.h"

struct at_image;

struct vd_shot {
    bool jpeg;
    int32_t quality;
    double scale;
    int32_t max_side_px;
};

// Make the screen's picture the answer.
bool vd_shot_encode(struct vd_exchange *exchange, const struct vd_shot *shot,
                    const struct at_image *screen);

bool vd_endpoint_screenshot(struct vd_exchange *exchange);

#endif
