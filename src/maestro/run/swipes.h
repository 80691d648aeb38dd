// swipes.h: swipe, scroll, scrollUntilVisible
#ifndef AT_MAESTRO_RUN_SWIPES_H
#define AT_MAESTRO_RUN_SWIPES_H

#include "maestro/run/runner.h"

bool at_maestro_swipe(struct at_maestro_call *call, struct at_err *err);
bool at_maestro_scroll(struct at_maestro_call *call, struct at_err *err);
bool at_maestro_scroll_until(struct at_maestro_call *call, struct at_err *err);

#endif
