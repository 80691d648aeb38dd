// devices.h: several devices in one flow
#ifndef AT_MAESTRO_RUN_DEVICES_H
#define AT_MAESTRO_RUN_DEVICES_H

#include "maestro/run/runner.h"

enum { AT_MAESTRO_DEVICES_MAX = 8 };

// Do something on the device of the command, which is opened if it is not yet,
// and go back to the one in use.
AT_CHECKED bool at_maestro_on_device(struct at_maestro_call *call,
                                     at_maestro_handler *act,
                                     struct at_err *err);
// End what still runs on other devices than the one in use.
void at_maestro_end_devices(struct at_maestro_runner *run);

#endif
