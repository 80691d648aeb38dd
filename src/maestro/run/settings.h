// settings.h: the device around the app: theme, airplane mode, place, media
#ifndef AT_MAESTRO_RUN_SETTINGS_H
#define AT_MAESTRO_RUN_SETTINGS_H

#include "maestro/run/runner.h"

bool at_maestro_assert_dark(struct at_maestro_call *call, struct at_err *err);
bool at_maestro_assert_light(struct at_maestro_call *call, struct at_err *err);
bool at_maestro_set_dark(struct at_maestro_call *call, struct at_err *err);
bool at_maestro_toggle_dark(struct at_maestro_call *call, struct at_err *err);
bool at_maestro_set_airplane(struct at_maestro_call *call, struct at_err *err);
bool at_maestro_toggle_airplane(struct at_maestro_call *call,
                                struct at_err *err);
bool at_maestro_set_orientation(struct at_maestro_call *call,
                                struct at_err *err);
bool at_maestro_set_location(struct at_maestro_call *call, struct at_err *err);
bool at_maestro_travel(struct at_maestro_call *call, struct at_err *err);
bool at_maestro_add_media(struct at_maestro_call *call, struct at_err *err);

#endif
