// left_video.h: the video of a run whose process was killed
#ifndef AT_TESTER_RUNS_LEFT_VIDEO_H
#define AT_TESTER_RUNS_LEFT_VIDEO_H

#include "tester/runs/recorder.h"

// Give the files that the recording had begun below folder, that of the run, a
// place among its pieces, and record them. They are whole up to the last second
// or so.
void at_left_video_take(const char *folder, struct at_recorder *recorder);

#endif
