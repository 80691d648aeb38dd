// recorder.h: listens to what programs do on a device
#ifndef AT_CLI_RECORDER_H
#define AT_CLI_RECORDER_H

#include "base/err.h"
#include "base/op.h"
#include "maestro/record/recording.h"
#include "session/run.h"

struct at_recorder;

// Listen for the device: from now on its programs report their steps. AT_EBUSY
// if another recorder does. The caller frees it; NULL with err.
struct at_recorder *at_recorder_open(const struct at_op *op, const char *serial,
                                     struct at_err *err);
void at_recorder_close(struct at_recorder *recorder); // NULL is allowed

// Add steps to the recording, each as an event "recorded" of the run, until op
// is cancelled, which isn't a failure, or until there are most steps (0: no
// limit).
AT_CHECKED bool at_recorder_listen(const struct at_op *op,
                                   struct at_recorder *recorder,
                                   struct at_command_run *run, size_t most,
                                   struct at_maestro_recording *recording,
                                   struct at_err *err);

#endif
