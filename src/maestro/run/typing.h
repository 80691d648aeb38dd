// typing.h: text, keys and the keyboard
#ifndef AT_MAESTRO_RUN_TYPING_H
#define AT_MAESTRO_RUN_TYPING_H

#include "maestro/run/runner.h"

bool at_maestro_input_text(struct at_maestro_call *call, struct at_err *err);
bool at_maestro_input_random(struct at_maestro_call *call, struct at_err *err);
bool at_maestro_paste_text(struct at_maestro_call *call, struct at_err *err);
bool at_maestro_set_clipboard(struct at_maestro_call *call, struct at_err *err);
bool at_maestro_erase_text(struct at_maestro_call *call, struct at_err *err);
bool at_maestro_press_key(struct at_maestro_call *call, struct at_err *err);
bool at_maestro_back(struct at_maestro_call *call, struct at_err *err);
bool at_maestro_hide_keyboard(struct at_maestro_call *call, struct at_err *err);

#endif
