// shots.h: screenshots: keeping them, comparing them with a reference
#ifndef AT_MAESTRO_RUN_SHOTS_H
#define AT_MAESTRO_RUN_SHOTS_H

#include "maestro/run/runner.h"

bool at_maestro_screenshot(struct at_maestro_call *call, struct at_err *err);
bool at_maestro_assert_screenshot(struct at_maestro_call *call,
                                  struct at_err *err);

#endif
