// pictures.h: recordings, waiting for animations
#ifndef AT_MAESTRO_RUN_PICTURES_H
#define AT_MAESTRO_RUN_PICTURES_H

#include "maestro/run/runner.h"

bool at_maestro_start_recording(struct at_maestro_call *call,
                                struct at_err *err);
bool at_maestro_stop_recording(struct at_maestro_call *call,
                               struct at_err *err);
bool at_maestro_wait_animation(struct at_maestro_call *call,
                               struct at_err *err);
// Begin the video of the whole run, if opts wants one. Without it, the trace
// says why.
void at_maestro_start_video(struct at_maestro_runner *run);
// Close a recording that was left open, and the video.
void at_maestro_end_recording(struct at_maestro_runner *run);
// Close and drop a recording of a run that has become one with secrets, before
// the command at hand shows them. A note or the trace says so.
void at_maestro_withhold_recording(struct at_maestro_runner *run);

#endif
