// taps.h: tapOn, doubleTapOn, longPressOn
#ifndef AT_MAESTRO_RUN_TAPS_H
#define AT_MAESTRO_RUN_TAPS_H

#include "maestro/run/runner.h"

bool at_maestro_tap(struct at_maestro_call *call, struct at_err *err);
bool at_maestro_double_tap(struct at_maestro_call *call, struct at_err *err);
bool at_maestro_long_press(struct at_maestro_call *call, struct at_err *err);

#endif
