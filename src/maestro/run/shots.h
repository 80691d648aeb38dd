// shots.h: screenshots: keeping them, comparing them with a reference, seeing
// whether the screen is still
#ifndef AT_MAESTRO_RUN_SHOTS_H
#define AT_MAESTRO_RUN_SHOTS_H

#include "maestro/run/runner.h"
#include "wire/image.h"

bool at_maestro_screenshot(struct at_maestro_call *call, struct at_err *err);
bool at_maestro_assert_screenshot(struct at_maestro_call *call,
                                  struct at_err *err);

// Take a screenshot. image must be AT_IMAGE_INIT, and stays so on failure.
AT_CHECKED bool at_maestro_shoot(struct at_maestro_call *call,
                                 struct at_image *image, struct at_err *err);

#endif
